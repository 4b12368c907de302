import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { transcriptOf } from '../../shared/grammar/transcript.ts'
import type { TraceId } from '../../shared/trace/event.ts'
import { applyAction, directionOf, startOf } from '../../shared/trajectory/act.ts'
import { MAX_ACTIONS } from '../../shared/trajectory/policy-document.ts'
import { type SampleOptions, sampleTrajectory } from '../../shared/trajectory/sample.ts'
import { createWalk } from '../../shared/trajectory/walk.ts'
import { tracePlace } from '../support/hand-trace.ts'
import { type RandomTrace, randomTrace } from '../support/random-trace.ts'

type Choice = Pick<SampleOptions, 'policy' | 'seed' | 'ordinal' | 'direction' | 'entry'>

const choice: fc.Arbitrary<Choice> = fc.record({
  policy: fc.constantFrom('paper-mix', 'interpreter'),
  seed: fc.maxSafeNat(),
  ordinal: fc.nat({ max: 1000 }),
  direction: fc.constantFrom('forward' as const, 'inverse' as const),
  entry: fc.constantFrom(null, 'main', 'f', 'g', 'absent'),
})

function sample(trace: RandomTrace, chosen: Choice) {
  const place = tracePlace(trace.events, trace.lines)
  const { sources } = place
  const options = { sources, traceId: 't_1' as TraceId, traceExit: null, ...chosen }
  return { place, drawn: sampleTrajectory(options) }
}

function textOf(trace: RandomTrace, chosen: Choice): string {
  const { place, drawn } = sample(trace, chosen)
  if (!drawn.ok) return drawn.error
  return ND_1.encode(transcriptOf(drawn.value, place.lookup, trace.source)).text
}

describe('sampled trajectories', () => {
  it('are the same bytes for the same seed', () => {
    fc.assert(
      fc.property(randomTrace, choice, (trace, chosen) => {
        expect(sample(trace, chosen).drawn).toEqual(sample(trace, chosen).drawn)
        expect(textOf(trace, chosen)).toBe(textOf(trace, chosen))
      }),
    )
  })

  it('do not depend on which others were drawn from the same index', () => {
    fc.assert(
      fc.property(randomTrace, choice, choice, (trace, first, second) => {
        const { sources } = tracePlace(trace.events, trace.lines)
        const common = { sources, traceId: 't_1' as TraceId, traceExit: null }
        sampleTrajectory({ ...common, ...first })
        const after = sampleTrajectory({ ...common, ...second })
        expect(after).toEqual(sample(trace, second).drawn)
      }),
    )
  })

  it('hold only steps that the actions lead to, and end as they should', () => {
    fc.assert(
      fc.property(randomTrace, choice, (trace, chosen) => {
        const { place, drawn } = sample(trace, chosen)
        if (!drawn.ok) {
          expect(drawn.error).toMatch(/no call of/)
          return
        }
        const { scope, start, steps, exit, direction } = drawn.value
        const walk = createWalk(place.sources, scope)
        expect(start).toEqual(startOf(walk, direction))
        let at = start
        for (const { action, target } of steps) {
          expect(directionOf(action.name)).toBe(direction)
          const outcome = applyAction(walk, at, action)
          if (target === null) expect(outcome).toEqual({ kind: 'exit', exit })
          else expect(outcome).toEqual({ kind: 'state', target })
          at = target ?? at
        }
        expect(steps.slice(0, -1).every(({ target }) => target !== null)).toBe(true)
        expect(steps.at(-1)?.target === null).toBe(exit !== null)
        if (exit === null) expect(steps).toHaveLength(MAX_ACTIONS)
        else expect(steps.length).toBeLessThanOrEqual(MAX_ACTIONS)
      }),
      { numRuns: 200 },
    )
  })

  it('of the interpreter hold the trace itself', () => {
    fc.assert(
      fc.property(randomTrace, fc.nat(), (trace, seed) => {
        const chosen = { policy: 'interpreter', seed, ordinal: 0, entry: null }
        const { drawn } = sample(trace, { ...chosen, direction: 'forward' })
        if (!drawn.ok) throw new Error(drawn.error)
        const { start, steps } = drawn.value
        const seqs = [start, ...steps.map(({ target }) => target)].map((ref) => ref?.seq)
        const shown = seqs.filter((seq) => seq !== undefined)
        expect(shown).toEqual(trace.events.slice(0, MAX_ACTIONS + 1).map((_event, seq) => seq))
      }),
    )
  })
})
