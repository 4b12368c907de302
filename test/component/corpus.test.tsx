import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { corpusHandlers } from '../../main/services/corpus.ts'
import type { Deps } from '../../main/services/deps.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { reads } from '../../main/store/reads.ts'
import type { Writes } from '../../main/store/write-types.ts'
import { runWrite } from '../../main/store/writes.ts'
import { createSession } from '../../renderer/src/api/session.ts'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { asTsv } from '../../renderer/src/views/corpus/cell-menu.ts'
import {
  corpusLevelAtom,
  levelColumnsAtom,
  levelFilterAtom,
  levelSortAtom,
} from '../../renderer/src/views/corpus/corpus-state.ts'
import { CorpusView } from '../../renderer/src/views/corpus/corpus-view.tsx'
import { LEVEL_INFO } from '../../renderer/src/views/corpus/levels.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import { LEVELS } from '../../shared/query/things.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { drawnTrace, filledStore } from '../support/query-store.ts'
import { giveElementsASize, mount } from './mount.tsx'

giveElementsASize()
const user = userEvent.setup()
let db: WritableDb
type WriteName = keyof Writes

/** The real services of the corpus over a real store in memory. */
async function openCorpus(): Promise<void> {
  const read = async (name: keyof typeof reads, input: never) => reads[name](db, input)
  const write = async (name: WriteName, input: never) => runWrite(db, name, input)
  const handlers = {
    ...corpusHandlers({ store: { read, write } } as unknown as Deps),
    'host.describe': () => ({
      host: 'web',
      version: '0',
      store: '/data/work.ndw',
      readOnly: false,
      readOnlyReason: null,
      capabilities: { reveal: false, pickFolder: false },
    }),
    'host.changes': () => new Promise<void>(() => {}),
    'trace.page': (input: never) => reads.tracePage(db, input),
    'trace.position': () => ({ index: null }),
  } as unknown as Handlers<WorkbenchContract>
  const session = createSession(async () => {
    const [page, end] = createMemoryWires()
    serve(contract, handlers, end, (name, error) => {
      throw new Error(`${name} failed`, { cause: error })
    })
    return page
  })
  await act(() => session.connect())
  mount(session, <CorpusView />)
}

beforeEach(() => {
  const drawn = fc.sample(drawnTrace, { numRuns: 30, seed: 11 })
  db = filledStore(drawn.map((one, at) => ({ ...one, program: `program-${at}` })))
  placeAtom.set({ view: 'corpus', focus: NO_FOCUS })
  corpusLevelAtom.set('step')
  for (const level of LEVELS) {
    levelFilterAtom(level).set('')
    levelColumnsAtom(level).set(LEVEL_INFO[level].columns)
  }
})
afterEach(() => {
  cleanup()
  db.close()
})

function cells(column: string): (string | null)[] {
  return [...document.querySelectorAll(`[data-column="${CSS.escape(column)}"]`)].map(
    (cell) => cell.textContent,
  )
}

function stepsWhere(where: string): number {
  return reads.corpusFacets(db, { level: 'step', where, facets: [], after: null }).matched
}

async function shownCount(): Promise<string> {
  const total = stepsWhere('').toLocaleString('en')
  return (await screen.findByText(new RegExp(`^[\\d,]+ of ${total}$`))).textContent ?? ''
}

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
    expect((await screen.findByRole('alert')).textContent).toMatch(/did you mean event\?/)
    // Long after typing has paused: half a query is no question.
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(cells('event')).toContain('line')
    expect(screen.getByRole('region', { name: 'event' })).toBeTruthy()
    expect(document.querySelector('.stale')).toBeNull()
    await user.keyboard('{Alt>}{Enter}{/Alt}')
    expect(levelFilterAtom('step').get()).toBe('event == "call"')
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

describe('columns', () => {
  it('sort the rows by their header, any expression', async () => {
    levelColumnsAtom('step').set(['event', 'len(ancestors)'])
    await openCorpus()
    await waitFor(() => expect(cells('len(ancestors)').length).toBeGreaterThan(3))
    await user.click(screen.getByRole('button', { name: 'len(ancestors)' }))
    await waitFor(() => expect(Number(cells('len(ancestors)')[0])).toBeGreaterThan(0))
    const shown = cells('len(ancestors)').map(Number)
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
    levelSortAtom('step').set(null)
  })

  it('are any expression, refused in words where it is none', async () => {
    await openCorpus()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const field = screen.getByLabelText('New column')
    await user.type(field, 'len(anscestors)')
    expect(screen.getByRole('alert').textContent).toMatch(/did you mean ancestors\?/)
    await user.clear(field)
    await user.type(field, 'len(ancestors){Enter}')
    expect(levelColumnsAtom('step').get().at(-1)).toBe('len(ancestors)')
    await waitFor(() => expect(cells('len(ancestors)')[0]).toBe('0'))
    await user.click(screen.getByRole('button', { name: 'Take off line' }))
    await waitFor(() => expect(cells('line')).toEqual([]))
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
        { by: 'a', cell: 'x\ty\nz' },
        { by: 'b', cell: null },
        { by: 'c', cell: 3 },
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
    await screen.findByRole('button', { name: 'Views (1)' })
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
})
