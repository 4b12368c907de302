import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StopTrigger } from '../../shared/contract/trees.ts'
import { parseStepCondition } from '../../shared/query/check.ts'
import { matches } from '../../shared/query/evaluate.ts'
import { FLAG_RESUMED } from '../../shared/trace/event.ts'
import { buildTree } from '../../shared/tree/build.ts'
import { openDirectStore } from '../support/direct-store.ts'
import {
  type FullEvent,
  type RandomTrace,
  randomProject,
  randomTrace,
} from '../support/random-trace.ts'
import { stepRow } from '../support/step-row.ts'
import { storeTrace } from '../support/stored-trace.ts'

const condition = fc.constantFrom(
  'x.text == "1" or é.text != "2"',
  'a.text == "2"',
  'y.text != "1" and y.text != ""',
  'x.type == "str" and depth > 1',
  'missing == None',
  'depth > 0',
  'y is not None',
)
const trigger: fc.Arbitrary<StopTrigger> = fc.oneof(
  fc.record({
    kind: fc.constant('condition' as const),
    file: fc.nat(2),
    // Mostly lines that runs come by again and again.
    line: fc.oneof(fc.constantFrom(1, 2, 3, 8), fc.integer({ min: 1, max: 17 })),
    at: fc.constantFrom('line' as const, 'call' as const),
    condition,
  }),
  fc.record({ kind: fc.constant('exception' as const), type: fc.constantFrom('str', 'KeyError') }),
  fc.record({
    kind: fc.constant('data' as const),
    function: fc.constantFrom('main', 'f', 'Box.g', 'never'),
    variable: fc.constantFrom('x', 'y', 'a', 'é'),
  }),
)

function valueAt(event: FullEvent | undefined, name: string): string | undefined {
  return event?.locals.find(([own]) => own === name)?.[1].text.toWellFormed()
}

function depthAt(events: readonly FullEvent[], seq: number): number | null {
  return buildTree(events).nodes[seq]?.depth ?? null
}

/** Whether an event is a stop, read from the complete states alone. */
function isStop(run: RandomTrace, seq: number, one: StopTrigger): boolean {
  const { events, files = [] } = run
  const event = events[seq] as FullEvent
  const starts = event.kind === 'call' && (event.flags & FLAG_RESUMED) === 0
  if (one.kind === 'exception') return event.kind === 'exception' && one.type === 'str'
  if (one.kind === 'data') {
    if (event.function !== one.function || starts) return false
    const before = events.slice(0, seq).findLast(({ frame }) => frame === event.frame)
    return valueAt(event, one.variable) !== valueAt(before, one.variable)
  }
  const kinds = one.at === 'line' ? event.kind === 'line' : starts
  // Files are numbered in the order the trace comes to them.
  const paths = events.map((e) =>
    files.findIndex(({ functions }) => functions.includes(e.function)),
  )
  const file = Math.max(0, [...new Set(paths)].indexOf(paths[seq] as number))
  const parsed = parseStepCondition(one.condition)
  if (!kinds || event.line !== one.line || file !== one.file || !parsed.ok) return false
  const locals = event.locals.map(([name, { text }]) => {
    const kept = text.toWellFormed()
    return [name, { text: kept, size: [...kept].length, type: 'str' }] as const
  })
  return matches(parsed.value, stepRow(locals, { depth: depthAt(run.events, seq) }))
}

it('the store finds the stops that the complete states show, forward and backward, in any range', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(randomTrace, randomProject),
      fc.array(trigger, { minLength: 1, maxLength: 3 }),
      fc.nat(100),
      fc.nat(100),
      async (run, triggers, from, length) => {
        const { store } = openDirectStore()
        const trace = await storeTrace(store, run)
        const until = from + length
        const stops = run.events.flatMap((_, seq) =>
          seq >= from && seq < until && triggers.some((one) => isStop(run, seq, one)) ? [seq] : [],
        )
        const input = { trace, from, until, triggers }
        expect(await store.read('treeFindStop', { ...input, direction: 'forward' })).toBe(
          stops[0] ?? null,
        )
        expect(await store.read('treeFindStop', { ...input, direction: 'backward' })).toBe(
          stops.at(-1) ?? null,
        )
        await store.close()
      },
    ),
    { numRuns: 150 },
  )
})

it('the nearest visit of a line is the first one going forward and the last one going backward', async () => {
  let again = 0
  await fc.assert(
    fc.asyncProperty(randomTrace, async (run) => {
      const { store } = openDirectStore()
      const trace = await storeTrace(store, run)
      const visits = Map.groupBy(
        run.events.flatMap(({ kind, line }, seq) => (kind === 'line' ? [{ line, seq }] : [])),
        ({ line }) => line,
      )
      for (const [line, seen] of visits) {
        const trigger = {
          kind: 'condition',
          file: 0,
          line,
          at: 'line',
          condition: 'depth > 0',
        } as const
        const input = { trace, from: 0, until: run.events.length, triggers: [trigger] }
        const forward = await store.read('treeFindStop', { ...input, direction: 'forward' })
        const backward = await store.read('treeFindStop', { ...input, direction: 'backward' })
        expect([forward, backward]).toEqual([seen[0]?.seq, seen.at(-1)?.seq])
        if (seen.length > 1) again++
      }
      await store.close()
    }),
    { numRuns: 25 },
  )
  expect(again).toBeGreaterThan(10)
})
