import type { JobRow, jobs as jobsContract } from '../../shared/contract/jobs.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { Area } from './area.ts'

export const jobHandlers: Area<typeof jobsContract> = ({ store, jobs }) => {
  /** A job of this process is fresher in memory than in the store. */
  const fresh = (row: JobRow): JobRow => jobs.liveRow(row.job) ?? row
  const get = async (job: string): Promise<JobRow> =>
    jobs.liveRow(job) ?? store.read('jobGet', { job })
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
    'job.cancel': async ({ job }) => {
      const row = await get(job)
      const isOpen = row.state === 'queued' || row.state === 'running'
      if (isOpen && !jobs.cancel(job)) {
        throw new ServiceError(
          'conflict',
          `${row.title} belongs to another running workbench; cancel it there.`,
        )
      }
      return get(job)
    },
  }
}
