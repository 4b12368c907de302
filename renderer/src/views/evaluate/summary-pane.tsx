import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import type { ListedRun, RunSummary } from '../../../../shared/contract/runs.ts'
import { bandOf } from '../../../../shared/model/pivot.ts'
import { fieldError } from '../../api/errors.ts'
import { useRunSummary } from '../../api/runs.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SurvivalChart } from '../../ui/survival-chart.tsx'
import { listChosen } from './evaluate-state.ts'
import { stageOf } from './run-stage.ts'
import { percentText, rangeText } from './run-words.ts'
import { type NamedShare, ShareBar, ShareTable } from './share-rows.tsx'

const COMPONENTS = [
  ['event', 'event'],
  ['line', 'line'],
  ['locals', 'variables as they stand'],
  ['rawLocals', 'variables as told'],
  ['argument', 'returned value'],
] as const

/** What a run comes to: its accuracy, by action and by part of the state, and what goes wrong. */
export function SummaryPane({ row }: { row: ListedRun }) {
  const { data, error } = useRunSummary(row.run, stageOf(row))
  const problem = fieldError(error)
  if (problem !== null) return <EmptyState text={problem} />
  if (data === undefined) return null
  if (data.all.total === 0) {
    return <EmptyState text="No trajectory of this run is done yet." />
  }
  return (
    <div className="run-summary">
      <Headline summary={data} row={row} />
      <div className="run-tables">
        <ShareTable title="By action" heading="Action" rows={actionRows(data)} />
        <ShareTable
          title="By part of the state"
          heading="Part"
          note="where the real state has it"
          rows={COMPONENTS.map(([key, name]) => ({ name, share: data.components[key] })).filter(
            ({ share }) => share.total > 0,
          )}
        />
        <ErrorClasses summary={data} />
        {row.suite === 'horizon' ? (
          <SurvivalChart
            points={data.survival}
            label="Rollouts that are right up to each step"
            onOpen={(step) =>
              listChosen([{ dimension: 'horizon', value: bandOf('horizon', step) }])
            }
          />
        ) : null}
      </div>
    </div>
  )
}

function actionRows({ byAction }: RunSummary): readonly NamedShare[] {
  return byAction.map(({ action, ...share }) => ({
    name: action,
    share,
    onOpen: () => listChosen([{ dimension: 'action', value: action }]),
  }))
}

function Headline({ summary, row }: { summary: RunSummary; row: ListedRun }) {
  const { all, programs } = summary
  const isHorizon = row.suite === 'horizon'
  return (
    <div className="run-headline">
      <strong className="numbers" data-testid="run-accuracy">
        {all.share === null ? '–' : percentText(all.share)}
      </strong>
      <ShareBar {...all} />
      <p>
        {formatCount(all.right)} of {formatNoun(all.total, 'step')} right
        {all.interval === null
          ? '. Of one program no interval can be told.'
          : `; 95 % interval ${rangeText(all.interval)} %, by ${formatNoun(programs, 'program')}.`}
        {isHorizon ? ' A step that a rollout no longer reached counts as wrong.' : null}
      </p>
    </div>
  )
}

function ErrorClasses({ summary }: { summary: RunSummary }) {
  const { errors, all } = summary
  const most = Math.max(...errors.map(({ count }) => count))
  if (errors.length === 0) return <p className="muted">Nothing is wrong.</p>
  return (
    <table className="share-table">
      <caption>
        Error classes <span className="muted">of the wrong steps that were predicted</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Class</th>
          <th scope="col">
            <span className="visually-hidden">Bar</span>
          </th>
          <th scope="col" className="end">
            Steps
          </th>
          <th scope="col" className="end">
            Of all
          </th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ error, count }) => (
          <tr key={error}>
            <th scope="row">
              <button
                type="button"
                className="link"
                title="List its predictions"
                onClick={() => listChosen([{ dimension: 'error', value: error }])}
              >
                {error}
              </button>
            </th>
            <td>
              <span className="share-bar error" aria-hidden="true">
                <span className="share-fill" style={{ width: `${(100 * count) / most}%` }} />
              </span>
            </td>
            <td className="numbers">{formatCount(count)}</td>
            <td className="numbers muted">{percentText(count / all.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
