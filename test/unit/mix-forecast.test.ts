import { describe, expect, it } from 'vitest'
import { createPrng } from '../../shared/base/prng.ts'
import { forecastMix, type TraceLengths } from '../../shared/trajectory/mix-forecast.ts'
import { MixPlan } from '../../shared/trajectory/mix-plan.ts'

const FLAT: TraceLengths = [
  { actions: [5], tokens: [100] },
  { actions: [10], tokens: [400] },
]
const ASKED = {
  shares: [1, 1],
  unit: 'tokens' as const,
  amount: 8000,
  perTrace: undefined,
  lengths: [FLAT, FLAT],
  traces: 4,
}

/** Lengths of many traces, some of them very long. */
function uneven(traces: number, seed: string): TraceLengths[] {
  const prng = createPrng(seed)
  return Array.from({ length: traces }, () => {
    const long = prng.nextBelow(8) === 0 ? 40 : 1
    return [0, 1].map(() => {
      const actions = Array.from({ length: 4 }, () => 1 + prng.nextBelow(12) * long)
      return { actions, tokens: actions.map((count) => 30 + 25 * count) }
    })
  })
}

describe('what a mix comes to', () => {
  it('is what its plan draws: each part its share of the budget', () => {
    const { parts, trajectories } = forecastMix(ASKED)
    expect(parts).toEqual([
      { tokens: 4000, actions: 200, trajectories: 40 },
      { tokens: 4000, actions: 100, trajectories: 10 },
    ])
    expect(trajectories).toEqual([50, 50])
  })

  it('is scaled up where it is too much to be gone through', () => {
    const { parts } = forecastMix({ ...ASKED, amount: 8e12 })
    expect(parts[0]?.trajectories).toBeCloseTo(4e10, -8)
    expect(parts[1]?.trajectories).toBeCloseTo(1e10, -8)
  })

  it('keeps to the cap of a trace, and to what there is to draw from', () => {
    const capped = forecastMix({ ...ASKED, perTrace: 3 })
    expect(capped.parts.reduce((sum, { trajectories }) => sum + trajectories, 0)).toBe(12)
    const none = forecastMix({ ...ASKED, lengths: [[null, null]] })
    expect(none.parts[0]).toEqual({ tokens: 0, actions: 0, trajectories: 0 })
    const half = forecastMix({ ...ASKED, lengths: [[FLAT[0] ?? null, null]] })
    expect(half.parts.map(({ trajectories }) => trajectories)).toEqual([80, 0])
    expect(forecastMix({ ...ASKED, lengths: [] }).parts[0]?.trajectories).toBe(0)
  })

  it('says of all traces what a plan over them gives, from some of them, within its interval', () => {
    const all = uneven(400, 'all')
    for (const unit of ['tokens', 'actions', 'trajectories'] as const) {
      const amount = { tokens: 400_000, actions: 10_000, trajectories: 900 }[unit]
      const whole = { ...ASKED, unit, amount, lengths: all, traces: all.length }
      const count = ({ parts }: ReturnType<typeof forecastMix>): number =>
        parts.reduce((sum, { trajectories }) => sum + trajectories, 0)
      const truth = count(forecastMix(whole))
      const held = Array.from({ length: 25 }, (_, at) => {
        const some = all.slice(at * 16, at * 16 + 16)
        const [low, high] = forecastMix({ ...whole, lengths: some }).trajectories
        return low <= truth && truth <= high
      })
      expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(20)
    }
  })
})

describe('the plan of a mix', () => {
  it('ends where nothing fits any more, or no trace gives more', () => {
    const plan = new MixPlan([1], 10)
    let asked = 0
    for (const visit of plan.visits(3)) {
      while (plan.next(visit) === 0) {
        asked++
        plan.take(0, 7)
      }
    }
    expect(plan.spent).toBe(7)
    expect(plan.tooLong).toBe(asked - 1)
    const barren = new MixPlan([1], 10)
    for (const visit of barren.visits(3)) {
      expect(barren.next(visit)).toBe(0)
      barren.skip(0)
      expect(barren.next(visit)).toBeNull()
    }
    expect(barren.spent).toBe(0)
  })
})
