import {
  type ColumnSizingState,
  columnResizingFeature,
  columnSizingFeature,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { GridColumn, GridSort } from './grid-types.ts'

export const MIN_COLUMN = 48

/** What the drawing needs of a column beside what the table keeps. */
interface ColumnMeta {
  readonly about: string | undefined
  readonly align: 'start' | 'end'
  readonly grow: boolean
  readonly pinned: boolean
  readonly hint: ((row: never) => string | undefined) | undefined
}

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})

export type GridTable<Row> = ReactTable<typeof features, Row & object>

interface TableInput<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly data: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly sort: readonly GridSort[]
  readonly onSort: ((sort: readonly GridSort[]) => void) | undefined
  /** Columns that rows are sorted by at once, at most. */
  readonly mostSorted: number
  readonly widths: Readonly<Record<string, number>>
  readonly onWidths: ((widths: Readonly<Record<string, number>>) => void) | undefined
}

function apply<T>(updater: Updater<T>, old: T): T {
  return typeof updater === 'function' ? (updater as (old: T) => T)(old) : updater
}

function toColumnDefs<Row>(columns: readonly GridColumn<Row>[]) {
  const helper = createColumnHelper<typeof features, Row & object>()
  return helper.columns(
    columns.map((column) =>
      // An accessor, because the table sorts no column without one; the rows come sorted.
      helper.accessor((row) => column.cell(row), {
        id: column.id,
        header: column.header,
        size: column.width,
        minSize: MIN_COLUMN,
        enableSorting: column.sortable ?? false,
        sortDescFirst: column.descendingFirst ?? false,
        cell: (context) => context.getValue(),
        meta: {
          about: column.about,
          align: column.align ?? 'start',
          // Where it stays must be known whatever is left for the others.
          grow: (column.grow ?? false) && column.pinned !== true,
          pinned: column.pinned ?? false,
          hint: column.hint as ColumnMeta['hint'],
        },
      }),
    ),
  )
}

/** The table model over the rows in sight; filter, order and paging are the services'. */
export function useGridTable<Row>(input: TableInput<Row>): GridTable<Row> {
  const { columns, data, rowId, sort, onSort, widths, onWidths, mostSorted } = input
  const defs = useMemo(() => toColumnDefs(columns), [columns])
  const sorting: SortingState = useMemo(
    () => sort.map(({ column, descending }) => ({ id: column, desc: descending })),
    [sort],
  )
  return useTable({
    features,
    columns: defs,
    data: data as readonly (Row & object)[],
    getRowId: rowId,
    manualSorting: true,
    maxMultiSortColCount: mostSorted,
    columnResizeMode: 'onChange',
    state: { sorting, columnSizing: widths as ColumnSizingState },
    onSortingChange: (updater) => {
      const next = apply(updater, sorting)
      onSort?.(next.map(({ id, desc }) => ({ column: id, descending: desc })))
    },
    onColumnSizingChange: (updater) => onWidths?.(apply(updater, { ...widths })),
  })
}

/** The table's widths as a grid template: growing columns the user has not set share what is left. */
export function gridTemplate<Row>(table: GridTable<Row>, widths: Readonly<Record<string, number>>) {
  const columns = table.getAllLeafColumns()
  let grows = false
  const tracks = columns.map((column) => {
    const size = `${column.getSize()}px`
    if (!column.columnDef.meta?.grow || column.id in widths) return size
    grows = true
    return `minmax(${size}, 1fr)`
  })
  return [...tracks, grows ? '0' : 'minmax(0, 1fr)'].join(' ')
}

/** Where each pinned column stays, as custom properties: rows need not be drawn again when a width changes. */
export function pinnedPlaces<Row>(table: GridTable<Row>): Readonly<Record<string, string>> {
  let left = 0
  const places: Record<string, string> = {}
  for (const [at, column] of table.getAllLeafColumns().entries()) {
    if (!column.columnDef.meta?.pinned) break
    places[`--pinned-${at}`] = `${left}px`
    left += column.getSize()
  }
  return places
}

/** Class and place of a column's cell. */
export function cellLook(
  meta: { readonly align: string; readonly pinned: boolean } | undefined,
  at: number,
): { readonly className: string; readonly style?: { readonly left: string } } {
  const className = `grid-cell ${meta?.align ?? 'start'}`
  if (meta?.pinned !== true) return { className }
  return { className: `${className} pinned`, style: { left: `var(--pinned-${at})` } }
}
