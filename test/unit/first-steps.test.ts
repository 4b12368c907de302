// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import {
  type FirstStep,
  firstStepAfter,
  type SeenPlace,
} from '../../renderer/src/state/first-steps.ts'

function at(view: string, trace: string | null = null, step: number | null = null): SeenPlace {
  return { view, trace, step }
}

/** The first steps shown while a newcomer goes from place to place. */
function walk(places: readonly SeenPlace[]): FirstStep[] {
  let step: FirstStep = 'open'
  return places.map((place, index) => {
    step = firstStepAfter(step, places[index - 1] ?? place, place)
    return step
  })
}

describe('the first steps', () => {
  it('go on as they are done: open, forward, back', () => {
    const places = [
      at('corpus'),
      at('corpus', 't_1'),
      at('trace', 't_1', 0),
      at('trace', 't_1', 3),
      at('trace', 't_1', 2),
      at('trace', 't_1', 9),
    ]
    expect(walk(places)).toEqual(['open', 'open', 'forward', 'back', 'rest', 'rest'])
  })

  it('take no other trace and no other view for a step', () => {
    const places = [
      at('trace', 't_1', 5),
      at('trace', 't_2', 7),
      at('label', 't_2', 9),
      at('trace', 't_2', 11),
    ]
    expect(walk(places)).toEqual(['forward', 'forward', 'forward', 'forward'])
  })
})
