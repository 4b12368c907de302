import { useMemo } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import type {
  ListedRun,
  PredictionChoice,
  RunPredictionRow,
} from '../../../../shared/contract/runs.ts'
import { predictionsQuery } from '../../../../shared/query/run-query.ts'
import { fieldError } from '../../api/errors.ts'
import { useRunPredictions } from '../../api/runs.ts'
import { useAtom } from '../../state/atom.ts'
import { useColumnWidths, useSize } from '../../state/layout.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { useShareOf } from '../common/share-of.ts'
import { EVALUATE_COMMANDS } from './evaluate-commands.ts'
import { activePredictionAtom, verdictAtom } from './evaluate-state.ts'
import { goToStep, goToStepBeside, showInCorpus } from './go-to-step.ts'
import { PREDICTION_COLUMNS, VerdictMark } from './prediction-columns.tsx'
import { Differences, WrittenText } from './prediction-detail.tsx'
import { DIMENSION_WORDS } from './run-words.ts'

type Verdicts = PredictionChoice['verdict']
const VERDICT_OPTIONS = [
  { value: 'all', text: 'All' },
  { value: 'wrong', text: 'Wrong' },
  { value: 'right', text: 'Right' },
] as const satisfies readonly { value: Verdicts; text: string }[]

const rowId = ({ trajectory, step }: RunPredictionRow): string => `${trajectory} ${step}`

interface PredictionListProps {
  readonly row: ListedRun
  /** Values that all have. Must not change between renders. */
  readonly of: PredictionChoice['of']
  readonly onClear?: () => void
}

/** Lists in the Corpus the trajectories of what is listed here; why not, where they are not seen there yet. */
function useInCorpus(row: ListedRun, choice: PredictionChoice) {
  const act = useMemo(() => {
    const reason = row.state === 'done' ? null : 'The Corpus sees a run once it is done.'
    return { reason, run: () => showInCorpus(predictionsQuery(row.run, choice)) }
  }, [row.state, row.run, choice])
  useKeys(
    'Evaluate',
    useMemo<readonly KeyBinding[]>(
      () => [{ ...EVALUATE_COMMANDS['evaluate.in-corpus'], ...act }],
      [act],
    ),
  )
  return act
}

/** Predictions of a run, the one in focus in full beside them; Enter goes to its step. */
export function PredictionList({ row, of, onClear }: PredictionListProps) {
  const verdict = useAtom(verdictAtom)
  const choice = useMemo<PredictionChoice>(() => ({ verdict, of }), [verdict, of])
  const rows = useRunPredictions(row.run, choice, row.state !== 'done')
  const widths = useColumnWidths('evaluate.predictions')
  const layout = useSize('evaluate.detail', useShareOf(0.22, 264, 520))
  const corpus = useInCorpus(row, choice)
  const list = JSON.stringify([row.run, choice])
  const last = useAtom(activePredictionAtom)
  const active = last?.list === list ? last.row : null
  const problem = fieldError(rows.error)
  return (
    <section className="pane-body" aria-label="Predictions">
      <div className="pane-title">
        <Segmented
          label="Which"
          value={verdict}
          options={VERDICT_OPTIONS}
          onValue={verdictAtom.set}
        />
        <span className="muted numbers" data-testid="prediction-count">
          {rows.total === null ? '' : formatNoun(rows.total, 'prediction')}
        </span>
        {of.map(({ dimension, value }) => (
          <Badge key={dimension}>{`${DIMENSION_WORDS[dimension]} ${value}`}</Badge>
        ))}
        {onClear === undefined || of.length === 0 ? null : (
          <button type="button" className="text-button" onClick={onClear}>
            Show all of the run
          </button>
        )}
        <span className="spacer" />
        <button
          type="button"
          className="text-button"
          disabled={corpus.reason !== null}
          title={corpus.reason ?? 'The trajectories that hold them, as a query'}
          onClick={corpus.run}
        >
          Show in Corpus
        </button>
      </div>
      {problem === null ? (
        <SplitPane
          label="Predictions and the one in focus"
          sized="second"
          min={240}
          minRest={320}
          {...layout}
        >
          <DataGrid
            label="Predictions"
            columns={PREDICTION_COLUMNS}
            rows={rows}
            list={list}
            rowId={rowId}
            activeId={active === null ? null : rowId(active)}
            onActive={(one) => activePredictionAtom.set({ list, row: one })}
            onOpen={(one) => goToStep(one, row)}
            onOpenBeside={(one) => goToStepBeside(one, row)}
            empty={<EmptyState text={emptyText(row, verdict)} />}
            {...widths}
          />
          <Detail row={active} onGo={(one) => goToStep(one, row)} />
        </SplitPane>
      ) : (
        <EmptyState text={problem} />
      )}
    </section>
  )
}

function emptyText({ state }: ListedRun, verdict: Verdicts): string {
  if (state !== 'done') return 'No prediction yet; they are listed as they come.'
  return verdict === 'wrong' ? 'None of them is wrong.' : 'No prediction is like this.'
}

interface DetailProps {
  readonly row: RunPredictionRow | null
  readonly onGo: (row: RunPredictionRow) => void
}

function Detail({ row, onGo }: DetailProps) {
  if (row === null) {
    return <EmptyState text="The prediction in focus is shown here; Enter goes to its step." />
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
    <section className="prediction-detail" aria-label="Prediction in focus" tabIndex={0}>
      <div className="detail-head">
        <VerdictMark verdict={row.verdict} error={row.error} />
        <span className="spacer" />
        <Button onClick={() => onGo(row)} hint="Enter in the list">
          Go to the step
        </Button>
      </div>
      <Differences rows={row.differences} />
      <h3>As it was written</h3>
      <WrittenText text={row.text} />
    </section>
  )
}
