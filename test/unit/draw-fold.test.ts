import { describe, expect, it } from 'vitest'
import { foldWords } from '../../renderer/src/draw/fold.ts'
import { createOutline } from '../../renderer/src/draw/outline.ts'
import { outlineShapes } from '../../renderer/src/draw/outline-shapes.ts'
import { labelledStates, labelsBetween, NO_LABELS } from '../../renderer/src/draw/state-labels.ts'
import type { TreeModel } from '../../renderer/src/draw/tree-model.ts'
import { modelOf, NESTED, type Spec } from './draw-fixtures.ts'

const CHAR = 7

function rowsOf(model: TreeModel, collapsed: ReadonlySet<number>, labels = NO_LABELS) {
  const outline = createOutline(model.nodes, collapsed)
  const files = { lines: [], paths: [] }
  const shown = { notes: new Map(), focus: null, exit: null, labels }
  const view = { model, outline, collapsed, files, ...shown }
  return outlineShapes(view, { width: 600, height: 100, scrollTop: 0, charWidth: CHAR }).rows
}

describe('outline shapes', () => {
  it('says of a collapsed row how many events and exceptions are hidden in it, at any depth', () => {
    const raising: Spec[] = [
      { kind: 'call', line: 8, function: 'h' },
      { kind: 'exception', line: 9, function: 'h' },
      { kind: 'return', line: 9, function: 'h' },
    ]
    const inner: Spec[] = [
      { kind: 'call', line: 5, function: 'g' },
      { kind: 'line', line: 6, function: 'g', kids: [raising] },
      { kind: 'return', line: 6, function: 'g' },
    ]
    const model = modelOf([
      { kind: 'call', line: 1 },
      { kind: 'line', line: 3, kids: [inner] },
      { kind: 'exception', line: 3 },
      { kind: 'return', line: 3 },
    ])
    const rows = rowsOf(model, new Set([1]))
    expect(rows.map((row) => row.fold?.text)).toEqual([
      undefined,
      '6 events × 1',
      undefined,
      undefined,
    ])
    expect(rows[1]?.fold).toMatchObject({ events: 6, exceptions: 1 })
    const folded = rows[1]
    expect(folded?.fold?.x).toBeGreaterThan(
      (folded?.textX ?? 0) + (folded?.text.length ?? 0) * CHAR,
    )
    expect(folded?.noteX).toBeGreaterThan((folded?.fold?.x ?? 0) + (folded?.fold?.width ?? 0))
    const inside = rowsOf(model, new Set([3]))
    expect(inside.map((row) => row.fold?.text).filter(Boolean)).toEqual(['3 events × 1'])
    expect(rowsOf(model, new Set()).every((row) => row.fold === null)).toBe(true)
    const quiet = rowsOf(modelOf(NESTED), new Set([2]))
    expect(quiet[2]?.fold?.text).toBe('5 events')
    expect(foldWords({ events: 1, exceptions: 2, labels: 0, predicted: null })).toBe(
      '1 event hidden, 2 exceptions among them',
    )
  })

  it('says how many labels are hidden in a collapsed row, and what a row in sight is labelled', () => {
    const model = modelOf(NESTED)
    const labels = labelledStates([
      { seq: 2, class: 'wrong_line', count: 1 },
      { seq: 4, class: 'other', count: 2 },
      { seq: 4, class: 'wrong_value', count: 1 },
    ])
    const folded = rowsOf(model, new Set([2]), labels)
    expect(folded.map((row) => row.label)).toEqual([null, null, 'wrong line', null])
    // Its own label is no hidden one.
    expect(folded[2]?.fold).toMatchObject({ text: '5 events ◆ 3', labels: 3, exceptions: 0 })
    expect(folded[2]?.fold?.width).toBe('5 events ◆ 3'.length * CHAR)
    const open = rowsOf(model, new Set(), labels)
    expect(open[4]?.label).toBe('other × 2, wrong value')
    expect(foldWords({ events: 9, exceptions: 1, labels: 2, predicted: null })).toBe(
      '9 events hidden, 1 exception and 2 labels among them',
    )
  })

  it('counts labels between two events as a walk over them does', () => {
    const events = Array.from({ length: 40 }, (_, seq) => ({ seq, count: (seq * 7) % 4 }))
    const labels = labelledStates(
      events.flatMap(({ seq, count }) =>
        count === 0 ? [] : [{ seq, count, class: 'other' as const }],
      ),
    )
    for (let first = 0; first < 40; first++) {
      for (let last = first; last < 40; last++) {
        const walked = events.slice(first, last + 1).reduce((sum, { count }) => sum + count, 0)
        expect(labelsBetween(labels, first, last)).toBe(walked)
      }
    }
  })
})
