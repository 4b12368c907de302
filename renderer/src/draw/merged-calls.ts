import { type InParts, PART } from '../../../shared/base/parts.ts'
import type { CallTable } from './calls.ts'

/** Calls of one function under one row: what the outline merged by function shows. */
export interface MergedRow {
  readonly id: number
  /** Id of the row of the caller, or -1. */
  readonly parent: number
  readonly level: number
  /** Index in the table's functions. */
  readonly function: number
  /** The activations merged, as indices of the table, in trace order. */
  readonly calls: number[]
  /** Those of them that resume a generator: no calls of their own. */
  resumes: number
  /** Events and exceptions of the calls themselves. */
  ownEvents: number
  ownExceptions: number
  /** The same with those of the rows below. */
  events: number
  exceptions: number
  /** Ids of the rows below, the one with most events first. */
  readonly children: number[]
}

export interface MergedCalls {
  readonly rows: readonly MergedRow[]
  /** Ids of the outermost rows. */
  readonly roots: readonly number[]
  /** Row of each activation of the table. */
  readonly rowOfCall: readonly number[]
}

function emptyRow(id: number, above: MergedRow | undefined, callee: number): MergedRow {
  return {
    id,
    parent: above?.id ?? -1,
    level: above === undefined ? 0 : above.level + 1,
    function: callee,
    calls: [],
    resumes: 0,
    ownEvents: 0,
    ownExceptions: 0,
    events: 0,
    exceptions: 0,
    children: [],
  }
}

/** The row of the function around a row, itself included: with recursion collapsed its inner calls belong there. */
function enclosingRow(rows: readonly MergedRow[], from: MergedRow | undefined, callee: number) {
  let row = from
  while (row !== undefined && row.function !== callee) row = rows[row.parent]
  return row
}

/**
 * Merges the calls of the same function under the same parent into one row, heaviest first. With recursion collapsed
 * a call inside a call of its own function, at any depth, is merged into the outer one's row. Every activation is in
 * exactly one row; the events of all rows are those of the tree. Time is linear in the activations.
 */
export function* mergeCalls(table: CallTable, collapseRecursion: boolean): InParts<MergedCalls> {
  const rows: MergedRow[] = []
  const roots: number[] = []
  const rowOfCall: number[] = []
  const known = new Map<number, MergedRow>()
  const width = table.functions.length
  const rowFor = (above: MergedRow | undefined, callee: number): MergedRow => {
    // One number for row and function keeps the table of two million entries small.
    const key = ((above?.id ?? -1) + 1) * width + callee
    const found = known.get(key) ?? (collapseRecursion ? enclosingRow(rows, above, callee) : null)
    const row = found ?? emptyRow(rows.length, above, callee)
    known.set(key, row)
    if (row.id === rows.length) {
      rows.push(row)
      if (above === undefined) roots.push(row.id)
      else above.children.push(row.id)
    }
    return row
  }
  for (let call = 0; call < table.first.length; call++) {
    if (call % PART === PART - 1) yield
    const above = rows[rowOfCall[table.caller[call] as number] ?? -1]
    const row = rowFor(above, table.function[call] as number)
    rowOfCall.push(row.id)
    row.calls.push(call)
    row.resumes += table.resumed[call] as number
    row.ownEvents += table.events[call] as number
    row.ownExceptions += table.exceptions[call] as number
  }
  yield* sumUp(rows, roots)
  return { rows, roots, rowOfCall }
}

/** Rows below have higher ids, so that one pass from the last row adds each to the one above when it is complete. */
function* sumUp(rows: readonly MergedRow[], roots: number[]): InParts<void> {
  const heavierFirst = (a: number, b: number): number =>
    (rows[b]?.events ?? 0) - (rows[a]?.events ?? 0) || a - b
  for (let id = rows.length - 1; id >= 0; id--) {
    if (id % PART === 0) yield
    const row = rows[id] as MergedRow
    row.events += row.ownEvents
    row.exceptions += row.ownExceptions
    row.children.sort(heavierFirst)
    const above = rows[row.parent]
    if (above === undefined) continue
    above.events += row.events
    above.exceptions += row.exceptions
  }
  roots.sort(heavierFirst)
}

/** Ids of the rows in sight, from the top: those below an expanded row follow it. Time is that of these rows. */
export function visibleRows(merged: MergedCalls, expanded: ReadonlySet<number>): number[] {
  const visible: number[] = []
  const waiting = [...merged.roots].reverse()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    visible.push(id)
    const children = expanded.has(id) ? (merged.rows[id]?.children ?? []) : []
    for (let at = children.length - 1; at >= 0; at--) waiting.push(children[at] as number)
  }
  return visible
}

/** Ids of the rows around a row, from the inside out. */
export function rowsAround(merged: MergedCalls, id: number): number[] {
  const around: number[] = []
  for (let row = merged.rows[id]; row !== undefined && row.parent >= 0; ) {
    around.push(row.parent)
    row = merged.rows[row.parent]
  }
  return around
}
