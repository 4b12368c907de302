import { BANDS, type Dimension, NO_DEPTH, NO_TYPE } from '../model/pivot.ts'
import { quoted } from './parts.ts'

/** Predictions of a run with these values, right or wrong. */
export interface AskedPredictions {
  readonly verdict: 'all' | 'right' | 'wrong'
  readonly of: readonly { readonly dimension: Dimension; readonly value: string }[]
}

function inBand(field: 'depth' | 'horizon', value: string): string {
  const band = BANDS[field].find(({ name }) => name === value)
  if (band === undefined) return `p.${field} is None`
  const { least, most } = band
  if (most === null) return `p.${field} >= ${least}`
  return least === most ? `p.${field} == ${least}` : `${least} <= p.${field} <= ${most}`
}

function condition({ dimension, value }: AskedPredictions['of'][number]): string {
  switch (dimension) {
    case 'depth':
      return value === NO_DEPTH ? 'p.depth is None' : inBand('depth', value)
    case 'horizon':
      return inBand('horizon', value)
    case 'value_type':
      return value === NO_TYPE ? 'p.value_type is None' : `p.value_type == ${quoted(value)}`
    default:
      return `p.${dimension} == ${quoted(value)}`
  }
}

const VERDICTS = {
  all: [],
  right: ['p.verdict == "match"'],
  wrong: ['p.verdict != "match"'],
} as const

/** The query of trajectories that have such a prediction of a run. */
export function predictionsQuery(run: string, { verdict, of }: AskedPredictions): string {
  const parts = [`p.run == ${quoted(run)}`, ...VERDICTS[verdict], ...of.map(condition)]
  return `any(${parts.join(' and ')} for p in predictions)`
}

export interface AskedFlips {
  /** Engines, or runs by their ids. */
  readonly first: string
  readonly second: string
  readonly flip: 'lost' | 'won'
  readonly action: string | null
}

/** The query of trajectories that have a step which flipped between two runs. */
export function flipQuery({ first, second, flip, action }: AskedFlips): string {
  const asked = `flip(${quoted(first)}, ${quoted(second)}) == ${quoted(flip)}`
  // A trajectory is lost before it is won: won steps are asked of its actions.
  if (action === null && flip === 'lost') return asked
  const ofAction = action === null ? '' : ` and a.action == ${quoted(action)}`
  return `any(a.${asked}${ofAction} for a in acts)`
}
