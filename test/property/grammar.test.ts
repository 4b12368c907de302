import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { resolveLocals } from '../../shared/grammar/resolve.ts'
import { tokensOf } from '../../shared/grammar/tokenizer.ts'
import { showsLocals } from '../../shared/grammar/tokens.ts'
import type { Codec, StateText, Transcript } from '../../shared/grammar/types.ts'
import type { TrajectoryExit } from '../../shared/trajectory/types.ts'
import { nasty, sampled, transcript, transcriptIn } from './transcript-arbitrary.ts'

/** What CWM text can tell: forward, step by step, up to an exit that its last states show. */
const steppedInto: fc.Arbitrary<Transcript> = transcriptIn('forward').map((given) => {
  const actions = given.actions.map(() => ({ name: 'step_into', operand: null }))
  const stepped: Transcript = { ...given, actions }
  if (given.exit === null) return stepped
  const exits: TrajectoryExit[] = ['normal', 'error']
  const exit = exits.find((one) => CWM_1.refuses({ ...stepped, exit: one }) === null) ?? null
  return { ...stepped, exit }
})

/** Without the action that leads to an exit or to nothing, and without the exit. */
function withoutLastStep(given: Transcript): Transcript {
  return {
    ...given,
    actions: given.actions.slice(0, Math.max(0, given.states.length - 1)),
    exit: null,
  }
}

const UNKNOWN_TOKENS = ['<|oops|>', '<|', '<|frame_sep|>', '<|end_of_text|>', '<|inv_line_sep|>']

