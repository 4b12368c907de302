import {
  type PredictedKind,
  predictedKind,
  predictedWords,
  type Tally,
  type TraceAccuracy,
  tallyBetween,
} from './accuracy.ts'

/** How a state was predicted: its sign, and behind the row's text what was wrong. */
export interface PredictedShape {
  readonly kind: PredictedKind
  /** Middle of the sign. */
  readonly signX: number
  /** Of the text, which is empty where the prediction is right. */
  readonly x: number
  readonly text: string
  readonly words: string
}

/** Pixels of the column of signs of predictions. */
export const SIGN_WIDTH = 14

/** What the predictions of one state come to; null where none are painted. */
export function stateTally(accuracy: TraceAccuracy | null, seq: number): Tally | null {
  return accuracy === null ? null : tallyBetween(accuracy, seq, seq)
}

interface PredictedPlace {
  readonly x: number
  readonly signX: number
  /** What is said, as far as there is room. */
  readonly text: string
}

/** Where the sign of a state's prediction stands, and what is said of it; null where it was not predicted. */
export function predictedShape(
  tally: Tally | null,
  { x, signX, text }: PredictedPlace,
): PredictedShape | null {
  const kind = tally === null ? null : predictedKind(tally)
  if (tally === null || kind === null) return null
  return { kind, signX, x, text, words: predictedWords(tally) }
}
