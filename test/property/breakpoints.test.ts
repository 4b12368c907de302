import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FLAG_RESUMED } from '../../shared/trace/event.ts'
import { neverReason, nextStop, stopsOf, type Trigger } from '../../shared/tree/breakpoints.ts'
import { buildTree } from '../../shared/tree/build.ts'
import type { StateNode, StateTree } from '../../shared/tree/node.ts'
import { nextOnLine, visitsOf } from '../../shared/tree/visits.ts'
import { randomTrace } from '../support/random-trace.ts'

const line = fc.integer({ min: 1, max: 19 })
const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), file: fc.constant(0), line }),
  fc.record({
    kind: fc.constant('hits' as const),
    file: fc.constant(0),
    line,
    count: fc.integer({ min: 1, max: 4 }),
    every: fc.boolean(),
  }),
  fc.constant({ kind: 'exception' as const, type: null }),
)

/** Seqs a trigger stops at, found by reading the whole trace. */
function slowStops(tree: StateTree, one: Trigger): number[] {
  const seqs = (keep: (node: StateNode) => boolean) => tree.nodes.filter(keep).map(({ seq }) => seq)
  if (one.kind === 'exception') return seqs(({ kind }) => kind === 'exception')
  if (one.kind !== 'line' && one.kind !== 'hits') return []
  const ran = seqs((node) => node.line === one.line && node.kind === 'line')
  const called = seqs(
    (node) => node.line === one.line && node.kind === 'call' && (node.flags & FLAG_RESUMED) === 0,
  )
  const visits = ran.length > 0 ? ran : called
  if (one.kind === 'line') return visits
  return visits.filter((_, index) =>
    one.every ? (index + 1) % one.count === 0 : index + 1 === one.count,
  )
}

describe('breakpoints', () => {
  it('are found forward and backward as by reading the whole trace', () => {
    fc.assert(
      fc.property(randomTrace, fc.array(trigger, { maxLength: 4 }), ({ events }, triggers) => {
        const tree = buildTree(events)
        const visits = visitsOf(tree)
        const stops = [...new Set(triggers.flatMap((one) => slowStops(tree, one)))]
        stops.sort((a, b) => a - b)
        for (let from = 0; from <= tree.nodes.length; from++) {
          const after = stops.find((seq) => seq >= from) ?? null
          const before = stops.filter((seq) => seq < from).at(-1) ?? null
          expect(nextStop(visits, triggers, from, 'forward')).toBe(after)
          expect(nextStop(visits, triggers, from, 'backward')).toBe(before)
        }
        const lines = triggers.filter(({ kind }) => kind !== 'exception')
        const marked = [...new Set(stopsOf(visits, lines))]
        const wanted = new Set(lines.flatMap((one) => slowStops(tree, one)))
        expect(marked).toEqual([...wanted].sort((a, b) => a - b))
      }),
    )
  })

  it('say that they never stop exactly when they do not', () => {
    fc.assert(
      fc.property(randomTrace, trigger, ({ events }, one) => {
        const tree = buildTree(events)
        const reason = neverReason(visitsOf(tree), new Set(), one)
        expect(reason === null).toBe(slowStops(tree, one).length > 0)
      }),
    )
  })

  it('and lines are found in a tree that grows as in one that is whole', () => {
    fc.assert(
      fc.property(randomTrace, line, fc.nat(), ({ events }, wanted, cut) => {
        const whole = buildTree(events)
        const nodes = whole.nodes.slice(0, cut % (whole.nodes.length + 1))
        visitsOf({ nodes })
        nodes.push(...whole.nodes.slice(nodes.length))
        const visits = visitsOf({ nodes })
        expect(visits).toEqual(visitsOf(whole))
        for (const { seq } of nodes) {
          const next = nodes.find((node) => node.seq > seq && node.line === wanted)
          expect(nextOnLine(visits, { file: 0, line: wanted }, seq)).toBe(next?.seq ?? null)
        }
      }),
    )
  })
})
