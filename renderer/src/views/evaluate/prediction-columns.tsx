import { formatCount } from '../../../../shared/base/words.ts'
import type { RunPredictionRow } from '../../../../shared/contract/runs.ts'
import type { ErrorClass, Verdict } from '../../../../shared/model/types.ts'
import type { GridColumn } from '../../ui/grid-types.ts'

interface VerdictMarkProps {
  /** Null where a rollout no longer reached the step. */
  readonly verdict: Verdict | null
  readonly error: ErrorClass | null
}

/** Right or what is wrong: a sign and a word before the colour. */
export function VerdictMark({ verdict, error }: VerdictMarkProps) {
  if (verdict === null) return <span className="verdict none">– not reached</span>
  return verdict === 'match' ? (
    <span className="verdict right">✓ right</span>
  ) : (
    <span className="verdict wrong">✗ {error ?? verdict}</span>
  )
}

export function actionText({ action, operand }: Pick<RunPredictionRow, 'action' | 'operand'>) {
  return operand === null ? action : `${action} ${operand.trim()}`
}

function differenceOf(row: RunPredictionRow) {
  return row.differences.find(({ path }) => path === row.path) ?? row.differences[0]
}

const mono = (text: string | null | undefined) =>
  text === null || text === undefined ? '' : <code>{text}</code>

/** Columns of a list of predictions; must not change between renders. */
export const PREDICTION_COLUMNS: readonly GridColumn<RunPredictionRow>[] = [
  {
    id: 'program',
    header: 'Program',
    width: 128,
    cell: ({ program }) => program,
    hint: ({ program, trajectory }) => `${program}, ${trajectory}`,
  },
  {
    id: 'step',
    header: 'Step',
    about: 'Number of the action in its trajectory, from 0',
    width: 48,
    align: 'end',
    cell: ({ step }) => formatCount(step),
  },
  {
    id: 'action',
    header: 'Action',
    width: 104,
    cell: actionText,
    hint: actionText,
  },
  {
    id: 'depth',
    header: 'Depth',
    width: 60,
    align: 'end',
    cell: ({ depth }) => depth ?? 'exit',
  },
  {
    id: 'horizon',
    header: 'Horizon',
    about: 'Steps since the last real state that was given, from 1',
    width: 72,
    align: 'end',
    cell: ({ horizon }) => formatCount(horizon),
  },
  { id: 'type', header: 'Value type', width: 92, cell: ({ valueType }) => valueType ?? 'unknown' },
  {
    id: 'verdict',
    header: 'Prediction',
    width: 134,
    cell: ({ verdict, error }) => <VerdictMark {...{ verdict, error }} />,
  },
  { id: 'path', header: 'Where', width: 88, cell: ({ path }) => mono(path) },
  {
    id: 'real',
    header: 'Real',
    width: 84,
    grow: true,
    cell: (row) => mono(differenceOf(row)?.real),
    hint: (row) => differenceOf(row)?.real ?? undefined,
  },
  {
    id: 'predicted',
    header: 'Predicted',
    width: 88,
    grow: true,
    cell: (row) => mono(differenceOf(row)?.predicted),
    hint: (row) => differenceOf(row)?.predicted ?? undefined,
  },
]
