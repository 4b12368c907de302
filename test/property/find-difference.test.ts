import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openDirectStore } from '../support/direct-store.ts'
import { type FullEvent, type RandomTrace, randomTrace } from '../support/random-trace.ts'
import { storeTrace } from '../support/stored-trace.ts'

type Values = ReadonlyMap<string, string>

function valuesOf(event: FullEvent | undefined): Values {
  return new Map(event?.locals.map(([name, { text }]) => [name, text.toWellFormed()]))
}

/** Names that are bound to something else than at the event of the frame before. */
function changedAt({ events }: RandomTrace, seq: number): string[] {
  const now = events[seq] as FullEvent
  const before = valuesOf(events.slice(0, seq).findLast(({ frame }) => frame === now.frame))
  const after = valuesOf(now)
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
}

/** Whether a pair differs, read from the complete states alone. */
function differs(a: RandomTrace, b: RandomTrace, seq: number, other: number): boolean {
  const [first, second] = [a.events[seq], b.events[other]]
  const [values, others] = [valuesOf(first), valuesOf(second)]
  const names = [...changedAt(a, seq), ...changedAt(b, other)]
  return (
    first?.arg?.text.toWellFormed() !== second?.arg?.text.toWellFormed() ||
    names.some((name) => values.get(name) !== others.get(name))
  )
}

it('finds the first and the last pair that differs as the complete states do', async () => {
  await fc.assert(
    fc.asyncProperty(randomTrace, randomTrace, fc.nat(), fc.nat(), async (a, b, at, other) => {
      fc.pre(a.events.length > 0 && b.events.length > 0)
      const { store } = openDirectStore()
      const first = { trace: await storeTrace(store, a), from: at % a.events.length }
      const second = {
        trace: await storeTrace(store, b, { trace: 't_other' }),
        from: other % b.events.length,
      }
      const count = Math.min(a.events.length - first.from, b.events.length - second.from)
      const pairs = Array.from({ length: count }, (_, offset) => offset)
      const found = pairs.filter((offset) =>
        differs(a, b, first.from + offset, second.from + offset),
      )
      const ask = (direction: 'forward' | 'backward') =>
        store.read('treeFindDifference', { first, second, count, direction })
      expect(await ask('forward')).toBe(found[0] ?? null)
      expect(await ask('backward')).toBe(found.at(-1) ?? null)
      await store.close()
    }),
    { numRuns: 60 },
  )
})
