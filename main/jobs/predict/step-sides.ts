import type { KnownVariables, StepPrediction, StepSide } from '../../../shared/contract/stepping.ts'
import type { ResolvedLocals } from '../../../shared/grammar/resolve.ts'
import type { StateText } from '../../../shared/grammar/types.ts'
import type { MappedLine, Outcome, Score } from '../../../shared/model/types.ts'
import type { StateRef } from '../../../shared/trajectory/types.ts'

type Recorded = readonly (readonly [name: string, text: string])[]

function knownOf(locals: ResolvedLocals | null): KnownVariables | null {
  if (locals === null) return null
  const variables = locals.variables.map(({ name, text, stale }) => ({ name, text, stale }))
  return { variables, hasUnknown: locals.hasUnknown }
}

function recordedKnown(recorded: Recorded): KnownVariables {
  const variables = recorded.map(([name, text]) => ({ name, text, stale: false }))
  return { variables, hasUnknown: false }
}

function exactLine(number: number | null): MappedLine {
  return { number, isAmbiguous: false }
}

/** A recorded state: all of its variables are known, whether its text tells them or not. */
export function recordedSide(state: StateText, recorded: Recorded, line: number | null): StepSide {
  const outcome = { kind: 'state', state } as const
  return { outcome, line: exactLine(line), known: recordedKnown(recorded) }
}

/** A state that is not recorded: what a reader of the text knows at it. */
export function toldSide(
  state: StateText,
  locals: ResolvedLocals,
  line: MappedLine | null,
): StepSide {
  return { outcome: { kind: 'state', state }, line, known: knownOf(locals) }
}

/** What an answer says; null where it could not be read. */
export function predictedSide(
  outcome: Outcome | null,
  locals: ResolvedLocals | null,
  line: MappedLine | null,
): StepSide | null {
  return outcome === null ? null : { outcome, line, known: knownOf(locals) }
}

/** What really follows: a recorded state, or the exit, which is nowhere. */
export function realSide(
  outcome: Outcome,
  at: StateRef | null,
  { recorded, line }: { readonly recorded: Recorded | null; readonly line: number | null },
): NonNullable<StepPrediction['real']> {
  if (outcome.kind === 'exit' || recorded === null) {
    return { outcome, line: null, known: null, at: null }
  }
  return { ...recordedSide(outcome.state, recorded, line), at }
}

/** A score without its line, which goes with the predicted state. */
export function scoreFacts(score: Score | null): StepPrediction['score'] {
  if (score === null) return null
  const { verdict, error, path, components, reasons, differences } = score
  return { verdict, error, path, components, reasons, differences }
}
