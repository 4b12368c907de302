import { call, stream } from '../rpc/contract.ts'
import { Id, JobRef, PAGE_LIMIT, PageWindow } from './common.ts'
import { z } from './schema.ts'

export const JOB_STATES = [
  'queued',
  'running',
  'done',
  'failed',
  'cancelled',
  'interrupted',
] as const
export type JobState = (typeof JOB_STATES)[number]
export const JOB_KINDS = [
  'record',
  'probe',
  'sample',
  'export',
  'import',
  'trace-export',
  'run',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

export const JobRow = z.object({
  job: Id,
  kind: z.enum(JOB_KINDS),
  state: z.enum(JOB_STATES),
  /** It starts nothing new until it is resumed; what it began goes on to its end. */
  paused: z.boolean(),
  title: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  /** What it is doing, or in the end what it did. */
  text: z.string(),
  /** One plain sentence when it failed. */
  error: z.string().nullable(),
  /** Machine-readable outcome, set when done. */
  result: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.int(),
  startedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
})
export type JobRow = z.infer<typeof JobRow>

/** News of a running job: its row, and what it has made since the last item (traces, trajectories, files). */
export const JobNews = z.object({ row: JobRow, made: z.array(z.record(z.string(), z.unknown())) })
export type JobNews = z.infer<typeof JobNews>

export const jobs = {
  'job.page': call({
    input: z.object({ ...PageWindow }),
    output: z.object({ rows: z.array(JobRow).max(PAGE_LIMIT), total: z.int() }),
  }),
  'job.get': call({ input: z.object({ job: Id }), output: JobRow }),
  /** One job until it has ended: first all it has made so far, then each thing as it is made. */
  'job.follow': stream({ input: z.object({ job: Id }), item: JobNews }),
  /** Final: a cancelled job never restarts by itself. Answers with the job's row. */
  'job.cancel': call({ input: z.object({ job: Id }), output: JobRow }),
  'job.pause': call({ input: z.object({ job: Id }), output: JobRow }),
  'job.resume': call({ input: z.object({ job: Id }), output: JobRow }),
  /** Starts an ended job once more with the same input; what it had done is found done. */
  'job.again': call({ input: z.object({ job: Id }), output: JobRef }),
}
