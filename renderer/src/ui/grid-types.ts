import type { ReactNode } from 'react'
import type { RowChoice } from './grid-selection.ts'
import type { MenuItem } from './menu.tsx'

/** A column of a DataGrid. */
export interface GridColumn<Row> {
  readonly id: string
  readonly header: string
  /** Tooltip of the header: what the column means. */
  readonly about?: string
  /** Pixels, until the user makes it wider or narrower. */
  readonly width: number
  /** Takes the space that is left. */
  readonly grow?: boolean
  readonly align?: 'start' | 'end'
  readonly sortable?: boolean
  /** The first click sorts from large to small. */
  readonly descendingFirst?: boolean
  /** Stays at the left while the others are scrolled sideways. Pinned columns come before the others. */
  readonly pinned?: boolean
  readonly cell: (row: Row) => ReactNode
  /** Tooltip of a cell: the text in full where it may be cut. */
  readonly hint?: (row: Row) => string | undefined
}

/** One of the columns that rows are sorted by. */
export interface GridSort {
  readonly column: string
  readonly descending: boolean
}

/** What a user can do with columns beside sorting and sizing them; a grid without it keeps its columns as they are. */
export interface ColumnActs {
  /** Puts a column in another one's place. */
  readonly onMove: (column: string, place: number) => void
  readonly onPin: (column: string) => void
  /** What the menu of a heading offers. */
  readonly menu: (column: string) => readonly MenuItem[]
}

/** The rows behind a grid, read by pages: usePagedRows of api/pages.ts fits. */
export interface GridRows<Row> {
  readonly total: number | null
  readonly rowAt: (index: number) => Row | undefined
  readonly stale: boolean
  readonly show: (first: number, last: number) => void
}

/** What the menu of a row offers; `column` is the one under the mouse, null for the row by the menu key. */
export type GridMenuItems<Row> = (row: Row, column: string | null) => readonly MenuItem[]

/** Of a grid's properties, those that say which row has the focus. */
export interface GridCursorInput<Row> {
  readonly rows: GridRows<Row>
  /** A different text is a different list, shown from its top: the filter and the sort. */
  readonly list: string
  readonly rowId: (row: Row) => string
  /** The row that has the focus; null for none. */
  readonly activeId: string | null
  readonly onActive: (row: Row) => void
  /**
   * Index of the row with an id in the list, null when it is not there. Where it is given, a row that comes into
   * focus from elsewhere is found and shown, however far down it is. Must not reject.
   */
  readonly locate?: ((id: string) => Promise<number | null>) | undefined
  /** Enter or double click. */
  readonly onOpen?: (row: Row) => void
  /** Ctrl+Enter or middle click: opens the row in a second tab. */
  readonly onOpenBeside?: (row: Row) => void
  /** Rows can be chosen beside the active one. */
  readonly choice?: RowChoice | undefined
}
