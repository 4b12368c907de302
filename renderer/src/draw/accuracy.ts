import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import { classWords } from '../../../shared/corpus/failure-classes.ts'
import { ERROR_CLASSES, type ErrorClass } from '../../../shared/model/types.ts'
import { firstFrom } from '../../../shared/tree/visits.ts'

/** How states were predicted, a column per field, as it comes over the wire: see `prediction.ofTrace`. */
export interface PredictedColumns {
  readonly seq: readonly number[]
  readonly error: readonly (ErrorClass | null)[]
  readonly count: readonly number[]
}

/** Predictions on the states of a trace, as the tree and the strip ask for them. The exit is one past the last event. */
export interface TraceAccuracy {
  /** Events that were predicted, rising. */
  readonly seqs: readonly number[]
  /** Right and wrong predictions of all events before each of `seqs`; one longer than it. */
  readonly rightBefore: readonly number[]
  readonly wrongBefore: readonly number[]
  /** Events of which a prediction is wrong, rising. */
  readonly wrongSeqs: readonly number[]
  /** Of those the events that a prediction of this class is of. */
  readonly byClass: ReadonlyMap<ErrorClass, readonly number[]>
}

/** What the predictions of some states come to. */
export interface Tally {
  /** States that were predicted, and those of them that some prediction has wrong. */
  readonly states: number
  readonly wrongStates: number
  /** Predictions. */
  readonly right: number
  readonly wrong: number
  /** The gravest error among them, in the order of ERROR_CLASSES; null where all are right. */
  readonly worst: ErrorClass | null
}

/** The sums of rising events, one more than there are: of each event all before it. */
function sumsBefore(counts: readonly number[]): number[] {
  const sums = [0]
  for (const count of counts) sums.push((sums.at(-1) ?? 0) + count)
  return sums
}

/** Of the parts of a stream, in order. */
export function traceAccuracy(parts: readonly PredictedColumns[]): TraceAccuracy {
  const seqs: number[] = []
  const right: number[] = []
  const wrong: number[] = []
  const byClass = new Map<ErrorClass, number[]>(ERROR_CLASSES.map((name) => [name, []]))
  for (const { seq, error, count } of parts) {
    for (const [index, event] of seq.entries()) {
      if (seqs.at(-1) !== event) {
        seqs.push(event)
        right.push(0)
        wrong.push(0)
      }
      const at = seqs.length - 1
      const name = error[index] ?? null
      const counts = name === null ? right : wrong
      counts[at] = (counts[at] ?? 0) + (count[index] ?? 0)
      if (name !== null) byClass.get(name)?.push(event)
    }
  }
  return {
    seqs,
    rightBefore: sumsBefore(right),
    wrongBefore: sumsBefore(wrong),
    wrongSeqs: seqs.filter((_, at) => (wrong[at] ?? 0) > 0),
    byClass,
  }
}

function worstIn({ byClass }: TraceAccuracy, first: number, last: number): ErrorClass | null {
  const found = ERROR_CLASSES.find((name) => {
    const events = byClass.get(name) ?? []
    const at = events[firstFrom(events, first)]
    return at !== undefined && at <= last
  })
  return found ?? null
}

/**
 * The predictions of the events from a first to a last one, both included: as a subtree is a range of events, this is
 * also what the predictions below a node come to. No part of the tree is walked.
 */
export function tallyBetween(accuracy: TraceAccuracy, first: number, last: number): Tally {
  const { seqs, rightBefore, wrongBefore, wrongSeqs } = accuracy
  const [from, to] = [firstFrom(seqs, first), firstFrom(seqs, last + 1)]
  const between = (sums: readonly number[]): number => (sums[to] ?? 0) - (sums[from] ?? 0)
  const wrong = between(wrongBefore)
  return {
    states: to - from,
    wrongStates: firstFrom(wrongSeqs, last + 1) - firstFrom(wrongSeqs, first),
    right: between(rightBefore),
    wrong,
    worst: wrong === 0 ? null : worstIn(accuracy, first, last),
  }
}

/** Stand for the signs of a right and of a wrong prediction, which are drawn: as predicted, and not as predicted. */
export const RIGHT_SIGN = '='
export const WRONG_SIGN = '≠'

/** How a state was predicted; `mixed` where some of its predictions are right and others not. */
export type PredictedKind = 'right' | 'wrong' | 'mixed'

/** Of a state that was predicted; null of another. */
export function predictedKind({
  right,
  wrong,
}: Pick<Tally, 'right' | 'wrong'>): PredictedKind | null {
  if (right + wrong === 0) return null
  if (wrong === 0) return 'right'
  return right === 0 ? 'wrong' : 'mixed'
}

/** What a row says behind its text of a wrong prediction; its sign says that it is wrong. */
export function predictedText({ right, wrong, worst }: Tally): string {
  if (worst === null) return ''
  if (right === 0) return classWords(worst)
  return `${classWords(worst)}, ${formatCount(wrong)} of ${formatCount(right + wrong)}`
}

/** How one state was predicted, in words; empty where it was not. */
export function predictedWords({ right, wrong, worst }: Tally): string {
  const all = right + wrong
  if (all === 0) return ''
  if (worst === null)
    return all === 1 ? 'predicted right' : `predicted right ${formatCount(all)} times`
  if (all === 1) return `predicted wrong: ${classWords(worst)}`
  return `${formatCount(wrong)} of ${formatNoun(all, 'prediction')} wrong, at worst ${classWords(worst)}`
}

/** What the predictions of several states come to, in words; empty where there are none. */
export function tallyWords({ states, wrongStates, worst }: Tally): string {
  if (states === 0) return ''
  const of = `${formatNoun(states, 'state')} predicted`
  return worst === null
    ? `${of}, all right`
    : `${of}, ${formatCount(wrongStates)} wrong, at worst ${classWords(worst)}`
}

/** The event next to another one whose prediction is wrong; null where there is none in that direction. */
export function wrongFrom(
  { wrongSeqs }: Pick<TraceAccuracy, 'wrongSeqs'>,
  seq: number,
  direction: 1 | -1,
): number | null {
  const at = direction === 1 ? firstFrom(wrongSeqs, seq + 1) : firstFrom(wrongSeqs, seq) - 1
  return wrongSeqs[at] ?? null
}
