// biome-ignore-all lint/a11y/useSemanticElements: only rows in sight exist, which no table element can say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import type { MouseEvent } from 'react'
import { GridRow } from './grid-row.tsx'
import type { GridTable } from './grid-table.ts'
import type { VirtualRows } from './grid-virtual.ts'
import { isChosen, type RowRanges } from './row-ranges.ts'

interface GridBodyProps<Row> {
  readonly id: string
  readonly table: GridTable<Row>
  readonly virtual: VirtualRows
  /** Id of the row at an index of the list; null while it is not read. */
  readonly rowIdAt: (index: number) => string | null
  readonly activeIndex: number | null
  /** Rows chosen beside the active one; undefined where none can be. */
  readonly chosen: RowRanges | undefined
  readonly onRowClick: (event: MouseEvent, index: number) => void
  readonly onOpen: (row: Row) => void
}

/** The rows in sight, each at its place in a list too long to draw. */
export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { id, table, virtual, rowIdAt, activeIndex, chosen, onRowClick, onOpen } = props
  const byId = new Map(table.getRowModel().rows.map((row) => [row.id, row]))
  return (
    <div className="grid-body" role="rowgroup" style={{ height: virtual.height }}>
      <div className="grid-layer" style={{ transform: `translateY(${virtual.top}px)` }}>
        {virtual.items.map(({ index, top }) => {
          const rowId = rowIdAt(index)
          return (
            <GridRow
              key={index}
              row={rowId === null ? undefined : byId.get(rowId)}
              active={index === activeIndex}
              selected={
                chosen === undefined || chosen.length === 0
                  ? index === activeIndex
                  : isChosen(chosen, index)
              }
              {...{ id, table, index, top, onRowClick, onOpen }}
            />
          )
        })}
      </div>
    </div>
  )
}
