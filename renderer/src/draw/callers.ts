import { type InParts, PART } from '../../../shared/base/parts.ts'
import type { CallTable } from './calls.ts'

/** Calls between the function looked at and one other. */
export interface NeighbourRow {
  /** Index in the table's functions; -1 for the start of the trace, which no function calls. */
  readonly function: number
  /** The activations called, as indices of the table, in trace order. */
  readonly calls: number[]
  resumes: number
  /** Events in these calls with all they call, and exceptions among them; each is counted once in a row. */
  events: number
  exceptions: number
}

export interface CallersAndCallees {
  readonly function: number
  /** All calls of the function. */
  readonly self: NeighbourRow
  /** Who calls it, the one with most events first. The calls of these rows together are those of `self`. */
  readonly callers: readonly NeighbourRow[]
  /** What it calls, likewise. */
  readonly callees: readonly NeighbourRow[]
}

/** Number of leading entries of a rising list below a bound. */
function below(list: readonly number[], bound: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) < bound) low = middle + 1
    else high = middle
  }
  return low
}

function createSums(table: CallTable, exceptions: readonly number[]) {
  const rows = new Map<number, NeighbourRow>()
  const covered = new Map<number, number>()
  const add = (key: number, call: number): void => {
    const row = rows.get(key) ?? { function: key, calls: [], resumes: 0, events: 0, exceptions: 0 }
    rows.set(key, row)
    row.calls.push(call)
    row.resumes += table.resumed[call] as number
    const first = table.first[call] as number
    // A call inside another of the same row is counted in the outer one already.
    if (first <= (covered.get(key) ?? -1)) return
    const end = table.end[call] as number
    covered.set(key, end)
    row.events += end - first + 1
    row.exceptions += below(exceptions, end + 1) - below(exceptions, first)
  }
  const inOrder = (): NeighbourRow[] => [...rows.values()].sort((a, b) => b.events - a.events)
  return { add, inOrder }
}

/**
 * Who calls a function and what it calls, in one pass over the activations. `exceptions` are the seqs of the tree's
 * exception events, rising.
 */
export function* callersAndCallees(
  table: CallTable,
  exceptions: readonly number[],
  target: number,
): InParts<CallersAndCallees> {
  const callers = createSums(table, exceptions)
  const callees = createSums(table, exceptions)
  const self = createSums(table, exceptions)
  for (let call = 0; call < table.first.length; call++) {
    if (call % PART === PART - 1) yield
    const callee = table.function[call] as number
    const caller = table.function[table.caller[call] as number] ?? -1
    if (callee === target) {
      callers.add(caller, call)
      self.add(target, call)
    }
    if (caller === target) callees.add(callee, call)
  }
  const none = { function: target, calls: [], resumes: 0, events: 0, exceptions: 0 }
  const [whole = none] = self.inOrder()
  return { function: target, self: whole, callers: callers.inOrder(), callees: callees.inOrder() }
}
