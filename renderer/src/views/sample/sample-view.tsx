import { formatNoun } from '../../../../shared/base/words.ts'
import type { SampleRequest, TrajectoryRow } from '../../../../shared/contract/trajectories.ts'
import { errorText, fieldError } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import { isActive, useJob } from '../../api/jobs.ts'
import { useTrace } from '../../api/traces.ts'
import { useSample, useTrajectoryLocator, useTrajectoryRows } from '../../api/trajectories.ts'
import { useAtom } from '../../state/atom.ts'
import { useColumnWidths, useSize } from '../../state/layout.ts'
import { setFocus, useFocus } from '../../state/place.ts'
import { useRowStatus } from '../../state/status.ts'
import { showToast } from '../../state/toasts.ts'
import { DataGrid } from '../../ui/data-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { corpusFilterAtom } from '../corpus/corpus-state.ts'
import { checkDraft } from './sample-draft.ts'
import { SampleForm } from './sample-form.tsx'
import { SampleJob } from './sample-job.tsx'
import { listAllAtom, sampleDraftAtom, sampleJobAtom } from './sample-state.ts'
import { TRAJECTORY_COLUMNS } from './trajectory-columns.tsx'
import { NoTrajectory, TrajectoryPanes } from './trajectory-panes.tsx'

const rowId = (row: TrajectoryRow): string => row.trajectory

/** The event in focus follows once the trajectory's start is known. */
function choose(row: TrajectoryRow): void {
  setFocus({ trace: row.trace, trajectory: row.trajectory, trajectoryStep: null, step: null })
}

interface ListProps {
  readonly trace: string | null
  readonly trajectory: string | null
  readonly program: string | null
  readonly onStart: () => void
  readonly busy: boolean
}

/** The trajectories of the trace in focus, or of all, and the chosen one. */
function Trajectories({ trace, trajectory, program, onStart, busy }: ListProps) {
  const ofAll = useAtom(listAllAtom)
  const listed = ofAll ? null : trace
  const rows = useTrajectoryRows('', listed)
  const locate = useTrajectoryLocator('', listed)
  const widths = useColumnWidths('sample.trajectories')
  const layout = useSize('sample.list', 220)
  useRowStatus(rows.total, rows.total, 'trajectories')
  const problem = fieldError(rows.error)
  if (problem !== null) return <EmptyState text={problem} />
  if (rows.total === 0) return <NoTrajectory onStart={onStart} busy={busy} />
  return (
    <SplitPane label="Trajectories and steps" direction="column" min={84} minRest={160} {...layout}>
      <div className="pane-body">
        <div className="pane-title">
          <h3>Trajectories</h3>
          <span className="muted numbers ellipsis">
            {rows.total === null ? '' : formatNoun(rows.total, 'trajectory', 'trajectories')}
            {listed === null || program === null ? ' of all traces' : ` of ${program}`}
          </span>
          <span className="spacer" />
          {trace === null ? null : (
            <button type="button" className="text-button" onClick={() => listAllAtom.set(!ofAll)}>
              {ofAll ? 'Only those of the trace in focus' : 'Show all traces'}
            </button>
          )}
        </div>
        <DataGrid
          label="Trajectories"
          columns={TRAJECTORY_COLUMNS}
          rows={rows}
          list={listed ?? ''}
          rowId={rowId}
          activeId={trajectory}
          onActive={choose}
          locate={locate}
          {...widths}
        />
      </div>
      {trajectory === null ? (
        <EmptyState text="Choose a trajectory to see its steps and its text." />
      ) : (
        <TrajectoryPanes key={trajectory} trajectory={trajectory} />
      )}
    </SplitPane>
  )
}

/** What a model would be trained on: policies, the trajectories they draw, and their text. */
export function SampleView() {
  const { trace, trajectory } = useFocus()
  const { data } = useTrace(trace)
  const host = useHost()
  const draft = useAtom(sampleDraftAtom)
  const job = useAtom(sampleJobAtom)
  const running = useJob(job)
  const sample = useSample()
  const layout = useSize('sample.form', 288)
  const busy = sample.isPending || (running.data !== undefined && isActive(running.data.state))
  const blocked =
    host?.readOnly === true ? (host.readOnlyReason ?? 'The store is read only.') : null
  const program = data?.program ?? null
  const start = (request: SampleRequest): void => {
    sample.mutate(request, {
      onSuccess: sampleJobAtom.set,
      onError: (error) => showToast(errorText(error), { tone: 'error' }),
    })
  }
  const startDefault = (): void => {
    const { request } = checkDraft(draft, trace, corpusFilterAtom.get())
    if (request !== null) start({ ...request, policy: 'paper-mix' })
  }
  return (
    <SplitPane label="Policy and trajectories" min={240} minRest={400} {...layout}>
      <div className="pane-body sample-side">
        <div className="pane-title">
          <h3>Policy</h3>
        </div>
        <SampleForm
          draft={draft}
          onDraft={sampleDraftAtom.set}
          trace={trace}
          program={program}
          busy={busy}
          onSample={start}
          blocked={blocked}
        />
        <SampleJob job={job} />
      </div>
      <Trajectories {...{ trace, trajectory, program, busy }} onStart={startDefault} />
    </SplitPane>
  )
}
