import { useEffect, useMemo } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { ListedRun } from '../../../../shared/contract/runs.ts'
import { isActive, useJob } from '../../api/jobs.ts'
import { useRunStanding } from '../../api/runs.ts'
import { useAtom } from '../../state/atom.ts'
import { changePlace, evaluatePlaceAtom, type RunTab } from '../../state/evaluate-place.ts'
import { Badge } from '../../ui/badge.tsx'
import type { GridRows } from '../../ui/grid-types.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { TabList } from '../../ui/tab-list.tsx'
import { JobCard } from '../jobs/job-card.tsx'
import { ComparePane } from './compare-pane.tsx'
import { EVALUATE_COMMANDS } from './evaluate-commands.ts'
import { chosenAtom, startedJobAtom } from './evaluate-state.ts'
import { PivotPane } from './pivot-pane.tsx'
import { PredictionList } from './prediction-list.tsx'
import { percentText, setText, settingsText } from './run-words.ts'
import { SummaryPane } from './summary-pane.tsx'

const TABS = [
  { id: 'summary', text: 'Summary' },
  { id: 'pivot', text: 'Pivot' },
  { id: 'predictions', text: 'Predictions' },
  { id: 'compare', text: 'Compare' },
] as const satisfies readonly { id: RunTab; text: string }[]

function useTabKeys(): void {
  useKeys(
    'Evaluate',
    useMemo<readonly KeyBinding[]>(
      () =>
        TABS.map(({ id }) => ({
          ...EVALUATE_COMMANDS[`evaluate.${id}`],
          run: () => changePlace({ tab: id }),
        })),
      [],
    ),
  )
}

/** The run in focus: how it goes while it does, and what it comes to. */
export function RunPane({ row: listed }: { row: ListedRun }) {
  const { tab } = useAtom(evaluatePlaceAtom)
  const row = useNow(listed)
  useTabKeys()
  return (
    <section className="run-pane" aria-label={`Run ${row.run}`}>
      {row.state === 'done' ? null : <AtWork row={row} />}
      <div className="run-tabs">
        <TabList
          label="Of the run in focus"
          tabs={TABS}
          chosen={tab}
          onChoose={(next) => changePlace({ tab: next })}
        />
        <span className="muted ellipsis" title={row.identity}>
          {`${row.engine} · ${row.suite} · ${row.codec} · ${settingsText(row)} · seed ${row.seed} · ${setText(row)}`}
        </span>
        {row.mark === null ? null : <Badge tone="warning">{row.mark}</Badge>}
      </div>
      <div className="run-body" key={row.run}>
        <Shown row={row} tab={tab} />
      </div>
    </section>
  )
}

function Shown({ row, tab }: { row: ListedRun; tab: RunTab }) {
  const chosen = useAtom(chosenAtom)
  switch (tab) {
    case 'summary':
      return <SummaryPane row={row} />
    case 'pivot':
      return <PivotPane row={row} />
    case 'predictions':
      return <PredictionList row={row} of={chosen} onClear={() => chosenAtom.set([])} />
    case 'compare':
      return <ComparePane row={row} />
  }
}

/** A run as it stands now: one that is not done is read again whenever its job tells of itself. */
function useNow(row: ListedRun): ListedRun {
  return useRunStanding(row.state === 'done' ? null : row.run, true).data ?? row
}

/** The job of a run that is not done: how far, how fast, how many are right so far, and what can be done with it. */
function AtWork({ row: standing }: { row: ListedRun }) {
  const job = useJob(standing.job).data
  if (job === undefined) return null
  return (
    <div className="run-work">
      <JobCard job={job} onAgain={startedJobAtom.set} />
      <p className="muted numbers" data-testid="run-so-far">
        {standing.predicted === 0
          ? 'Nothing is predicted yet.'
          : `${formatCount(standing.right)} of ${formatCount(standing.predicted)} right so far, ${percentText(standing.right / standing.predicted)}`}
      </p>
    </div>
  )
}

/** Brings the run of the job that was started here into focus, be it new, gone on with or found done. */
export function useStartedJob(rows: Pick<GridRows<ListedRun>, 'rowAt' | 'total'>): void {
  const job = useAtom(startedJobAtom)
  const { data } = useJob(job)
  const { rowAt, total } = rows
  useEffect(() => {
    if (job === null) return
    const listed = Array.from({ length: total ?? 0 }, (_, at) => rowAt(at))
    const begun = listed.find((row) => row?.job === job)?.run
    if (begun !== undefined) changePlace({ run: begun })
    if (data === undefined || isActive(data.state)) return
    if (typeof data.result?.run === 'string') changePlace({ run: data.result.run })
    startedJobAtom.set(null)
  }, [job, data, rowAt, total])
}
