import { useEffect, useMemo } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import type { ListedRun } from '../../../../shared/contract/runs.ts'
import { fieldError } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import { useRuns } from '../../api/runs.ts'
import { useAtom } from '../../state/atom.ts'
import { changePlace, evaluatePlaceAtom } from '../../state/evaluate-place.ts'
import { useColumnWidths, useSize } from '../../state/layout.ts'
import { useRowStatus } from '../../state/status.ts'
import { Button } from '../../ui/button.tsx'
import { commandHint } from '../../ui/command-hint.ts'
import { DataGrid } from '../../ui/data-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type KeyBinding, useKeys, useKeysOf } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { EVALUATE_COMMANDS } from './evaluate-commands.ts'
import { draftAtom, FIRST_DRAFT } from './evaluate-state.ts'
import { NewRun } from './new-run.tsx'
import { RUN_COLUMNS } from './run-columns.tsx'
import { RunPane, useStartedJob } from './run-pane.tsx'

const rowId = ({ run }: ListedRun): string => run
/** Title, heading and four rows. */
const LIST_HEIGHT = 44 + 28 * 5

function useNewRun(): { readonly reason: string | null; readonly run: () => void } {
  const host = useHost()
  const reason = host?.readOnly === true ? 'This store is read-only.' : null
  const act = useMemo(() => ({ reason, run: () => draftAtom.set(FIRST_DRAFT) }), [reason])
  useKeys(
    'Evaluate',
    useMemo<readonly KeyBinding[]>(() => [{ ...EVALUATE_COMMANDS['evaluate.new'], ...act }], [act]),
  )
  return act
}

/** Runs of engines over sets: what they come to, cell by cell, and against each other. */
export function EvaluateView() {
  const runs = useRuns()
  const draft = useAtom(draftAtom)
  const act = useNewRun()
  useStartedJob(runs)
  useRowStatus(runs.total, runs.total, 'runs')
  const problem = fieldError(runs.error)
  return (
    <>
      {draft === null ? null : <NewRun draft={draft} />}
      {problem !== null ? (
        <EmptyState text={problem} />
      ) : runs.total === 0 ? (
        <NoRuns act={act} />
      ) : (
        <Runs runs={runs} act={act} />
      )}
    </>
  )
}

type Act = ReturnType<typeof useNewRun>

function NewRunButton({ act: { reason, run } }: { act: Act }) {
  const keysOf = useKeysOf()
  const hint = commandHint('Score an engine on a set', keysOf(EVALUATE_COMMANDS['evaluate.new']))
  return (
    <Button
      tone="primary"
      icon="plus"
      disabled={reason !== null}
      hint={reason ?? hint}
      onClick={run}
    >
      New run
    </Button>
  )
}

function NoRuns({ act }: { act: Act }) {
  return (
    <EmptyState
      text="No runs. A run scores one model on one set."
      action={<NewRunButton act={act} />}
      note={
        <>
          On the command line: <code>ndw run --model next-line --suite next-state</code>
        </>
      }
    />
  )
}

function Runs({ runs, act }: { runs: ReturnType<typeof useRuns>; act: Act }) {
  const { run } = useAtom(evaluatePlaceAtom)
  const layout = useSize('evaluate.runs', LIST_HEIGHT)
  const widths = useColumnWidths('evaluate.runs')
  const shown = useShownRun(runs, run)
  return (
    <SplitPane
      label="Runs and the one in focus"
      direction="column"
      min={100}
      minRest={200}
      {...layout}
    >
      <section className="pane-body" aria-label="Runs">
        <div className="panel-head">
          <h2>Runs</h2>
          <span className="muted numbers">
            {runs.total === null ? '' : formatNoun(runs.total, 'run')}
          </span>
          <span className="spacer" />
          <NewRunButton act={act} />
        </div>
        <DataGrid
          label="Runs"
          columns={RUN_COLUMNS}
          rows={runs}
          list="runs"
          rowId={rowId}
          activeId={shown?.run ?? null}
          onActive={(row) => changePlace({ run: row.run })}
          autoFocus
          {...widths}
        />
      </section>
      {shown === null ? (
        <EmptyState
          text={
            run === null || runs.total === null
              ? 'Choose a run.'
              : `There is no run ${run} in this workspace; choose another.`
          }
        />
      ) : (
        <RunPane row={shown} />
      )}
    </SplitPane>
  )
}

/** The run in focus among those that are read; the newest where none is, which then is named in the address. */
function useShownRun(
  { total, rowAt }: ReturnType<typeof useRuns>,
  run: string | null,
): ListedRun | null {
  const shown = useMemo(() => {
    if (run === null) return rowAt(0) ?? null
    const listed = Array.from({ length: total ?? 0 }, (_, at) => rowAt(at))
    return listed.find((row) => row?.run === run) ?? null
  }, [total, rowAt, run])
  useEffect(() => {
    if (run === null && shown !== null) changePlace({ run: shown.run })
  }, [run, shown])
  return shown
}
