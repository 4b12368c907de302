import { randomUUID } from 'node:crypto'
import { must } from '../../shared/base/assert.ts'
import type { drawing } from '../../shared/contract/drawing.ts'
import { checkMix } from '../../shared/contract/read-document.ts'
import type { TrajectoryDetail } from '../../shared/contract/trajectories.ts'
import { ServiceError, type Signal } from '../../shared/rpc/wire.ts'
import type { TraceId } from '../../shared/trace/event.ts'
import { applyAction, directionOf, startOf } from '../../shared/trajectory/act.ts'
import { HAND } from '../../shared/trajectory/hand.ts'
import { activationScope, rootScope } from '../../shared/trajectory/scope.ts'
import type {
  Action,
  Scope,
  StateRef,
  Trajectory,
  TrajectoryId,
} from '../../shared/trajectory/types.ts'
import type { Walk } from '../../shared/trajectory/walk.ts'
import { sample } from '../jobs/kinds/sample.ts'
import type { LoadedTrace } from '../jobs/trajectory/load-trace.ts'
import { measureMix } from '../jobs/trajectory/measure-mix.ts'
import { createTraceCache } from '../jobs/trajectory/trace-cache.ts'
import { walkOf } from '../jobs/trajectory/walk-of.ts'
import type { Branch } from '../store/drawing-types.ts'
import type { Store } from '../store/store.ts'
import type { Area } from './area.ts'
import { requireRecorded } from './require-recorded.ts'

function refuse(message: string): never {
  throw new ServiceError('bad-input', message)
}

function scopeOf({ tree, about }: LoadedTrace, entry: number | null): Scope {
  const whole = rootScope(tree)
  if (whole === null)
    refuse(`The trace of ${about.program} has no events, so there is nowhere to start.`)
  if (entry === null) return whole
  const node = tree.nodes[entry]
  if (node?.kind !== 'call')
    refuse(`Event ${entry} of ${about.program} is no call; a trajectory starts at one.`)
  return activationScope(tree, node.activation)
}

function lastState({ start, steps }: TrajectoryDetail): StateRef {
  const last = steps.at(-1)
  return last === undefined ? start : must(last.target, 'state before the exit')
}

/** A trajectory made by hand has no content until it is finished, so its id is drawn. */
function newId(): TrajectoryId {
  return `j_${randomUUID().replaceAll('-', '').slice(0, 16)}` as TrajectoryId
}

type Course = Pick<Trajectory, 'direction' | 'scope' | 'start' | 'steps' | 'exit'>

async function add(
  store: Store,
  trace: string,
  course: Course,
  branch: Branch | null,
): Promise<TrajectoryDetail> {
  const { count } = await store.read('handCount', { trace })
  const trajectory: Trajectory = {
    id: newId(),
    trace: trace as TraceId,
    policy: HAND,
    seed: 0,
    ordinal: count,
    resampled: 0,
    ...course,
  }
  await store.write('handAdd', { trajectory, branch })
  return store.read('trajectoryGet', { trajectory: trajectory.id })
}

/** Where an action leads from the last state, or a sentence why it leads nowhere. */
function actOn(walk: Walk, detail: TrajectoryDetail, action: Action) {
  const { direction } = detail.row
  if (detail.row.exit !== null)
    refuse('The trajectory has ended, so no action follows; cut its last step first.')
  if (directionOf(action.name) !== direction) {
    refuse(
      `${action.name} goes ${directionOf(action.name)}, and this trajectory goes ${direction}.`,
    )
  }
  const outcome = applyAction(walk, lastState(detail), action)
  if (outcome.kind === 'undefined') refuse(outcome.reason)
  const isState = outcome.kind === 'state'
  return {
    step: { action, target: isState ? outcome.target : null },
    exit: isState ? null : outcome.exit,
  }
}

export const drawingHandlers: Area<typeof drawing> = ({ store, crew, jobs, announce }) => {
  const traces = createTraceCache(store)
  const get = (trajectory: string, signal?: Signal): Promise<TrajectoryDetail> =>
    store.read('trajectoryGet', { trajectory }, signal === undefined ? {} : { signal })
  const changed = (detail: TrajectoryDetail): TrajectoryDetail => {
    announce({ area: 'trajectory', id: detail.row.trajectory })
    return detail
  }
  return {
    'mix.draw': async (input) => {
      const read = checkMix(input.mix)
      if (!read.ok) refuse(`The mix was refused. ${read.error}`)
      return { job: await jobs.start(sample, input) }
    },
    'mix.lengths': async (input, { signal }) => {
      const read = checkMix(input.mix)
      if (!read.ok) refuse(`The mix was refused. ${read.error}`)
      return measureMix(input, { store, crew, signal })
    },
    'policy.facts': async ({ trace, where, writes, sizes }, { signal }) => {
      const kept = where === null ? null : store.read('traceCalls', { trace, where }, { signal })
      const counted = writes ? store.read('traceWriteCounts', { trace }, { signal }) : null
      const measured = sizes ? store.read('traceSizes', { trace }, { signal }) : null
      const [calls, counts, lengths] = await Promise.all([kept, counted, measured])
      return {
        calls: calls?.seqs ?? null,
        writes: counts?.counts ?? null,
        sizes: lengths?.sizes ?? null,
      }
    },
    'hand.begin': async ({ trace, direction, entry }, { signal }) => {
      await requireRecorded(store, trace)
      const { loaded } = await traces.get(trace, signal)
      const scope = scopeOf(loaded, entry)
      const start = startOf(walkOf(loaded, scope), direction)
      const course = { direction, scope, start, steps: [], exit: null }
      return changed(await add(store, trace, course, null))
    },
    'hand.append': async ({ trajectory, length, action }, { signal }) => {
      const detail = await get(trajectory, signal)
      const { loaded } = await traces.get(detail.row.trace, signal)
      const walk = walkOf(loaded, detail.scope)
      const { step, exit } = actOn(walk, detail, action)
      await store.write('handAppend', { trajectory, length, step, exit })
      return changed(await get(trajectory))
    },
    'hand.cut': async ({ trajectory, length }) => {
      await store.write('handCut', { trajectory, length })
      return changed(await get(trajectory))
    },
    'hand.branch': async ({ trajectory, length }, { signal }) => {
      const { row, scope, start, steps } = await get(trajectory, signal)
      if (length > steps.length) {
        refuse(`${trajectory} has ${steps.length} steps, so it cannot be branched after ${length}.`)
      }
      const exit = length === steps.length ? row.exit : null
      const course = { direction: row.direction, scope, start, steps: steps.slice(0, length), exit }
      return changed(await add(store, row.trace, course, { trajectory, step: length }))
    },
    'hand.gold': async (input) => {
      await store.write('trajectoryGold', input)
      announce({ area: 'trajectory', id: input.trajectory })
      return input
    },
  }
}
