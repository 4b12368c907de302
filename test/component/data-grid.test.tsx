import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataGrid } from '../../renderer/src/ui/data-grid.tsx'
import { must } from '../../shared/base/assert.ts'
import {
  COLUMNS,
  Harness,
  type Item,
  layOutTen,
  openGrid,
  press,
  type Seen,
} from './grid-bench.tsx'

beforeEach(layOutTen)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('a DataGrid that takes the keyboard', () => {
  it.each([
    ['a tab', <button key="x" type="button" role="tab" />, false],
    ['a field', <input key="x" />, false],
    ['a button', <button key="x" type="button" />, true],
  ])('when it comes, from %s or not', (_, control, takes) => {
    const rows = { total: 0, rowAt: () => undefined, stale: false, show: () => {} }
    const { container, rerender } = render(control)
    const focused = must(container.querySelector<HTMLElement>('button, input'), 'control')
    focused.focus()
    rerender(
      <>
        {control}
        <DataGrid
          label="Things"
          {...{ columns: COLUMNS, rows, list: '', rowId: ({ id }: Item) => id }}
          activeId={null}
          onActive={() => {}}
          autoFocus
        />
      </>,
    )
    expect(document.activeElement === screen.getByRole('grid')).toBe(takes)
  })
})

describe('DataGrid keys', () => {
  it('moves from no row to the first, then down and up, and stops at both ends', () => {
    const grid = openGrid(3)
    press('ArrowDown')
    expect(grid.seen.active).toBe('row-0')
    press('ArrowDown', 'ArrowDown', 'ArrowDown')
    expect(grid.seen.active).toBe('row-2')
    press('ArrowUp', 'ArrowUp', 'ArrowUp')
    expect(grid.seen.active).toBe('row-0')
  })

  it('goes to the last row and back to the first, and draws only what is in sight', () => {
    const grid = openGrid(100_000)
    press('End')
    expect(grid.seen.active).toBe('row-99999')
    expect(
      screen.getByText('row-99999').closest('[role="row"]')?.getAttribute('aria-rowindex'),
    ).toBe('100001')
    expect(screen.getAllByRole('row').length).toBeLessThan(40)
    press('Home')
    expect(grid.seen.active).toBe('row-0')
  })

  it('moves by the rows that fit less one, so that a page keeps a row in common', () => {
    const grid = openGrid(1000)
    press('Home', 'PageDown')
    expect(grid.seen.active).toBe('row-9')
    press('PageDown', 'PageUp', 'PageUp', 'PageUp')
    expect(grid.seen.active).toBe('row-0')
  })

  it('opens the active row with Enter, and nothing while there is none', () => {
    const grid = openGrid(5)
    press('Enter')
    expect(grid.seen.opened).toEqual([])
    press('ArrowDown', 'ArrowDown', 'Enter')
    expect(grid.seen.opened).toEqual(['row-1'])
  })

  it('names the active row to screen readers', () => {
    openGrid(5)
    press('ArrowDown', 'ArrowDown')
    const name = screen.getByRole('grid').getAttribute('aria-activedescendant')
    expect(document.getElementById(name ?? '')?.getAttribute('aria-selected')).toBe('true')
    expect(document.getElementById(name ?? '')?.textContent).toContain('row-1')
  })

  it('leaves keys with modifiers to others', () => {
    const grid = openGrid(5)
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'ArrowDown', altKey: true })
    expect(grid.seen.active).toBe(null)
  })

  it('goes on from the row a click made active', () => {
    const grid = openGrid(20)
    press('ArrowDown')
    fireEvent.click(screen.getByText('row-4'))
    press('ArrowDown')
    expect(grid.seen.active).toBe('row-5')
  })

  it('makes a row active as soon as it is read, and moves on from it until then', () => {
    const grid = openGrid(1000, 3)
    press('ArrowDown', 'End', 'ArrowUp')
    expect(grid.seen.active).toBe('row-0')
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1001')
    grid.read()
    expect(grid.seen.active).toBe('row-998')
  })
})

