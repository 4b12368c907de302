import { useEffect, useMemo, useRef } from 'react'
import { errorText } from '../../api/errors.ts'
import { isActive, useCancelJob, useJobs } from '../../api/jobs.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { JobCard } from './job-card.tsx'

/**
 * The list of jobs, opened from the status bar: never in front of the work (product.md 3.3). `onClose` must not
 * change between renders.
 */
export function JobsPanel({ onClose }: { onClose: () => void }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      { id: 'jobs.close', keys: ['Escape'], description: 'Close the list of jobs', run: onClose },
    ],
    [onClose],
  )
  useKeys('Jobs', bindings)
  const jobs = useJobs()
  const cancel = useCancelJob()
  const active = jobs.filter((job) => isActive(job.state)).length
  return (
    <aside ref={panel} tabIndex={-1} id="jobs-panel" className="jobs-panel" aria-label="Jobs">
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
        <ul className="jobs" tabIndex={0} aria-label="Jobs, newest first">
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
