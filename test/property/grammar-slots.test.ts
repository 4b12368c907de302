import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import { slotsTokens } from '../../shared/grammar/slots/encode.ts'
import { FEATURE_COUNT, featuresOf } from '../../shared/grammar/slots/features.ts'
import { VOCABULARY } from '../../shared/grammar/slots/vocabulary.ts'
import { showsLocals } from '../../shared/grammar/tokens.ts'
import type { Transcript } from '../../shared/grammar/types.ts'
import { shape } from './repr-arbitrary.ts'
import { nasty, sampled, transcript, transcriptIn } from './transcript-arbitrary.ts'

function expectBack(given: Transcript): void {
  const { transcript: back, problem } = SLOTS_1.decode(SLOTS_1.encode(given).text)
  expect(problem).toBeNull()
  expect(back).toEqual(given)
}

/** Lines as people write them, and as they should not. */
const LINE = fc.constantFrom(
  ...['def f(x, y=1):', 'class Box(list):', '    return x', '    return  x', '\treturn x', ''],
  ...['    x = -1', '    x=-1', '    x = a[1:-1]', '    x = {**a, "k": [1, 2]}', '  odd', '    '],
  ...["    s = f'{x!r:>{y}} it\\'s'", '    """A name and x.', '    """', '# x = 1', "'open"],
  ...['    x.append(1).count(2)', '    x . append ( 1 )', '    1.append', '    a.index = index'],
  ...['    y = 1_000 + 0x1F + 1e-5 + 12345678 + 007', '    é = "ü\u{1f600}" \\', 'x = 1 \r'],
  ...['    assert x is not None, (yield)', 'lambda *a, **k: ~a @ b', '@wraps(f)', 'x: int = 5;y'],
  ...['                                        deep()', 'list = list(max)', 'v0 = L1 = I0'],
)
const code = fc.oneof(
  fc.array(LINE, { maxLength: 12 }).map((lines) => lines.join('\n')),
  fc.array(LINE, { maxLength: 80, size: 'max' }).map((lines) => lines.join('\r\n')),
  nasty,
)
const value = fc.oneof(
  shape.map(({ text }) => text),
  fc.constantFrom(
    '',
    '1',
    '-12',
    '1234567',
    '<f at 0x1>',
    'v0',
    'Point(x=1)',
    '1 2',
    'a  b',
    "it's",
  ),
  nasty,
)

/** Transcripts whose states are mostly at lines of their code and hold values of Python. */
const plausible = fc
  .tuple(
    transcript,
    code,
    fc.array(fc.tuple(fc.nat(), value, fc.boolean()), { minLength: 12, maxLength: 12 }),
  )
  .map(([given, text, drawn]): Transcript => {
    const lines = text.split(/\r\n|\n|\r/)
    let at = 0
    const next = () => drawn[at++ % drawn.length] ?? [0, '', false]
    const source = (otherwise: string): string => {
      const [line, , isKept] = next()
      return isKept ? otherwise : (lines[line % lines.length] ?? '')
    }
    return {
      ...given,
      code: text,
      states: given.states.map((state) => ({
        ...state,
        src: source(state.src),
        locals: state.locals && {
          ...state.locals,
          entries: [
            ...new Map(
              state.locals.entries.map(([name]) => {
                const [index, shown, isKept] = next()
                const names = ['x', 'y', 'list', 'é', '.0', 'return', 'append']
                return [isKept ? name : (names[index % names.length] ?? ''), shown] as const
              }),
            ),
          ],
        },
        arg: state.arg === null ? null : next()[1],
      })),
      actions: given.actions.map(({ name, operand }) => {
        return { name, operand: operand === null ? null : source(operand) }
      }),
    }
  })

const any = fc.oneof(transcript, plausible)

