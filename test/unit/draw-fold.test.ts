import { describe, expect, it } from 'vitest'
import { foldWords } from '../../renderer/src/draw/fold.ts'
import { createOutline } from '../../renderer/src/draw/outline.ts'
import { outlineShapes } from '../../renderer/src/draw/outline-shapes.ts'
import type { TreeModel } from '../../renderer/src/draw/tree-model.ts'
import { modelOf, NESTED, type Spec } from './draw-fixtures.ts'

const CHAR = 7

function rowsOf(model: TreeModel, collapsed: ReadonlySet<number>) {
  const outline = createOutline(model.nodes, collapsed)
  const files = { lines: [], paths: [] }
  const view = { model, outline, collapsed, files, notes: new Map(), focus: null, exit: null }
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
    expect(foldWords({ events: 1, exceptions: 2 })).toBe('1 event hidden, 2 exceptions among them')
  })
})