/** One damage of a text: cut, parts swapped, a character of its JSON changed, a strange token, anything put in. */
const damage: fc.Arbitrary<(text: string) => string> = fc
  .record({
    kind: fc.constantFrom('cut', 'swap', 'json', 'token', 'put'),
    at: fc.nat(),
    size: fc.nat({ max: 60 }),
    other: nasty,
    token: fc.constantFrom(...UNKNOWN_TOKENS),
  })
  .map(({ kind, at, size, other, token }) => (text) => {
    const place = at % (text.length + 1)
    const [before, after] = [text.slice(0, place), text.slice(place)]
    if (kind === 'cut') return before
    if (kind === 'swap') return before + after.slice(size) + after.slice(0, size)
    if (kind === 'json') return before + after.replace(/["{}:,]/, () => other.slice(0, 2))
    if (kind === 'token') return before + token + after
    return before + other + after.slice(size % 7)
  })

const SUBJECTS: readonly {
  readonly codec: Codec
  readonly given: fc.Arbitrary<Transcript>
}[] = [
  { codec: ND_1, given: transcript },
  { codec: CWM_1, given: steppedInto },
]

/** How many texts of sampled trajectories a run writes and reads, at the least. */
const SAMPLED = 10_000

describe('nd@1 and cwm@1', () => {
  it('decode what they encoded of sampled trajectories, and refuse the rest in a sentence', () => {
    const written = new Map<Codec, number>([
      [ND_1, 0],
      [CWM_1, 0],
    ])
    const total = () => [...written.values()].reduce((sum, count) => sum + count, 0)
    while (total() < SAMPLED) {
      fc.assert(
        fc.property(sampled, ({ transcript: given, states }) => {
          const hints = { names: states.map(({ locals }) => locals.map(([name]) => name)) }
          for (const [codec, count] of written) {
            const refusal = codec.refuses(given)
            if (refusal === null) {
              const { text } = codec.encode(given, hints)
              const decoded = codec.decode(text)
              expect(decoded.problem).toBeNull()
              expect(decoded.transcript).toEqual(given)
              expect(codec.encode(decoded.transcript, decoded.hints).text).toBe(text)
              written.set(codec, count + 1)
            } else expect(refusal).toMatch(/^[A-Z][^\n]*\.$/)
          }
        }),
        { numRuns: 1000 },
      )
    }
    expect(written.get(CWM_1)).toBeGreaterThan(SAMPLED / 20)
  }, 240_000)
})

describe.each(SUBJECTS)('$codec.id', ({ codec, given: transcripts }) => {
  it('decodes what it encoded, whatever the texts', () => {
    fc.assert(
      fc.property(transcripts, (given) => {
        const { transcript: back, problem } = codec.decode(codec.encode(given).text)
        expect({ transcript: back, problem }).toEqual({ transcript: given, problem: null })
      }),
      { numRuns: 500 },
    )
  })

  it('covers the text with spans, in order and without gaps', () => {
    fc.assert(
      fc.property(transcripts, (given) => {
        const { text, spans } = codec.encode(given)
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

  it('has tokens of which the text comes back, each of one span', () => {
    fc.assert(
      fc.property(transcripts, (given) => {
        const encoded = codec.encode(given)
        const { ids, ends, spans } = tokensOf(encoded, codec.tokenizer)
        expect(codec.tokenizer.detokenize(ids)).toBe(encoded.text)
        expect(ends.at(-1)).toBe(encoded.text.length)
        spans.forEach((index, token) => {
          const span = must(encoded.spans[index], 'span')
          expect(ends[token]).toBeLessThanOrEqual(span.end)
          expect(ends[token]).toBeGreaterThanOrEqual(span.start)
        })
      }),
    )
  })

  it('asks for a state with what its text has before it', () => {
    fc.assert(
      fc.property(transcripts, fc.nat(), (given, at) => {
        if (given.actions.length === 0) return
        const step = 1 + (at % given.actions.length)
        const prompt = codec.promptAt(given, step)
        expect(codec.encode(given).text.startsWith(prompt.text)).toBe(true)
        expect(codec.decode(prompt.text).transcript.states).toEqual(given.states.slice(0, step))
        expect(prompt.spans.at(-1)?.end).toBe(prompt.text.length)
      }),
    )
  })

  it('decodes a cut text to a prefix of itself', () => {
    fc.assert(
      fc.property(transcripts, fc.nat(), (given, cut) => {
        const { text } = codec.encode(given)
        const part = text.slice(0, cut % text.length)
        const decoded = codec.decode(part)
        if (decoded.problem === null) {
          expect(codec.encode(decoded.transcript, decoded.hints).text).toBe(part)
        } else if (decoded.transcript.states.length > 0) {
          const { position } = decoded.problem
          const kept = { ...decoded.transcript, exit: null }
          const again = codec.encode(
            codec === CWM_1 ? withoutLastStep(kept) : kept,
            decoded.hints,
          ).text
          expect(part.startsWith(again)).toBe(true)
          expect(again.length).toBeLessThanOrEqual(position)
          expect(position).toBeLessThanOrEqual(part.length)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('never throws on a damaged text, and says where it stops, what is expected and how to go on', () => {
    let repaired = 0
    fc.assert(
      fc.property(transcripts, damage, (given, damaging) => {
        const damaged = damaging(codec.encode(given).text)
        const { transcript: kept, problem } = codec.decode(damaged)
        if (problem !== null) {
          expect(problem.position).toBeGreaterThanOrEqual(0)
          expect(problem.position).toBeLessThanOrEqual(damaged.length)
          expect(problem.expected).not.toBe('')
          expect(problem.found).not.toBe('')
          if (kept.states.length > 0)
            expect(problem.repair).toMatch(/^(insert|replace|delete|cut) /)
          repaired += problem.repair === undefined ? 0 : 1
        }
        expect([0, 1]).toContain(kept.states.length - kept.actions.length)
      }),
      { numRuns: 1000 },
    )
    expect(repaired).toBeGreaterThan(500)
  }, 240_000)

  it('keeps of a damaged text what it says again', () => {
    fc.assert(
      fc.property(transcripts, damage, (given, damaging) => {
        const { transcript: kept } = codec.decode(damaging(codec.encode(given).text))
        const whole = codec === CWM_1 ? withoutLastStep(kept) : kept
        const again = codec.decode(codec.encode(whole).text)
        // The direction of a text is that of its first state, if it has one.
        const { direction } = kept.states.length > 0 ? kept : again.transcript
        expect({ ...again.transcript, exit: null }).toEqual({ ...whole, direction, exit: null })
      }),
      { numRuns: 500 },
    )
  })

  it('never throws on any text', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const { problem, transcript: kept } = codec.decode(text)
        expect(problem?.position).toBe(0)
        expect(kept.states).toEqual([])
      }),
    )
  })

  it('decodes 100 MB in seconds, whole or damaged at the end', () => {
    const value = 'x'.repeat(1_000_000)
    const state: StateText = {
      event: 'line',
      src: '    pass',
      locals: { omitted: false, entries: [['a', value]] },
      arg: null,
    }
    const states = Array.from({ length: 100 }, () => state)
    const actions = states.slice(1).map(() => ({ name: 'step_into', operand: null }))
    const big: Transcript = { direction: 'forward', code: 'x = 1\n', states, actions, exit: null }
    const { text } = codec.encode(big)
    expect(text.length).toBeGreaterThan(100_000_000)
    expect(codec.decode(text).problem).toBeNull()
    const cut = codec.decode(text.slice(0, -1_000))
    expect(cut.transcript.states).toHaveLength(99)
    expect(cut.problem).toMatchObject({ expected: 'a closing quote' })
    const junk = codec.decode('<'.repeat(100_000_000))
    expect(junk.problem).toMatchObject({ position: 0, expected: '<|begin_of_text|>' })
  }, 240_000)
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
