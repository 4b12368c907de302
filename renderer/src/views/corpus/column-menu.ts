import type { Level } from '../../../../shared/query/fields.ts'
import { MOST_SORTED } from '../../state/corpus-place.ts'
import type { ColumnActs } from '../../ui/grid-types.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import {
  moveColumn,
  resetColumns,
  type ShownColumns,
  sortedBy,
  takeColumnOff,
  togglePin,
} from './column-acts.ts'
import { levelSortAtom } from './corpus-state.ts'

function sortItems(level: Level, by: string): MenuItem[] {
  const atom = levelSortAtom(level)
  const sort = atom.get()
  const item = (text: string, descending: boolean, isAdded: boolean): MenuItem => ({
    text,
    run: () => atom.set(sortedBy(sort, { by, descending }, isAdded)),
  })
  const isKey = sort.some((one) => one.by === by)
  const canAdd = sort.length > 0 && (isKey ? sort.length > 1 : sort.length < MOST_SORTED)
  return [
    item('Sort, smallest first', false, false),
    item('Sort, largest first', true, false),
    ...(canAdd
      ? [
          item('Then by it, smallest first', false, true),
          item('Then by it, largest first', true, true),
        ]
      : []),
    ...(isKey
      ? [
          {
            text: 'Sort no longer by it',
            run: () => atom.set(sort.filter((one) => one.by !== by)),
          },
        ]
      : []),
  ]
}

/** What can be done with a column wherever it is pointed at. */
export function pinItems(level: Level, shown: ShownColumns, column: string): MenuItem[] {
  const at = shown.columns.indexOf(column)
  const isPinned = at < shown.pinned
  return [
    {
      text: isPinned ? 'Pin the column no longer' : 'Pin the column at the left',
      run: () => togglePin(level, column),
    },
    ...(shown.columns.length > 1
      ? [{ text: 'Take the column off', run: () => takeColumnOff(level, column) }]
      : []),
  ]
}

/** What the headings of a level's columns offer. */
export function columnActs(level: Level, shown: ShownColumns): ColumnActs {
  const { columns } = shown
  return {
    onMove: (column, place) => moveColumn(level, column, place),
    onPin: (column) => togglePin(level, column),
    menu: (column) => {
      const at = columns.indexOf(column)
      const move = (text: string, to: number): MenuItem[] =>
        to < 0 || to >= columns.length ? [] : [{ text, run: () => moveColumn(level, column, to) }]
      return [
        ...sortItems(level, column),
        ...pinItems(level, shown, column),
        ...move('Move to the left', at - 1),
        ...move('Move to the right', at + 1),
        { text: 'Standard columns', run: () => resetColumns(level) },
      ]
    },
  }
}
