import { must } from '../base/assert.ts'
import { createPrng } from '../base/prng.ts'
import { MixPlan } from './mix-plan.ts'

/** How long some trajectories of a part are on a trace. */
export interface PartLengths {
  readonly actions: readonly number[]
  readonly tokens: readonly number[]
}

/** By part; null where the trace has nothing to start from. */
export type TraceLengths = readonly (PartLengths | null)[]

export type MixUnit = 'tokens' | 'actions' | 'trajectories'

export type MixAmounts = Record<MixUnit, number>

export interface ForecastRequest {
  /** By part. */
  readonly shares: readonly number[]
  readonly unit: MixUnit
  readonly amount: number
  /** Trajectories that a trace gives at most. */
  readonly perTrace: number | undefined
  /** Of some traces, which stand for `traces` of them. */
  readonly lengths: readonly TraceLengths[]
  readonly traces: number
}

export interface MixForecast {
  /** By part. */
  readonly parts: readonly MixAmounts[]
  /** 95 % of the forecasts from other traces of the same kind have so many trajectories. */
  readonly trajectories: readonly [low: number, high: number]
}

/** More trajectories are not gone through one by one: a smaller budget is, and what it gives is scaled up. */
const MOST_DRAWN = 2000
const RESAMPLES = 40

/** What a mix would draw, by going through its plan with lengths that were measured instead of drawing. */
export function forecastMix(request: ForecastRequest): MixForecast {
  const { lengths } = request
  const prng = createPrng('mix forecast')
  const totals = Array.from({ length: RESAMPLES }, () => {
    const resampled = lengths.map(() => must(lengths[prng.nextBelow(lengths.length)], 'trace'))
    return trajectoriesOf(goThrough({ ...request, lengths: resampled }))
  }).sort((a, b) => a - b)
  const low = must(totals[Math.floor(0.025 * RESAMPLES)], 'low')
  const high = must(totals[Math.ceil(0.975 * RESAMPLES) - 1], 'high')
  return { parts: goThrough(request), trajectories: [low, high] }
}

function trajectoriesOf(parts: readonly MixAmounts[]): number {
  return parts.reduce((sum, { trajectories }) => sum + trajectories, 0)
}

function goThrough({
  shares,
  unit,
  amount,
  perTrace,
  lengths,
  traces,
}: ForecastRequest): MixAmounts[] {
  const parts = shares.map(() => ({ tokens: 0, actions: 0, trajectories: 0 }))
  if (lengths.length === 0) return parts
  const scale = Math.max(1, amount / amountOfMost(unit, lengths))
  const plan = new MixPlan(shares, amount / scale)
  const most = perTrace === undefined ? Number.POSITIVE_INFINITY : perTrace / scale
  const ofTrace = new Map<number, number>()
  for (const visit of plan.visits(traces)) {
    const of = must(lengths[visit.trace % lengths.length], 'trace')
    for (;;) {
      const drawn = ofTrace.get(visit.trace) ?? 0
      const part = drawn >= most ? null : plan.next(visit)
      if (part === null) break
      const known = of[part] ?? null
      const into = must(parts[part], 'part')
      if (known === null) {
        plan.skip(part)
        continue
      }
      const at = into.trajectories % known.tokens.length
      const cost = {
        tokens: must(known.tokens[at], 'tokens'),
        actions: must(known.actions[at], 'actions'),
        trajectories: 1,
      }
      if (!plan.take(part, cost[unit])) continue
      ofTrace.set(visit.trace, drawn + 1)
      for (const name of ['tokens', 'actions', 'trajectories'] as const) into[name] += cost[name]
    }
  }
  return parts.map((part) => ({
    tokens: part.tokens * scale,
    actions: part.actions * scale,
    trajectories: part.trajectories * scale,
  }))
}

/** A budget that takes about `MOST_DRAWN` trajectories, where each trace gives as much of it as any other. */
function amountOfMost(unit: MixUnit, lengths: readonly TraceLengths[]): number {
  if (unit === 'trajectories') return MOST_DRAWN
  const each = lengths.flatMap((trace) =>
    trace.flatMap((part) => {
      const numbers = part?.[unit] ?? []
      const mean = numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
      return mean > 0 ? [1 / mean] : []
    }),
  )
  const perOne = each.reduce((sum, one) => sum + one, 0) / Math.max(1, each.length)
  return perOne === 0 ? Number.POSITIVE_INFINITY : MOST_DRAWN / perOne
}
