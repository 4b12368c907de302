import type { RunRow } from '../../../../shared/contract/runs.ts'
import { showList } from '../../state/corpus-place.ts'
import { openView } from '../../state/place.ts'
import { inNewTab } from '../../state/tabs.ts'
import { engineAtom, listedAtom, modeAtom, startAtom } from '../predict/predict-state.ts'

/** The step of a trajectory that a prediction is of. */
export interface StepPlace {
  readonly trace: string
  readonly trajectory: string
  readonly step: number
  /** Number of the event that it really leads to; null at the exit. */
  readonly target: number | null
}

/** Shows a step as the engine of a run predicts it, beside the real one, in the way that its suite asks. */
export function goToStep(
  { trace, trajectory, step, target }: StepPlace,
  { engine, suite }: Pick<RunRow, 'engine' | 'suite'>,
): void {
  engineAtom.set(engine)
  modeAtom.set(suite === 'horizon' ? 'free' : 'forced')
  listedAtom.set(false)
  startAtom.set(null)
  openView('predict', { trace, trajectory, trajectoryStep: step, step: target })
}

export function goToStepBeside(place: StepPlace, run: Pick<RunRow, 'engine' | 'suite'>): void {
  inNewTab(() => goToStep(place, run))
}

/** Lists the trajectories that a query keeps in the Corpus. */
export function showInCorpus(where: string): void {
  showList({ level: 'trajectory', where, sort: [], view: null })
  openView('corpus')
}
