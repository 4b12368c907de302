import { fireEvent, render, screen } from '@testing-library/react'
import { useMemo, useState } from 'react'
import { vi } from 'vitest'
import { DataGrid } from '../../renderer/src/ui/data-grid.tsx'
import type { GridColumn, GridSort } from '../../renderer/src/ui/grid-types.ts'
import type { RowRanges } from '../../renderer/src/ui/row-ranges.ts'

export interface Item {
  readonly id: string
  readonly size: number
}

export const COLUMNS: readonly GridColumn<Item>[] = [
  { id: 'id', header: 'Name', width: 100, grow: true, sortable: true, cell: (row) => row.id },
  {
    id: 'size',
    header: 'Size',
    width: 80,
    sortable: true,
    descendingFirst: true,
    cell: (row) => row.size,
  },
  { id: 'note', header: 'Note', width: 80, cell: () => 'note' },
]

/** A window of 10 rows under the header: the layout that happy-dom does not do. */
const VIEW_HEIGHT = 28 * 11

/** To be done before each test. */
export function layOutTen(): void {
  for (const name of ['clientHeight', 'offsetHeight'] as const) {
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(VIEW_HEIGHT)
  }
}

export interface Seen {
  chosen?: RowRanges
  active: string | null
  readonly opened: string[]
  readonly sorts: (readonly GridSort[])[]
}

export interface HarnessProps {
  /** Whether rows can be chosen. */
  readonly choosing?: boolean
  readonly seen: Seen
  readonly count: number
  /** Rows from here on are not read yet. */
  readonly unread: number
  /** Row that comes into focus from elsewhere. */
  readonly focus?: string
  readonly locate?: (id: string) => Promise<number | null>
}

export function Harness({ seen, count, unread, focus, locate, choosing = false }: HarnessProps) {
  const [ranges, onRanges] = useState<RowRanges>([])
  seen.chosen = ranges
  const [active, setActive] = useState<string | null>(focus ?? null)
  const [given, setGiven] = useState(focus)
  if (given !== focus) {
    setGiven(focus)
    setActive(focus ?? null)
  }
  const [sort, setSort] = useState<readonly GridSort[]>([])
  const rows = useMemo(
    () => ({
      total: count,
      rowAt: (index: number) => (index < unread ? { id: `row-${index}`, size: index } : undefined),
      stale: false,
      show: () => {},
    }),
    [count, unread],
  )
  return (
    <DataGrid<Item>
      mostSorted={2}
      label="Things"
      columns={COLUMNS}
      rows={rows}
      list="all"
      rowId={(row) => row.id}
      choice={choosing ? { ranges, onRanges } : undefined}
      activeId={active}
      onActive={(row) => {
        seen.active = row.id
        setActive(row.id)
      }}
      locate={locate}
      onOpen={(row) => seen.opened.push(row.id)}
      sort={sort}
      onSort={(next) => {
        seen.sorts.push(next)
        setSort(next)
      }}
    />
  )
}

export function openGrid(count: number, unread = count) {
  const seen: Seen = { active: null, opened: [], sorts: [] }
  const { rerender } = render(<Harness {...{ seen, count, unread }} />)
  return { seen, read: () => rerender(<Harness seen={seen} count={count} unread={count} />) }
}

export function press(...keys: string[]): void {
  const grid = screen.getByRole('grid')
  for (const key of keys) {
    fireEvent.keyDown(grid, { key })
    // A browser tells of the scrolling that a key caused; happy-dom does not.
    fireEvent.scroll(grid)
  }
}
