import { describe, expect, it } from 'vitest'
import { playOn } from '../../renderer/src/views/trace/play.ts'
import { buildTree } from '../../shared/tree/build.ts'

const EVENTS = [
  ['call', 'main'],
  ['line', 'main'],
  ['call', 'g'],
  ['line', 'g'],
  ['return', 'g'],
  ['line', 'main'],
  ['return', 'main'],
] as const

const TREE = buildTree(
  EVENTS.map(([kind, name]) => ({
    kind,
    function: name,
    frame: name === 'main' ? 0 : 1,
    line: 1,
    flags: 0,
    thread: 0,
  })),
)
const ALL = { only: null, range: null }

describe('playing', () => {
  it('goes on to the exit, where there is nothing more', () => {
    expect(playOn(TREE, 0, 3, ALL)).toBe(3)
    expect(playOn(TREE, 5, 10, ALL)).toBe(7)
    expect(playOn(TREE, 7, 1, ALL)).toBeNull()
  })

  it('goes round in a part, however many steps a frame takes', () => {
    const round = { only: null, range: [2, 4] as const }
    expect([1, 2, 3, 4, 6].map((steps) => playOn(TREE, 2, steps, round))).toEqual([3, 4, 2, 3, 2])
    expect(playOn(TREE, 6, 1, round)).toBe(2)
    expect(playOn(TREE, 0, 2, round)).toBe(3)
    expect(playOn(TREE, 3, 5, { only: null, range: [3, 3] })).toBe(3)
  })

  it('leaves out the states of other functions, and ends at the last of its own', () => {
    const main = { only: 'main', range: null }
    expect(playOn(TREE, 1, 1, main)).toBe(5)
    expect(playOn(TREE, 0, 9, main)).toBe(6)
    expect(playOn(TREE, 6, 1, main)).toBeNull()
    expect(playOn(TREE, 3, 2, { only: 'g', range: [0, 6] })).toBe(2)
    expect(playOn(TREE, 0, 1, { only: 'never', range: null })).toBeNull()
  })
})
