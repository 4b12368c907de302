import { must } from '../../../shared/base/assert.ts'
import type { PredictionRow } from '../../../shared/contract/models.ts'
import type { Prediction } from '../../../shared/model/course.ts'
import type { StoredPrediction } from '../../store/model-types.ts'
import type { LoadedCourse } from './load-course.ts'

/** Texts that came from a model may hold halves of surrogate pairs, which no store keeps. */
function plain(text: string): string {
  return text.toWellFormed()
}

/** A prediction of a trajectory's step as it is kept; JSON escapes what a text column would not hold. */
export function storedPrediction(
  { detail, visited, depthAfter, valueTypeAfter }: LoadedCourse,
  prediction: Prediction,
  took: { readonly ms: number; readonly at: number },
): StoredPrediction {
  const { step, horizon, seed, answer, outcome, score } = prediction
  const { action } = must(detail.steps[step], 'step')
  const { verdict, error, path, components, reasons, line } = score
  return {
    ...{ step, horizon, seed, verdict, error, components, reasons, line },
    path: path && plain(path),
    trajectory: detail.row.trajectory,
    from: must(visited[step], 'state'),
    direction: detail.row.direction,
    action: action.name,
    operand: action.operand,
    target: visited[step + 1]?.seq ?? null,
    depth: depthAfter(step),
    valueType: valueTypeAfter(step),
    text: plain(answer.text),
    finish: answer.finish,
    stop: answer.stop,
    tokensJson: answer.tokens && JSON.stringify(answer.tokens),
    outcomeJson: outcome && JSON.stringify(outcome),
    differencesJson: JSON.stringify(score.differences),
    ms: took.ms,
    predictedAt: took.at,
  }
}

/** The same for a view. */
export function predictionRow(
  { detail }: LoadedCourse,
  { score }: Prediction,
  stored: StoredPrediction,
): PredictionRow {
  const { trajectory, step, direction, action, operand, target, depth, horizon, seed } = stored
  const { text, finish, verdict, error, path, components, line, ms } = stored
  return {
    ...{ trajectory, step, direction, action, operand, target, depth, horizon, seed },
    ...{ text, finish, verdict, error, path, components, line, ms },
    trace: detail.row.trace,
    reasons: [...score.reasons],
    differences: [...score.differences],
  }
}
