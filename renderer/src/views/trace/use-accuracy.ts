import { useMemo } from 'react'
import type { PredictionsOf } from '../../../../shared/contract/predictions.ts'
import { errorText } from '../../api/errors.ts'
import { usePredictedStates, usePredictionSources } from '../../api/predictions.ts'
import { type TraceAccuracy, traceAccuracy } from '../../draw/accuracy.ts'
import { createAtom, useAtom } from '../../state/atom.ts'
import { type AccuracyOption, accuracyOptions, choiceValue } from './accuracy-options.ts'

/** Whose predictions are painted; null paints none. It outlives a look at another view, and is the same for every trace. */
export const accuracyChoiceAtom = createAtom<PredictionsOf | null>(null)

export interface Accuracy {
  readonly options: readonly AccuracyOption[]
  readonly choice: PredictionsOf | null
  /** The option that is chosen; null while none is, or where it has no predictions on this trace. */
  readonly chosen: AccuracyOption | null
  /** Null while none is chosen, or not read yet. */
  readonly painted: TraceAccuracy | null
  readonly error: string | null
}

/** The predictions on the states of a trace: whose there are, and those that are chosen. */
export function useAccuracy(trace: string): Accuracy {
  const choice = useAtom(accuracyChoiceAtom)
  const sources = usePredictionSources(trace)
  const options = useMemo(() => accuracyOptions(sources.data ?? []), [sources.data])
  const chosen =
    options.find(({ value }) => choice !== null && value === choiceValue(choice)) ?? null
  const states = usePredictedStates(trace, chosen?.of ?? null)
  const parts = chosen === null ? undefined : states.data
  const painted = useMemo(() => (parts === undefined ? null : traceAccuracy(parts)), [parts])
  const failed = sources.error ?? states.error
  const error = failed === null ? null : errorText(failed)
  return useMemo(
    () => ({ options, choice, chosen, painted, error }),
    [options, choice, chosen, painted, error],
  )
}