// Some ten thousand trajectories come back; a busy machine takes its time.
describe('slots@1', { timeout: 300_000 }, () => {
  it.each(['forward', 'inverse'] as const)(
    'decodes what it encoded, %s, whatever the texts',
    (direction) => {
      fc.assert(fc.property(transcriptIn(direction), expectBack), { numRuns: 2500 })
    },
  )

  it('decodes what it encoded of programs and values of Python', () => {
    fc.assert(fc.property(plausible, expectBack), { numRuns: 2500 })
  })

  it('decodes what it encoded of sampled trajectories', () => {
    fc.assert(
      fc.property(sampled, ({ transcript: given, states }) => {
        const names = states.map(({ locals }) => locals.map(([name]) => name))
        const { text } = SLOTS_1.encode(given, { names })
        const { transcript: back, problem, hints } = SLOTS_1.decode(text)
        expect(problem).toBeNull()
        expect(back).toEqual(given)
        expect(SLOTS_1.encode(back, hints).text).toBe(text)
        expectBack(given)
      }),
      { numRuns: 2500 },
    )
  })

  it('says of a variable that it is not there where it was told and is not', () => {
    let found = 0
    fc.assert(
      fc.property(sampled, ({ transcript: given, states }) => {
        const names = states.map(({ locals }) => locals.map(([name]) => name))
        const { text } = SLOTS_1.encode(given, { names })
        for (const row of text.split('\n').filter((line) => line.includes('<undefined>'))) {
          found += 1
          expect(row).toMatch(/ (?:[vf]\d+|<is>) <undefined>/)
        }
        expect(SLOTS_1.encode(given).text).not.toContain('<undefined>')
      }),
      { numRuns: 500 },
    )
    expect(found).toBeGreaterThan(50)
  })

  it('covers the text with spans, in order and without gaps', () => {
    fc.assert(
      fc.property(any, (given) => {
        const { text, spans } = SLOTS_1.encode(given)
        let end = 0
        for (const span of spans) {
          expect(span.start).toBe(end)
          expect(span.end).toBeGreaterThan(span.start)
          end = span.end
          expect(span.step).toBeLessThanOrEqual(given.states.length)
        }
        expect(end).toBe(text.length)
        const sources = spans.filter(({ role }) => role === 'source').map(({ step }) => step)
        expect(sources).toEqual(given.states.map((_state, step) => step))
        const told = spans.filter(({ role }) => role === 'locals' || role === 'argument')
        for (const { role, step } of told) {
          const { event } = given.states[step] ?? { event: 'line' as const }
          expect(role).toBe(showsLocals(event) ? 'locals' : 'argument')
        }
      }),
      { numRuns: 300 },
    )
  })

  it('writes one name of the vocabulary a token, behind the line of its table', () => {
    fc.assert(
      fc.property(any, (given) => {
        const { text } = SLOTS_1.encode(given)
        const [, ...rows] = text.split('\n')
        const names = rows.join(' ').split(' ')
        expect(names).toEqual(slotsTokens(given).ids.map((id) => VOCABULARY[id]))
      }),
      { numRuns: 300 },
    )
  })

  it('asks for a state with what its text has before it, and tells the state up to a stop token', () => {
    fc.assert(
      fc.property(any, fc.nat(), (given, at) => {
        if (given.actions.length === 0) return
        const step = 1 + (at % given.actions.length)
        const { text } = SLOTS_1.encode(given)
        const prompt = SLOTS_1.promptAt(given, step).text
        expect(text.startsWith(prompt)).toBe(true)
        const { transcript: kept, problem } = SLOTS_1.decode(prompt)
        expect(problem?.found).toBe('the end of the text')
        expect(kept.actions).toEqual(given.actions.slice(0, step))
        const answer = text.slice(prompt.length).trim().split(/[ \n]/)
        const stop = answer.findIndex((name) => SLOTS_1.stopTokens.includes(name))
        const whole = `${prompt} ${answer.slice(0, stop + 1).join(' ')}`
        const answered = SLOTS_1.decode(whole)
        expect(answered.problem).toBeNull()
        expect(answered.transcript.states).toEqual(given.states.slice(0, step + 1))
      }),
      { numRuns: 300 },
    )
  })

  it('decodes a cut text to a prefix of itself', () => {
    fc.assert(
      fc.property(any, fc.nat(), (given, cut) => {
        const { text } = SLOTS_1.encode(given)
        const part = text.slice(0, cut % text.length)
        const { transcript: kept, problem } = SLOTS_1.decode(part)
        const again = SLOTS_1.encode(kept).text
        if (problem === null) expect(again).toBe(part)
        else {
          expect(problem.position).toBeLessThanOrEqual(part.length)
          expect(kept.states).toEqual(given.states.slice(0, kept.states.length))
          expect(given.code.startsWith(kept.code)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('finds the place of a damage and what belongs there, and never throws', () => {
    const token = fc.oneof(fc.constantFrom(...VOCABULARY, '<oops>', '', 'L0', 'L999'), nasty)
    const damage = fc.record({
      at: fc.nat(),
      remove: fc.nat({ max: 3 }),
      insert: fc.array(token, { maxLength: 3 }),
    })
    let stopped = 0
    fc.assert(
      fc.property(any, damage, (given, { at, remove, insert }) => {
        const names = SLOTS_1.encode(given).text.split(' ')
        names.splice(at % (names.length + 1), remove, ...insert)
        const damaged = names.join(' ')
        const { transcript: kept, problem } = SLOTS_1.decode(damaged)
        expect([0, 1]).toContain(kept.states.length - kept.actions.length)
        if (problem === null) expectBack(kept)
        else {
          stopped += 1
          expect(problem.position).toBeGreaterThanOrEqual(0)
          expect(problem.position).toBeLessThanOrEqual(damaged.length)
          expect(problem.expected).not.toBe('')
          expect(problem.found).not.toBe('')
          if (kept.states.length > 0) {
            expect(problem.repair).toMatch(/^(insert|replace|delete|cut) /)
          }
          expect(SLOTS_1.decode(SLOTS_1.encode(kept).text).transcript).toEqual(kept)
        }
      }),
      { numRuns: 1500 },
    )
    expect(stopped).toBeGreaterThan(750)
  })

  it('never throws on any text', () => {
    const text = fc.oneof(
      nasty,
      fc
        .array(fc.constantFrom(...VOCABULARY))
        .map((names) => `slots@1 {"variables":[],"functions":[]} ${names.join(' ')}`),
    )
    fc.assert(
      fc.property(text, (given) => {
        const { problem, transcript: kept } = SLOTS_1.decode(given)
        expect(problem).not.toBeNull()
        expect(kept.states).toEqual([])
      }),
    )
  })
})

describe('slots-features@1', { timeout: 300_000 }, () => {
  const ids = fc.oneof(
    any.map((given) => slotsTokens(given).ids),
    fc.array(fc.nat({ max: VOCABULARY.length - 1 }), { maxLength: 60 }),
  )

  it('of a position do not change when later tokens do', () => {
    fc.assert(
      fc.property(ids, ids, fc.nat(), (given, others, at) => {
        const cut = at % (given.length + 1)
        const changed = featuresOf([...given.slice(0, cut), ...others])
        expect(changed.slice(0, cut * FEATURE_COUNT)).toEqual(
          featuresOf(given).slice(0, cut * FEATURE_COUNT),
        )
      }),
      { numRuns: 500 },
    )
  })
})
