import fc from 'fast-check'
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
export const nasty: fc.Arbitrary<string> = fc.oneof(
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
        ...['\\u003c|', '<\\', '\\"', '# << START_OF_TRACE', '  # << START_OF_TRACE\n'],
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

export function transcriptIn(direction: Direction): fc.Arbitrary<Transcript> {
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

/** Any transcript, of texts that could confuse a reader. */
export const transcript = fc
  .constantFrom('forward' as const, 'inverse' as const)
  .chain(transcriptIn)

/** A sampled trajectory of a random trace, as a transcript, with the states it visits. */
export const sampled = fc
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
