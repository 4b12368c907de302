import { describe, expect, it } from 'vitest'
import {
  forcedMarks,
  nextWrong,
  rolloutMarks,
  type StepVerdict,
} from '../../shared/model/divergence.ts'

const told: Readonly<Record<string, StepVerdict>> = {
  '.': 'match',
  x: 'mismatch',
  '!': 'unparseable',
  '?': 'unchecked',
  ' ': null,
}
const verdicts = (text: string): StepVerdict[] => [...text].map((sign) => told[sign] ?? null)

describe('marks of steps', () => {
  it('after recorded states are each their own verdict', () => {
    expect(forcedMarks(verdicts('.x!? '))).toEqual(['right', 'wrong', 'wrong', 'unchecked', null])
  })

  it('of a rollout tell where it leaves the recording, what that caused, and where it heals', () => {
    const marks = rolloutMarks(verdicts('..xxx..x'), verdicts('..x.x..x'))
    expect(marks).toEqual(['right', 'right', 'first', 'caused', 'own', 'healed', 'right', 'own'])
  })

  it('of a rollout do not claim a cause that nobody asked for', () => {
    expect(rolloutMarks(verdicts('x!x'), verdicts('x ?'))).toEqual(['first', 'after', 'after'])
  })

  it('skip what cannot be checked: it heals nothing and diverges from nothing', () => {
    expect(rolloutMarks(verdicts('.x?.'), [])).toEqual(['right', 'first', 'unchecked', 'healed'])
    expect(rolloutMarks(verdicts('? x'), [])).toEqual(['unchecked', null, 'first'])
  })

  it('are found from a step on in both directions', () => {
    const steps = verdicts('.x..!.')
    expect(nextWrong(steps, 0, 1)).toBe(1)
    expect(nextWrong(steps, 2, 1)).toBe(4)
    expect(nextWrong(steps, 5, 1)).toBeNull()
    expect(nextWrong(steps, 3, -1)).toBe(1)
    expect(nextWrong(steps, 0, -1)).toBeNull()
    expect(nextWrong([], -1, 1)).toBeNull()
  })
})
