import { formatCount } from '../../../shared/base/words.ts'
import { classWords, type FailureClass } from '../../../shared/corpus/failure-classes.ts'
import { firstFrom } from '../../../shared/tree/visits.ts'

/** How often the state of an event is labelled with a class. */
interface StateLabel {
  readonly seq: number
  readonly class: FailureClass
  readonly count: number
}

/** Labels on the states of a trace, as the tree asks for them. */
export interface LabelledStates {
  /** Events whose states are labelled, rising. */
  readonly seqs: readonly number[]
  /** Labels on all states before each of `seqs`; one longer than it. */
  readonly before: readonly number[]
  /** What each of them is labelled: `wrong value`, `wrong line × 2, other`. */
  readonly words: ReadonlyMap<number, string>
}

export const NO_LABELS: LabelledStates = { seqs: [], before: [0], words: new Map() }

function wordsOf({ class: name, count }: StateLabel): string {
  return count === 1 ? classWords(name) : `${classWords(name)} × ${formatCount(count)}`
}

/** Of labels by event. */
export function labelledStates(labels: readonly StateLabel[]): LabelledStates {
  if (labels.length === 0) return NO_LABELS
  const seqs: number[] = []
  const before: number[] = []
  const words = new Map<number, string>()
  let sum = 0
  for (const label of labels) {
    const said = words.get(label.seq)
    if (said === undefined) {
      seqs.push(label.seq)
      before.push(sum)
    }
    words.set(label.seq, said === undefined ? wordsOf(label) : `${said}, ${wordsOf(label)}`)
    sum += label.count
  }
  return { seqs, before: [...before, sum], words }
}

/** Labels on the states from a first to a last event, both included. */
export function labelsBetween(
  { seqs, before }: LabelledStates,
  first: number,
  last: number,
): number {
  return (before[firstFrom(seqs, last + 1)] ?? 0) - (before[firstFrom(seqs, first)] ?? 0)
}
