import type { JobKind } from '../../shared/contract/jobs.ts'
import type { z } from '../../shared/contract/schema.ts'
import type { Engines } from '../runtime/engines.ts'
import type { Store } from '../store/store.ts'
import type { Tracer } from '../tracer/tracer.ts'
import type { Crew } from './crew/crew.ts'
import type { TracerChoice } from './record/tracers.ts'

export const LANES = ['trace', 'store', 'model'] as const
/** Jobs of one lane share its width, so that long work never asks for more than the machine has. */
export type Lane = (typeof LANES)[number]

export interface JobProgress {
  readonly done: number
  readonly total: number | null
  readonly text: string
}

/** What a running job may use. */
export interface JobContext {
  readonly jobId: string
  readonly signal: AbortSignal
  /** To be awaited before each piece of work: waits while the job is paused, rejects when it is cancelled. */
  readonly ready: () => Promise<void>
  readonly store: Store
  /** Shares work over the cores. Its threads are started on first use. */
  readonly crew: Crew
  /** Started on first use: jobs that record nothing never start an interpreter. Rejects in one sentence. */
  readonly tracer: (choice: TracerChoice) => Promise<Tracer>
  /** What predicts. */
  readonly engines: Pick<Engines, 'get'>
  readonly appVersion: string
  /** Latest wins; kept to ten news a second. */
  readonly report: (progress: JobProgress) => void
  /**
   * Something the job has made, for those who follow it: plain JSON. A long trace is told twice: with
   * `recording: true` when it can be looked at, and when it is whole.
   */
  readonly made: (thing: Record<string, unknown>) => void
  /** Tells the views that rows of an area changed. */
  readonly changed: (area: 'trace' | 'trajectory' | 'export' | 'run', id: string | null) => void
  readonly log: (level: 'info' | 'warning' | 'error', message: string) => void
}

/** What a finished job says of itself: a sentence, and the same as data. */
export interface JobOutcome {
  readonly text: string
  readonly result: Record<string, unknown>
}

/** One kind of long operation: one file in `kinds/` (architecture.md 1.7). */
export interface Kind<Input> {
  readonly name: JobKind
  readonly lane: Lane
  readonly input: z.ZodType<Input>
  readonly title: (input: Input) => string
  readonly run: (input: Input, ctx: JobContext) => Promise<JobOutcome>
}
