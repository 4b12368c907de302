import type { TrajectoryDetail } from '../../../shared/contract/trajectories.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import type { Course } from '../../../shared/model/course.ts'
import { valueTypeOf } from '../../../shared/model/value-type.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { StateRef } from '../../../shared/trajectory/types.ts'
import { nodeAt } from '../../../shared/tree/navigate.ts'
import type { Store } from '../../store/store.ts'
import { readTranscript } from '../trajectory/encode-trajectory.ts'
import type { createTraceCache } from '../trajectory/trace-cache.ts'

export interface CourseSource {
  readonly store: Store
  readonly traces: ReturnType<typeof createTraceCache>
}

/** A trajectory to predict, and where in its trace each step is. */
export interface LoadedCourse {
  readonly course: Course
  readonly detail: TrajectoryDetail
  /** State of the trajectory, from 0; null is the exit. */
  readonly visited: readonly (StateRef | null)[]
  /** Frames on the stack at the state that step `step` leads to; null at the exit. */
  readonly depthAfter: (step: number) => number | null
  /** Type of the values that the state brings that step `step` leads to. */
  readonly valueTypeAfter: (step: number) => string
}

/** Reads a trajectory with all that its predictions are scored by. `bad-input` where the codec cannot tell it. */
export async function loadCourse(
  { store, traces }: CourseSource,
  trajectory: string,
  codec: Codec,
  signal: Signal,
): Promise<LoadedCourse> {
  const detail = await store.read('trajectoryGet', { trajectory }, { signal })
  const { loaded } = await traces.get(detail.row.trace, signal)
  const { transcript, hints, stateAt } = await readTranscript(store, { loaded, detail }, signal)
  const refusal = codec.refuses(transcript)
  if (refusal !== null) {
    throw new ServiceError('bad-input', `${codec.id} cannot hold ${trajectory}. ${refusal}`)
  }
  const visited = [detail.start, ...detail.steps.map(({ target }) => target)]
  const file = nodeAt(loaded.tree, detail.scope.open).file
  const nodeOf = (state: number) => {
    const ref = visited[state] ?? null
    return ref === null ? null : nodeAt(loaded.tree, ref.seq)
  }
  const course: Course = {
    key: trajectory,
    transcript,
    hints,
    recorded: (step) => {
      const ref = visited[step + 1] ?? null
      return ref === null ? null : stateAt(ref.seq).locals.map(([name, { text }]) => [name, text])
    },
    lineOf: (state) => {
      const node = nodeOf(state)
      return node === null || node.file !== file ? null : node.line
    },
  }
  const valueTypeAfter = (step: number): string => {
    const ref = visited[step + 1] ?? null
    if (ref === null) return valueTypeOf(null, { locals: new Map(), argument: null })
    const { locals, arg } = stateAt(ref.seq)
    const types = new Map(locals.map(([name, { type }]) => [name, type]))
    return valueTypeOf(transcript.states[step + 1] ?? null, {
      locals: types,
      argument: arg?.type ?? null,
    })
  }
  const depthAfter = (step: number): number | null => nodeOf(step + 1)?.depth ?? null
  return { course, detail, visited, depthAfter, valueTypeAfter }
}
