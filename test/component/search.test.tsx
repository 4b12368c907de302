import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../../main/services/deps.ts'
import { searchHandlers } from '../../main/services/search.ts'
import type { WritableDb } from '../../main/store/database.ts'
import type { Store } from '../../main/store/store.ts'
import { createSession } from '../../renderer/src/api/session.ts'
import { openOverlay, overlayAtom } from '../../renderer/src/state/overlay.ts'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { wantedLineAtom } from '../../renderer/src/state/wanted-line.ts'
import { SearchDialog } from '../../renderer/src/views/search/search-dialog.tsx'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { EMPTY_BATCH, headOf, SMALL_BATCH, SMALL_TAIL } from '../store/samples.ts'
import { openDirectStore } from '../support/direct-store.ts'
import { giveElementsASize, mount } from './mount.tsx'

giveElementsASize()
const user = userEvent.setup()
let db: WritableDb
let store: Store
const text = (value: string) => ({ text: value, size: value.length, type: 'str' })

/** A program whose variables `pear` and `m` hold `'apple pie'` and `'apples'`, which it returns. */
async function record(name: string, rest = ''): Promise<string> {
  const source = `def f(pear):\n    m = pear + 1\n    return m\n${rest}`
  const head = headOf(name, { program: { ...headOf(name).program, source } })
  const batch = {
    ...SMALL_BATCH,
    names: [
      [0, 'pear'],
      [1, 'm'],
    ] as const,
    values: [
      [0, text("'apple pie'")],
      [1, text("'apples'")],
    ] as const,
  }
  await store.write('traceWhole', { head, batches: [batch], tail: SMALL_TAIL })
  return head.trace
}

beforeEach(() => {
  ;({ db, store } = openDirectStore())
  placeAtom.set({ view: 'corpus', focus: NO_FOCUS })
})
afterEach(() => {
  cleanup()
  overlayAtom.set(null)
  db.close()
})

/** The real service of search over a real store in memory. */
async function openSearch(changed: Partial<Store> = {}): Promise<void> {
  const handlers = {
    ...searchHandlers({ store: { ...store, ...changed } } as Deps),
    'host.describe': () => ({
      host: 'web',
      version: '0',
      store: '/data/work.ndw',
      readOnly: false,
      readOnlyReason: null,
      capabilities: { reveal: false, pickFolder: false },
    }),
    'host.changes': () => new Promise<void>(() => {}),
  } as unknown as Handlers<WorkbenchContract>
  const session = createSession(async () => {
    const [page, end] = createMemoryWires()
    serve(contract, handlers, end, () => {})
    return page
  })
  await act(() => session.connect())
  act(() => openOverlay({ name: 'search' }))
  mount(session, <SearchDialog />)
}

const field = () => screen.getByRole('combobox')
const options = (): (string | null)[] =>
  screen.queryAllByRole('option').map(({ textContent }) => textContent)
const said = () => screen.getByRole('status').textContent

async function search(words: string): Promise<void> {
  await user.clear(field())
  await user.type(field(), words)
  await waitFor(() => expect(said()).not.toMatch(/Searching|Nothing found yet|being indexed/))
}

