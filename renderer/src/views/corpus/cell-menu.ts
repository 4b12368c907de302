import type { Cell } from '../../../../shared/contract/corpus.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import { withPart } from '../../../../shared/query/parts.ts'
import { copyText } from '../../state/copy-text.ts'
import { formatSecond } from '../../ui/format.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { CellType } from './cell-view.tsx'
import { exactPart, notPart } from './facet-parts.ts'

/** A cell of the corpus: what its column shows and holds. */
export interface MenuCell {
  readonly by: string
  readonly cell: Cell
  readonly type: CellType
}

interface MenuOf {
  readonly level: Level
  readonly cells: readonly MenuCell[]
  /** Column under the mouse; null for the row. */
  readonly column: string | null
  readonly where: string
  readonly onWhere: (where: string) => void
}

/** A cell for a person or a spreadsheet, where a time is one of the calendar. */
function text({ cell, type }: MenuCell): string {
  if (cell === null) return ''
  return type === 'time' && typeof cell === 'number' ? formatSecond(cell) : String(cell)
}

/** A row for a spreadsheet: tabs and line ends inside a text would part it. */
export function asTsv(cells: readonly MenuCell[]): string {
  return cells.map((one) => text(one).replaceAll(/[\t\r\n]+/g, ' ')).join('\t')
}

/** A row as a line of JSON, its columns by name. */
export function asJson(cells: readonly MenuCell[]): string {
  return JSON.stringify(Object.fromEntries(cells.map(({ by, cell }) => [by, cell])))
}

function ofCell(menu: MenuOf, one: MenuCell): MenuItem[] {
  const { level, where, onWhere } = menu
  const value: MenuItem = {
    text: 'Copy the value',
    run: () => void copyText(text(one), 'the value'),
  }
  const only = exactPart(level, one.by, one.cell)
  if (only === null) return [value]
  const not = notPart(only)
  return [
    { text: 'Only this', detail: only, run: () => onWhere(withPart(where, only)) },
    { text: 'Not this', detail: not, run: () => onWhere(withPart(where, not)) },
    { text: 'Copy as a condition', run: () => void copyText(only, 'the condition') },
    value,
  ]
}

/** What can be done with a cell, or with every cell of a row, and with the row. */
export function cellMenu(menu: MenuOf): MenuItem[] {
  const { level, cells, column, where, onWhere } = menu
  const chosen = cells.find(({ by }) => by === column)
  const first =
    chosen === undefined
      ? cells.flatMap(({ by, cell }): MenuItem[] => {
          const only = exactPart(level, by, cell)
          if (only === null) return []
          return [{ text: 'Only', detail: only, run: () => onWhere(withPart(where, only)) }]
        })
      : ofCell(menu, chosen)
  return [
    ...first,
    {
      text: 'Copy the row',
      detail: 'for a spreadsheet',
      run: () => void copyText(asTsv(cells), 'the row'),
    },
    { text: 'Copy the row as JSON', run: () => void copyText(asJson(cells), 'the row') },
  ]
}
