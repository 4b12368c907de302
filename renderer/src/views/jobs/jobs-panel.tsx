import { errorText } from '../../api/errors.ts'
import { isActive, useCancelJob, useJobs } from '../../api/jobs.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { JobCard } from './job-card.tsx'

/** The list of jobs, opened from the status bar: never in front of the work (product.md 3.3). */
export function JobsPanel({ onClose }: { onClose: () => void }) {
  const jobs = useJobs()
  const cancel = useCancelJob()
  const active = jobs.filter((job) => isActive(job.state)).length
  return (
    <aside
      id="jobs-panel"
      className="jobs-panel"
      aria-label="Jobs"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className="panel-head">
        <h2>Jobs</h2>
        <span className="muted">{active === 0 ? 'none running' : `${active} running`}</span>
        <div className="spacer" />
        <IconButton icon="close" label="Close jobs" onClick={onClose} />
      </header>
      {cancel.error === null ? null : <p className="field-error">{errorText(cancel.error)}</p>}
      {jobs.length === 0 ? (
        <EmptyState text="No jobs yet. Recording, sampling and exporting show up here." />
      ) : (
        <ul className="jobs">
          {jobs.map((job) => (
            <li key={job.job}>
              <JobCard job={job} />
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}
