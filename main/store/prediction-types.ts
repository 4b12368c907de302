import type {
  PredictedStates,
  PredictionSource,
  PredictionsOf,
} from '../../shared/contract/predictions.ts'
import type { Read } from './corpus-read-types.ts'

/** What is told of the predictions of one trace. */
export interface PredictionReads {
  readonly predictionSources: Read<{ readonly trace: string }, PredictionSource[]>
  /** Of the states from number `from` on; `next` is where the next part begins, null after the last. */
  readonly predictedStates: Read<
    { readonly trace: string; readonly of: PredictionsOf; readonly from: number },
    { readonly states: PredictedStates; readonly next: number | null }
  >
}
