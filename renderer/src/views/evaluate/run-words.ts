import { formatCount } from '../../../../shared/base/words.ts'
import type { ListedRun, RunRow, ShareRow } from '../../../../shared/contract/runs.ts'
import type { Dimension } from '../../../../shared/model/pivot.ts'

/** A share with one decimal: `91.2 %`. */
export function percentText(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** `88.0–94.1`, in percent. */
export function rangeText([low, high]: readonly [number, number]): string {
  return `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`
}

/** What an interval is of; of one program none can be told. */
export function intervalHint({ interval, total, right }: ShareRow, programs: number): string {
  const counted = `${formatCount(right)} of ${formatCount(total)}`
  if (interval === null) return `${counted}. Of one program no interval can be told.`
  return `${counted}. 95 % interval ${rangeText(interval)} %, by ${formatCount(programs)} programs.`
}

/** A difference of shares with its sign, in points of percent. */
export function pointsText(difference: number): string {
  const points = (100 * difference).toFixed(1)
  if (Number(points) === 0) return '0.0'
  return difference > 0 ? `+${points}` : `−${points.slice(1)}`
}

/** What a run was of, in a line. */
export function setText({ view, where }: Pick<RunRow, 'view' | 'where'>): string {
  if (view !== null) return view
  return where === '' ? 'all trajectories' : where
}

/** How the answers of a run were drawn: `greedy`, or what differs from that. */
export function settingsText({ settings }: Pick<RunRow, 'settings'>): string {
  const { mode, temperature, topP, constraint } = settings
  const drawn = mode === 'sampled' ? `drawn at ${temperature}, top-p ${topP}` : 'greedy'
  return constraint === 'codec' ? `${drawn}, held to the codec` : drawn
}

/** A run in a line, for who chooses one. */
export function runText(run: ListedRun): string {
  const { share } = run.accuracy
  const accuracy = share === null ? '' : `, ${percentText(share)}`
  const settings = settingsText(run)
  const drawn = settings === 'greedy' ? '' : `, ${settings}`
  return `${run.engine}, seed ${run.seed}${drawn}${accuracy} (${run.run.slice(0, 8)})`
}

export const DIMENSION_WORDS: Readonly<Record<Dimension, string>> = {
  action: 'action',
  depth: 'depth',
  horizon: 'horizon',
  value_type: 'value type',
  direction: 'direction',
  error: 'error class',
}

/** How likely a difference is chance, in a sentence. */
export function chanceText(p: number | null, programs: number): string {
  if (p === null) return 'Of one program it cannot be told whether the difference is chance.'
  const value = p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`
  const word = p < 0.05 ? 'hardly chance' : 'may be chance'
  return `${value}: ${word}. The runs were swapped program by program, ${formatCount(programs)} programs.`
}
