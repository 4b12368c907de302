import { DIMENSIONS, type Dimension } from '../../../shared/model/pivot.ts'
import { createStoredAtom } from './stored.ts'

export const RUN_TABS = ['summary', 'pivot', 'predictions', 'compare'] as const
export type RunTab = (typeof RUN_TABS)[number]

/** What the Evaluate view shows: what is in its address. Kept over a reload. */
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

/** Puts what is shown into the parameters of an address. */
export function formatEvaluate(params: URLSearchParams, place: EvaluatePlace): void {
  if (place.run !== null) params.set('run', place.run)
  params.set('tab', place.tab)
  params.set('rows', place.rows)
  params.set('columns', place.columns)
  if (place.other !== null) params.set('against', place.other)
}

/** What an address shows; null where it says nothing of it. */
export function parseEvaluate(params: URLSearchParams): EvaluatePlace | null {
  const names = ['run', 'tab', 'rows', 'columns', 'against'] as const
  if (!names.some((name) => params.has(name))) return null
  const { against, ...rest } = Object.fromEntries(names.map((name) => [name, params.get(name)]))
  return acceptPlace({ ...rest, other: against })
}
