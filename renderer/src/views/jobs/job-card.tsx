import { formatCount, formatDuration } from '../../../../shared/base/words.ts'
import type { JobKind, JobRow, JobState } from '../../../../shared/contract/jobs.ts'
import { errorText } from '../../api/errors.ts'
import { isActive, useCancelJob, usePauseJob, useResumeJob, useRunAgain } from '../../api/jobs.ts'
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

/** How a job stands, in a word. */
export function JobBadge({ job }: { job: JobRow }) {
  if (job.paused && isActive(job.state)) return <Badge tone="warning">paused</Badge>
  return <Badge tone={STATE_TONES[job.state]}>{job.state}</Badge>
}

interface JobCardProps {
  readonly job: JobRow
  /** Told the new job's id when this one was started again. */
  readonly onAgain?: (job: string) => void
}

/** One job: what it is, how far, how fast, how it ended; and what can be done with it now. */
export function JobCard({ job, onAgain }: JobCardProps) {
  const active = isActive(job.state)
  const again = useRunAgain()
  return (
    <article className="job-card" aria-label={job.title} data-job={job.job} data-state={job.state}>
      <div className="job-head">
        <JobBadge job={job} />
        <strong title={job.title}>{job.title}</strong>
        {active ? (
          <ActiveActs job={job} />
        ) : (
          <>
            {canRunAgain(job) ? (
              <Button
                disabled={again.isPending}
                hint="Starts it once more with the same choices; what was done stays and is found done."
                onClick={() => again.mutate(job.job, onAgain && { onSuccess: onAgain })}
              >
                Run again
              </Button>
            ) : null}
            <time className="muted" dateTime={new Date(job.createdAt).toISOString()}>
              {formatDuration((job.endedAt ?? job.createdAt) - (job.startedAt ?? job.createdAt))}
            </time>
          </>
        )}
      </div>
      {active ? <JobProgress job={job} /> : <JobOutcome job={job} />}
      {again.error === null ? null : (
        <p className="field-error" role="alert">
          {errorText(again.error)}
        </p>
      )}
    </article>
  )
}

/** Kinds whose jobs keep what they did, wait when they are told to and go on where they were. */
const GOING_ON: ReadonlySet<JobKind> = new Set<JobKind>(['record', 'run'])

/** What stopped before its end goes on from there; another kind of job would do its work twice. */
function canRunAgain({ kind, state }: JobRow): boolean {
  return GOING_ON.has(kind) && /^(failed|cancelled|interrupted)$/.test(state)
}

function ActiveActs({ job }: { job: JobRow }) {
  const cancel = useCancelJob()
  const isCancelling = cancel.isPending || cancel.isSuccess
  return (
    <>
      {GOING_ON.has(job.kind) && !isCancelling ? <PauseButton job={job} /> : null}
      <Button disabled={isCancelling} onClick={() => cancel.mutate(job.job)}>
        {isCancelling ? 'Cancelling…' : 'Cancel'}
      </Button>
    </>
  )
}

function PauseButton({ job }: { job: JobRow }) {
  const pause = usePauseJob()
  const resume = useResumeJob()
  const thing = job.kind === 'run' ? 'prediction' : 'program'
  const [act, word, hint] = job.paused
    ? [resume, 'Resume', `Goes on with the next ${thing}`]
    : [pause, 'Pause', `Starts no further ${thing}; what runs goes on to its end`]
  return (
    <Button
      // A disabled button would lose the keyboard focus.
      aria-disabled={act.isPending || undefined}
      hint={hint}
      onClick={() => act.mutate(job.job)}
    >
      {word}
    </Button>
  )
}

function progressText(job: JobRow): string {
  if (job.state === 'queued')
    return job.paused ? 'Paused before it started.' : 'Waiting for its turn.'
  return job.paused ? 'Paused: nothing further starts until it is resumed.' : job.text
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
        <span>{progressText(job)}</span>
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
