import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type PredictedColumns,
  predictedText,
  predictedWords,
  tallyBetween,
  tallyWords,
  traceAccuracy,
  wrongFrom,
} from '../../renderer/src/draw/accuracy.ts'
import { accuracyBars } from '../../renderer/src/draw/accuracy-lane.ts'
import { foldWords } from '../../renderer/src/draw/fold.ts'
import { createOutline } from '../../renderer/src/draw/outline.ts'
import { type OutlineView, outlineShapes } from '../../renderer/src/draw/outline-shapes.ts'
import { shareRow } from '../../renderer/src/draw/row-texts.ts'
import type { TreeModel } from '../../renderer/src/draw/tree-model.ts'
import { ERROR_CLASSES, type ErrorClass } from '../../shared/model/types.ts'
import { modelOf, NESTED } from './draw-fixtures.ts'

interface One {
  readonly seq: number
  readonly error: ErrorClass | null
  readonly count: number
}

/** Entries as the store gives them: by event, one for each error. */
const entries = fc
  .uniqueArray(
    fc.record({
      seq: fc.nat({ max: 60 }),
      error: fc.constantFrom(null, ...ERROR_CLASSES),
      count: fc.integer({ min: 1, max: 5 }),
    }),
    { selector: ({ seq, error }) => `${seq} ${error}`, maxLength: 80 },
  )
  .map((list) => list.sort((a, b) => a.seq - b.seq))

function columns(list: readonly One[]): PredictedColumns {
  return {
    seq: list.map(({ seq }) => seq),
    error: list.map(({ error }) => error),
    count: list.map(({ count }) => count),
  }
}

function tallied(list: readonly One[], first: number, last: number) {
  const within = list.filter(({ seq }) => seq >= first && seq <= last)
  const sum = (of: readonly One[]) => of.reduce((total, { count }) => total + count, 0)
  const wrong = within.filter(({ error }) => error !== null)
  return {
    states: new Set(within.map(({ seq }) => seq)).size,
    wrongStates: new Set(wrong.map(({ seq }) => seq)).size,
    right: sum(within) - sum(wrong),
    wrong: sum(wrong),
    worst: ERROR_CLASSES.find((name) => wrong.some(({ error }) => error === name)) ?? null,
  }
}

describe('the predictions of a range of events', () => {
  it('come to what a walk over them finds, however the stream was cut', () => {
    fc.assert(
      fc.property(entries, fc.nat({ max: 62 }), fc.nat({ max: 62 }), (list, a, b) => {
        const cut = list.findIndex(({ seq }) => seq >= 30)
        const parts = cut < 0 ? [list] : [list.slice(0, cut), list.slice(cut)]
        const accuracy = traceAccuracy(parts.map(columns))
        const [first, last] = [Math.min(a, b), Math.max(a, b)]
        expect(tallyBetween(accuracy, first, last)).toEqual(tallied(list, first, last))
      }),
    )
  })

  it('are gone through from one that is wrong to the next, and back', () => {
    fc.assert(
      fc.property(entries, fc.nat({ max: 62 }), (list, seq) => {
        const accuracy = traceAccuracy([columns(list)])
        const wrong = list.filter(({ error }) => error !== null).map((one) => one.seq)
        expect(wrongFrom(accuracy, seq, 1)).toBe(wrong.find((one) => one > seq) ?? null)
        expect(wrongFrom(accuracy, seq, -1)).toBe(wrong.findLast((one) => one < seq) ?? null)
      }),
    )
  })

  it('are told in words', () => {
    const all = (list: readonly One[]) => tallyBetween(traceAccuracy([columns(list)]), 0, 99)
    const right = { seq: 1, error: null, count: 1 } as const
    const wrong = { seq: 1, error: 'wrong_value', count: 1 } as const
    const graver = { seq: 2, error: 'malformed', count: 2 } as const
    expect(predictedWords(all([]))).toBe('')
    expect(predictedWords(all([right]))).toBe('predicted right')
    expect(predictedWords(all([{ ...right, count: 4 }]))).toBe('predicted right 4 times')
    expect(predictedWords(all([wrong]))).toBe('predicted wrong: wrong value')
    expect(predictedWords(all([right, wrong]))).toBe(
      '1 of 2 predictions wrong, at worst wrong value',
    )
    expect([[right], [wrong], [right, wrong]].map((list) => predictedText(all(list)))).toEqual([
      '',
      'wrong value',
      'wrong value, 1 of 2',
    ])
    expect(tallyWords(all([right, wrong, graver]))).toBe(
      '2 states predicted, 2 wrong, at worst malformed',
    )
    expect(tallyWords(all([right]))).toBe('1 state predicted, all right')
  })
})

