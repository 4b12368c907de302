import { useCallback, useMemo } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import type { TrajectoryRow } from '../../../../shared/contract/trajectories.ts'
import { fieldError } from '../../api/errors.ts'
import { useTrajectoryLocator, useTrajectoryRows } from '../../api/trajectories.ts'
import { useAtom } from '../../state/atom.ts'
import { useColumnWidths, useSize } from '../../state/layout.ts'
import { setFocus } from '../../state/place.ts'
import { useRowStatus } from '../../state/status.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { DataGrid } from '../../ui/data-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { useBeginByHand } from './hand/use-hand.ts'
import { listAllAtom, sampleDraftAtom } from './sample-state.ts'
import { TRAJECTORY_COLUMNS } from './trajectory-columns.tsx'
import { NoTrajectory, TrajectoryPanes } from './trajectory-panes.tsx'

const rowId = (row: TrajectoryRow): string => row.trajectory

/** The event in focus follows once the trajectory's start is known. */
function choose(row: TrajectoryRow): void {
  setFocus({ trace: row.trace, trajectory: row.trajectory, trajectoryStep: null, step: null })
}

/** Title, heading and six whole rows: a list that is scrolled to its end begins with a whole row too. */
const LIST_HEIGHT = 8 * 28

interface ListProps {
  readonly trace: string | null
  readonly trajectory: string | null
  readonly program: string | null
  readonly onStart: () => void
  readonly busy: boolean
  /** Name of the policy that is chosen. */
  readonly policy: string
}

const LIST_COMMANDS = declareCommands('Sample by hand', 'where trajectories are listed', {
  'hand.begin': { keys: ['h'], description: 'New trajectory by hand' },
})

/** Begins a trajectory by hand on the trace in focus, in the direction that is chosen; its key does so too. */
function useBeginHere(trace: string | null): () => void {
  const begin = useBeginByHand()
  const { direction } = useAtom(sampleDraftAtom)
  const beginHere = useCallback((): void => {
    if (trace !== null) begin({ kind: 'begin', trace, direction })
  }, [begin, trace, direction])
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      {
        ...LIST_COMMANDS['hand.begin'],
        reason: trace === null ? 'A trajectory is made on a trace; choose one first.' : null,
        run: beginHere,
      },
    ],
    [trace, beginHere],
  )
  useKeys('Sample by hand', bindings)
  return beginHere
}

/** The trajectories of the trace in focus, or of all, and the chosen one. */
export function TrajectoryList({ trace, trajectory, program, onStart, busy, policy }: ListProps) {
  const ofAll = useAtom(listAllAtom)
  const beginHere = useBeginHere(trace)
  const listed = ofAll ? null : trace
  const rows = useTrajectoryRows('', listed)
  const locate = useTrajectoryLocator('', listed)
  const widths = useColumnWidths('sample.trajectories')
  const layout = useSize('sample.list', LIST_HEIGHT)
  useRowStatus(rows.total, rows.total, 'trajectories')
  const problem = fieldError(rows.error)
  if (problem !== null) return <EmptyState text={problem} />
  if (rows.total === 0) return <NoTrajectory onStart={onStart} busy={busy} policy={policy} />
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
            <button
              type="button"
              className="text-button"
              title="A trajectory of your own, from the root of the trace, action by action"
              onClick={beginHere}
            >
              New by hand
            </button>
          )}
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
