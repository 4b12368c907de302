import { type RefObject, useMemo } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { Cell, CorpusRow, CorpusSort } from '../../../../shared/contract/corpus.ts'
import { parseColumn } from '../../../../shared/query/check.ts'
import { quoted } from '../../../../shared/query/parts.ts'
import type { Level } from '../../../../shared/query/things.ts'
import type { CorpusRows } from '../../api/corpus.ts'
import { useColumnWidths } from '../../state/layout.ts'
import { openView, useFocus } from '../../state/place.ts'
import { DataGrid } from '../../ui/data-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { GridColumn } from '../../ui/grid-types.ts'
import { cellMenu } from './cell-menu.ts'
import {
  corpusFilterAtom,
  corpusLevelAtom,
  levelFilterAtom,
  levelSortAtom,
} from './corpus-state.ts'
import { LEVEL_INFO } from './levels.ts'

interface LevelGridProps {
  readonly level: Level
  readonly where: string
  readonly columns: readonly string[]
  readonly rows: CorpusRows
  readonly sort: CorpusSort | null
  readonly gridRef: RefObject<HTMLDivElement | null>
  readonly onActive: (row: CorpusRow) => void
}

type CellType = 'number' | 'text' | 'bool'

function typeOf(level: Level, column: string): CellType {
  const parsed = parseColumn(column, level)
  if (!parsed.ok) return 'text'
  const { type } = parsed.value
  return type === 'number' || type === 'bool' ? type : 'text'
}

function CellText({ cell, type }: { cell: Cell | undefined; type: CellType }) {
  if (cell === null || cell === undefined) return <span className="zero">–</span>
  if (type === 'bool') return cell === 1 ? 'yes' : <span className="zero">no</span>
  if (typeof cell === 'number') {
    if (cell === 0) return <span className="zero">0</span>
    return Number.isInteger(cell) ? formatCount(cell) : String(Number(cell.toPrecision(6)))
  }
  return <code>{cell}</code>
}

function toColumns(level: Level, columns: readonly string[]): GridColumn<CorpusRow>[] {
  return columns.map((column, at) => {
    const type = typeOf(level, column)
    const isNumber = type === 'number'
    return {
      id: column,
      header: column,
      about: column,
      width: isNumber ? Math.max(84, Math.min(220, 20 + column.length * 8)) : 150,
      grow: !isNumber,
      align: isNumber ? 'end' : 'start',
      sortable: true,
      descendingFirst: isNumber,
      cell: (row) => <CellText cell={row.cells[at]} type={type} />,
      hint: (row) => String(row.cells[at] ?? 'None'),
    }
  })
}

function openRow(level: Level, row: CorpusRow, columns: readonly string[]): void {
  const { id, trace, step, trajectory, cells } = row
  if (level === 'step') openView('trace', { trace, step })
  else if (level === 'trajectory') openView('label', { trace, trajectory })
  else if (level === 'trace') openView('trace', { trace })
  else {
    const name = cells[columns.indexOf('name')]
    corpusFilterAtom.set(
      typeof name === 'string' ? `program == ${quoted(name)}` : `program.id == ${quoted(id)}`,
    )
    corpusLevelAtom.set('trace')
  }
}

/** Rows of a level that is not the traces', with a column for each expression. */
export function LevelGrid(props: LevelGridProps) {
  const { level, where, columns, rows, sort, gridRef, onActive } = props
  const focus = useFocus()
  const widths = useColumnWidths(`corpus.${level}`)
  const shown = useMemo(() => toColumns(level, columns), [level, columns])
  const { title, plural } = LEVEL_INFO[level]
  const active =
    level === 'trajectory'
      ? focus.trajectory
      : focus.trace === null || focus.step === null
        ? null
        : `${focus.trace} ${focus.step}`
  return (
    <DataGrid<CorpusRow>
      key={level}
      label={title}
      columns={shown}
      rows={rows}
      list={JSON.stringify([level, where, sort])}
      sort={sort === null ? null : { column: sort.by, descending: sort.descending }}
      onSort={(next) =>
        levelSortAtom(level).set(
          next === null ? null : { by: next.column, descending: next.descending },
        )
      }
      rowId={(row) => row.id}
      activeId={active}
      onActive={onActive}
      onOpen={(row) => openRow(level, row, columns)}
      empty={
        <EmptyState
          text={
            where === '' ? `There are no ${plural} yet.` : `No row matches among the ${plural}.`
          }
        />
      }
      menu={(row, column) =>
        cellMenu({
          level,
          cells: columns.map((by, at) => ({ by, cell: row.cells[at] ?? null })),
          column,
          where,
          onWhere: levelFilterAtom(level).set,
        })
      }
      gridRef={gridRef}
      autoFocus
      {...widths}
    />
  )
}
