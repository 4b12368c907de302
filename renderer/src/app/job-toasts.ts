import { useEffect, useRef } from 'react'
import { isActive, isFollowed, useJobs } from '../api/jobs.ts'
import { showToast } from '../state/toasts.ts'

/**
 * Tells of each job that ends where nothing on the page shows it, and publishes how many run (`data-jobs`).
 * `listed`: the list of jobs is open.
 */
export function useFinishedJobToasts(listed: boolean): void {
  const jobs = useJobs()
  const running = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const active = jobs.filter((job) => isActive(job.state))
    document.documentElement.dataset.jobs = String(active.length)
    for (const job of jobs) {
      if (!running.current.has(job.job) || isActive(job.state)) continue
      if (listed || isFollowed(job.job)) continue
      if (job.state === 'done') showToast(job.text || `${job.title}: done.`, { tone: 'success' })
      else if (job.state === 'failed')
        showToast(job.error === null ? `${job.title} failed.` : `${job.title}: ${job.error}`, {
          tone: 'error',
        })
      else showToast(`${job.title}: ${job.state}.`)
    }
    running.current = new Set(active.map((job) => job.job))
  }, [jobs, listed])
}
