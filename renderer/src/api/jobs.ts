import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { JobRow, JobState } from '../../../shared/contract/jobs.ts'
import { type Session, useSession } from './session.ts'

const LISTED = 100
const NO_JOBS: readonly JobRow[] = []

export function isActive(state: JobState): boolean {
  return state === 'queued' || state === 'running'
}

/** The latest jobs, newest first. */
export function useJobs(): readonly JobRow[] {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['job', 'page'],
    queryFn: async ({ signal }) =>
      (await session.call('job.page', { offset: 0, limit: LISTED }, { signal })).rows,
  })
  return data ?? NO_JOBS
}

const followed = new Map<string, number>()

/** Whether something on the page shows how this job goes, so that its end needs no telling. */
export function isFollowed(job: string): boolean {
  return (followed.get(job) ?? 0) > 0
}

/** One job, followed through its changes; idle while `job` is null. */
export function useJob(job: string | null) {
  const session = useSession()
  useEffect(() => {
    if (job === null) return
    followed.set(job, (followed.get(job) ?? 0) + 1)
    return () => void followed.set(job, (followed.get(job) ?? 0) - 1)
  }, [job])
  return useQuery({
    queryKey: ['job', 'get', job],
    queryFn: ({ signal }): Promise<JobRow> =>
      session.call('job.get', { job: job ?? '' }, { signal }),
    enabled: job !== null,
  })
}

/** A call on a job that answers with its row: shown at once wherever the job is. */
function useJobCall(name: 'job.cancel' | 'job.pause' | 'job.resume') {
  const session = useSession()
  return useMutation({
    mutationFn: (job: string) => session.call(name, { job }),
    onSuccess: (row) => {
      session.queryClient.setQueryData(['job', 'get', row.job], row)
      return session.queryClient.invalidateQueries({ queryKey: ['job', 'page'] })
    },
  })
}

export function useCancelJob() {
  return useJobCall('job.cancel')
}

export function usePauseJob() {
  return useJobCall('job.pause')
}

export function useResumeJob() {
  return useJobCall('job.resume')
}

/** Starts an ended job once more with the same input; resolves to the new job's id. */
export function useRunAgain() {
  const session = useSession()
  return useMutation({
    mutationFn: async (ended: string): Promise<string> => {
      const { job } = await session.call('job.again', { job: ended })
      return noteStartedJob(session, job)
    },
  })
}

/** Reads the job list again before a start counts as done, so that the page never looks idle in between. */
export async function noteStartedJob(session: Session, job: string): Promise<string> {
  await session.queryClient.invalidateQueries({ queryKey: ['job', 'page'] })
  return job
}
