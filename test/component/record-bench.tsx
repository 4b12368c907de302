import { waitFor } from '@testing-library/react'
import { createSession, type Session } from '../../renderer/src/api/session.ts'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { FIRST_RECORD } from '../../renderer/src/views/record/record-draft.ts'
import {
  chosenJobAtom,
  probeAtom,
  problemsOnlyAtom,
  recordDraftAtom,
} from '../../renderer/src/views/record/record-state.ts'
import { RecordView } from '../../renderer/src/views/record/record-view.tsx'
import type { Change } from '../../shared/contract/host.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import type { JobNews, JobRow } from '../../shared/contract/jobs.ts'
import type { EngineAbout, RecordRequest } from '../../shared/contract/recording.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { mount } from './mount.tsx'

export function recordJob(job: string, change: Partial<JobRow> = {}): JobRow {
  return {
    job,
    kind: 'record',
    state: 'running',
    paused: false,
    title: `Record ${job}`,
    done: 0,
    total: 3,
    text: '0 events recorded',
    error: null,
    result: null,
    createdAt: 0,
    startedAt: 0,
    endedAt: null,
    ...change,
  }
}

const WALLED: EngineAbout = {
  engine: 'pyodide',
  problem: null,
  version: 'CPython 3.14.2',
  python: null,
  sandbox: 'Python as WebAssembly',
  contained: ['no network'],
  open: [],
  needsConsent: false,
  hasConsent: false,
}
const BARE: EngineAbout = {
  ...WALLED,
  engine: 'cpython',
  version: 'CPython 3.11.7',
  sandbox: 'none',
  contained: [],
  open: ['it can read, change and delete your files'],
  needsConsent: true,
}

/** The services behind a Record view, and what they were asked. */
export interface RecordBench {
  readonly session: Session
  readonly requests: RecordRequest[]
  readonly calls: string[]
  readonly jobs: Map<string, JobRow>
  /** Changes a job's row and tells its followers, with what it made. */
  readonly tell: (job: string, change: Partial<JobRow>, made?: JobNews['made']) => void
  /** Why the next start is refused; null to let it start. */
  refusal: ServiceError | null
}

/** The parts of the page that a recording is seen in, over a real wire with the real contract. */
class Services {
  readonly requests: RecordRequest[] = []
  readonly calls: string[] = []
  readonly jobs = new Map<string, JobRow>()
  readonly made = new Map<string, Record<string, unknown>[]>()
  readonly followers = new Map<string, Set<(news: JobNews) => void>>()
  readonly changes = new Set<(change: Change) => void>()
  refusal: ServiceError | null = null
  hasConsent = false

  readonly tell = (job: string, change: Partial<JobRow>, made: JobNews['made'] = []): void => {
    const row = { ...this.row(job), ...change }
    this.jobs.set(job, row)
    this.made.set(job, [...(this.made.get(job) ?? []), ...made])
    for (const emit of this.followers.get(job) ?? []) emit({ row, made })
    for (const emit of this.changes) emit({ area: 'job', id: job })
  }

  row(job: string): JobRow {
    const row = this.jobs.get(job)
    if (row === undefined) throw new ServiceError('not-found', `There is no job ${job}.`)
    return row
  }

  private start(request: RecordRequest, change: Partial<JobRow>): { job: string } {
    if (this.refusal !== null) throw this.refusal
    this.requests.push(request)
    const job = `k_${this.jobs.size + 1}`
    this.jobs.set(job, recordJob(job, change))
    return { job }
  }

  private act(name: string, job: string, change: Partial<JobRow>): JobRow {
    this.calls.push(`${name} ${job}`)
    this.tell(job, change)
    return this.row(job)
  }

  handlers(): Partial<Handlers<WorkbenchContract>> {
    return {
      'host.describe': () => ({
        host: 'web',
        version: '0',
        store: '/store',
        readOnly: false,
        readOnlyReason: null,
        capabilities: { reveal: false, pickFolder: false },
      }),
      'host.changes': (_, emit, { signal }) => {
        this.changes.add(emit)
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
      },
      'trace.engines': () => ({ engines: [WALLED, { ...BARE, hasConsent: this.hasConsent }] }),
      'trace.consent': ({ agree }) => {
        this.hasConsent = agree
        this.calls.push(`consent ${agree}`)
        return {}
      },
      'trace.record': (input) => this.start(input, {}),
      'trace.probe': (input) =>
        this.start(input, {
          kind: 'probe',
          state: 'done',
          text: 'f ended within 0.10 s: 12 events, about 800 B.',
        }),
      'job.page': () => {
        const rows = [...this.jobs.values()].reverse()
        return { rows, total: rows.length }
      },
      'job.get': ({ job }) => this.row(job),
      'job.pause': ({ job }) => this.act('pause', job, { paused: true }),
      'job.resume': ({ job }) => this.act('resume', job, { paused: false }),
      'job.cancel': ({ job }) => this.act('cancel', job, { state: 'cancelled', text: 'Cancelled' }),
      'job.again': ({ job }) => {
        this.calls.push(`again ${job}`)
        const next = `k_${this.jobs.size + 1}`
        this.jobs.set(next, recordJob(next))
        return { job: next }
      },
      'job.follow': ({ job }, emit, { signal }) => {
        emit({ row: this.row(job), made: this.made.get(job) ?? [] })
        const followers = this.followers.get(job) ?? new Set()
        this.followers.set(job, followers.add(emit))
        const isOver = !/^(queued|running)$/.test(this.row(job).state)
        return new Promise((resolve) => {
          if (isOver) resolve()
          else signal.addEventListener('abort', () => resolve())
        })
      },
    }
  }
}

/** Mounts the view on services that hold these jobs, the newest last. */
export async function openRecord(jobs: readonly JobRow[] = []): Promise<RecordBench> {
  recordDraftAtom.set(FIRST_RECORD)
  chosenJobAtom.set(null)
  probeAtom.set(null)
  problemsOnlyAtom.set(false)
  placeAtom.set({ view: 'record', focus: NO_FOCUS })
  const services = new Services()
  for (const row of jobs) services.jobs.set(row.job, row)
  const handlers = services.handlers() as Handlers<WorkbenchContract>
  const session = createSession(async () => {
    const [page, other] = createMemoryWires()
    serve(contract, handlers, other, (name, error) => {
      throw new Error(`${name} failed`, { cause: error })
    })
    return page
  })
  await session.connect()
  mount(session, <RecordView />)
  await waitFor(() => {
    if (document.querySelector('.sandbox-statement') === null) throw new Error('no engines yet')
  })
  return Object.assign(services, { session })
}
