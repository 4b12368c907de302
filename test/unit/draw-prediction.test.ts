import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepAtX, survivalShapes } from '../../renderer/src/draw/survival-shapes.ts'
import {
  alternativesOf,
  rowOfToken,
  stripRows,
  stripTokens,
  tokenAcross,
  tokenWidth,
} from '../../renderer/src/draw/token-strip.ts'
import { must } from '../../shared/base/assert.ts'
import { survivalCurve } from '../../shared/model/survival.ts'
import { scoredAnswer } from '../support/scored-answer.ts'

const cells = fc.array(
  fc.integer({ min: 1, max: 60 }).map((one) => ({ cells: one })),
  { minLength: 1, maxLength: 200 },
)

describe('rows of tokens', () => {
  it('hold every token once and in order, each row as full as it can be', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 10, max: 900 }), (tokens, width) => {
        const rows = stripRows(tokens, { width, charWidth: 7 })
        const all = rows.flatMap(({ from, to }) =>
          Array.from({ length: to - from }, (_, at) => from + at),
        )
        expect(all).toEqual(tokens.map((_, at) => at))
        for (const [at, { from, to }] of rows.entries()) {
          const wide = (end: number) =>
            tokens.slice(from, end).reduce((sum, one) => sum + tokenWidth(one, 7), 0)
          if (to - from > 1) expect(wide(to)).toBeLessThanOrEqual(width)
          if (at < rows.length - 1) expect(wide(to + 1)).toBeGreaterThan(width)
          for (let token = from; token < to; token++) expect(rowOfToken(rows, token)).toBe(at)
        }
      }),
    )
  })

  it('are left up and down for the token next to above and below, and come back', () => {
    const tokens = Array.from({ length: 12 }, () => ({ cells: 4 }))
    const rows = stripRows(tokens, { width: 4 * (4 * 7 + 4), charWidth: 7 })
    expect(rows).toHaveLength(3)
    expect(tokenAcross(tokens, rows, 1, { by: 1, charWidth: 7 })).toBe(5)
    expect(tokenAcross(tokens, rows, 5, { by: -1, charWidth: 7 })).toBe(1)
    expect(tokenAcross(tokens, rows, 2, { by: -1, charWidth: 7 })).toBe(2)
  })
})

describe('tokens of an answer', () => {
  const { tokens, spans } = scoredAnswer()

  it('have the role and variable of their part, and their probability', () => {
    const shown = stripTokens(tokens, spans)
    expect(shown.map(({ variable }) => variable)).toContain('k')
    expect(shown[1]).toMatchObject({ role: 'source', variable: null, text: '·L1', cells: 3 })
    expect(shown[1]?.probability).toBeCloseTo(Math.exp(-6.212036), 12)
  })

  it('have alternatives, the most likely first, themselves among them, and the rest', () => {
    const { rows, rest } = must(alternativesOf(must(tokens[4], 'token')), 'alternatives')
    const probabilities = rows.map(({ probability }) => probability)
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a))
    expect(
      rows.filter(({ isChosen }) => isChosen).map(({ alternative }) => alternative.text),
    ).toEqual([' 1e0'])
    expect(probabilities.reduce((sum, one) => sum + one, rest)).toBeCloseTo(1, 12)
  })

  it('know which of two that read the same stands there', () => {
    const twice = [-1, -2].map((logProbability) => ({ text: 'a', logProbability }))
    const { rows } = must(
      alternativesOf({ text: 'a', logProbability: -2, alternatives: twice }),
      'rows',
    )
    expect(rows.map(({ isChosen }) => isChosen)).toEqual([false, true])
    const numbered = twice.map((one, id) => ({ ...one, id, logProbability: -1 }))
    const second = { text: 'a', id: 1, logProbability: -1.0001, alternatives: numbered }
    expect(alternativesOf(second)?.rows.map(({ isChosen }) => isChosen)).toEqual([false, true])
  })
})

describe('the survival chart', () => {
  const points = survivalCurve(
    Array.from({ length: 100 }, (_, at) => ({
      steps: 20,
      firstWrong: at < 60 ? (at % 20) + 1 : null,
    })),
  )
  const shapes = survivalShapes(points, { width: 656, height: 240 })

  it('goes through every step, within its edges', () => {
    expect(shapes.dots).toHaveLength(20)
    expect(shapes.xOf(0)).toBe(shapes.left)
    expect(shapes.xOf(20)).toBe(shapes.right)
    expect(shapes.yOf(1)).toBe(shapes.top)
    expect(shapes.dots.at(-1)?.x).toBe(shapes.xOf(20))
    expect(shapes.dots.at(-1)?.y).toBeCloseTo(shapes.yOf(0.4), 9)
    expect(stepAtX(shapes, shapes.xOf(7) + 2, 20)).toBe(7)
    expect(stepAtX(shapes, -50, 20)).toBe(1)
    expect(stepAtX(shapes, 5000, 20)).toBe(20)
  })

  it('is held against 0.9ⁿ and pⁿ of the measured first step', () => {
    const [nine, measured] = shapes.references
    expect([nine.p, measured.p]).toEqual([0.9, 0.97])
    expect(nine.path.split('L')).toHaveLength(21)
    const [, y] = must(nine.path.split('L').at(-1), 'end').split(',').map(Number)
    expect(y).toBeCloseTo(shapes.yOf(0.9 ** 20), 2)
  })

  it('has no dots where they would run together', () => {
    const long = survivalCurve([{ steps: 500, firstWrong: null }])
    expect(survivalShapes(long, { width: 656, height: 240 }).dots).toEqual([])
  })
})
