import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { ND_1 } from '../../shared/grammar/codecs.ts'
import { resolveLocals } from '../../shared/grammar/resolve.ts'
import { FORWARD_EVENTS, INVERSE_EVENTS, showsLocals } from '../../shared/grammar/tokens.ts'
import { transcriptOf } from '../../shared/grammar/transcript.ts'
import type {
  ActionText,
  LocalsText,
  StateEvent,
  StateText,
  Transcript,
} from '../../shared/grammar/types.ts'
import type { TraceId } from '../../shared/trace/event.ts'
import { sampleTrajectory } from '../../shared/trajectory/sample.ts'
import {
  type Direction,
  FORWARD_ACTIONS,
  INVERSE_ACTIONS,
  type TrajectoryExit,
} from '../../shared/trajectory/types.ts'
import { tracePlace } from '../support/hand-trace.ts'
import { randomTrace } from '../support/random-trace.ts'

/** Texts made of what could confuse a reader. */
const nasty: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...[
          '<|',
          '|>',
          '<|step_into|>',
          '<|frame_sep|>',
          '<',
          '|',
          '\\',
          '"',
          "'",
          '\n',
          '\r',
          '\t',
        ],
        ...[
          '..',
          '", "',
          '": "',
          '{',
          '}',
          '\u0000',
          '\u{1f600}',
          '\ud800',
          'é',
          '\u2028',
          ' ',
          'x',
        ],
        ...['\\u003c|', '<\\', '\\"'],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)
const nastyName = fc.oneof(nasty, fc.constantFrom('..', '..\\', '..\\\\', '.', '...', '.0', ''))

const localsText: fc.Arbitrary<LocalsText> = fc.record({
  omitted: fc.boolean(),
  entries: fc.uniqueArray(fc.tuple(nastyName, nasty), { selector: ([name]) => name, maxLength: 5 }),
})

function stateText(event: StateEvent): fc.Arbitrary<StateText> {
  const isLocals = showsLocals(event)
  return fc.record({
    event: fc.constant(event),
    src: nasty,
    locals: isLocals ? localsText : fc.constant(null),
    arg: isLocals ? fc.constant(null) : nasty,
  })
}

function actionText(direction: Direction): fc.Arbitrary<ActionText> {
  const names = direction === 'forward' ? FORWARD_ACTIONS : INVERSE_ACTIONS
  return fc.tuple(fc.constantFrom(...names), nasty).map(([name, line]) => ({
    name,
    operand: name === 'breakpoint' ? line : null,
  }))
}

function transcriptIn(direction: Direction): fc.Arbitrary<Transcript> {
  const events = direction === 'forward' ? FORWARD_EVENTS : INVERSE_EVENTS
  const exits: TrajectoryExit[] =
    direction === 'forward' ? ['normal', 'error', 'never'] : ['inv_entry']
  const step = fc.tuple(fc.constantFrom(...events).chain(stateText), actionText(direction))
  return fc
    .tuple(
      nasty,
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.option(fc.constantFrom(...exits)),
    )
    .map(([code, steps, exit]) => ({
      direction,
      code,
      states: steps.map(([state]) => state),
      actions: steps.slice(0, exit === null ? -1 : undefined).map(([, action]) => action),
      exit,
    }))
}

const transcript = fc.constantFrom('forward' as const, 'inverse' as const).chain(transcriptIn)

/** A sampled trajectory of a random trace, as a transcript, with the states it visits. */
const sampled = fc
  .tuple(
    randomTrace,
    fc.constantFrom('forward' as const, 'inverse' as const),
    fc.constantFrom('paper-mix', 'interpreter'),
    fc.constantFrom(null, 'f', 'g'),
    fc.nat(),
  )
  .map(([trace, direction, policy, entry, seed]) => {
    const { sources, lookup } = tracePlace(trace.events, trace.lines)
    const drawn = sampleTrajectory({
      sources,
      traceId: 't_1' as TraceId,
      traceExit: null,
      policy,
      seed,
      ordinal: 0,
      direction,
      entry,
    })
    if (!drawn.ok) return null
    const { start, steps } = drawn.value
    const refs = [start, ...steps.flatMap(({ target }) => (target === null ? [] : [target]))]
    return {
      transcript: transcriptOf(drawn.value, lookup, trace.source),
      states: refs.map(({ seq }) => lookup(seq)),
    }
  })
  .filter((drawn) => drawn !== null)

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
