import type { FailureClass } from '../corpus/failure-classes.ts'
import type { StateText } from '../grammar/types.ts'
import type { TrajectoryExit } from '../trajectory/types.ts'

export const VERDICTS = ['match', 'mismatch', 'unparseable'] as const
export type Verdict = (typeof VERDICTS)[number]

/** `equal` is equal after what is no difference to Python, or no fault of a model, is set aside. */
export const EQUALITIES = ['exact', 'equal', 'different'] as const
export type Equality = (typeof EQUALITIES)[number]

/** What was set aside: addresses, the order of a set, how a float or a text is printed, spaces. */
export const EQUALITY_REASONS = ['address', 'set_order', 'float_form', 'quotes', 'spacing'] as const
export type EqualityReason = (typeof EQUALITY_REASONS)[number]

/** What is wrong with a prediction (product.md 57): of several the first, in this order of finding them. */
export const ERROR_CLASSES = [
  'stopped_early',
  'malformed',
  'wrong_event',
  'wrong_line',
  'missing_variable',
  'extra_variable',
  'wrong_value',
] as const satisfies readonly FailureClass[]
export type ErrorClass = (typeof ERROR_CLASSES)[number]

/** What follows an action: a state, or the exit. */
export type Outcome =
  | { readonly kind: 'state'; readonly state: StateText }
  | { readonly kind: 'exit'; readonly exit: TrajectoryExit }

/** Why a model stopped: at a stop token of the codec, at the limit of tokens, or by itself with neither. */
export const FINISHES = ['stop', 'length', 'ended'] as const
export type Finish = (typeof FINISHES)[number]

/** A place where a predicted state is not the real one. `missing` is in the real one alone, `extra` in the predicted. */
export interface Difference {
  /** A Python expression: `x`, `d['a'][3]`; `..` for variables that are not told. */
  readonly path: string
  readonly kind: 'changed' | 'missing' | 'extra'
  readonly real: string | null
  readonly predicted: string | null
}

/** Where a predicted source text stands in the program. */
export interface MappedLine {
  /** One-based; null where the program has no such line. */
  readonly number: number | null
  /** Other lines read the same, and control flow does not tell them apart. */
  readonly isAmbiguous: boolean
}

/** How each part of a state compares; null where the real state has no such part. */
export interface Components {
  readonly event: Equality
  readonly line: Equality | null
  /** The variables that a reader of the text knows after the state. */
  readonly locals: Equality | null
  /** The variables as the text tells them: what changed. */
  readonly rawLocals: Equality | null
  readonly argument: Equality | null
}

/** A prediction held against the real state. */
export interface Score {
  readonly verdict: Verdict
  readonly error: ErrorClass | null
  /** Where the error is, as in `Difference`; null where it is in no value. */
  readonly path: string | null
  /** Of an answer that could not be read, everything that the real state has differs. */
  readonly components: Components
  readonly reasons: readonly EqualityReason[]
  readonly differences: readonly Difference[]
  readonly line: MappedLine | null
}

/** Version of the rules by which predictions are scored: scores of different ones are not compared. */
export const SCORER = 'exact@1'
