import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { reads } from '../../main/store/reads.ts'
import { changeList, listShown } from '../../renderer/src/state/corpus-place.ts'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { asTsv } from '../../renderer/src/views/corpus/cell-menu.ts'
import {
  corpusLevelAtom,
  levelColumnsAtom,
  levelFilterAtom,
} from '../../renderer/src/views/corpus/corpus-state.ts'
import {
  cells,
  db,
  onDrawnStore,
  openCorpus,
  shownCount,
  stepsWhere,
  user,
} from './corpus-bench.tsx'

onDrawnStore()

describe('the levels of the corpus', () => {
  it('show rows of each kind with their own columns and count', async () => {
    await openCorpus()
    await waitFor(() => expect(cells('event').length).toBeGreaterThan(3))
    await user.click(screen.getByRole('button', { name: 'Programs' }))
    await waitFor(() => expect(cells('name')[0]).toBe('program-0'))
    expect(await screen.findByText('30 of 30')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Trajectories' }))
    await waitFor(() => expect(new Set(cells('policy'))).toEqual(new Set(['mix', 'Mix', 'b%'])))
  })

  it('open a step in the Trace view, and the traces of a program', async () => {
    await openCorpus()
    await waitFor(() => expect(cells('event').length).toBeGreaterThan(3))
    act(() => screen.getByRole('grid').focus())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(placeAtom.get()).toMatchObject({ view: 'trace', focus: { trace: 't_0', step: 1 } })
    act(() => {
      placeAtom.set({ view: 'corpus', focus: NO_FOCUS })
      corpusLevelAtom.set('program')
    })
    await waitFor(() => expect(cells('name')).toContain('program-0'))
    act(() => screen.getByRole('grid').focus())
    await user.keyboard('{ArrowDown}{Enter}')
    expect(corpusLevelAtom.get()).toBe('trace')
    expect(levelFilterAtom('trace').get()).toMatch(/^program == "program-\d+"$/)
  })
})

describe('facets', () => {
  it('keep one value, everything but it, and take both back', async () => {
    await openCorpus()
    const facet = within(await screen.findByRole('region', { name: 'event' }))
    await user.click(facet.getByRole('button', { name: /^return/ }))
    expect(levelFilterAtom('step').get()).toBe('event == "return"')
    await waitFor(() => expect(new Set(cells('event'))).toEqual(new Set(['return'])))
    const kept = stepsWhere('event == "return"').toLocaleString('en')
    await waitFor(async () => expect(await shownCount()).toMatch(new RegExp(`^${kept} of`)))
    const pressed = screen.getByRole('button', { name: /^return/, pressed: true })
    await user.click(pressed)
    expect(levelFilterAtom('step').get()).toBe('')
    await user.click(await screen.findByRole('button', { name: 'Not line' }))
    expect(levelFilterAtom('step').get()).toBe('event != "line"')
    await waitFor(() => expect(cells('event')).not.toContain('line'))
  })

  it('keep a range of numbers that holds what was counted', async () => {
    await openCorpus()
    const facet = within(await screen.findByRole('region', { name: 'size' }))
    const [button] = facet.getAllByRole('button', { name: /–/ })
    if (button === undefined) throw new Error('no range')
    const count = Number((button.textContent ?? '').replace(/.*?(\d+)$/, '$1').slice(-4))
    await user.click(button)
    const where = levelFilterAtom('step').get()
    expect(where).toMatch(/^\d+ <= size < \d+$/)
    expect(String(count)).toContain(String(stepsWhere(where)))
  })
})

describe('the query', () => {
  it('is completed by keyboard', async () => {
    await openCorpus()
    await user.click(screen.getByRole('combobox', { name: 'Query' }))
    await user.keyboard('ev')
    const list = screen.getByRole('listbox')
    expect(within(list).getAllByRole('option')[0]?.textContent).toMatch(/^event/)
    await user.keyboard('{ArrowDown}{Enter} == ')
    expect(
      within(list)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toContain('"exception"')
    await user.keyboard('{ArrowDown}{Tab}')
    expect(levelFilterAtom('step').get()).toBe('event == "call"')
    await waitFor(() => expect(new Set(cells('event'))).toEqual(new Set(['call'])))
  })

  it('says what is wrong, offers the nearest name, and keeps the rows meanwhile', async () => {
    await openCorpus()
    await waitFor(() => expect(cells('event').length).toBeGreaterThan(3))
    await user.click(screen.getByRole('combobox', { name: 'Query' }))
    await user.keyboard('evnt == "call"')
    // The form of saved views, which no style hides here, says so too.
    const [refusal] = await screen.findAllByRole('alert')
    expect(refusal?.textContent).toMatch(/did you mean event\?/)
    // Long after typing has paused: half a query is no question.
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(cells('event')).toContain('line')
    expect(screen.getByRole('region', { name: 'event' })).toBeTruthy()
    expect(screen.getByText('The query is not understood: these are all rows.')).toBeTruthy()
    expect(screen.getByRole('grid').className).toContain('stale')
    await user.keyboard('{Alt>}{Enter}{/Alt}')
    expect(levelFilterAtom('step').get()).toBe('event == "call"')
    await waitFor(() => expect(new Set(cells('event'))).toEqual(new Set(['call'])))
    expect(document.querySelector('.stale')).toBeNull()
    expect(document.querySelector('.list-note')).toBeNull()
  })

  it('that cannot be read keeps the keyboard, claims nothing of the last one, and is saved as no view', async () => {
    levelFilterAtom('step').set('depth > 1 and event == "call" and line < 0')
    await openCorpus()
    await screen.findByText(/^No step matches\. The last condition removed all/)
    const field = screen.getByRole('combobox', { name: 'Query' })
    await user.click(field)
    await user.keyboard(' and evnt{Enter}')
    expect(document.activeElement).toBe(field)
    expect(
      await screen.findByText('No step matched the last query that was understood.'),
    ).toBeTruthy()
    expect(document.querySelector('.list-note')?.textContent).toBe(
      'Rows of the last query that was understood: depth > 1 and event == "call" and line < 0',
    )
    expect(screen.queryByText(/The last condition/)).toBeNull()
    expect(screen.getByTestId('corpus-count').className).toContain('stale')
    await user.type(screen.getByLabelText('Save what is shown as'), 'Broken{Enter}')
    expect(reads.settingGet(db, { name: 'views' })).toBeNull()
    expect(
      screen.getByText('The query is not understood, so that no view can keep it.'),
    ).toBeTruthy()
  })

  it('shows its conditions as chips, each to take off', async () => {
    levelFilterAtom('step').set('event == "line" and (depth > 1 or line > 3) and line > 0')
    await openCorpus()
    const chips = within(screen.getByRole('list', { name: 'Conditions' }))
    expect(chips.getAllByRole('listitem')).toHaveLength(3)
    await user.click(chips.getByRole('button', { name: 'Take off event == "line"' }))
    expect(levelFilterAtom('step').get()).toBe('(depth > 1 or line > 3) and line > 0')
  })
})

describe('a cell', () => {
  it('keeps rows like it, or every other, from its menu; a row by the menu key', async () => {
    await openCorpus()
    await waitFor(() => expect(cells('event')).toContain('return'))
    const cell = [...document.querySelectorAll('[data-column="event"]')].find(
      (one) => one.textContent === 'return',
    )
    if (cell === undefined) throw new Error('no return in sight')
    await user.pointer({ keys: '[MouseRight]', target: cell })
    await user.click(screen.getByRole('menuitem', { name: /^Not this/ }))
    expect(levelFilterAtom('step').get()).toBe('event != "return"')
    await waitFor(() => expect(cells('event')).not.toContain('return'))
    const grid = screen.getByRole('grid')
    act(() => grid.focus())
    await user.keyboard('{ArrowDown}')
    fireEvent.contextMenu(grid)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(levelFilterAtom('step').get()).toBe('event != "return" and seq == 0')
    expect(document.activeElement).toBe(grid)
  })

  it('is copied for a spreadsheet without what would part the row', () => {
    expect(
      asTsv([
        { by: 'a', cell: 'x\ty\nz', type: 'text' },
        { by: 'b', cell: null, type: 'text' },
        { by: 'c', cell: 3, type: 'number' },
      ]),
    ).toBe('x y z\t\t3')
  })
})

describe('saved views', () => {
  it('keep level, query and columns, tell how far their count has drifted, and open the corpus', async () => {
    levelFilterAtom('step').set('event == "return"')
    levelColumnsAtom('step').set(['event', 'len(ancestors)'])
    await openCorpus()
    const kept = stepsWhere('event == "return"')
    await waitFor(async () => expect(await shownCount()).toMatch(/of/))
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.type(screen.getByLabelText('Save what is shown as'), 'Returns{Enter}')
    await screen.findByRole('button', { name: 'View: Returns' })
    expect(reads.settingGet(db, { name: 'views' })).toMatchObject([
      { name: 'Returns', level: 'step', count: kept, columns: ['event', 'len(ancestors)'] },
    ])
    await user.click(screen.getByRole('button', { name: 'Open the corpus with Returns' }))
    await waitFor(() =>
      expect(reads.settingGet(db, { name: 'views' })).toMatchObject([{ isDefault: true }]),
    )
    act(() => {
      corpusLevelAtom.set('program')
      levelFilterAtom('step').set('')
    })
    await waitFor(() => expect(cells('name').length).toBeGreaterThan(3))
    await user.click(screen.getByTitle('event == "return"'))
    expect(corpusLevelAtom.get()).toBe('step')
    expect(levelFilterAtom('step').get()).toBe('event == "return"')
    await user.click(screen.getByRole('button', { name: 'Remove Returns' }))
    await screen.findByRole('button', { name: 'Views' })
  })

  it('that a link names and the store does not have are left out, which is told', async () => {
    toastsAtom.set([])
    changeList('step', { view: 'Gone' })
    await openCorpus()
    await waitFor(() => expect(listShown().view).toBeNull())
    expect(toastsAtom.get().map(({ text }) => text)).toEqual([
      'There is no saved view Gone of steps; the link’s name for it was left out.',
    ])
    expect(await shownCount()).toMatch(/of/)
  })
})

describe('the query as SQL', () => {
  it('changes the chips as it is edited, and says why where it cannot', async () => {
    levelFilterAtom('step').set('event == "line" and depth > 1')
    await openCorpus()
    await user.click(screen.getByRole('button', { name: 'SQL' }))
    const field = screen.getByLabelText<HTMLTextAreaElement>(/^Rows are steps/)
    expect(field.value).toBe("SELECT * FROM steps\nWHERE event = 'line'\n  AND depth > 1")
    fireEvent.change(field, { target: { value: field.value.replace('> 1', '> 1 OR line = 3') } })
    // The text stays as it was written, and the query is what it says.
    expect(field.value).toMatch(/AND depth > 1 OR line = 3$/)
    expect(levelFilterAtom('step').get()).toBe('event == "line" and depth > 1 or line == 3')
    fireEvent.change(field, { target: { value: "SELECT * FROM steps WHERE event = 'lin'" } })
    expect(screen.getByRole('alert').textContent).toMatch(/did you mean "line"\?/)
    expect(levelFilterAtom('step').get()).toBe('event == "line" and depth > 1 or line == 3')
    fireEvent.change(field, { target: { value: 'SELECT * FROM steps; DROP TABLE node' } })
    expect(screen.getByRole('alert').textContent).toMatch(/DROP is not read here/)
    const edited = "SELECT * FROM steps WHERE event = 'line' AND line > 1 AND depth > 1"
    fireEvent.change(field, { target: { value: edited } })
    const chips = within(screen.getByRole('list', { name: 'Conditions' }))
    expect(chips.getAllByRole('listitem')).toHaveLength(3)
    await waitFor(() => expect(new Set(cells('event'))).toEqual(new Set(['line'])))
    expect(cells('depth').every((depth) => Number(depth) > 1)).toBe(true)
    // What is changed elsewhere is shown anew.
    await user.click(chips.getByRole('button', { name: 'Take off line > 1' }))
    expect(field.value).toBe("SELECT * FROM steps\nWHERE event = 'line'\n  AND depth > 1")
  })
})
