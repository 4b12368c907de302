import { describe, expect, it } from 'vitest'
import {
  LANE_HEIGHT,
  laneAtY,
  nearestState,
  type PathCourse,
  pathLanes,
  visitedSeqs,
} from '../../renderer/src/draw/path-lanes.ts'
import type { ActionName, Step } from '../../shared/trajectory/types.ts'

function step(name: ActionName, seq: number | null): Step {
  return {
    action: { name, operand: null },
    target: seq === null ? null : { seq, duplicate: false },
  }
}

function course(steps: readonly Step[], start = 0): PathCourse {
  return { start: { seq: start, duplicate: false }, steps, end: 'normal' }
}

const WHOLE = { span: { from: 0, to: 100 }, width: 1000 }

describe('lanes of sampled paths', () => {
  it('put a form of its own at each state, by the action that led there', () => {
    const steps = [
      step('step_into', 1),
      step('step_over', 3),
      step('step_return', 20),
      step('breakpoint', 60),
      step('continue', null),
    ]
    const [lane] = pathLanes([course(steps)], WHOLE)
    expect(lane?.marks).toEqual([
      { x: 5, kind: 'start' },
      { x: 15, kind: 'into' },
      { x: 35, kind: 'over' },
      { x: 205, kind: 'out' },
      { x: 605, kind: 'jump' },
    ])
    expect(lane?.links.map(({ jump }) => jump)).toEqual([false, false, true, true])
    expect(lane?.exitX).toBe(605)
    expect(lane?.text).toBe('5 normal')
  })

  it('have the numbers of their steps under each other', () => {
    const long = Array.from({ length: 12 }, (_, at) => step('step_into', at + 1))
    const texts = pathLanes([course([]), course(long)], WHOLE).map(({ text }) => text)
    expect(texts).toEqual([' 0 normal', '12 normal'])
  })

  it('go to the left where the trajectory goes backwards', () => {
    const [lane] = pathLanes(
      [course([step('inv_step_into', 98), step('inv_step_call', 0)], 99)],
      WHOLE,
    )
    expect(lane?.links).toEqual([
      { from: 995, to: 985, jump: false },
      { from: 985, to: 5, jump: true },
    ])
  })

  it('draw marks on one pixel once, and as many as there are pixels', () => {
    const steps = Array.from({ length: 5000 }, (_, at) => step('step_into', at + 1))
    const [lane] = pathLanes([course(steps)], { span: { from: 0, to: 5001 }, width: 100 })
    expect(lane?.marks.length).toBeLessThanOrEqual(202)
    expect(lane?.text).toBe('5000 normal')
  })

  it('leave out what lies outside the part on screen, and draw the way there to the edge', () => {
    const [lane] = pathLanes([course([step('breakpoint', 90), step('continue', null)])], {
      span: { from: 0, to: 50 },
      width: 500,
    })
    expect(lane?.marks).toEqual([{ x: 5, kind: 'start' }])
    expect(lane?.links).toEqual([{ from: 5, to: 501, jump: true }])
    expect(lane?.exitX).toBeNull()
  })

  it('know what is under a point', () => {
    expect(laneAtY(LANE_HEIGHT * 2 + 1, 3)).toBe(2)
    expect(laneAtY(LANE_HEIGHT * 3, 3)).toBeNull()
    const path = course([step('step_over', 10), step('breakpoint', 50), step('continue', null)])
    expect(visitedSeqs(path)).toEqual([0, 10, 50])
    expect([0, 7, 29, 31, 99].map((seq) => nearestState(path, seq))).toEqual([0, 1, 1, 2, 2])
  })
})
