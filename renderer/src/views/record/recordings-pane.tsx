import { useMemo, useRef } from 'react'
import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import type { JobRow } from '../../../../shared/contract/jobs.ts'
import { isActive, useJob, useJobs } from '../../api/jobs.ts'
import { failuresOf, importedOf, isProblem, type MadeProgram } from '../../api/made-programs.ts'
import { type MadeSoFar, useMade } from '../../api/made-stream.ts'
import { useAtom } from '../../state/atom.ts'
import { openView } from '../../state/place.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { corpusFilterAtom, corpusLevelAtom, levelSortAtom } from '../corpus/corpus-state.ts'
import { JobCard } from '../jobs/job-card.tsx'
import { ImportTraces } from './import-traces.tsx'
import { OutcomeGrid } from './outcome-grid.tsx'
import { QueueKeys } from './queue-keys.tsx'
import { chosenJobAtom, problemsOnlyAtom } from './record-state.ts'
import { RecordingList } from './recording-list.tsx'

/** The recordings of late, and each program of the one that is looked at, while it runs and after. */
export function RecordingsPane() {
  const recordings = useRecordings()
  const chosen = useAtom(chosenJobAtom)
  const shown =
    recordings.find(({ job }) => job === chosen) ??
    recordings.find(({ state }) => state === 'running') ??
    recordings[0]
  return (
    <section className="recordings" aria-label="Recordings">
      <header className="panel-head">
        <h2>Recordings</h2>
        <span className="muted">{countActive(recordings)}</span>
        <span className="spacer" />
        <ImportTraces />
      </header>
      {shown === undefined ? (
        <EmptyState
          text="No recording yet. Each program of a recording gets a row here as soon as it is done."
          note="A recording goes on while you look at other views, and after the page is loaded again."
        />
      ) : (
        <>
          {recordings.length > 1 ? (
            <RecordingList recordings={recordings} shown={shown.job} />
          ) : null}
          <ShownRecording key={shown.job} listed={shown} />
        </>
      )}
    </section>
  )
}

function useRecordings(): readonly JobRow[] {
  const jobs = useJobs()
  return useMemo(() => jobs.filter(({ kind }) => kind === 'record' || kind === 'import'), [jobs])
}

function countActive(recordings: readonly JobRow[]): string {
  const active = recordings.filter(({ state }) => isActive(state)).length
  return active === 0 ? 'none running' : `${active} under way`
}

function ShownRecording({ listed }: { listed: JobRow }) {
  const job = useJob(listed.job).data ?? listed
  const made = useMade(listed.job)
  const isImport = job.kind === 'import'
  const kept = useMemo(
    () => (isImport ? importedOf(job.result) : failuresOf(job.result)),
    [isImport, job.result],
  )
  const pane = useRef<HTMLDivElement>(null)
  // What an ended job told while it ran is known for a minute; its failures for good.
  const isForgotten = made.total === 0 && made.status === 'ended' && !isActive(job.state)
  const told: MadeSoFar = isForgotten
    ? {
        ...made,
        all: kept,
        problems: kept.filter(isProblem),
        total: kept.length,
        problemTotal: kept.filter(isProblem).length,
      }
    : made
  return (
    <div className="recording" ref={pane}>
      <QueueKeys job={job} within={pane} />
      <JobCard job={job} onAgain={chosenJobAtom.set} />
      <RecordingTools job={job} made={told} isForgotten={isForgotten && !isImport} />
      <OutcomeGrid
        job={job.job}
        made={told}
        active={isActive(job.state)}
        empty={emptyText(job, isForgotten)}
      />
    </div>
  )
}

function emptyText(job: JobRow, isForgotten: boolean): string {
  if (job.kind === 'import') {
    return isActive(job.state) ? 'The file is being read.' : 'No trace was read.'
  }
  if (job.state === 'queued') return 'It starts when the recording before it has ended.'
  if (isActive(job.state)) {
    return job.paused
      ? 'Paused before the first program came to its end.'
      : 'The first program is still running.'
  }
  if (job.state === 'done') {
    if (!isForgotten) return 'It held no program.'
    return `Every program${hasSkips(job) ? ' that was not skipped' : ''} has its trace in the corpus.`
  }
  return job.done === 0
    ? 'No program came to its end.'
    : 'What it recorded before it stopped is in the corpus.'
}

function hasSkips({ result }: JobRow): boolean {
  return typeof result?.skipped === 'number' && result.skipped > 0
}

function countText({ job, made, isForgotten }: RecordingToolsProps): string {
  const { total, problemTotal } = made
  if (total === 0) return ''
  const thing = job.kind === 'import' ? 'trace' : 'program'
  if (!isForgotten) return `${formatCount(problemTotal)} of ${formatNoun(total, thing)}`
  const others = `the others${hasSkips(job) ? ' that were not skipped' : ''}`
  return `${formatNoun(total, 'program')} could not be recorded; ${others} have their traces in the corpus`
}

interface RecordingToolsProps {
  readonly job: JobRow
  readonly made: MadeSoFar
  readonly isForgotten: boolean
}

function RecordingTools(props: RecordingToolsProps) {
  const { job, made } = props
  const problemsOnly = useAtom(problemsOnlyAtom)
  return (
    <div className="recording-tools">
      <label className="check">
        <input
          type="checkbox"
          checked={problemsOnly}
          onChange={(event) => problemsOnlyAtom.set(event.target.checked)}
        />
        Problems only
      </label>
      <span className="muted numbers" data-testid="queue-count">
        {countText(props)}
      </span>
      <div className="spacer" />
      {isActive(job.state) ? null : <AfterRecording made={made} />}
    </div>
  )
}

/** Where an ended recording goes on: into its one trace, or to the newest in the corpus. */
function AfterRecording({ made }: { made: MadeSoFar }) {
  const only = made.total === 1 ? made.all[0] : undefined
  const showNewest = (): void => {
    corpusFilterAtom.set('')
    levelSortAtom('trace').set([{ by: 'recorded', descending: true }])
    corpusLevelAtom.set('trace')
    openView('corpus')
  }
  return (
    <>
      {only?.trace ? <OpenTrace made={only} /> : null}
      <Button onClick={showNewest}>Show the newest in the corpus</Button>
    </>
  )
}

function OpenTrace({ made }: { made: MadeProgram }) {
  return (
    <Button
      tone={isProblem(made) ? 'plain' : 'primary'}
      icon="trace"
      onClick={() => openView('trace', { trace: made.trace })}
    >
      Open the trace
    </Button>
  )
}
