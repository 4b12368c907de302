import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSession } from '../../renderer/src/api/session.ts'
import { App } from '../../renderer/src/app/app.tsx'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { corpusFilterAtom, corpusSortAtom } from '../../renderer/src/views/corpus/corpus-state.ts'
import type { Change } from '../../shared/contract/host.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import type { JobRow } from '../../shared/contract/jobs.ts'
import type { TraceRow } from '../../shared/contract/traces.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { ServiceError, type Wire } from '../../shared/rpc/wire.ts'
import { giveElementsASize } from './mount.tsx'

giveElementsASize()
const user = userEvent.setup()

function traceRow(program: string, events: number): TraceRow {
  return {
    trace: `t_${program}`,
    program,
    entry: null,
    events,
    depth: 1,
    exceptions: 0,
    exit: 'normal',
    stopReason: 'ended',
    error: null,
    trajectories: 0,
    labels: 0,
    recordedAt: 0,
    thread: 0,
  }
}

function runningJob(): JobRow {
  return {
    job: 'k_1',
    kind: 'record',
    state: 'running',
    paused: false,
    title: 'Record 9 programs',
    done: 3,
    total: 9,
    text: '3 programs recorded',
    error: null,
    result: null,
    createdAt: 0,
    startedAt: 0,
    endedAt: null,
  }
}

interface Services {
  rows: TraceRow[]
  jobs: JobRow[]
  readOnlyReason: string | null
  /** Wires opened so far, the services' ends. */
  readonly wires: Wire[]
  readonly announce: (change: Change) => void
  /** What a lost host does to the next connection: answers with this sentence. */
  refusal: string | null
}

function handlersOf(services: Services, listeners: Set<(change: Change) => void>) {
  const known: Partial<Handlers<WorkbenchContract>> = {
    'host.describe': () => ({
      host: 'web',
      version: '0',
      store: '/data/work.ndw',
      readOnly: services.readOnlyReason !== null,
      readOnlyReason: services.readOnlyReason,
      capabilities: { reveal: false, pickFolder: false },
    }),
    'host.changes': (_, emit, { signal }) => {
      listeners.add(emit)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    },
    'trace.page': ({ where, sort }) => {
      const rows = services.rows.filter((row) => row.program.includes(where.replaceAll('"', '')))
      if (sort?.column === 'events') rows.sort((a, b) => a.events - b.events)
      if (sort?.descending) rows.reverse()
      return { rows, total: rows.length, unfiltered: services.rows.length }
    },
    'corpus.count': async ({ where }, emit) => {
      const word = where.replaceAll('"', '')
      const matched = services.rows.filter((row) => row.program.includes(word)).length
      const total = services.rows.length
      emit({ scanned: total, total, matched, facets: [], complete: true })
    },
    'trace.get': () => {
      throw new ServiceError('not-found', 'There is no such trace.')
    },
    'job.page': () => ({ rows: services.jobs, total: services.jobs.length }),
    'job.cancel': ({ job }) => {
      services.jobs = services.jobs.map((row) =>
        row.job === job ? { ...row, state: 'cancelled', text: '' } : row,
      )
      return services.jobs[0] as JobRow
    },
  }
  return new Proxy(known, {
    get: (table, name) =>
      Reflect.get(table, name) ??
      (() => {
        throw new ServiceError('unavailable', `${String(name)} is not part of this host.`)
      }),
  }) as Handlers<WorkbenchContract>
}

async function openShell(change: Partial<Services> = {}): Promise<Services> {
  const listeners = new Set<(change: Change) => void>()
  const services: Services = {
    rows: [traceRow('alpha', 30), traceRow('beta', 10), traceRow('gamma', 20)],
    jobs: [],
    readOnlyReason: null,
    wires: [],
    announce: (news) => {
      for (const listener of listeners) listener(news)
    },
    refusal: null,
    ...change,
  }
  const session = createSession(async () => {
    if (services.refusal !== null) throw new Error(services.refusal)
    const [page, end] = createMemoryWires()
    services.wires.push(end)
    serve(contract, handlersOf(services, listeners), end, (name, error) => {
      throw new Error(`${name} failed`, { cause: error })
    })
    return page
  })
  render(<App session={session} />)
  await act(() => session.connect())
  return services
}

function programs(): (string | null)[] {
  return [...document.querySelectorAll('[data-column="program"]')].map((cell) => cell.textContent)
}

beforeEach(() => {
  placeAtom.set({ view: 'corpus', focus: NO_FOCUS })
  corpusFilterAtom.set('')
  corpusSortAtom.set(null)
  toastsAtom.set([])
})
afterEach(cleanup)

