import { useState } from 'react'
import type { TrajectoryRow } from '../../../../shared/contract/trajectories.ts'
import { fieldError } from '../../api/errors.ts'
import { useTrace } from '../../api/traces.ts'
import { useTrajectoryLocator, useTrajectoryRows } from '../../api/trajectories.ts'
import { useColumnWidths } from '../../state/layout.ts'
import { openView, setFocus, useFocus } from '../../state/place.ts'
import { useRowStatus } from '../../state/status.ts'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TRAJECTORY_COLUMNS } from '../sample/trajectory-columns.tsx'
import { listedAtom } from './predict-state.ts'
import { stepFromEvent } from './turn-round.ts'

const rowId = (row: TrajectoryRow): string => row.trajectory

function choose({ trace, trajectory }: TrajectoryRow): void {
  // Who goes through the list by keys stays in it until one is opened.
  listedAtom.set(true)
  setFocus({ trace, trajectory, trajectoryStep: null, step: null })
}

/** Steps from where the Trace view is, with no trajectory to follow. */
function StepFromFocus() {
  const { trace, step } = useFocus()
  const { data } = useTrace(trace)
  if (data === undefined || data.events === 0) return null
  const seq = Math.min(step ?? 0, data.events - 1)
  return (
    <button
      type="button"
      className="text-button"
      title="Without a trajectory: you choose every action, and the model says what follows"
      onClick={() => {
        listedAtom.set(false)
        stepFromEvent(data.trace, seq, data.events)
      }}
    >
      Step the model from event {seq} of {data.program}
    </button>
  )
}

function NoTrajectory() {
  return (
    <EmptyState
      text="A trajectory tells which actions are predicted, and there is none here yet."
      action={
        <span className="empty-acts">
          <Button tone="primary" onClick={() => openView('sample')}>
            Sample some…
          </Button>
          <StepFromFocus />
        </span>
      }
    />
  )
}

/** Trajectories whose steps can be predicted: those of the trace in focus, or of all. */
export function ChooseTrajectory() {
  const { trace, trajectory } = useFocus()
  // The list stays as it is while one goes through it, which moves the focus from trace to trace.
  const [listed, setListed] = useState(trace)
  const rows = useTrajectoryRows('', listed)
  const locate = useTrajectoryLocator('', listed)
  const widths = useColumnWidths('predict.trajectories')
  useRowStatus(rows.total, rows.total, 'trajectories')
  const problem = fieldError(rows.error)
  if (problem !== null) return <EmptyState text={problem} />
  if (rows.total === 0) return <NoTrajectory />
  return (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Choose a trajectory</h3>
        <span className="muted ellipsis">
          Enter opens it: the model is asked what each of its actions leads to
        </span>
        <span className="spacer" />
        <StepFromFocus />
        {trace === null && listed === null ? null : (
          <button
            type="button"
            className="text-button"
            onClick={() => setListed(listed === null ? trace : null)}
          >
            {listed === null ? 'Only those of the trace in focus' : 'Show all traces'}
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
        onOpen={() => listedAtom.set(false)}
        locate={locate}
        {...widths}
      />
    </div>
  )
}
