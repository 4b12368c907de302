// biome-ignore-all lint/a11y/useSemanticElements: only rows in sight exist, which no table element can say
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { GridBody } from './grid-body.tsx'
import { type RowInSight, useAutoFocus, useGridCursor, useRememberedTop } from './grid-cursor.ts'
import { GridHeader } from './grid-header.tsx'
import { rowClicks, useGridMenu } from './grid-menu.tsx'
import { ROW_HEIGHT } from './grid-scroll.ts'
import { gridTemplate, pinnedPlaces, useGridTable } from './grid-table.ts'
import type {
  ColumnActs,
  GridColumn,
  GridCursorInput,
  GridMenuItems,
  GridRows,
  GridSort,
} from './grid-types.ts'
import { useVirtualRows, type VirtualRows } from './grid-virtual.ts'
import { useLatest } from './use-latest.ts'

export interface DataGridProps<Row> extends GridCursorInput<Row> {
  /** Name of the table for screen readers. */
  readonly label: string
  /** Must not change between renders. */
  readonly columns: readonly GridColumn<Row>[]
  /** Columns that the rows are sorted by, the first deciding first. Must not change between renders. */
  readonly sort?: readonly GridSort[]
  readonly onSort?: (sort: readonly GridSort[]) => void
  /** Columns that the rows can be sorted by at once; one where nothing is said. */
  readonly mostSorted?: number
  readonly widths?: Readonly<Record<string, number>>
  readonly onWidths?: (widths: Readonly<Record<string, number>>) => void
  /** What is shown is of an earlier question than the one that now stands; it is dimmed. */
  readonly outdated?: boolean
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode
  /** The focusable element, for views that move the keyboard focus to it. */
  readonly gridRef?: RefObject<HTMLDivElement | null>
  /** What a right click on a cell, or the menu key, offers. */
  readonly menu?: GridMenuItems<Row>
  readonly columnActs?: ColumnActs
  /** Takes the keyboard focus on mount, but from fields and tabs. */
  readonly autoFocus?: boolean
}

const NO_WIDTHS: Readonly<Record<string, number>> = {}
const NO_SORT: readonly GridSort[] = []

/**
 * A table of any number of rows, of which only those in sight are read and drawn (product.md 4.3). Up, Down, PageUp,
 * PageDown, Home and End move the active row, Enter opens it; where rows can be chosen, Shift extends the choice, Space
 * toggles a row, Ctrl+A chooses all of the list. Rows of an old filter are dimmed until the new ones are there.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { rows, rowId, widths = NO_WIDTHS } = props
  const id = useId()
  const own = useRef<HTMLDivElement>(null)
  const scroller = props.gridRef ?? own
  const virtual = useVirtualRows(scroller, rows.total ?? 0, ROW_HEIGHT)
  const inSight = useRowsInSight(rows, virtual)
  const table = useTableOf(props, inSight)
  const cursor = useGridCursor(props, inSight, virtual)
  const click = useLatest(cursor.onClick)
  const open = useLatest((row: Row) => props.onOpen?.(row))
  useRememberedTop(scroller, props.label, props.list)
  useAutoFocus(scroller, props.autoFocus ?? false)
  const { columnActs: acts } = props
  const menu = useGridMenu({ menu: props.menu, acts, inSight, rowId, activeIndex: cursor.index })
  const isActiveDrawn = inSight.some(({ index }) => index === cursor.index)
  return (
    <>
      <div
        ref={scroller}
        className={rows.stale || props.outdated ? 'grid stale' : 'grid'}
        style={{
          ['--columns' as string]: gridTemplate(table, widths),
          ['--total' as string]: `${table.getTotalSize()}px`,
          ...pinnedPlaces(table),
        }}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={rows.total === null ? -1 : rows.total + 1}
        aria-colcount={props.columns.length}
        aria-multiselectable={props.choice !== undefined || undefined}
        aria-busy={rows.stale || rows.total === null}
        aria-activedescendant={isActiveDrawn ? `${id}-${cursor.index}` : undefined}
        onKeyDown={cursor.onKeyDown}
        onContextMenu={menu.onContextMenu}
        {...rowClicks(inSight, rowId, props.onOpenBeside)}
      >
        <GridHeader table={table} widths={widths} onWidths={props.onWidths} acts={acts} />
        {rows.total === 0 && !rows.stale ? (
          <EmptyRow columns={props.columns.length}>{props.empty}</EmptyRow>
        ) : (
          <GridBody
            id={id}
            table={table}
            virtual={virtual}
            rowIdAt={(index) => {
              const row = rows.rowAt(index)
              return row === undefined ? null : rowId(row)
            }}
            activeIndex={cursor.index}
            chosen={props.choice?.ranges}
            onRowClick={click}
            onOpen={open}
          />
        )}
      </div>
      {menu.drawn}
    </>
  )
}

/** What a grid without rows says: a grid holds rows alone, also for a screen reader. */
function EmptyRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
    <div role="row" className="grid-empty">
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus */}
      <div role="gridcell" aria-colspan={columns}>
        {children}
      </div>
    </div>
  )
}

/** The rows in sight, which the source of rows is told of. */
function useRowsInSight<Row>(
  rows: GridRows<Row>,
  { items }: VirtualRows,
): readonly RowInSight<Row>[] {
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { show } = rows
  useEffect(() => show(first, last), [show, first, last])
  return useMemo(() => items.map(({ index }) => ({ index, row: rows.rowAt(index) })), [items, rows])
}

function useTableOf<Row>(props: DataGridProps<Row>, inSight: readonly RowInSight<Row>[]) {
  const data = useMemo(
    () => inSight.flatMap(({ row }) => (row === undefined ? [] : [row])),
    [inSight],
  )
  return useGridTable<Row>({
    columns: props.columns,
    data,
    rowId: props.rowId,
    sort: props.sort ?? NO_SORT,
    onSort: props.onSort,
    mostSorted: props.mostSorted ?? 1,
    widths: props.widths ?? NO_WIDTHS,
    onWidths: props.onWidths,
  })
}
