import { formatCount, formatDuration } from '../../../../shared/base/words.ts'
import type { JobRow } from '../../../../shared/contract/jobs.ts'

interface Seen {
  readonly done: number
  readonly at: number
}

const MIN_SPAN_MS = 1000
const firstSeen = new Map<string, Seen>()

/**
 * Rate and time left of a running job, from what this page saw of it: the clock of the services may be another.
 * Null until it has been seen for a second.
 */
export function observe(job: JobRow, now: number): string | null {
  if (job.state !== 'running') return null
  // A pause is no part of the pace.
  if (job.paused) {
    firstSeen.delete(job.job)
    return null
  }
  const first = firstSeen.get(job.job)
  if (first === undefined) {
    firstSeen.set(job.job, { done: job.done, at: now })
    return null
  }
  const span = now - first.at
  const rate = ((job.done - first.done) / span) * 1000
  if (span < MIN_SPAN_MS || rate <= 0) return null
  const speed = `${rate >= 10 ? formatCount(Math.round(rate)) : rate.toFixed(1)}/s`
  if (job.total === null) return speed
  return `${speed} · ${formatDuration(((job.total - job.done) / rate) * 1000)} left`
}
