import { useMemo } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { ListedRun, RunComparison } from '../../../../shared/contract/runs.ts'
import { fieldError } from '../../api/errors.ts'
import { useComparison, useRuns } from '../../api/runs.ts'
import { useEngines } from '../../api/stepping.ts'
import { useAtom } from '../../state/atom.ts'
import { changePlace, evaluatePlaceAtom } from '../../state/evaluate-place.ts'
import { useSize } from '../../state/layout.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/field.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { draftAtom, flipAtom } from './evaluate-state.ts'
import { FlipList } from './flip-list.tsx'
import { likeRun } from './run-draft.ts'
import { chanceText, pointsText, rangeText, runText } from './run-words.ts'

/** In a word why a run does not compare with another; null where it does. */
function whyNot(a: ListedRun, b: ListedRun): string | null {
  if (b.state !== 'done') return 'not done yet'
  if (a.suite !== b.suite) return b.suite
  if (a.set !== b.set) return 'of another set'
  return a.scorer === b.scorer ? null : 'scored by other rules'
}

/** The runs that are listed; those of further pages are chosen from the list of runs. */
function useListed(): readonly ListedRun[] {
  const { total, rowAt } = useRuns()
  return useMemo(
    () =>
      Array.from({ length: Math.min(200, total ?? 0) }, (_, at) => rowAt(at)).filter(
        (row) => row !== undefined,
      ),
    [total, rowAt],
  )
}

/** A run against another of the same set: which is better, whether by chance, and the steps that flipped. */
export function ComparePane({ row }: { row: ListedRun }) {
  const { other } = useAtom(evaluatePlaceAtom)
  const listed = useListed()
  const rest = listed.filter(({ run }) => run !== row.run)
  const fitting = rest.filter((one) => whyNot(row, one) === null)
  const others = rest.filter((one) => whyNot(row, one) !== null)
  const chosen = rest.find((one) => one.run === other) ?? fitting[0] ?? null
  if (row.state !== 'done') {
    return <EmptyState text="This run is not done yet; finished runs are compared." />
  }
  if (chosen === null) {
    return (
      <EmptyState
        text="Comparison needs two runs on the same set."
        action={<RunOther row={row} />}
        note="ndw compare RUN RUN says the same on the command line."
      />
    )
  }
  return (
    <section className="pane-body" aria-label="Comparison">
      <div className="compare-choice">
        <span>
          <strong>A</strong> is
        </span>
        <Select
          label="Run A"
          labelHidden
          value={chosen.run}
          options={[
            ...fitting.map((one) => ({ value: one.run, text: runText(one) })),
            ...others.map((one) => ({
              value: one.run,
              text: `${runText(one)} – ${whyNot(row, one)}`,
            })),
          ]}
          onChange={({ target }) => changePlace({ other: target.value })}
        />
        <span className="ellipsis">
          <strong>B</strong> is the run in focus, {runText(row)}
        </span>
        <span className="spacer" />
        <Button
          hint="A is the run in focus then"
          onClick={() => changePlace({ run: chosen.run, other: row.run })}
        >
          Swap A and B
        </Button>
      </div>
      <Compared first={chosen} second={row} />
    </section>
  )
}

/** Opens the form with the very set of this run and another engine. */
function RunOther({ row }: { row: ListedRun }) {
  const engines = useEngines().data ?? []
  const other = engines.find(({ name, reason }) => reason === null && name !== row.engine)
  return (
    <Button tone="primary" onClick={() => draftAtom.set(likeRun(row, other?.name ?? null))}>
      Run the other model
    </Button>
  )
}

function Compared({ first, second }: { first: ListedRun; second: ListedRun }) {
  const { data, error } = useComparison(first.run, second.run)
  const layout = useSize('evaluate.compared', 200)
  const problem = fieldError(error)
  if (problem !== null) return <EmptyState text={problem} action={<RunOther row={second} />} />
  if (data === undefined) return null
  return (
    <SplitPane
      label="Comparison and flipped steps"
      direction="column"
      min={100}
      minRest={140}
      {...layout}
    >
      <div className="runs-compared">
        <Verdict found={data} />
        <ByAction found={data} />
      </div>
      <FlipList found={data} />
    </SplitPane>
  )
}

function Verdict({ found }: { found: RunComparison }) {
  const { wins, losses, ties, total, difference, interval, p, programs } = found
  const marks = [found.first.mark, found.second.mark].filter((mark) => mark !== null)
  return (
    <div className="runs-verdict">
      <p>
        <strong className="numbers" data-testid="compare-difference">
          {pointsText(difference)}
        </strong>{' '}
        points for B
        {interval === null ? null : (
          <span className="muted numbers">
            {' '}
            (95 % interval {rangeText(interval).replaceAll('-', '−')})
          </span>
        )}
      </p>
      <dl className="wins">
        <div>
          <dt>✓ won</dt>
          <dd className="numbers">{formatCount(wins)}</dd>
        </div>
        <div>
          <dt>✗ lost</dt>
          <dd className="numbers">{formatCount(losses)}</dd>
        </div>
        <div>
          <dt>= tied</dt>
          <dd className="numbers">{formatCount(ties)}</dd>
        </div>
        <div>
          <dt>steps</dt>
          <dd className="numbers">{formatCount(total)}</dd>
        </div>
      </dl>
      <p className="muted">{chanceText(p, programs)}</p>
      {marks.length === 0 ? null : (
        <p>
          <Badge tone="warning">no model</Badge>{' '}
          <span className="muted">{[...new Set(marks)].join('; ')}</span>
        </p>
      )}
    </div>
  )
}

function ByAction({ found }: { found: RunComparison }) {
  return (
    <table className="share-table">
      <caption>By action</caption>
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col" className="end">
            Points for B
          </th>
          <th scope="col" className="end">
            95 % interval
          </th>
          <th scope="col" className="end">
            Won
          </th>
          <th scope="col" className="end">
            Lost
          </th>
          <th scope="col" className="end">
            Of
          </th>
          <th scope="col" className="end">
            p
          </th>
        </tr>
      </thead>
      <tbody>
        {found.byAction.map(({ action, difference, interval, wins, losses, total, p }) => (
          <tr key={action}>
            <th scope="row">
              <button
                type="button"
                className="link"
                title="List its flipped steps"
                onClick={() => flipAtom.set((now) => ({ ...now, action }))}
              >
                {action}
              </button>
            </th>
            <td className="numbers">{pointsText(difference)}</td>
            <td className="numbers muted">
              {interval === null ? 'one program' : rangeText(interval).replaceAll('-', '−')}
            </td>
            <td className="numbers">{formatCount(wins)}</td>
            <td className="numbers">{formatCount(losses)}</td>
            <td className="numbers">{formatCount(total)}</td>
            <td className="numbers muted">
              {p === null ? '–' : p < 0.0001 ? '< 0.0001' : p.toFixed(4)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
