import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { watchesAtom } from '../../renderer/src/state/watches.ts'
import {
  corpusLevelAtom,
  levelColumnsAtom,
  levelPinsAtom,
  levelSortAtom,
} from '../../renderer/src/views/corpus/corpus-state.ts'
import { LEVEL_INFO } from '../../renderer/src/views/corpus/level-columns.ts'
import { LEVELS } from '../../shared/query/fields.ts'
import {
  asked,
  cells,
  headings,
  ofColumn,
  onDrawnStore,
  openCorpus,
  user,
} from './corpus-bench.tsx'

onDrawnStore()

describe('columns', () => {
  it('sort the rows by their header, any expression', async () => {
    levelColumnsAtom('step').set(['event', 'len(ancestors)'])
    await openCorpus()
    await waitFor(() => expect(cells('len(ancestors)').length).toBeGreaterThan(3))
    await user.click(screen.getByRole('button', { name: 'Ancestors' }))
    await waitFor(() => expect(Number(cells('len(ancestors)')[0])).toBeGreaterThan(0))
    const shown = cells('len(ancestors)').map(Number)
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
    levelSortAtom('step').set([])
  })

  it('are any expression, refused in words where it is none', async () => {
    await openCorpus()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const field = screen.getByLabelText('Find a column, or write one')
    await user.type(field, 'len(anscestors)')
    expect(screen.getByRole('alert').textContent).toMatch(/did you mean ancestors\?/)
    await user.clear(field)
    await user.type(field, 'len(ancestors){Enter}')
    expect(levelColumnsAtom('step').get().at(-1)).toBe('len(ancestors)')
    await waitFor(() => expect(cells('len(ancestors)')[0]).toBe('0'))
    await user.click(screen.getByRole('checkbox', { name: /^line/, checked: true }))
    await waitFor(() => expect(cells('line')).toEqual([]))
  })
})

describe('columns of every level', () => {
  it.each(LEVELS)(
    'of %s are found, shown, moved, pinned and taken off by keyboard',
    async (level) => {
      corpusLevelAtom.set(level)
      const [first = '', second = '', third = ''] = LEVEL_INFO[level].columns
      await openCorpus()
      await waitFor(() => expect(cells(first).length).toBeGreaterThan(3))
      const heading = (column: string): HTMLElement => {
        const found = ofColumn('data-heading', column)[0]?.querySelector('button')
        if (found == null) throw new Error(`no column ${column}`)
        return found
      }
      act(() => heading(third).focus())
      await user.keyboard('p')
      expect(levelPinsAtom(level).get()).toEqual([third])
      expect(document.querySelectorAll('.grid-head .pinned')).toHaveLength(1)
      expect(headings()).toEqual([third, first, second, ...LEVEL_INFO[level].columns.slice(3)])
      act(() => heading(second).focus())
      await user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}')
      expect(headings().slice(0, 3)).toEqual([third, second, first])
      expect(document.activeElement).toBe(heading(second))
      fireEvent.contextMenu(heading(second))
      await user.click(screen.getByRole('menuitem', { name: 'Take the column off' }))
      expect(headings()).not.toContain(second)
      // What is not shown is not asked for.
      expect(asked.at(-1)).not.toContain(second)
      await user.click(screen.getByRole('button', { name: 'Columns' }))
      await user.type(screen.getByLabelText('Find a column, or write one'), `${second}{Enter}`)
      expect(headings().at(-1)).toBe(second)
      await user.click(screen.getByRole('button', { name: 'Standard columns' }))
      expect(headings()).toEqual(LEVEL_INFO[level].columns)
      expect(levelPinsAtom(level).get()).toEqual([])
    },
  )

  it('are the watches of the Trace view too', async () => {
    watchesAtom.set({
      'a.py': [
        { function: null, path: 'x' },
        { function: 'f', path: 'len(y)' },
        { function: null, path: 'x[0]' },
      ],
    })
    await openCorpus()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.type(screen.getByLabelText('Find a column, or write one'), 'watched')
    const list = within(screen.getByRole('list', { name: 'Not shown' }))
    expect(list.getAllByRole('checkbox')).toHaveLength(2)
    await user.click(list.getByRole('checkbox', { name: /watched: x/ }))
    await waitFor(() => expect(cells('var("x")').some((cell) => cell !== '–')).toBe(true))
    await user.click(screen.getByRole('button', { name: 'var("x")' }))
    await waitFor(() => expect(asked.at(-1)).toContain('var("x")'))
  })

  it('sort by several keys, the first deciding first', async () => {
    await openCorpus()
    await waitFor(() => expect(cells('event').length).toBeGreaterThan(3))
    await user.click(screen.getByRole('button', { name: 'Event' }))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('button', { name: 'Depth' }))
    await user.keyboard('{/Shift}')
    expect(levelSortAtom('step').get()).toEqual([
      { by: 'event', descending: false },
      { by: 'depth', descending: true },
    ])
    const sorted = (): boolean => {
      const rows = cells('event').map((event, at) => [event ?? '', Number(cells('depth')[at])])
      const inOrder = rows.toSorted(([a, x], [b, y]) =>
        a === b ? Number(y) - Number(x) : String(a) < String(b) ? -1 : 1,
      )
      return rows.length > 3 && JSON.stringify(rows) === JSON.stringify(inOrder)
    }
    await waitFor(() => expect(sorted()).toBe(true))
    expect(new Set(cells('depth')).size).toBeGreaterThan(1)
  })
})
