import { describe, expect, it } from 'vitest'
import { findLines } from '../../shared/tree/find-lines.ts'
import type { Visits } from '../../shared/tree/visits.ts'

const at = (lines: number[], calls: number[] = []) => ({ lines, calls, others: [99] })
const VISITS: Visits = {
  files: [
    new Map([
      [1, at([5], [2])],
      [2, at([3, 7])],
    ]),
    new Map([[1, at([4])]]),
  ],
  exceptions: [],
  gaps: [],
}
const FILES = [['def Merge(a):', '    return merge(b)', '    # merge, never run'], ['merge = 1']]

describe('finding a text in the source of a run', () => {
  it('gives the states on its lines in order, of every file, upper and lower case alike', () => {
    expect(findLines(FILES, VISITS, 'MERGE')).toEqual({ lines: 4, states: [2, 3, 4, 5, 7] })
    expect(findLines(FILES, VISITS, 'return ')).toEqual({ lines: 1, states: [3, 7] })
  })

  it('counts lines that never ran, and finds nothing of nothing', () => {
    expect(findLines(FILES, VISITS, 'never')).toEqual({ lines: 1, states: [] })
    expect(findLines(FILES, VISITS, 'absent')).toEqual({ lines: 0, states: [] })
    expect(findLines(FILES, VISITS, '')).toEqual({ lines: 0, states: [] })
  })
})
