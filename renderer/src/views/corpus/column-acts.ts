import type { Level } from '../../../../shared/query/fields.ts'
import { changeList, type RowSort } from '../../state/corpus-place.ts'
import { levelColumnsAtom, levelPinsAtom, levelSortAtom } from './corpus-state.ts'
import { LEVEL_INFO } from './level-columns.ts'

/** Columns of one level; the services take no more. */
export const MOST_COLUMNS = 32

export interface ShownColumns {
  /** In the order they are shown: pinned ones first. */
  readonly columns: readonly string[]
  /** How many of them are pinned. */
  readonly pinned: number
}

/** The columns a level shows. What its rows are sorted by is always among them: a link may sort by any expression. */
export function shownColumns(
  columns: readonly string[],
  pins: readonly string[],
  sort: readonly RowSort[],
): ShownColumns {
  const all = [...new Set([...columns, ...sort.map(({ by }) => by)])]
  const pinned = all.filter((column) => pins.includes(column))
  const rest = all.filter((column) => !pins.includes(column))
  return { columns: [...pinned, ...rest], pinned: pinned.length }
}

function shownOf(level: Level): ShownColumns {
  return shownColumns(
    levelColumnsAtom(level).get(),
    levelPinsAtom(level).get(),
    levelSortAtom(level).get(),
  )
}

/** Other columns than a saved view's are that view no longer. */
function setColumns(level: Level, columns: readonly string[]): void {
  levelColumnsAtom(level).set(columns)
  changeList(level, {})
}

function put(level: Level, columns: readonly string[], pinned: number): void {
  setColumns(level, columns)
  levelPinsAtom(level).set(columns.slice(0, pinned))
}

/** Moves a column to a place among those shown. One that comes among pinned ones is pinned, and the other way round. */
export function moveColumn(level: Level, column: string, place: number): void {
  const { columns, pinned } = shownOf(level)
  const from = columns.indexOf(column)
  if (from < 0) return
  const rest = columns.filter((one) => one !== column)
  const others = from < pinned ? pinned - 1 : pinned
  const isPinned = from < pinned ? place <= others : place < others
  put(level, rest.toSpliced(place, 0, column), isPinned ? others + 1 : others)
}

/** Pins a column behind those that are pinned, or lets it go. */
export function togglePin(level: Level, column: string): void {
  const { columns, pinned } = shownOf(level)
  const from = columns.indexOf(column)
  if (from < 0) return
  const rest = columns.filter((one) => one !== column)
  const others = from < pinned ? pinned - 1 : pinned
  put(level, rest.toSpliced(others, 0, column), from < pinned ? others : pinned + 1)
}

/** Shows a column behind the others. */
export function addColumn(level: Level, column: string): void {
  setColumns(level, [...levelColumnsAtom(level).get(), column])
}

/** Takes a column off, and the rows are no longer sorted by it. One column stays. */
export function takeColumnOff(level: Level, column: string): void {
  const { columns } = shownOf(level)
  const rest = columns.filter((one) => one !== column)
  if (rest.length === 0) return
  const sort = levelSortAtom(level).get()
  if (sort.some(({ by }) => by === column)) {
    levelSortAtom(level).set(sort.filter(({ by }) => by !== column))
  }
  setColumns(level, rest)
  levelPinsAtom(level).set((pins) => pins.filter((one) => one !== column))
}

/** The standard columns in their order, none pinned. */
export function resetColumns(level: Level): void {
  setColumns(level, LEVEL_INFO[level].columns)
  levelPinsAtom(level).set([])
}

/** The sort with a column as the only key, or as one more or changed key. */
export function sortedBy(
  sort: readonly RowSort[],
  one: RowSort,
  isAdded: boolean,
): readonly RowSort[] {
  if (!isAdded) return [one]
  const at = sort.findIndex(({ by }) => by === one.by)
  return at < 0 ? [...sort, one] : sort.with(at, one)
}
