import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Change } from '../../shared/contract/host.ts'
import type { JobNews, JobRow, JobState } from '../../shared/contract/jobs.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { Store } from '../store/store.ts'
import type { JobOwner } from '../store/write-types.ts'
import type { JobContext, Kind, Lane } from './kind.ts'
import { hasEnded, LiveJob } from './live-job.ts'

/** Progress reaches the store at most this often, in milliseconds; between, it lives in memory. */
const STORE_INTERVAL = 1000
/** What an ended job made stays available to late followers for this long, in milliseconds. */
const KEEP_ENDED = 60_000

const LANE_WIDTH: Readonly<Record<Lane, number>> = {
  trace: 1,
  store: Math.max(1, Math.min(2, availableParallelism() - 1)),
  model: 1,
}

export interface JobRunnerDeps {
  readonly store: Store
  readonly crew: JobContext['crew']
  readonly tracer: JobContext['tracer']
  readonly engines: JobContext['engines']
  readonly appVersion: string
  /** Who runs the jobs: found gone at a later start, they become `interrupted`. */
  readonly owner: JobOwner
  readonly announce: (change: Change) => void
  readonly log: (level: 'info' | 'warning' | 'error', message: string) => void
}

interface Queued {
  readonly job: LiveJob
  readonly run: () => Promise<void>
}

/** Queues jobs by lane, runs them, and keeps their rows true: queued → running → done | failed | cancelled. */
export class JobRunner {
  private readonly deps: JobRunnerDeps
  private readonly live = new Map<string, LiveJob>()
  private readonly queues: Record<Lane, Queued[]> = { trace: [], store: [], model: [] }
  private readonly running: Record<Lane, number> = { trace: 0, store: 0, model: 0 }
  private readonly unfinished = new Set<Promise<void>>()
  private closing = false

  constructor(deps: JobRunnerDeps) {
    this.deps = deps
  }

  /** Adds the job and answers with its id; it starts when its lane has room. */
  async start<Input>(kind: Kind<Input>, input: Input): Promise<string> {
    if (this.closing) throw new ServiceError('unavailable', 'The workbench is closing.')
    const row: JobRow = {
      job: `k_${randomBytes(8).toString('hex')}`,
      kind: kind.name,
      state: 'queued',
      paused: false,
      title: kind.title(input),
      done: 0,
      total: null,
      text: 'Waiting',
      error: null,
      result: null,
      createdAt: Date.now(),
      startedAt: null,
      endedAt: null,
    }
    await this.deps.store.write('jobAdd', { row, input, owner: this.deps.owner })
    const job = new LiveJob(row)
    this.live.set(row.job, job)
    job.onNews(() => this.deps.announce({ area: 'job', id: row.job }))
    this.deps.announce({ area: 'job', id: row.job })
    this.queues[kind.lane].push({ job, run: () => this.runJob(kind, input, job) })
    this.startNext(kind.lane)
    return row.job
  }

  /** The row of a job of this process, fresher than the store's; null for jobs of others. */
  liveRow(jobId: string): JobRow | null {
    return this.live.get(jobId)?.row ?? null
  }

  /** Asks a job to stop. Cancelled is final; a job that has ended stays as it is. */
  cancel(jobId: string): boolean {
    const job = this.live.get(jobId)
    if (job === undefined) return false
    job.controller.abort()
    this.dropQueued(job)
    return true
  }

  /** A cancelled job that has not started need not wait for its turn to say so. */
  private dropQueued(job: LiveJob): void {
    for (const queue of Object.values(this.queues)) {
      const at = queue.findIndex((queued) => queued.job === job)
      const [queued] = at < 0 ? [] : queue.splice(at, 1)
      if (queued === undefined) continue
      const ended = queued.run().finally(() => this.unfinished.delete(ended))
      this.unfinished.add(ended)
    }
  }

  /** Pauses or resumes a job that has not ended; false when the job is not one of this process. */
  setPaused(jobId: string, paused: boolean): boolean {
    const job = this.live.get(jobId)
    if (job === undefined) return false
    if (!hasEnded(job.row.state)) job.update({ paused })
    return true
  }

  /** Follows a job of this process to its end; false when the job is not one of this process. */
  async follow(
    jobId: string,
    emit: (news: JobNews) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    const job = this.live.get(jobId)
    if (job === undefined) return false
    await job.follow(emit, signal)
    return true
  }

  /** Cancels what is running and waits until its rows say so. */
  async close(): Promise<void> {
    this.closing = true
    for (const job of this.live.values()) job.controller.abort()
    for (const lane of Object.keys(this.queues) as Lane[]) this.startNext(lane)
    await Promise.allSettled([...this.unfinished])
  }

  private startNext(lane: Lane): void {
    while (this.running[lane] < LANE_WIDTH[lane]) {
      const next = this.queues[lane].shift()
      if (next === undefined) return
      this.running[lane]++
      const finished = next.run().finally(() => {
        this.running[lane]--
        this.unfinished.delete(finished)
        this.startNext(lane)
      })
      this.unfinished.add(finished)
    }
  }

  private async runJob<Input>(kind: Kind<Input>, input: Input, job: LiveJob): Promise<void> {
    const signal = job.controller.signal
    try {
      if (signal.aborted) throw new ServiceError('cancelled', 'Cancelled before it started.')
      await this.moveTo(job, 'running', { startedAt: Date.now(), text: 'Starting' })
      const outcome = await kind.run(input, this.contextOf(job))
      await this.moveTo(job, 'done', {
        ...outcome,
        paused: false,
        done: job.row.total ?? job.row.done,
        endedAt: Date.now(),
      })
    } catch (error) {
      const cancelled = signal.aborted
      const state: JobState = cancelled ? 'cancelled' : 'failed'
      if (!cancelled && !(error instanceof ServiceError)) this.logBug(kind.name, error)
      await this.moveTo(job, state, {
        text: cancelled ? 'Cancelled' : 'Failed',
        paused: false,
        error: cancelled ? null : sentenceOf(error),
        endedAt: Date.now(),
      }).catch((cause: unknown) => this.logBug(kind.name, cause))
    }
    setTimeout(() => this.live.delete(job.row.job), KEEP_ENDED).unref()
  }

  private async moveTo(job: LiveJob, state: JobState, change: Partial<JobRow>): Promise<void> {
    const from = job.row.state
    const row = { ...job.row, ...change, state }
    try {
      await this.deps.store.write('jobUpdate', { row, from })
    } finally {
      job.update({ ...change, state })
    }
  }

  private contextOf(job: LiveJob): JobContext {
    const { store, crew, tracer, engines, appVersion, announce, log } = this.deps
    let storedAt = Date.now()
    return {
      jobId: job.row.job,
      signal: job.controller.signal,
      ready: () => job.ready(),
      store,
      crew,
      tracer,
      engines,
      appVersion,
      log,
      report: (progress) => {
        job.update(progress)
        if (Date.now() - storedAt < STORE_INTERVAL) return
        storedAt = Date.now()
        store.write('jobUpdate', { row: job.row, from: 'running' }).catch((error: unknown) => {
          log(
            'warning',
            `The progress of ${job.row.title} could not be stored: ${sentenceOf(error)}`,
          )
        })
      },
      made: (thing) => job.addMade(thing),
      changed: (area, id) => announce({ area, id }),
    }
  }

  private logBug(kind: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.deps.log('error', `The ${kind} job failed: ${text}`)
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message
  return `Something unexpected failed inside the workbench: ${error instanceof Error ? error.message : String(error)}`
}
