import { useMemo } from 'react'
import { useTraceLabels } from '../../api/labels.ts'
import { type LabelledStates, labelledStates } from '../../draw/state-labels.ts'

/** The labelled states of a trace, which follow what is labelled and undone. */
export function useLabelledStates(trace: string): LabelledStates {
  const labels = useTraceLabels(trace)
  return useMemo(() => labelledStates(labels), [labels])
}
