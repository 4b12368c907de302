import type { JobKind, JobRow, jobs as jobsContract } from '../../shared/contract/jobs.ts'
import { describeIssues } from '../../shared/rpc/contract.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { Kind } from '../jobs/kind.ts'
import { exportKind } from '../jobs/kinds/export.ts'
import { importKind } from '../jobs/kinds/import.ts'
import { record } from '../jobs/kinds/record.ts'
import { run } from '../jobs/kinds/run.ts'
import { sample } from '../jobs/kinds/sample.ts'
import { traceExport } from '../jobs/kinds/trace-export.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Area } from './area.ts'

function isOpen({ state }: JobRow): boolean {
  return state === 'queued' || state === 'running'
}

/** The input was checked when the job was first started; a kind may have grown stricter since. */
function again<Input>(kind: Kind<Input>) {
  return (jobs: JobRunner, input: unknown): Promise<string> => {
    const parsed = kind.input.safeParse(input)
    if (parsed.success) return jobs.start(kind, parsed.data)
    throw new ServiceError(
      'bad-input',
      describeIssues('The input of that job', parsed.error.issues),
    )
  }
}

const AGAIN: Readonly<Partial<Record<JobKind, ReturnType<typeof again>>>> = {
  record: again(record),
  sample: again(sample),
  export: again(exportKind),
  import: again(importKind),
  'trace-export': again(traceExport),
  run: again(run),
}

export const jobHandlers: Area<typeof jobsContract> = ({ store, jobs }) => {
  /** A job of this process is fresher in memory than in the store. */
  const fresh = (row: JobRow): JobRow => jobs.liveRow(row.job) ?? row
  const get = async (job: string): Promise<JobRow> =>
    jobs.liveRow(job) ?? store.read('jobGet', { job })
  const setPaused = async (job: string, paused: boolean): Promise<JobRow> => {
    const row = await get(job)
    if (isOpen(row) && !jobs.setPaused(job, paused)) {
      throw new ServiceError(
        'conflict',
        `${row.title} belongs to another running workbench; ${paused ? 'pause' : 'resume'} it there.`,
      )
    }
    return get(job)
  }
  return {
    'job.page': async (input, { signal }) => {
      const page = await store.read('jobPage', input, { signal })
      return { ...page, rows: page.rows.map(fresh) }
    },
    'job.get': ({ job }) => get(job),
    'job.follow': async ({ job }, emit, { signal }) => {
      const aborted = new AbortController()
      signal.addEventListener('abort', () => aborted.abort(), { once: true })
      const isOwn = await jobs.follow(job, emit, aborted.signal)
      if (!isOwn) emit({ row: await get(job), made: [] })
    },
    'job.pause': (input) => setPaused(input.job, true),
    'job.resume': (input) => setPaused(input.job, false),
    'job.again': async ({ job }) => {
      const row = await get(job)
      if (isOpen(row)) throw new ServiceError('conflict', `${row.title} has not ended yet.`)
      const { kind, input } = await store.read('jobInput', { job })
      const start = AGAIN[kind]
      if (start === undefined) {
        throw new ServiceError('bad-input', `${row.title} cannot be started again.`)
      }
      return { job: await start(jobs, input) }
    },
    'job.cancel': async ({ job }) => {
      const row = await get(job)
      if (isOpen(row) && !jobs.cancel(job)) {
        throw new ServiceError(
          'conflict',
          `${row.title} belongs to another running workbench; cancel it there.`,
        )
      }
      return get(job)
    },
  }
}
