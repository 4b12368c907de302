// biome-ignore-all lint/a11y/useSemanticElements: only rows in sight exist, which no table element can say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys
import type { GridTable } from './grid-table.ts'
import { ROW_HEIGHT, type VirtualRows } from './grid-virtual.ts'

interface GridBodyProps<Row> {
  readonly id: string
  readonly table: GridTable<Row>
  readonly virtual: VirtualRows
  /** Id of the row at an index of the list; null while it is not read. */
  readonly rowIdAt: (index: number) => string | null
  readonly activeIndex: number | null
  readonly onActive: (row: Row) => void
  readonly onOpen: (row: Row) => void
}

/** The rows in sight, each at its place in a list too long to draw. */
export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { table, virtual, rowIdAt, activeIndex } = props
  const byId = new Map(table.getRowModel().rows.map((row) => [row.id, row]))
  return (
    <div className="grid-body" role="rowgroup" style={{ height: virtual.height }}>
      <div className="grid-layer" style={{ transform: `translateY(${virtual.top}px)` }}>
        {virtual.items.map(({ index, top }) => {
          const rowId = rowIdAt(index)
          const row = rowId === null ? undefined : byId.get(rowId)
          const active = index === activeIndex
          return (
            <div
              key={index}
              id={`${props.id}-${index}`}
              className={active ? 'grid-row active' : 'grid-row'}
              style={{ top, height: ROW_HEIGHT }}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={active}
              data-row={rowId ?? undefined}
              onClick={() => row && props.onActive(row.original)}
              onDoubleClick={() => row && props.onOpen(row.original)}
            >
              {row === undefined ? (
                <div className="grid-cell grid-waiting" role="gridcell" />
              ) : (
                row.getAllCells().map((cell, column) => {
                  const meta = cell.column.columnDef.meta
                  return (
                    <div
                      key={cell.id}
                      className={`grid-cell ${meta?.align ?? 'start'}`}
                      role="gridcell"
                      aria-colindex={column + 1}
                      data-column={cell.column.id}
                      title={meta?.hint?.(row.original as never)}
                    >
                      <table.FlexRender cell={cell} />
                    </div>
                  )
                })
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
