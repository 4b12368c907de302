import type { CallTable } from './calls.ts'
import { type LabelledStates, labelsBetween } from './state-labels.ts'

/**
 * Counts the labels on the states of calls and of all that they call, each once. Calls are indices of the table in
 * trace order; a list of calls is counted once, however often it is asked for.
 */
export function createLabelCounts(
  { first, end }: Pick<CallTable, 'first' | 'end'>,
  labels: LabelledStates,
): (calls: readonly number[]) => number {
  const counts = new WeakMap<readonly number[], number>()
  const count = (calls: readonly number[]): number => {
    let covered = -1
    let sum = 0
    for (const call of calls) {
      const from = first[call] as number
      // A call inside another one is counted with it.
      if (from <= covered) continue
      covered = end[call] as number
      sum += labelsBetween(labels, from, covered)
    }
    return sum
  }
  return (calls) => {
    if (labels.seqs.length === 0) return 0
    const known = counts.get(calls)
    if (known !== undefined) return known
    const found = count(calls)
    counts.set(calls, found)
    return found
  }
}
