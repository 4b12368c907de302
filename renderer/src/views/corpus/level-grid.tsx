import { type RefObject, useMemo } from 'react'
import type { Cell, CorpusRow } from '../../../../shared/contract/corpus.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import { quoted } from '../../../../shared/query/parts.ts'
import { MOST_SORTED, type RowSort } from '../../state/corpus-place.ts'
import { useColumnWidths } from '../../state/layout.ts'
import { type Focus, openView, useFocus } from '../../state/place.ts'
import { inNewTab } from '../../state/tabs.ts'
import { DataGrid, type DataGridProps } from '../../ui/data-grid.tsx'
import type { GridColumn, GridRows } from '../../ui/grid-types.ts'
import { cellMenu } from './cell-menu.ts'
import { CellView, cellType } from './cell-view.tsx'
import type { ShownColumns } from './column-acts.ts'
import { columnActs, pinItems } from './column-menu.ts'
import { compareItems, useComparedRows, usePicked } from './compare-rows.ts'
import {
  corpusFilterAtom,
  corpusLevelAtom,
  levelFilterAtom,
  levelSortAtom,
} from './corpus-state.ts'
import { columnAbout, columnTitle, LEVEL_INFO } from './level-columns.ts'

interface LevelGridProps
  extends Pick<DataGridProps<CorpusRow>, 'list' | 'locate' | 'empty' | 'choice'> {
  readonly level: Level
  readonly where: string
  readonly shown: ShownColumns
  readonly rows: GridRows<CorpusRow>
  readonly sort: readonly RowSort[]
  /** The rows are of a query before the one that now stands. */
  readonly outdated: boolean
  readonly gridRef: RefObject<HTMLDivElement | null>
  readonly onActive: (row: CorpusRow) => void
}

/** What is asked of each row: the shown columns, and what their cells say beside their own value. */
export function askedColumns(level: Level, shown: readonly string[]): readonly string[] {
  const { companions = {} } = LEVEL_INFO[level]
  return [...new Set([...shown, ...shown.flatMap((column) => companions[column] ?? [])])]
}

function widthOf(title: string, type: ReturnType<typeof cellType>, isPinned: boolean): number {
  // What is pinned takes no part of what is left.
  if (type === 'text') return isPinned ? 144 : 120
  if (type === 'time') return 150
  return Math.max(84, Math.min(220, 28 + title.length * 8))
}

function toColumns(level: Level, { columns, pinned }: ShownColumns): GridColumn<CorpusRow>[] {
  const asked = askedColumns(level, columns)
  const { widths = {}, least = {} } = LEVEL_INFO[level]
  const cellOf = (row: CorpusRow, column: string): Cell | undefined =>
    row.cells[asked.indexOf(column)]
  const hintOf = (row: CorpusRow, column: string): string => {
    const others = LEVEL_INFO[level].companions?.[column] ?? []
    const beside = others.map((other) => cellOf(row, other)).filter((cell) => cell != null)
    const words = [cellOf(row, column) ?? 'None', ...beside.filter((cell) => cell !== 0)]
    return words.map(String).join(' · ')
  }
  return columns.map((column, at) => {
    const type = cellType(level, column)
    const title = columnTitle(level, column)
    return {
      id: column,
      header: title,
      about:
        title === column ? columnAbout(level, column) : `${column}: ${columnAbout(level, column)}`,
      width: widths[column] ?? least[column] ?? widthOf(title, type, at < pinned),
      grow: type === 'text' && !(column in widths),
      pinned: at < pinned,
      align: type === 'number' ? 'end' : 'start',
      sortable: true,
      descendingFirst: type === 'number' || type === 'time',
      cell: (row) => (
        <CellView
          {...{ level, column, type }}
          cell={cellOf(row, column)}
          other={(name) => cellOf(row, name)}
        />
      ),
      hint: (row) => hintOf(row, column),
    }
  })
}

function openRow(level: Level, row: CorpusRow, asked: readonly string[]): void {
  const { id, trace, step, trajectory, cells } = row
  if (level === 'step') openView('trace', { trace, step })
  else if (level === 'trajectory') openView('label', { trace, trajectory })
  else if (level === 'trace') openView('trace', { trace })
  else {
    const name = cells[asked.indexOf('name')]
    corpusFilterAtom.set(
      typeof name === 'string' ? `program == ${quoted(name)}` : `program.id == ${quoted(id)}`,
    )
    corpusLevelAtom.set('trace')
  }
}

/** Id of the row of a level that has the focus. */
export function activeRow(level: Level, focus: Focus): string | null {
  if (level === 'trajectory') return focus.trajectory
  if (level === 'trace') return focus.trace
  if (level === 'program' || focus.trace === null || focus.step === null) return null
  return `${focus.trace} ${focus.step}`
}

/** Rows of a level with a column for each expression. */
export function LevelGrid(props: LevelGridProps) {
  const { level, where, list, shown, rows, sort, gridRef, onActive } = props
  const { locate, empty, choice, outdated } = props
  const focus = useFocus()
  const widths = useColumnWidths(`corpus.${level}`)
  const columns = useMemo(() => toColumns(level, shown), [level, shown])
  const gridSort = useMemo(
    () => sort.map(({ by, descending }) => ({ column: by, descending })),
    [sort],
  )
  const asked = askedColumns(level, shown.columns)
  const picked = usePicked(focus.trace)
  useComparedRows(picked, level === 'trace', gridRef)
  return (
    <DataGrid<CorpusRow>
      label={LEVEL_INFO[level].title}
      columns={columns}
      rows={rows}
      list={list}
      sort={gridSort}
      mostSorted={MOST_SORTED}
      onSort={(next) =>
        levelSortAtom(level).set(next.map(({ column, descending }) => ({ by: column, descending })))
      }
      columnActs={columnActs(level, shown)}
      rowId={(row) => row.id}
      activeId={activeRow(level, focus)}
      onActive={onActive}
      locate={locate}
      onOpen={(row) => openRow(level, row, asked)}
      onOpenBeside={(row) => inNewTab(() => openRow(level, row, asked))}
      empty={empty}
      choice={choice}
      outdated={outdated}
      menu={(row, column) => [
        ...cellMenu({
          level,
          cells: shown.columns.map((by) => ({
            by,
            cell: row.cells[asked.indexOf(by)] ?? null,
            type: cellType(level, by),
          })),
          column,
          where,
          onWhere: levelFilterAtom(level).set,
        }),
        ...(column === null ? [] : pinItems(level, shown, column)),
        {
          text: 'Open in a second tab',
          run: () => inNewTab(() => openRow(level, row, asked)),
        },
        ...(level === 'trace' ? compareItems(row.id, picked) : []),
      ]}
      gridRef={gridRef}
      autoFocus
      {...widths}
    />
  )
}
