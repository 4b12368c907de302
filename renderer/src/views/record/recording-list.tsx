import { formatCount, formatDuration } from '../../../../shared/base/words.ts'
import type { JobRow } from '../../../../shared/contract/jobs.ts'
import { isActive } from '../../api/jobs.ts'
import { formatTime } from '../../ui/format.ts'
import { JobBadge } from '../jobs/job-card.tsx'
import { chosenJobAtom } from './record-state.ts'

/** The recordings, newest first: a click lists the programs of one. */
export function RecordingList({
  recordings,
  shown,
}: {
  readonly recordings: readonly JobRow[]
  readonly shown: string
}) {
  return (
    <ul className="recording-list" aria-label="Recordings of late">
      {recordings.map((job) => (
        <li key={job.job}>
          <button
            type="button"
            aria-current={job.job === shown ? 'true' : undefined}
            title={job.title}
            onClick={() => chosenJobAtom.set(job.job)}
          >
            <JobBadge job={job} />
            <span className="ellipsis">{job.title}</span>
            <span className="muted numbers">{progressOf(job)}</span>
            <time className="muted numbers" dateTime={new Date(job.createdAt).toISOString()}>
              {formatTime(job.createdAt)}
            </time>
          </button>
        </li>
      ))}
    </ul>
  )
}

function progressOf(job: JobRow): string {
  if (!isActive(job.state)) {
    return job.startedAt === null || job.endedAt === null
      ? ''
      : formatDuration(job.endedAt - job.startedAt)
  }
  return job.total === null ? '' : `${formatCount(job.done)} of ${formatCount(job.total)}`
}
