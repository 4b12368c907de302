import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Harness, layOutTen, openGrid, press, type Seen } from './grid-bench.tsx'

beforeEach(layOutTen)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('DataGrid choice of rows', () => {
  const chosenRows = (): string[] =>
    screen
      .getAllByRole('row')
      .filter((row) => row.getAttribute('aria-selected') === 'true')
      .map((row) => row.getAttribute('data-row') ?? '')

  it('is extended by Shift from where it began, toggled by Space, all by Ctrl+A, none by Esc', () => {
    const seen: Seen = { active: null, opened: [], sorts: [] }
    render(<Harness seen={seen} count={1000} unread={1000} choosing />)
    const grid = screen.getByRole('grid')
    expect(grid.getAttribute('aria-multiselectable')).toBe('true')
    press('ArrowDown', 'ArrowDown')
    expect(chosenRows()).toEqual(['row-1'])
    const shift = (key: string): boolean => fireEvent.keyDown(grid, { key, shiftKey: true })
    shift('ArrowDown')
    shift('ArrowDown')
    expect(chosenRows()).toEqual(['row-1', 'row-2', 'row-3'])
    // Back over where it began: the rows left behind are no longer chosen.
    for (let at = 0; at < 3; at++) shift('ArrowUp')
    expect(chosenRows()).toEqual(['row-0', 'row-1'])
    press('ArrowDown', 'ArrowDown', 'ArrowDown', ' ')
    expect(seen.chosen).toEqual([
      [0, 1],
      [3, 3],
    ])
    press(' ', 'Home')
    expect(seen.chosen).toEqual([[0, 1]])
    fireEvent.keyDown(grid, { key: 'a', ctrlKey: true })
    expect(seen.chosen?.[0]?.[1]).toBeGreaterThan(1000)
    press('Escape')
    expect(seen.chosen).toEqual([])
    expect(seen.active).toBe('row-0')
  })

  it('is extended and toggled by the mouse', () => {
    const seen: Seen = { active: null, opened: [], sorts: [] }
    render(<Harness seen={seen} count={20} unread={20} choosing />)
    fireEvent.click(screen.getByText('row-2'))
    fireEvent.click(screen.getByText('row-4'), { shiftKey: true })
    fireEvent.click(screen.getByText('row-6'), { ctrlKey: true })
    fireEvent.click(screen.getByText('row-3'), { ctrlKey: true })
    expect(chosenRows()).toEqual(['row-2', 'row-4', 'row-6'])
    expect(seen.active).toBe('row-3')
  })

  it('begins anew after all or none were chosen, and keeps what was chosen when the focus moved on', () => {
    const seen: Seen = { active: null, opened: [], sorts: [] }
    render(<Harness seen={seen} count={20} unread={20} choosing />)
    const grid = screen.getByRole('grid')
    const shift = (key: string): boolean => fireEvent.keyDown(grid, { key, shiftKey: true })
    press('ArrowDown', ' ', 'ArrowDown', 'ArrowDown', ' ')
    shift('ArrowDown')
    expect(chosenRows()).toEqual(['row-0', 'row-2', 'row-3'])
    press('ArrowDown', 'ArrowDown')
    shift('ArrowDown')
    expect(chosenRows()).toEqual(['row-0', 'row-2', 'row-3', 'row-5', 'row-6'])
    press('Escape')
    shift('ArrowDown')
    expect(chosenRows()).toEqual(['row-6', 'row-7'])
    fireEvent.keyDown(grid, { key: 'a', ctrlKey: true })
    shift('ArrowUp')
    expect(seen.chosen?.[0]?.[1]).toBeGreaterThan(1000)
  })

  it('leaves keys with Alt to the browser, and takes others with Ctrl for none of its own', () => {
    const seen: Seen = { active: null, opened: [], sorts: [] }
    render(<Harness seen={seen} count={20} unread={20} choosing />)
    const grid = screen.getByRole('grid')
    press('ArrowDown', ' ')
    for (const key of [' ', 'Escape', 'a']) {
      for (const modifiers of [{ altKey: true }, { altKey: true, ctrlKey: true }]) {
        expect(fireEvent.keyDown(grid, { key, ...modifiers })).toBe(true)
      }
    }
    for (const key of [' ', 'Escape']) fireEvent.keyDown(grid, { key, ctrlKey: true })
    fireEvent.keyDown(grid, { key: 'a', ctrlKey: true, shiftKey: true })
    expect(seen.chosen).toEqual([[0, 0]])
    fireEvent.keyDown(grid, { key: 'A', metaKey: true })
    expect(seen.chosen?.[0]?.[1]).toBeGreaterThan(1000)
  })

  it('is none where a grid has none: the row with the focus is the one', () => {
    openGrid(5)
    press('ArrowDown')
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'ArrowDown', shiftKey: true })
    press(' ')
    expect(chosenRows()).toEqual(['row-1'])
    expect(screen.getByRole('grid').hasAttribute('aria-multiselectable')).toBe(false)
  })
})
