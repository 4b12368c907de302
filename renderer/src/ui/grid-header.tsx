// biome-ignore-all lint/a11y/useSemanticElements: only rows in sight exist, which no table element can say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import { type KeyboardEvent, useState } from 'react'
import { type GridTable, MIN_COLUMN } from './grid-table.ts'
import { Icon } from './icon.tsx'

const SORTS = { asc: 'ascending', desc: 'descending' } as const
const KEY_STEP = 16

interface GridHeaderProps<Row> {
  readonly table: GridTable<Row>
  readonly widths: Readonly<Record<string, number>>
  readonly onWidths: ((widths: Readonly<Record<string, number>>) => void) | undefined
}

/**
 * The row of column headers: one stop of the Tab key, in which Left and Right move, Enter sorts, and Shift with Left
 * or Right changes the width.
 */
export function GridHeader<Row>({ table, widths, onWidths }: GridHeaderProps<Row>) {
  const [current, setCurrent] = useState(0)
  const headers = table.getHeaderGroups()[0]?.headers ?? []

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const header = headers[index]
    if (step === 0 || header === undefined) return
    event.preventDefault()
    if (event.shiftKey) {
      const width = Math.max(MIN_COLUMN, header.getSize() + step * KEY_STEP)
      onWidths?.({ ...widths, [header.column.id]: width })
      return
    }
    const next = Math.max(0, Math.min(headers.length - 1, index + step))
    setCurrent(next)
    const row = event.currentTarget.closest('[role="row"]')
    row?.querySelectorAll<HTMLElement>('.grid-header-button')[next]?.focus()
  }

  return (
    <div className="grid-row grid-head" role="row" aria-rowindex={1}>
      {headers.map((header, index) => {
        const { column } = header
        const sorted = column.getIsSorted()
        const meta = column.columnDef.meta
        return (
          <div
            key={header.id}
            className={`grid-cell ${meta?.align ?? 'start'}`}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={sorted === false ? undefined : SORTS[sorted]}
          >
            <button
              type="button"
              className="grid-header-button"
              tabIndex={index === current ? 0 : -1}
              title={meta?.about}
              aria-disabled={column.getCanSort() ? undefined : true}
              onFocus={() => setCurrent(index)}
              onClick={column.getToggleSortingHandler()}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              <span>
                <table.FlexRender header={header} />
              </span>
              {sorted === false ? null : <Icon name={sorted === 'asc' ? 'up' : 'down'} size={12} />}
            </button>
            <div
              className="grid-resize"
              aria-hidden="true"
              onMouseDown={header.getResizeHandler()}
              onTouchStart={header.getResizeHandler()}
              onDoubleClick={() => {
                const { [column.id]: _, ...rest } = widths
                onWidths?.(rest)
              }}
            />
          </div>
        )
      })}
    </div>
  )
}
