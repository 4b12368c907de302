import type {
  ComparedRow,
  PredictionChoice,
  RunPredictionRow,
} from '../../../../shared/contract/runs.ts'
import type { Suite } from '../../../../shared/model/course.ts'
import type { Dimension } from '../../../../shared/model/pivot.ts'
import type { ActionName } from '../../../../shared/trajectory/types.ts'
import { createAtom } from '../../state/atom.ts'
import { changePlace } from '../../state/evaluate-place.ts'

/** Values that the predictions have which are listed of the run in focus. */
export const chosenAtom = createAtom<PredictionChoice['of']>([])

/** Whether right or wrong ones are listed, there and behind a cell. */
export const verdictAtom = createAtom<PredictionChoice['verdict']>('all')

/** Lists the predictions that have some values, right and wrong ones. */
export function listChosen(of: PredictionChoice['of']): void {
  chosenAtom.set(of)
  verdictAtom.set('all')
  changePlace({ tab: 'predictions' })
}

/** The cell of a pivot whose rows are listed, with what it is of; null while none is. */
export interface ChosenCell {
  readonly rows: Dimension
  readonly columns: Dimension
  readonly row: string | null
  readonly column: string | null
}

/** Kept outside of the view, so that coming back from a step finds its cell as it was left. */
export const cellAtom = createAtom<ChosenCell | null>(null)

/** The row in focus of a list, named by what it lists. */
interface ActiveRow<Row> {
  readonly list: string
  readonly row: Row
}

export const activePredictionAtom = createAtom<ActiveRow<RunPredictionRow> | null>(null)
export const activeFlipAtom = createAtom<ActiveRow<ComparedRow> | null>(null)

/** Which steps that flipped are listed. */
export const flipAtom = createAtom<{
  readonly flip: 'lost' | 'won'
  readonly action: ActionName | null
}>({ flip: 'lost', action: null })

/** A run as it is asked for. */
export interface RunDraft {
  readonly model: string | null
  readonly faults: string
  readonly suite: Suite
  readonly codec: string
  /** Of a model whose answers can be held to the codec: they are not. */
  readonly isFree: boolean
  readonly seed: string
  readonly where: string
  /** Name of the saved view that is the set, in place of the query. */
  readonly view: string | null
  /** The run whose very set it is, in place of both. */
  readonly like: string | null
}

export const FIRST_DRAFT: RunDraft = {
  model: null,
  faults: '',
  suite: 'next-state',
  codec: 'nd@1',
  isFree: false,
  seed: '0',
  where: '',
  view: null,
  like: null,
}

/** The draft while the form is open. */
export const draftAtom = createAtom<RunDraft | null>(null)

/** The last job that was started here. */
export const startedJobAtom = createAtom<string | null>(null)
