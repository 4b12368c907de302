import { showList } from '../../state/corpus-place.ts'
import { openView } from '../../state/place.ts'
import { inNewTab } from '../../state/tabs.ts'

/** The step of a trajectory that a prediction is of. */
export interface StepPlace {
  readonly trace: string
  readonly trajectory: string
  readonly step: number
  /** Number of the event that it really leads to; null at the exit. */
  readonly target: number | null
}

/** Shows the step where it can be looked at in full. */
export function goToStep({ trace, trajectory, step, target }: StepPlace): void {
  openView('trace', { trace, trajectory, trajectoryStep: step, step: target })
}

export function goToStepBeside(place: StepPlace): void {
  inNewTab(() => goToStep(place))
}

/** Lists the trajectories that a query keeps in the Corpus. */
export function showInCorpus(where: string): void {
  showList({ level: 'trajectory', where, sort: [], view: null })
  openView('corpus')
}
