import type { PredictionChoice } from '../../../../shared/contract/runs.ts'
import type { Suite } from '../../../../shared/model/course.ts'
import { DIMENSIONS, type Dimension } from '../../../../shared/model/pivot.ts'
import type { ActionName } from '../../../../shared/trajectory/types.ts'
import { createAtom } from '../../state/atom.ts'
import { createStoredAtom } from '../../state/stored.ts'

export const RUN_TABS = ['summary', 'pivot', 'predictions', 'compare'] as const
export type RunTab = (typeof RUN_TABS)[number]

/** What the Evaluate view shows, kept over a reload. */
export interface EvaluatePlace {
  /** The run in focus; null for the newest. */
  readonly run: string | null
  readonly tab: RunTab
  readonly rows: Dimension
  readonly columns: Dimension
  /** The run it is held against. */
  readonly other: string | null
}

const FIRST_PLACE: EvaluatePlace = {
  run: null,
  tab: 'summary',
  rows: 'action',
  columns: 'depth',
  other: null,
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function acceptPlace(stored: unknown): EvaluatePlace | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { run, tab, rows, columns, other } = stored as Readonly<Record<string, unknown>>
  const dimension = (of: unknown, first: Dimension): Dimension =>
    DIMENSIONS.find((one) => one === of) ?? first
  const [down, across] = [dimension(rows, 'action'), dimension(columns, 'depth')]
  return {
    run: textOf(run),
    tab: RUN_TABS.find((one) => one === tab) ?? 'summary',
    rows: down,
    columns: down === across ? FIRST_PLACE[down === 'depth' ? 'rows' : 'columns'] : across,
    other: textOf(other),
  }
}

export const evaluatePlaceAtom = createStoredAtom('evaluate', FIRST_PLACE, acceptPlace, 'tab')

export function changePlace(patch: Partial<EvaluatePlace>): void {
  evaluatePlaceAtom.set((place) => ({ ...place, ...patch }))
}

/** The predictions of the run in focus that are listed. */
export const choiceAtom = createAtom<PredictionChoice>({ verdict: 'all', of: [] })

/** Lists the predictions that have some values, right and wrong ones. */
export function listChosen(of: PredictionChoice['of']): void {
  choiceAtom.set({ verdict: 'all', of })
  changePlace({ tab: 'predictions' })
}

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
  seed: '0',
  where: '',
  view: null,
  like: null,
}

/** The draft while the form is open. */
export const draftAtom = createAtom<RunDraft | null>(null)

/** The last job that was started here. */
export const startedJobAtom = createAtom<string | null>(null)
