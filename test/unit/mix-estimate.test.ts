import { describe, expect, it } from 'vitest'
import { aboutText, estimateOf, totalOf } from '../../renderer/src/views/sample/mix/mix-estimate.ts'

const LENGTHS = {
  drawn: 8,
  actions: { mean: 5, half: 1 },
  tokens: { mean: 200, half: 20 },
}

describe('what an amount of a mix comes to', () => {
  it('is reckoned from how long trajectories are, whatever the unit', () => {
    expect(estimateOf(1000, 'tokens', LENGTHS)).toEqual({
      tokens: { about: 1000, half: null },
      trajectories: { about: 5, half: 0.5 },
      actions: { about: 25, half: null },
    })
    expect(estimateOf(50, 'actions', LENGTHS)).toMatchObject({
      trajectories: { about: 10, half: 2 },
      tokens: { about: 2000 },
    })
    expect(estimateOf(10, 'trajectories', LENGTHS)).toMatchObject({
      actions: { about: 50, half: 10 },
      tokens: { about: 2000, half: 200 },
    })
  })

  it('is not known where nothing can be drawn, or of nothing', () => {
    expect(estimateOf(10, 'tokens', null)).toBeNull()
    expect(estimateOf(10, 'tokens', undefined)).toBeNull()
    const still = { ...LENGTHS, actions: { mean: 0, half: null } }
    expect(estimateOf(10, 'actions', still)).toBeNull()
    expect(totalOf([null], 'tokens')).toBeNull()
  })

  it('is told in two figures, with its interval where there is one', () => {
    expect(aboutText({ about: 1234.5, half: 87.6 }, 'tokens')).toBe('≈ 1,200 ± 88 tokens')
    expect(aboutText({ about: 7.4, half: null }, 'trajectories')).toBe('≈ 7 trajectories')
    const parts = [estimateOf(1000, 'tokens', LENGTHS), null, estimateOf(400, 'tokens', LENGTHS)]
    expect(totalOf(parts, 'trajectories')).toEqual({ about: 7, half: null })
  })
})