describe('the shell', () => {
  it('shows the rows, their count, and the store’s name', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toEqual(['alpha', 'beta', 'gamma']))
    expect(screen.getByTestId('corpus-count').textContent).toBe('3 of 3')
    expect(screen.getByTestId('status-store').textContent).toBe('work.ndw')
    expect(screen.getByTestId('status-rows').textContent).toBe('3 of 3 traces')
    await waitFor(() => expect(document.documentElement.dataset.idle).toBe('true'))
  })

  it('opens views by their keys', async () => {
    await openShell()
    await user.keyboard('{Control>}7{/Control}')
    expect(placeAtom.get().view).toBe('exports')
    expect(await screen.findByRole('heading', { name: 'Export trajectories' })).toBeTruthy()
    await user.keyboard('{Control>}1{/Control}')
    expect(placeAtom.get().view).toBe('corpus')
  })

  it('reads a list again when its area changes', async () => {
    const services = await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    services.rows = [...services.rows, traceRow('delta', 5)]
    services.announce({ area: 'trace', id: 't_delta' })
    await waitFor(() => expect(programs()).toContain('delta'))
  })

  it('follows a job from the status bar, and cancels it', async () => {
    const services = await openShell({ jobs: [runningJob()] })
    await user.click(await screen.findByTestId('status-jobs'))
    const card = await screen.findByRole('article', { name: 'Record 9 programs' })
    expect(card.textContent).toContain('3 of 9')
    await user.click(within(card).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(card.dataset.state).toBe('cancelled'))
    expect(services.jobs[0]?.state).toBe('cancelled')
    expect(card.textContent).toContain('it left nothing behind')
    expect(toastsAtom.get()).toEqual([])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary', { name: 'Jobs' })).toBe(null)
    expect(document.activeElement).toBe(screen.getByTestId('status-jobs'))
  })

  it('tells of a job that ends where nothing shows it', async () => {
    const services = await openShell({ jobs: [runningJob()] })
    await waitFor(() => expect(document.documentElement.dataset.jobs).toBe('1'))
    services.jobs = [{ ...runningJob(), state: 'failed', error: 'The disk is full.' }]
    services.announce({ area: 'job', id: 'k_1' })
    await waitFor(() => expect(toastsAtom.get().at(-1)?.text).toBe('The disk is full.'))
    expect(document.documentElement.dataset.jobs).toBe('0')
  })

  it('says why nothing can be written, and records nothing then', async () => {
    await openShell({ readOnlyReason: 'The store is newer than this workbench.' })
    expect(await screen.findByText('The store is newer than this workbench.')).toBeTruthy()
    const record = await screen.findByRole<HTMLButtonElement>('button', { name: 'Record…' })
    expect(record.disabled).toBe(true)
  })
})

describe('a lost connection', () => {
  it('is said in one sentence, keeps the rows on screen, and is mended by Reconnect', async () => {
    const services = await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    act(() => services.wires[0]?.close())
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The connection to the workbench was lost.',
    )
    expect(programs()).toHaveLength(3)
    services.rows = [traceRow('omega', 1)]
    await user.click(screen.getByRole('button', { name: 'Reconnect' }))
    await waitFor(() => expect(programs()).toEqual(['omega']))
    expect(screen.queryByRole('alert')).toBe(null)
  })

  it('that never was is a page with the reason', async () => {
    const services = await openShell({ refusal: 'The workbench does not answer.' })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The workbench does not answer.',
    )
    services.refusal = null
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await waitFor(() => expect(programs()).toHaveLength(3))
  })
})

describe('the corpus', () => {
  it('filters, says what is wrong with a filter under it, and keeps the rows until it is right', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    await user.keyboard('/')
    await user.keyboard('evnts > 3')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'A trace has no name "evnts" (character 1); did you mean events? To search for it as text, put it in quotes.',
    )
    expect(programs()).toHaveLength(3)
    await user.clear(screen.getByRole('combobox', { name: 'Query' }))
    await user.keyboard('"bet"')
    await waitFor(() => expect(programs()).toEqual(['beta']))
    expect(screen.getByTestId('corpus-count').textContent).toBe('1 of 3')
  })

  it('goes from the filter to the first row it keeps by ArrowDown, even before that is read', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    await user.keyboard('/"gam"{ArrowDown}')
    await waitFor(() => expect(placeAtom.get().focus.trace).toBe('t_gamma'))
    expect(document.activeElement).toBe(screen.getByRole('grid'))
    await user.keyboard('{Enter}')
    expect(placeAtom.get().view).toBe('trace')
  })

  it('offers to take off the condition that removed every row', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    await user.type(screen.getByRole('combobox', { name: 'Query' }), '"nothing-like-it"')
    await user.click(await screen.findByRole('button', { name: 'Clear the filter' }))
    await waitFor(() => expect(programs()).toHaveLength(3))
  })

  it('sorts by a header and opens the row in focus with Enter', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: 'Events' }))
    await waitFor(() => expect(programs()).toEqual(['alpha', 'gamma', 'beta']))
    act(() => screen.getByRole('grid').focus())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(placeAtom.get()).toEqual({ view: 'trace', focus: { ...NO_FOCUS, trace: 't_gamma' } })
  })

  it('asks a new store’s user to record a program', async () => {
    await openShell({ rows: [] })
    await user.click(await screen.findByRole('button', { name: 'Record a program…' }))
    await screen.findByLabelText('Python code')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Paste the program here, or open its file.',
    )
    await user.type(screen.getByLabelText('Python code'), 'x = 1')
    await user.keyboard('{Control>}7{/Control}{Control>}8{/Control}')
    expect(await screen.findByDisplayValue('x = 1')).toBeTruthy()
  })
})
