import { formatCount, formatDuration } from '../../../../shared/base/words.ts'
import type { JobRow, JobState } from '../../../../shared/contract/jobs.ts'
import { isActive, useCancelJob } from '../../api/jobs.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { observe } from './rate.ts'

const STATE_TONES: Readonly<Record<JobState, 'neutral' | 'good' | 'bad' | 'warning' | 'active'>> = {
  queued: 'neutral',
  running: 'active',
  done: 'good',
  failed: 'bad',
  cancelled: 'warning',
  interrupted: 'warning',
}

/** One job: what it is, how far, how fast, how it ended; Cancel while it can be cancelled. */
export function JobCard({ job }: { job: JobRow }) {
  const cancel = useCancelJob()
  const active = isActive(job.state)
  return (
    <article className="job-card" aria-label={job.title} data-job={job.job} data-state={job.state}>
      <div className="job-head">
        <Badge tone={STATE_TONES[job.state]}>{job.state}</Badge>
        <strong title={job.title}>{job.title}</strong>
        {active ? (
          <Button
            disabled={cancel.isPending || cancel.isSuccess}
            onClick={() => cancel.mutate(job.job)}
          >
            {cancel.isPending || cancel.isSuccess ? 'Cancelling…' : 'Cancel'}
          </Button>
        ) : (
          <time className="muted" dateTime={new Date(job.createdAt).toISOString()}>
            {formatDuration((job.endedAt ?? job.createdAt) - (job.startedAt ?? job.createdAt))}
          </time>
        )}
      </div>
      {active ? <JobProgress job={job} /> : <JobOutcome job={job} />}
    </article>
  )
}

function JobProgress({ job }: { job: JobRow }) {
  const pace = observe(job, performance.now())
  const counts =
    job.total === null
      ? formatCount(job.done)
      : `${formatCount(job.done)} of ${formatCount(job.total)}`
  return (
    <>
      <Progress label={job.title} done={job.done} total={job.total} />
      <p className="job-line">
        <span>{job.state === 'queued' ? 'Waiting for its turn.' : job.text}</span>
        <span className="muted numbers">
          {[counts, pace].filter((part) => part !== null).join(' · ')}
        </span>
      </p>
    </>
  )
}

function outcomeOf(job: JobRow): string {
  if (job.error !== null) return job.error
  if (job.state === 'cancelled') return job.text || 'Cancelled; it left nothing behind.'
  if (job.state === 'interrupted') return job.text || 'The workbench stopped before it was done.'
  return job.text
}

function JobOutcome({ job }: { job: JobRow }) {
  const text = outcomeOf(job)
  if (text === '') return null
  return <p className={job.error === null ? 'job-outcome' : 'job-outcome bad'}>{text}</p>
}
