import { describe, expect, it } from 'vitest'
import { countedOf, TrajectoryCounter } from '../../shared/grammar/count.ts'
import { follow } from '../support/follow.ts'
import { SCALE } from '../support/hand-trace.ts'

describe('counts per trajectory', () => {
  const counter = new TrajectoryCounter()
  counter.add(countedOf(follow(SCALE, ['step_into', 'step_into', 'step_return']), 100))
  counter.add(countedOf(follow(SCALE, ['step_over']), 20))
  counter.add(countedOf(follow(SCALE, ['continue']), 30))
  const { trajectories, tokens, actions, events, byAction, byEvent } = counter.counts()

  it('are the mean, the 25th and the 90th percentile, and the sum', () => {
    expect(trajectories).toBe(3)
    expect(tokens).toEqual({ mean: 50, p25: 25, p90: 86, total: 150 })
    expect(actions).toMatchObject({ mean: 5 / 3, p25: 1, total: 5 })
    expect(actions.p90).toBeCloseTo(2.6)
    expect(events).toMatchObject({ mean: 7 / 3, total: 7 })
  })

  it('count a trajectory without an action or an event as none of it', () => {
    expect(byAction).toMatchObject({
      step_into: { mean: 2 / 3, p25: 0, total: 2 },
      step_return: { mean: 1 / 3, p25: 0, total: 1 },
      step_over: { total: 1 },
      continue: { total: 1 },
    })
    expect(byEvent).toMatchObject({
      call: { mean: 4 / 3, p25: 1, total: 4 },
      line: { total: 2 },
      return: { total: 1 },
    })
  })

  it('are zero of nothing', () => {
    const none = new TrajectoryCounter().counts()
    expect(none.tokens).toEqual({ mean: 0, p25: 0, p90: 0, total: 0 })
    expect(none.byAction).toEqual({})
  })
})
