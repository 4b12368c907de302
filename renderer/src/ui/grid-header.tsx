// biome-ignore-all lint/a11y/useSemanticElements: only rows in sight exist, which no table element can say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { cellLook, type GridTable, MIN_COLUMN } from './grid-table.ts'
import type { ColumnActs } from './grid-types.ts'
import { Icon } from './icon.tsx'

const SORTS = { asc: 'ascending', desc: 'descending' } as const
const KEY_STEP = 16

interface GridHeaderProps<Row> {
  readonly table: GridTable<Row>
  readonly widths: Readonly<Record<string, number>>
  readonly onWidths: ((widths: Readonly<Record<string, number>>) => void) | undefined
  readonly acts: ColumnActs | undefined
}

type Header<Row> = ReturnType<GridTable<Row>['getHeaderGroups']>[number]['headers'][number]

function focusHeading(row: HTMLElement | null, index: number): void {
  row?.querySelectorAll<HTMLElement>('.grid-header-button')[index]?.focus()
}

/** Keeps the keyboard on a column that moves: it is elsewhere once the columns were drawn anew. */
function useMovedFocus(row: RefObject<HTMLElement | null>, ids: readonly string[]) {
  const moved = useRef<string | null>(null)
  useEffect(() => {
    if (moved.current === null) return
    focusHeading(row.current, ids.indexOf(moved.current))
    moved.current = null
  }, [row, ids])
  return moved
}

/**
 * The row of column headers: one stop of the Tab key, in which Left and Right move and Enter sorts, with Shift after
 * what the rows are sorted by already. Shift with Left or Right changes the width, Ctrl and Shift with them the place.
 */
export function GridHeader<Row>({ table, widths, onWidths, acts }: GridHeaderProps<Row>) {
  const [current, setCurrent] = useState(0)
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const row = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => headers.map(({ column }) => column.id), [headers])
  const moved = useMovedFocus(row, ids)

  const onArrow = (event: KeyboardEvent<HTMLElement>, index: number, step: number): void => {
    const header = headers[index]
    const next = Math.max(0, Math.min(headers.length - 1, index + step))
    if (header === undefined) return
    const { id } = header.column
    if (event.shiftKey && (event.ctrlKey || event.metaKey)) {
      if (acts === undefined || next === index) return
      moved.current = id
      acts.onMove(id, next)
      return
    }
    if (event.shiftKey) {
      const width = Math.max(MIN_COLUMN, header.getSize() + step * KEY_STEP)
      onWidths?.({ ...widths, [id]: width })
      return
    }
    setCurrent(next)
    focusHeading(row.current, next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const column = headers[index]?.column
    if (step !== 0) onArrow(event, index, step)
    else if (event.key === 'Enter' && event.shiftKey) {
      if (column?.getCanSort()) column.toggleSorting(undefined, true)
    } else if (event.key === 'p' && acts !== undefined && column !== undefined) {
      moved.current = column.id
      acts.onPin(column.id)
    } else return
    event.preventDefault()
  }

  return (
    <div ref={row} className="grid-row grid-head" role="row" aria-rowindex={1}>
      {headers.map((header, index) => (
        <Heading
          key={header.id}
          {...{ table, header, index, acts }}
          isCurrent={index === current}
          onFocus={() => setCurrent(index)}
          onKeyDown={(event) => onKeyDown(event, index)}
          onFirstWidth={() => {
            const { [header.column.id]: _, ...rest } = widths
            onWidths?.(rest)
          }}
        />
      ))}
    </div>
  )
}

interface HeadingProps<Row> {
  readonly table: GridTable<Row>
  readonly header: Header<Row>
  readonly index: number
  readonly acts: ColumnActs | undefined
  readonly isCurrent: boolean
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFirstWidth: () => void
}

const COLUMN_DRAG = 'application/x-column'

function Heading<Row>(props: HeadingProps<Row>) {
  const { table, header, index, acts, isCurrent, onFocus, onKeyDown, onFirstWidth } = props
  const { column } = header
  const sorted = column.getIsSorted()
  const meta = column.columnDef.meta
  const isFirstSort = column.getSortIndex() === 0
  return (
    <div
      {...cellLook(meta, index)}
      role="columnheader"
      aria-colindex={index + 1}
      // Of one column only, as it is defined: the others tell their number in words.
      aria-sort={sorted === false || !isFirstSort ? undefined : SORTS[sorted]}
      data-sorted={sorted === false ? undefined : sorted}
      data-heading={column.id}
      onDragOver={(event) => {
        if (acts !== undefined && event.dataTransfer.types.includes(COLUMN_DRAG)) {
          event.preventDefault()
        }
      }}
      onDrop={(event) => acts?.onMove(event.dataTransfer.getData(COLUMN_DRAG), index)}
    >
      <button
        type="button"
        className="grid-header-button"
        tabIndex={isCurrent ? 0 : -1}
        title={meta?.about}
        aria-disabled={column.getCanSort() ? undefined : true}
        draggable={acts !== undefined}
        onDragStart={(event) => event.dataTransfer.setData(COLUMN_DRAG, column.id)}
        onFocus={onFocus}
        onClick={(event) => {
          if (!column.getCanSort()) return
          // One of several keys becomes the only one, the way it was.
          const isOneOfMany = sorted !== false && table.state.sorting.length > 1
          const isKept = isOneOfMany && !event.shiftKey
          column.toggleSorting(isKept ? sorted === 'desc' : undefined, event.shiftKey)
        }}
        onKeyDown={onKeyDown}
      >
        <span>
          <table.FlexRender header={header} />
        </span>
        <SortMark {...{ table, sorted }} order={column.getSortIndex() + 1} />
      </button>
      <div
        className="grid-resize"
        aria-hidden="true"
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        onDoubleClick={onFirstWidth}
      />
    </div>
  )
}

interface SortMarkProps<Row> {
  readonly table: GridTable<Row>
  readonly sorted: false | 'asc' | 'desc'
  /** 1 for the column that decides first. */
  readonly order: number
}

/** Which way the rows are sorted by a column, and after how many others where there are any. */
function SortMark<Row>({ table, sorted, order }: SortMarkProps<Row>) {
  if (sorted === false) return null
  const isOneOfMany = table.state.sorting.length > 1
  return (
    <span className="sort-mark">
      <Icon name={sorted === 'asc' ? 'up' : 'down'} size={10} />
      {isOneOfMany ? (
        <span className="sort-order">
          <span aria-hidden="true">{order}</span>
          <span className="visually-hidden">
            , {SORTS[sorted]}, sorted by as number {order}
          </span>
        </span>
      ) : null}
    </span>
  )
}