describe('DataGrid with a row in focus from elsewhere', () => {
  const located: string[] = []
  const locate = async (id: string): Promise<number | null> => {
    located.push(id)
    const index = Number(id.replace('row-', ''))
    return Number.isNaN(index) ? null : index
  }
  const show = (focus: string, seen: Seen) => (
    <Harness {...{ seen, count: 10_000, unread: 10_000, focus, locate }} />
  )
  beforeEach(() => void located.splice(0))

  it('finds the row, scrolls to it and goes on from it', async () => {
    const seen: Seen = { active: null, opened: [], sorts: [] }
    const { rerender } = render(show('row-5000', seen))
    const grid = screen.getByRole('grid')
    await waitFor(() => expect(grid.scrollTop).toBe(5001 * 28 - 280))
    fireEvent.scroll(grid)
    expect(screen.getByRole('row', { selected: true }).textContent).toContain('row-5000')
    press('ArrowDown')
    expect(seen.active).toBe('row-5001')
    rerender(show('row-3', seen))
    await waitFor(() => expect(grid.scrollTop).toBe(3 * 28))
    expect(located).toEqual(['row-5000', 'row-3'])
  })

  it('asks for no row that was chosen here, and stays for one that is not there', async () => {
    const seen: Seen = { active: null, opened: [], sorts: [] }
    const { rerender } = render(show('row-2', seen))
    located.splice(0)
    press('ArrowDown', 'End')
    expect(seen.active).toBe('row-9999')
    expect(located).toEqual([])
    const { scrollTop } = screen.getByRole('grid')
    rerender(show('elsewhere', seen))
    await waitFor(() => expect(located).toEqual(['elsewhere']))
    expect(screen.getByRole('grid').scrollTop).toBe(scrollTop)
    expect(screen.queryByRole('row', { selected: true })).toBe(null)
  })
})

describe('DataGrid headers', () => {
  it('sorts by a click: up, down, not at all; numbers from large to small first', () => {
    const grid = openGrid(5)
    const name = screen.getByRole('button', { name: 'Name' })
    fireEvent.click(name)
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    fireEvent.click(name)
    fireEvent.click(name)
    fireEvent.click(screen.getByRole('button', { name: 'Size' }))
    expect(grid.seen.sorts).toEqual([
      [{ column: 'id', descending: false }],
      [{ column: 'id', descending: true }],
      [],
      [{ column: 'size', descending: true }],
    ])
  })

  it('sorts by one more column with Shift, by mouse and by key, and tells their order', () => {
    const grid = openGrid(5)
    const size = screen.getByRole('button', { name: 'Size' })
    fireEvent.click(size)
    const name = screen.getByRole('button', { name: 'Name' })
    fireEvent.keyDown(name, { key: 'Enter', shiftKey: true })
    expect(grid.seen.sorts.at(-1)).toEqual([
      { column: 'size', descending: true },
      { column: 'id', descending: false },
    ])
    const [first, second] = ['Size', 'Name'].map((one) =>
      screen.getByRole('columnheader', { name: new RegExp(one) }),
    )
    // Of one column only; the other says its number in words.
    expect(first?.getAttribute('aria-sort')).toBe('descending')
    expect(second?.hasAttribute('aria-sort')).toBe(false)
    expect(second?.textContent).toMatch(/2, ascending, sorted by as number 2/)
    fireEvent.click(name, { shiftKey: true })
    expect(grid.seen.sorts.at(-1)?.[1]).toEqual({ column: 'id', descending: true })
    fireEvent.click(name)
    expect(grid.seen.sorts.at(-1)).toHaveLength(1)
  })

  it('does not sort by a column that cannot be sorted', () => {
    const grid = openGrid(5)
    fireEvent.click(screen.getByRole('button', { name: 'Note' }))
    expect(grid.seen.sorts).toEqual([])
  })

  it('is one stop of the Tab key, in which the arrow keys move', () => {
    openGrid(5)
    const name = screen.getByRole('button', { name: 'Name' })
    name.focus()
    fireEvent.keyDown(name, { key: 'ArrowRight' })
    const size = screen.getByRole('button', { name: 'Size' })
    expect(document.activeElement).toBe(size)
    expect([name.tabIndex, size.tabIndex]).toEqual([-1, 0])
  })
})
