import { describe, expect, it } from 'vitest'
import { createPrng } from '../../shared/base/prng.ts'

describe('random numbers', () => {
  it('are these, on every platform and in every version', () => {
    const prng = createPrng(7, 't_1', 'paper-mix', 0, 'forward', '')
    expect(Array.from({ length: 4 }, () => prng.nextUint32())).toEqual(GOLDEN)
  })

  it('differ as soon as one part of the seed differs, and by where one part ends', () => {
    const first = (...parts: (string | number)[]) => createPrng(...parts).nextUint32()
    const streams = [
      first(1, 'a', 0),
      first(2, 'a', 0),
      first(1, 'b', 0),
      first(1, 'a', 1),
      first('1', 'a', 0),
      first(1, 'a0'),
      first(1, '', 'a', 0),
    ]
    expect(new Set(streams).size).toBe(streams.length)
  })

  it('are uniform below a bound', () => {
    const prng = createPrng('uniform')
    const draws = 100_000
    const bins = new Array<number>(10).fill(0)
    for (let i = 0; i < draws; i++) {
      const value = prng.nextBelow(10)
      bins[value] = (bins[value] ?? 0) + 1
    }
    const expected = draws / 10
    const chiSquared = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 9 degrees of freedom: 27.9 is passed by one seed in a thousand.
    expect(chiSquared).toBeLessThan(27.9)
  })

  it('lie in [0, 1) as fractions, on average in the middle', () => {
    const prng = createPrng('fractions')
    let sum = 0
    for (let i = 0; i < 10_000; i++) {
      const value = prng.nextFloat()
      expect(value >= 0 && value < 1).toBe(true)
      sum += value
    }
    expect(Math.abs(sum / 10_000 - 0.5)).toBeLessThan(0.015)
  })

  it('refuse a bound that is none', () => {
    expect(() => createPrng(1).nextBelow(0)).toThrow('nextBelow')
    expect(() => createPrng(1).nextBelow(1.5)).toThrow('nextBelow')
  })
})

/** Worked out by a second implementation, in Python, of the hash and of the published generator. */
const GOLDEN = [2360104248, 2493671405, 2245779791, 3428780572]