describe('the lane of predictions', () => {
  it('has a bar over every event that was predicted, and over no other', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const accuracy = traceAccuracy([columns(list)])
        const bars = accuracyBars(accuracy, { from: 0, to: 60 }, 600)
        for (let seq = 0; seq < 60; seq++) {
          const middle = seq * 10 + 5
          const bar = bars.find(({ x, width }) => x <= middle && middle < x + width)
          const { states, wrong } = tallied(list, seq, seq)
          expect(bar?.wrongShare).toBe(states === 0 ? undefined : wrong > 0 ? 1 : 0)
        }
      }),
    )
  })

  it('stands for many events a pixel by the share of those that are wrong', () => {
    const list = Array.from({ length: 1000 }, (_, seq) => ({
      seq,
      error: seq % 10 === 0 ? ('wrong_line' as const) : null,
      count: 1,
    }))
    const bars = accuracyBars(traceAccuracy([columns(list)]), { from: 0, to: 1000 }, 50)
    expect(bars).toHaveLength(1)
    expect(bars[0]).toMatchObject({ x: 0, wrongShare: 0.1 })
    expect(bars[0]?.width).toBeCloseTo(50, 6)
  })
})

const CHAR = 7
const LINES = Array.from({ length: 12 }, (_, line) => `line_${line + 1} = some_call()`)

function rowsOf(model: TreeModel, collapsed: ReadonlySet<number>, list: readonly One[] | null) {
  const view: OutlineView = {
    model,
    outline: createOutline(model.nodes, collapsed),
    collapsed,
    files: { lines: [LINES], paths: [''] },
    notes: new Map(),
    accuracy: list === null ? null : traceAccuracy([columns(list)]),
    focus: null,
    exit: { tone: 'normal', text: 'exit normal' },
  }
  return outlineShapes(view, { width: 700, height: 400, scrollTop: 0, charWidth: CHAR })
}

describe('rows of predicted states', () => {
  const model = modelOf(NESTED)
  const list: One[] = [
    { seq: 0, error: null, count: 1 },
    { seq: 2, error: 'wrong_value', count: 1 },
    { seq: 4, error: null, count: 1 },
    { seq: 4, error: 'wrong_line', count: 1 },
    { seq: 5, error: null, count: 2 },
    { seq: model.nodes.length, error: 'wrong_event', count: 1 },
  ]

  it('have a sign in a column of its own, and say what was wrong', () => {
    const { rows, exit } = rowsOf(model, new Set(), list)
    expect(rows.map(({ predicted }) => predicted?.kind ?? null)).toEqual(
      rows.map(({ seq }) => ({ 0: 'right', 2: 'wrong', 4: 'mixed', 5: 'right' })[seq] ?? null),
    )
    expect(rows[4]?.predicted).toMatchObject({ text: 'wrong line, 1 of 2' })
    expect(exit?.predicted).toMatchObject({ kind: 'wrong', text: 'wrong event' })
    const plain = rowsOf(model, new Set(), null).rows
    expect(plain.every(({ predicted }) => predicted === null)).toBe(true)
    for (const [at, row] of rows.entries()) {
      expect(row.disclosureX).toBe((plain[at]?.disclosureX ?? 0) + 14)
      if (row.predicted !== null) expect(row.predicted.signX).toBeLessThan(row.disclosureX)
    }
  })

  it('carry, collapsed, what the predictions below them come to', () => {
    const { rows } = rowsOf(model, new Set([2]), list)
    const fold = rows[2]?.fold
    expect(fold?.text).toBe('5 events = 1 ≠ 1')
    // Its own prediction is none of those hidden.
    expect(fold === null || fold === undefined ? '' : foldWords(fold)).toBe(
      '5 events hidden; 2 states predicted, 1 wrong, at worst wrong line',
    )
    expect(rows[2]?.predicted?.text).toBe('wrong value')
  })

  it('give way by the name, then the note, then what was predicted, and keep their text', () => {
    const wanted = {
      text: 'total = total + 1',
      mark: '',
      verdict: 'wrong value',
      fold: '',
      note: '~ total = 12',
      name: 'main',
    }
    const { length } = wanted.text
    expect(shareRow(80, wanted)).toEqual(wanted)
    expect(shareRow(46, wanted)).toMatchObject({ ...wanted, name: '' })
    expect(shareRow(36, wanted)).toMatchObject({
      text: wanted.text,
      verdict: 'wrong value',
      note: '~ t…',
    })
    expect(shareRow(30, wanted)).toMatchObject({ verdict: 'wrong value', note: '' })
    expect(shareRow(26, wanted)).toMatchObject({ verdict: 'wrong va…', note: '' })
    // Half a word tells nothing.
    expect(shareRow(18, wanted).verdict).toBe('')
    for (let whole = 4; whole < 90; whole++) {
      const { text, verdict, note } = shareRow(whole, wanted)
      const behind = [verdict, note].reduce(
        (sum, one) => sum + (one === '' ? 0 : one.length + 2),
        0,
      )
      expect(text.length + behind).toBeLessThanOrEqual(whole)
      expect(text.length).toBeGreaterThanOrEqual(Math.min(length, Math.floor(whole * 0.5)))
    }
  })
})