describe('the search', () => {
  it('shows hits by kind with the words marked, and says where each leads', async () => {
    await record('fruit')
    await openSearch()
    await search('pear')
    await waitFor(() => expect(options().length).toBeGreaterThan(0))
    const groups = screen.getAllByRole('group', { name: /lines|Names|values/ })
    expect(groups.map((group) => within(group).getByRole('presentation').textContent)).toEqual([
      'Program lines',
      'Names of variables',
    ])
    expect(options()).toEqual([
      'def f(pear):fruit · line 1 · event 0',
      '    m = pear + 1fruit · line 2 · event 1',
      'pearfruit · line 1 · event 0',
    ])
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'pear',
      'pear',
      'pear',
    ])
  })

  it('is walked by arrow keys, and Enter opens the node and its variable', async () => {
    const trace = await record('fruit')
    await openSearch()
    await search('apple')
    await waitFor(() => expect(options()).toHaveLength(2))
    const active = () =>
      document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
    expect(active()).toBe("pear = 'apple pie'fruit · line 1 · event 0")
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe("m = 'apples'fruit · line 3 · event 2")
    await user.keyboard('{ArrowDown}')
    expect(active()).toContain('apple pie')
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() =>
      expect(placeAtom.get()).toMatchObject({
        view: 'trace',
        focus: { trace, step: 2, variable: 'm' },
      }),
    )
    expect(overlayAtom.get()).toBeNull()
  })

  it('shows a line that did not run, and keeps the place in the trace that is in focus', async () => {
    const trace = await record('fruit', '# a kiwi\n')
    const focus = { ...NO_FOCUS, trace, step: 2, variable: 'm' }
    placeAtom.set({ view: 'corpus', focus })
    await openSearch()
    await search('kiwi')
    await waitFor(() => expect(options()).toEqual(['# a kiwifruit · line 4 · did not run']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(placeAtom.get()).toEqual({ view: 'trace', focus }))
    expect(wantedLineAtom.get()).toEqual({ trace, file: null, line: 4 })
    expect(toastsAtom.get().map(({ text }) => text)).toEqual(['Line 4 did not run.'])
  })

  it('finds one kind alone, chosen by a button or by the row that shows more', async () => {
    for (let at = 0; at < 9; at++) await record(`fruit ${at}`)
    await openSearch()
    await search('pear')
    await waitFor(() => expect(options()).toContain('Show more of these'))
    expect(options().indexOf('Show more of these')).toBe(6)
    await user.keyboard('{ArrowDown>6/}{Enter}')
    await waitFor(() => expect(options()).toHaveLength(18))
    expect(screen.getByRole('button', { name: 'Program lines', pressed: true })).toBeTruthy()
    expect(document.activeElement).toBe(field())
    await user.click(screen.getByRole('button', { name: 'Names of variables' }))
    await waitFor(() => expect(options()).toHaveLength(1))
  })

  it('shows what is found so far and how far the index is', async () => {
    await record('fruit')
    let goOn = (): void => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const write: Store['write'] = async (name, input) => {
      await held
      return store.write(name, input)
    }
    await openSearch({ write })
    await user.type(field(), 'pear')
    await waitFor(() => expect(screen.getByRole('progressbar', { name: 'Indexing' })).toBeTruthy())
    expect(said()).toContain('being indexed; more hits may come')
    expect(said()).toContain('Nothing found yet.')
    goOn()
    await waitFor(() => expect(options()).toHaveLength(3))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('says in words what to type, that nothing was found, and that nothing can be', async () => {
    await record('fruit')
    await openSearch()
    expect(said()).toMatch(/^Type words of a program/)
    await user.type(field(), '"*"')
    await waitFor(() => expect(said()).toMatch(/^Type letters, digits or underscores/))
    await search('banana')
    await waitFor(() => expect(said()).toMatch(/^Nothing recorded holds these words/))
    await user.keyboard('{Enter}')
    expect(overlayAtom.get()).toEqual({ name: 'search' })
  })

  it('says that a store which cannot be written is not all indexed', async () => {
    await record('fruit')
    await openSearch({ readOnlyReason: 'The workspace is open for reading only.' })
    await user.type(field(), 'pear')
    await waitFor(() => expect(said()).toContain('The workspace is open for reading only.'))
    expect(said()).toContain('Not everything is indexed')
  })

  it('says why a search failed', async () => {
    await store.write('traceWhole', {
      head: headOf('empty'),
      batches: [EMPTY_BATCH],
      tail: { ...SMALL_TAIL, events: 0, depth: 0 },
    })
    const write: Store['write'] = async () => {
      throw new ServiceError('unavailable', 'The disk that holds the workspace is full.')
    }
    await openSearch({ write })
    await user.type(field(), 'pear')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('The disk that holds the workspace is full.')
  })
})
