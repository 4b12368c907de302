import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createSession } from '../../renderer/src/api/session.ts'
import { App } from '../../renderer/src/app/app.tsx'
import type { CorpusRow } from '../../shared/contract/corpus.ts'
import type { Change } from '../../shared/contract/host.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import type { JobRow } from '../../shared/contract/jobs.ts'
import type { TraceRow } from '../../shared/contract/traces.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { ServiceError, type Wire } from '../../shared/rpc/wire.ts'
import { giveElementsASize } from './mount.tsx'

giveElementsASize()
export const user = userEvent.setup()

export function traceRow(program: string, events: number): TraceRow {
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

export function runningJob(): JobRow {
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

export interface Services {
  rows: TraceRow[]
  jobs: JobRow[]
  readOnlyReason: string | null
  /** Wires opened so far, the services' ends. */
  readonly wires: Wire[]
  readonly announce: (change: Change) => void
  /** What a lost host does to the next connection: answers with this sentence. */
  refusal: string | null
}

/** The row as the corpus is told of it; what only the services can count is none. */
function asCells(row: TraceRow, columns: readonly string[]): CorpusRow {
  const known: Readonly<Record<string, string | number | null>> = { ...row, stop: row.stopReason }
  const cells = columns.map((column) => known[column] ?? null)
  return { id: row.trace, trace: row.trace, step: null, trajectory: null, cells }
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
    'trace.page': () => {
      const { length } = services.rows
      return { rows: services.rows, total: length, unfiltered: length }
    },
    'corpus.slice': ({ where, sort, columns }) => {
      const rows = services.rows.filter((row) => row.program.includes(where.replaceAll('"', '')))
      if (sort[0]?.by === 'events') rows.sort((a, b) => a.events - b.events)
      if (sort[0]?.descending) rows.reverse()
      const total = services.rows.length
      return {
        rows: rows.map((row) => asCells(row, columns)),
        total: rows.length,
        unfiltered: total,
      }
    },
    'corpus.position': () => ({ index: null }),
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

export async function openShell(change: Partial<Services> = {}): Promise<Services> {
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

export function programs(): (string | null)[] {
  return [...document.querySelectorAll('[data-column="program"]')].map((cell) => cell.textContent)
}
