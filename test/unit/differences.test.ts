import { describe, expect, it } from 'vitest'
import type { Alignment } from '../../shared/tree/align.ts'
import { swapAlignment } from '../../shared/tree/align.ts'
import {
  answerTo,
  type Direction,
  lastAnswer,
  type Moment,
  nextStretch,
  searchPlace,
} from '../../shared/tree/differences.ts'

/**
 * Two traces as one row of steps: `=` both have, `/` both have on other lines, `a` and `b` one alone. What is on one
 * line has one number.
 */
function aligned(row: string): Alignment {
  const bOfA: number[] = []
  const aOfB: number[] = []
  const linesA: number[] = []
  const linesB: number[] = []
  for (const [at, kind] of [...row].entries()) {
    const [a, b] = [bOfA.length, aOfB.length]
    if (kind !== 'b') {
      bOfA.push(kind === 'a' ? -1 : b)
      linesA.push(at)
    }
    if (kind !== 'a') {
      aOfB.push(kind === 'b' ? -1 : a)
      linesB.push(kind === '/' ? 1000 + at : at)
    }
  }
  return {
    bOfA: Int32Array.from(bOfA),
    aOfB: Int32Array.from(aOfB),
    lines: [Int32Array.from(linesA), Int32Array.from(linesB)],
    functions: [new Int32Array(linesA.length), new Int32Array(linesB.length)],
  }
}

/** All differences of structure one meets from a moment, standing in the first trace. */
function walk(alignment: Alignment, start: Moment, direction: Direction): string[] {
  const met: string[] = []
  for (let at: Moment | null = start; at !== null && met.length < 20; ) {
    let stretch = nextStretch(alignment, searchPlace(alignment, at, direction), direction, 2)
    while (stretch.rest !== null) stretch = nextStretch(alignment, stretch.rest, direction, 2)
    at = stretch.differs
    if (at !== null) met.push(`${at.a}-${at.b}`)
  }
  return met
}

const ROW = '==aab===b=/=aa'

describe('the differences of two traces', () => {
  it('are where one has steps alone, once for all that stand together, and where lines differ', () => {
    const alignment = aligned(ROW)
    // a: 0 1 |2 3| 4 5 6 | | 7 8/ 9 |10 11|   b: 0 1 |2| 3 4 5 |6| 7 8/ 9
    expect(walk(alignment, { a: 0, b: 0 }, 'forward')).toEqual(['2-2', '6-6', '8-8', '10-9'])
    expect(walk(swapAlignment(alignment), { a: 0, b: 0 }, 'forward')).toEqual([
      '2-2',
      '6-6',
      '8-8',
      '9-10',
    ])
  })

  it('are the same ones going back, from the exit', () => {
    const alignment = aligned(ROW)
    expect(walk(alignment, { a: 12, b: 10 }, 'backward')).toEqual(['10-9', '8-8', '6-6', '2-2'])
  })

  it('are looked for from either side of steps that have no answer', () => {
    const alignment = aligned(ROW)
    const back = (at: Moment): string | undefined => walk(alignment, at, 'backward')[0]
    const on = (at: Moment): string | undefined => walk(alignment, at, 'forward')[0]
    // In the middle of what only the first has: back to where that begins, on past all of it.
    expect([back({ a: 3, b: 1 }), on({ a: 3, b: 1 })]).toEqual(['2-2', '6-6'])
    // The first stays at 6 while the other is where only it has a step.
    expect([back({ a: 6, b: 6 }), on({ a: 6, b: 6 })]).toEqual(['2-2', '8-8'])
    // At 6 with its answer: the step of the other comes next.
    expect(on({ a: 6, b: 5 })).toBe('6-6')
  })

  it('may be at the very beginning, and nowhere', () => {
    const alignment = aligned('bb==')
    expect(walk(alignment, { a: 1, b: 3 }, 'backward')).toEqual(['0-0'])
    expect(walk(alignment, { a: 0, b: 0 }, 'forward')).toEqual([])
    expect(walk(aligned('==='), { a: 0, b: 0 }, 'forward')).toEqual([])
    expect(walk(aligned('==='), { a: 3, b: 3 }, 'backward')).toEqual([])
  })

  it('leave pairs whose states are to be compared, from the earliest on', () => {
    const alignment = aligned('=====a')
    expect(nextStretch(alignment, { a: 0, b: 0 }, 'forward', 3)).toEqual({
      from: { a: 0, b: 0 },
      count: 3,
      differs: null,
      rest: { a: 3, b: 3 },
    })
    expect(nextStretch(alignment, { a: 5, b: 5 }, 'backward', 3)).toEqual({
      from: { a: 2, b: 2 },
      count: 3,
      differs: null,
      rest: { a: 2, b: 2 },
    })
    expect(nextStretch(alignment, { a: 3, b: 3 }, 'forward', 3)).toEqual({
      from: { a: 3, b: 3 },
      count: 2,
      differs: { a: 5, b: 4 },
      rest: null,
    })
  })

  it('know what answers to a step, and what did last', () => {
    const { bOfA } = aligned('a=aa=')
    expect([0, 1, 2, 4, 5, 9].map((seq) => answerTo(bOfA, seq, 2))).toEqual([
      null,
      0,
      null,
      1,
      2,
      2,
    ])
    expect([0, 1, 2, 3, 4, 5].map((seq) => lastAnswer(bOfA, seq, 2))).toEqual([0, 0, 0, 0, 1, 2])
  })
})
