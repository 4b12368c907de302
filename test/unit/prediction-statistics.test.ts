import { describe, expect, it } from 'vitest'
import { createPrng } from '../../shared/base/prng.ts'
import { clusteredShare, pairedTest } from '../../shared/model/statistics.ts'
import { survivalCurve } from '../../shared/model/survival.ts'

describe('a share clustered by program', () => {
  it('has the interval that the formula gives', () => {
    const { share, interval } = clusteredShare([
      { total: 10, right: 8 },
      { total: 10, right: 6 },
      { total: 20, right: 18 },
    ])
    expect(share).toBe(0.8)
    // Distances 0, -2 and 2: variance 3/2 · 8 / 1600, times t = 4.303 with two degrees of freedom.
    const half = 4.303 * Math.sqrt((1.5 * 8) / 1600)
    expect(interval?.[0]).toBeCloseTo(0.8 - half, 6)
    expect(interval?.[1]).toBe(1)
  })

  it('says nothing of other programs where there is but one, and nothing where there is none', () => {
    expect(clusteredShare([{ total: 9, right: 3 }]).interval).toBeNull()
    expect(clusteredShare([])).toEqual({ right: 0, total: 0, share: null, interval: null })
  })

  it('is not certain where all programs agree', () => {
    const { share, interval } = clusteredShare(Array(8).fill({ total: 100, right: 100 }))
    expect(share).toBe(1)
    expect(interval?.[0]).toBeGreaterThan(0.6)
    expect(interval?.[0]).toBeLessThan(0.7)
  })

  it('holds the true share in about 95 of 100 samples of few programs', () => {
    const prng = createPrng('coverage')
    let held = 0
    for (let sample = 0; sample < 1000; sample++) {
      const clusters = Array.from({ length: 12 }, () => {
        // Half of the programs are easy, half are hard: 0.9 and 0.5.
        const p = prng.nextFloat() < 0.5 ? 0.9 : 0.5
        const right = Array.from({ length: 20 }, () => prng.nextFloat() < p).filter(Boolean).length
        return { total: 20, right }
      })
      const [low = 1, high = 0] = clusteredShare(clusters).interval ?? []
      if (low <= 0.7 && high >= 0.7) held++
    }
    expect(held).toBeGreaterThan(920)
    expect(held).toBeLessThan(980)
  })
})

describe('the paired test', () => {
  it('counts wins, losses and ties, and goes through every swap of few programs', () => {
    const test = pairedTest([
      { total: 10, onlyFirst: 1, onlySecond: 3 },
      { total: 10, onlyFirst: 0, onlySecond: 2 },
      { total: 10, onlyFirst: 0, onlySecond: 2 },
      { total: 10, onlyFirst: 0, onlySecond: 0 },
    ])
    expect(test).toMatchObject({ total: 40, wins: 7, losses: 1, ties: 32, difference: 0.15 })
    // Of the eight ways to swap three programs two are as far from 0.
    expect(test.p).toBe(0.25)
  })

  it('finds two alike engines alike, and a better one better', () => {
    const prng = createPrng('pairs')
    const draw = (better: number) =>
      Array.from({ length: 40 }, () => {
        const below = (p: number) =>
          Array.from({ length: 30 }, () => prng.nextFloat() < p).filter(Boolean).length
        return { total: 60, onlyFirst: below(0.1), onlySecond: below(0.1 + better) }
      })
    expect(pairedTest(draw(0)).p).toBeGreaterThan(0.05)
    const better = pairedTest(draw(0.1))
    expect(better.p).toBeLessThan(0.001)
    expect(better.interval?.[0]).toBeGreaterThan(0)
  })

  it('tells nothing of one program', () => {
    expect(pairedTest([{ total: 5, onlyFirst: 0, onlySecond: 5 }])).toMatchObject({
      wins: 5,
      p: null,
      interval: null,
    })
  })
})

describe('the survival curve', () => {
  it('leaves out of the count what ended without an error', () => {
    const curve = survivalCurve([
      { steps: 3, firstWrong: 2 },
      { steps: 1, firstWrong: null },
      { steps: 3, firstWrong: null },
      { steps: 3, firstWrong: 1 },
    ])
    expect(curve.map(({ step, atRisk, wrong, share }) => [step, atRisk, wrong, share])).toEqual([
      [1, 4, 1, 0.75],
      [2, 2, 1, 0.375],
      [3, 1, 0, 0.375],
    ])
    const { low = 1, high = 0 } = curve[0] ?? {}
    // Greenwood: (log(-log) band of 0.75 with variance 1/12)
    expect(low).toBeCloseTo(0.128, 2)
    expect(high).toBeCloseTo(0.961, 2)
  })

  it('is empty where there is nothing', () => {
    expect(survivalCurve([])).toEqual([])
  })
})
