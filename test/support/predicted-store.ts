import fc from 'fast-check'
import type { Store } from '../../main/store/store.ts'
import { must } from '../../shared/base/assert.ts'
import type { TraceId } from '../../shared/trace/event.ts'
import { rootScope } from '../../shared/trajectory/scope.ts'
import type { Direction, TrajectoryId } from '../../shared/trajectory/types.ts'
import { walkOf } from './courses.ts'
import { openDirectStore } from './direct-store.ts'
import { tracePlace } from './hand-trace.ts'
import { type RandomTrace, randomTrace } from './random-trace.ts'
import { storeTrace } from './stored-trace.ts'

/** Traces of random runs, each of a program of its own, with `each` trajectories in both directions. */
export async function storeWithTrajectories(traces: number, each: number) {
  const { db, store } = openDirectStore()
  const long = randomTrace.filter(({ events }) => events.length > 20)
  for (const [at, trace] of fc.sample(long, { numRuns: traces, seed: 5 }).entries()) {
    await addTrajectories(store, trace, { at, each })
  }
  await store.write('trajectoriesPublish', { job: 'k_1' })
  return { db, store }
}

async function addTrajectories(
  store: Store,
  trace: RandomTrace,
  { at, each }: { readonly at: number; readonly each: number },
): Promise<void> {
  const id = `t_${at}`
  const program = { id: `p_${at}`, name: `p${at}`, origin: null, licence: null }
  const codeSha256 = `${at}`
  await storeTrace(store, trace, {
    trace: id,
    program: { ...program, source: trace.source, codeSha256 },
  })
  const place = { source: trace.source, ...tracePlace(trace.events, trace.lines) }
  const trajectories = (['forward', 'inverse'] as const).flatMap((direction: Direction) =>
    Array.from({ length: each }, (_, ordinal) => ({
      id: `j_${at}_${direction}_${ordinal}` as TrajectoryId,
      trace: id as TraceId,
      policy: 'random',
      seed: 1,
      ordinal,
      scope: must(rootScope(place.tree), 'scope'),
      resampled: 0,
      ...must(walkOf(place, direction, 100 * at + ordinal), 'walk'),
    })),
  )
  await store.write('trajectoriesStage', { job: 'k_1', trajectories })
}
