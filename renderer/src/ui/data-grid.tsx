// biome-ignore-all lint/a11y/useSemanticElements: only rows in sight exist, which no table element can say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { GridBody } from './grid-body.tsx'
import { GridHeader } from './grid-header.tsx'
import { gridTemplate, useGridTable } from './grid-table.ts'
import type { GridColumn, GridRows, GridSort } from './grid-types.ts'
import { ROW_HEIGHT, useVirtualRows } from './grid-virtual.ts'
import { useLatest } from './use-latest.ts'

export interface DataGridProps<Row> {
  /** Name of the table for screen readers. */
  readonly label: string
  /** Must not change between renders. */
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: GridRows<Row>
  /** A different text is a different list, shown from its top: the filter and the sort. */
  readonly list: string
  readonly rowId: (row: Row) => string
  /** The row that has the focus; null for none. */
  readonly activeId: string | null
  readonly onActive: (row: Row) => void
  /** Enter or double click. */
  readonly onOpen?: (row: Row) => void
  readonly sort?: GridSort | null
  readonly onSort?: (sort: GridSort | null) => void
  readonly widths?: Readonly<Record<string, number>>
  readonly onWidths?: (widths: Readonly<Record<string, number>>) => void
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode
  /** The focusable element, for views that move the keyboard focus to it. */
  readonly gridRef?: RefObject<HTMLDivElement | null>
  /** Takes the keyboard focus on mount where nothing else has it. */
  readonly autoFocus?: boolean
}

const NO_WIDTHS: Readonly<Record<string, number>> = {}

/** The row a key moves to from `from`, which is -1 for none; null for keys that do not move. */
function targetOf(key: string, from: number, count: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return from + 1
    case 'ArrowUp':
      return from < 0 ? 0 : from - 1
    case 'PageDown':
      return Math.max(0, from) + page
    case 'PageUp':
      return from - page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/**
 * A table of any number of rows, of which only those in sight are read and drawn (product.md 4.3). Up, Down, PageUp,
 * PageDown, Home and End move the active row, Enter opens it. Rows of an old filter are dimmed until the new ones are
 * there.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { rows, rowId, activeId, onOpen, widths = NO_WIDTHS } = props
  const id = useId()
  const own = useRef<HTMLDivElement>(null)
  const scroller = props.gridRef ?? own
  const count = rows.total ?? 0
  const virtual = useVirtualRows(scroller, count, ROW_HEIGHT)
  const inSight = useMemo(
    () => virtual.items.map(({ index }) => ({ index, row: rows.rowAt(index) })),
    [virtual.items, rows],
  )
  const data = useMemo(
    () => inSight.flatMap(({ row }) => (row === undefined ? [] : [row])),
    [inSight],
  )
  const table = useGridTable<Row>({
    columns: props.columns,
    data,
    rowId,
    sort: props.sort ?? null,
    onSort: props.onSort,
    widths,
    onWidths: props.onWidths,
  })

  const first = virtual.items[0]?.index ?? 0
  const last = virtual.items.at(-1)?.index ?? 0
  const { show } = rows
  useEffect(() => show(first, last), [show, first, last])
  useRememberedTop(scroller, props.label, props.list)
  useAutoFocus(scroller, props.autoFocus ?? false)

  const { cursor, isWaiting, move } = useCursor(props)
  const seen = inSight.find(({ row }) => row !== undefined && rowId(row) === activeId)
  const activeIndex = isWaiting ? cursor : (seen?.index ?? cursor)
  const activate = useLatest(move)
  const open = useLatest((row: Row) => onOpen?.(row))

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey)
      return
    const activeRow = activeIndex === null ? undefined : rows.rowAt(activeIndex)
    if (event.key === 'Enter' && activeRow !== undefined && onOpen !== undefined) {
      event.preventDefault()
      onOpen(activeRow)
      return
    }
    const target = targetOf(event.key, activeIndex ?? -1, count, virtual.pageRows())
    if (target === null || count === 0) return
    event.preventDefault()
    const next = Math.max(0, Math.min(count - 1, target))
    move(next)
    virtual.reveal(next)
  }

  const template = gridTemplate(table, widths)
  return (
    <div
      ref={scroller}
      className={rows.stale ? 'grid stale' : 'grid'}
      style={{
        ['--columns' as string]: template,
        ['--total' as string]: `${table.getTotalSize()}px`,
      }}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rows.total === null ? -1 : count + 1}
      aria-colcount={props.columns.length}
      aria-busy={rows.stale || rows.total === null}
      aria-activedescendant={
        inSight.some(({ index }) => index === activeIndex) ? `${id}-${activeIndex}` : undefined
      }
      onKeyDown={onKeyDown}
    >
      <GridHeader table={table} widths={widths} onWidths={props.onWidths} />
      {rows.total === 0 && !rows.stale ? (
        <div className="grid-empty">{props.empty}</div>
      ) : (
        <GridBody
          id={id}
          table={table}
          virtual={virtual}
          rowIdAt={(index) => {
            const row = rows.rowAt(index)
            return row === undefined ? null : rowId(row)
          }}
          activeIndex={activeIndex}
          onActive={activate}
          onOpen={open}
        />
      )}
    </div>
  )
}

const tops = new Map<string, { readonly list: string; readonly top: number }>()

/** Shows a new list from its top, and a list that was left where it was left. */
function useRememberedTop(
  scroller: RefObject<HTMLDivElement | null>,
  label: string,
  list: string,
): void {
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const left = tops.get(label)
    if (shown.current !== null && shown.current !== list) element.scrollTop = 0
    else if (shown.current === null && left?.list === list) element.scrollTop = left.top
    shown.current = list
    return () => void tops.set(label, { list, top: element.scrollTop })
  }, [scroller, label, list])
}

function useAutoFocus(scroller: RefObject<HTMLDivElement | null>, wanted: boolean): void {
  useEffect(() => {
    const { activeElement } = document
    if (wanted && (activeElement === null || !activeElement.matches('input, textarea, select'))) {
      scroller.current?.focus({ preventScroll: true })
    }
  }, [scroller, wanted])
}

/**
 * Where the keys are, for the time the active row is not in sight. A row that is not read yet becomes active as soon
 * as it is there.
 */
function useCursor<Row>({ rows, rowId, activeId, onActive, list }: DataGridProps<Row>) {
  const [cursor, setCursor] = useState<number | null>(null)
  const [waiting, setWaiting] = useState<number | null>(null)
  const [shownList, setShownList] = useState(list)
  if (shownList !== list) {
    setShownList(list)
    setCursor(null)
    setWaiting(null)
  }
  const awaited = waiting === null ? undefined : rows.rowAt(waiting)
  useEffect(() => {
    if (awaited === undefined) return
    setWaiting(null)
    onActive(awaited)
  }, [awaited, onActive])
  const move = (next: number): void => {
    const row = rows.rowAt(next)
    setCursor(next)
    setWaiting(row === undefined ? next : null)
    if (row !== undefined && rowId(row) !== activeId) onActive(row)
  }
  // Until the awaited row is active, the one before it must not pull the keys back.
  return { cursor, isWaiting: waiting !== null, move }
}
