// biome-ignore-all lint/a11y/useSemanticElements: only rows in sight exist, which no table element can say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys
import { type MouseEvent, memo } from 'react'
import { ROW_HEIGHT } from './grid-scroll.ts'
import { cellLook, type GridTable } from './grid-table.ts'

type TableRow<Row> = ReturnType<GridTable<Row>['getRowModel']>['rows'][number]

interface GridRowProps<Row> {
  readonly id: string
  readonly table: GridTable<Row>
  /** Undefined while the row is not read. */
  readonly row: TableRow<Row> | undefined
  readonly index: number
  readonly top: number
  readonly active: boolean
  /** It is one of those chosen; the active one alone where none is. */
  readonly selected: boolean
  readonly onRowClick: (event: MouseEvent, index: number) => void
  readonly onOpen: (row: Row) => void
}

function Row<Row>(props: GridRowProps<Row>) {
  const { table, row, index, active, selected } = props
  const look = `grid-row${active ? ' active' : ''}${selected === active ? '' : selected ? ' chosen' : ' unchosen'}`
  return (
    <div
      id={`${props.id}-${index}`}
      className={look}
      style={{ top: props.top, height: ROW_HEIGHT }}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={row?.id}
      onClick={(event) => props.onRowClick(event, index)}
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
              {...cellLook(meta, column)}
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
}

/** The table makes its rows anew whenever another one comes into sight; what a row shows is its original. */
function showsTheSame<R>(a: GridRowProps<R>, b: GridRowProps<R>): boolean {
  return (
    a.row?.original === b.row?.original &&
    a.row?.getAllCells()[0]?.column.columnDef === b.row?.getAllCells()[0]?.column.columnDef &&
    a.index === b.index &&
    a.top === b.top &&
    a.active === b.active &&
    a.selected === b.selected &&
    a.onRowClick === b.onRowClick &&
    a.onOpen === b.onOpen
  )
}

/** One row of a grid; drawn again only when what it shows has changed. */
export const GridRow = memo(Row, showsTheSame) as typeof Row
