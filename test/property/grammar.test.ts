import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { ND_1 } from '../../shared/grammar/codecs.ts'
import { resolveLocals } from '../../shared/grammar/resolve.ts'
import { showsLocals } from '../../shared/grammar/tokens.ts'
import { nasty, sampled, transcript } from './transcript-arbitrary.ts'

describe('nd@1', () => {
  it('decodes what it encoded, whatever the texts', () => {
    fc.assert(
      fc.property(transcript, (given) => {
        expect(ND_1.decode(ND_1.encode(given).text)).toEqual({ transcript: given, problem: null })
      }),
      { numRuns: 500 },
    )
  })

  it('decodes what it encoded of sampled trajectories', () => {
    fc.assert(
      fc.property(sampled, ({ transcript: given }) => {
        expect(ND_1.decode(ND_1.encode(given).text)).toEqual({ transcript: given, problem: null })
      }),
    )
  })

  it('covers the text with spans, in order and without gaps', () => {
    fc.assert(
      fc.property(transcript, (given) => {
        const { text, spans } = ND_1.encode(given)
        let end = 0
        for (const span of spans) {
          expect(span.start).toBe(end)
          expect(span.end).toBeGreaterThan(span.start)
          end = span.end
          const part = text.slice(span.start, span.end)
          const isToken = /^<\|[a-z_]+\|>$/.test(part)
          if (['marker', 'event', 'exit'].includes(span.role)) expect(isToken).toBe(true)
          else if (span.role !== 'action') expect(part.includes('<|')).toBe(false)
          expect(span.step).toBeLessThanOrEqual(given.states.length)
        }
        expect(end).toBe(text.length)
        const eventSteps = spans.filter(({ role }) => role === 'event').map(({ step }) => step)
        expect(eventSteps).toEqual(given.states.map((_state, step) => step))
      }),
    )
  })

  it('decodes a cut text to a prefix of itself', () => {
    fc.assert(
      fc.property(transcript, fc.nat(), (given, cut) => {
        const { text } = ND_1.encode(given)
        const part = text.slice(0, cut % text.length)
        const decoded = ND_1.decode(part)
        if (decoded.problem === null) {
          expect(ND_1.encode(decoded.transcript).text).toBe(part)
        } else if (decoded.transcript.states.length > 0) {
          const { position } = decoded.problem
          const again = ND_1.encode({ ...decoded.transcript, exit: null }).text
          expect(part.startsWith(again)).toBe(true)
          expect(again.length).toBeLessThanOrEqual(position)
          expect(position).toBeLessThanOrEqual(part.length)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('never throws on a damaged text, and says where it stops', () => {
    const damage = fc.record({ at: fc.nat(), remove: fc.nat({ max: 6 }), insert: nasty })
    fc.assert(
      fc.property(transcript, damage, (given, { at, remove, insert }) => {
        const { text } = ND_1.encode(given)
        const place = at % (text.length + 1)
        const damaged = text.slice(0, place) + insert + text.slice(place + remove)
        const { transcript: kept, problem } = ND_1.decode(damaged)
        if (problem !== null) {
          expect(problem.position).toBeLessThanOrEqual(damaged.length)
          expect(problem.expected).not.toBe('')
          expect(problem.found).not.toBe('')
        }
        expect([0, 1]).toContain(kept.states.length - kept.actions.length)
        const again = ND_1.decode(ND_1.encode(kept).text)
        // The direction of a text is that of its first state, if it has one.
        const { direction } = kept.states.length > 0 ? kept : again.transcript
        expect({ ...again.transcript, exit: null }).toEqual({ ...kept, direction, exit: null })
      }),
      { numRuns: 500 },
    )
  })

  it('never throws on any text', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const { problem, transcript: kept } = ND_1.decode(text)
        expect(problem?.position).toBe(0)
        expect(kept.states).toEqual([])
      }),
    )
  })
})

describe('locals in text', () => {
  it('are what a reader needs: the fresh are right, and all are there unless some are unknown', () => {
    fc.assert(
      fc.property(sampled, ({ transcript: given, states }) => {
        const resolved = resolveLocals(given)
        given.states.forEach((shown, index) => {
          if (!showsLocals(shown.event)) return
          const { variables, hasUnknown } = must(resolved[index], 'resolved locals')
          const known = new Map(variables.map((variable) => [variable.name, variable]))
          for (const [name, value] of must(states[index], 'state').locals) {
            const variable = known.get(name)
            if (variable === undefined) expect(hasUnknown).toBe(true)
            else if (!variable.stale) expect(variable.text).toBe(value.text)
          }
        })
      }),
      { numRuns: 300 },
    )
  })

  it('name only variables that are there, each once, in locals order', () => {
    fc.assert(
      fc.property(sampled, ({ transcript: given, states }) => {
        given.states.forEach((shown, index) => {
          const names = shown.locals?.entries.map(([name]) => name) ?? []
          const actual = must(states[index], 'state').locals.map(([name]) => name)
          expect(actual.filter((name) => names.includes(name))).toEqual(names)
          if (shown.locals !== null) expect(shown.locals.omitted).toBe(names.length < actual.length)
        })
      }),
    )
  })

  it('are complete at calls, after breakpoints and after returns', () => {
    fc.assert(
      fc.property(sampled, ({ transcript: given, states }) => {
        given.states.forEach((shown, index) => {
          const isForward = given.direction === 'forward'
          const isComplete =
            shown.event === 'inv_call' ||
            (isForward &&
              (index === 0 ||
                shown.event === 'call' ||
                given.actions[index - 1]?.name === 'breakpoint' ||
                given.states[index - 1]?.event === 'return' ||
                states[index - 1]?.activation !== states[index]?.activation))
          if (isComplete && shown.locals !== null) expect(shown.locals.omitted).toBe(false)
        })
      }),
    )
  })
})
