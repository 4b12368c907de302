import { describe, expect, it } from 'vitest'
import {
  collapseFromLevel,
  createOutline,
  expandSiblings,
  revealSeq,
  rowOfSeq,
  seqOfRow,
  seqsOfRows,
  setCollapsed,
} from '../../renderer/src/draw/outline.ts'
import {
  appendChunk,
  baselineOf,
  callStack,
  createTreeModel,
} from '../../renderer/src/draw/tree-model.ts'
import { atOnce } from '../../shared/base/parts.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { bigModel, chunkOf, modelOf, NESTED } from './draw-fixtures.ts'

describe('tree model', () => {
  const model = modelOf(NESTED)

  it('derives levels from parents and links the events of a frame', () => {
    expect(model.levels).toEqual([0, 0, 0, 1, 1, 2, 2, 1, 0])
    expect(model.previousInFrame).toEqual([-1, 0, 1, -1, 3, -1, 5, 4, 2])
    expect(model.maxLevel).toBe(2)
  })

  it('is the same whether it arrives in one chunk or in many', () => {
    const whole = chunkOf(NESTED)
    const parts = createTreeModel()
    for (let from = 0; from < whole.close.length; from += 2) {
      const cut = <T>(column: readonly T[]): readonly T[] => column.slice(from, from + 2)
      appendChunk(parts, {
        from,
        close: cut(whole.close),
        parent: cut(whole.parent),
        depth: cut(whole.depth),
        kind: cut(whole.kind),
        line: cut(whole.line),
        file: [],
        function: cut(whole.function),
        activation: cut(whole.activation),
        frame: cut(whole.frame),
        flags: cut(whole.flags),
      })
    }
    expect(parts).toEqual(model)
    expect(() => appendChunk(parts, whole)).toThrow('expected 9')
  })

  it('counts how often a line ran, and calls apart from it', () => {
    expect(model.hits[0]?.get(2)).toEqual({ lines: 1, calls: 0 })
    expect(model.hits[0]?.get(5)).toEqual({ lines: 0, calls: 1 })
    expect(model.hits[0]?.get(9)).toBeUndefined()
  })

  it('walks the call stack outward', () => {
    expect(callStack(model, 6).map((node) => node.seq)).toEqual([6, 4, 2])
    expect(callStack(model, 99)).toEqual([])
  })

  it('compares in the direction of travel within a frame', () => {
    expect(baselineOf(model, 1, 2)).toBe(1)
    expect(baselineOf(model, 2, 1)).toBe(2)
    expect(baselineOf(model, 0, 8)).toBe(0)
  })

  it('compares with the frame’s previous event whenever no state of the frame was looked at', () => {
    // Stepping back into the caller, leaving it backwards, a jump, a fresh load: one answer.
    for (const from of [7, 6, 3, 4711, null]) expect(baselineOf(model, from, 8)).toBe(2)
    for (const from of [3, 5, null]) expect(baselineOf(model, from, 2)).toBe(1)
  })

  it('has nothing to compare a frame’s first event with', () => {
    expect(baselineOf(model, 2, 3)).toBeNull()
    expect(baselineOf(model, null, 3)).toBeNull()
    expect(baselineOf(model, null, 4711)).toBeNull()
  })
})

describe('outline', () => {
  const { nodes, levels } = modelOf(NESTED)

  it('shows every node when nothing is collapsed', () => {
    const outline = createOutline(nodes, new Set())
    expect(outline.rowCount).toBe(9)
    expect(seqsOfRows(outline, 0, 99)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('hides the subtree of a collapsed node', () => {
    const outline = createOutline(nodes, new Set([4]))
    expect(seqsOfRows(outline, 0, 99)).toEqual([0, 1, 2, 3, 4, 7, 8])
    expect(rowOfSeq(outline, 7)).toBe(5)
    expect(rowOfSeq(outline, 6)).toBe(4)
  })

  it('lets the outer collapsed node rule over the inner one', () => {
    const outline = createOutline(nodes, new Set([4, 2]))
    expect(seqsOfRows(outline, 0, 99)).toEqual([0, 1, 2, 8])
    expect(rowOfSeq(outline, 6)).toBe(2)
    expect(outline.folds).toEqual([2])
  })

  it('ignores leaves, unknown nodes and what is not loaded yet', () => {
    expect(createOutline(nodes, new Set([0, 8, 4711])).rowCount).toBe(9)
    const partial = createOutline(nodes.slice(0, 5), new Set([2]))
    expect(seqsOfRows(partial, 0, 99)).toEqual([0, 1, 2])
  })

  it('reveals, expands siblings, collapses by level', () => {
    expect([...revealSeq(nodes, new Set([2, 4]), 6)]).toEqual([])
    expect([...revealSeq(nodes, new Set([2, 4]), 4)]).toEqual([4])
    expect([...expandSiblings(nodes, new Set([2, 4]), 8)]).toEqual([4])
    expect([...atOnce(collapseFromLevel(nodes, levels, 1))]).toEqual([4])
    const same = new Set([4])
    expect(setCollapsed(same, 4, true)).toBe(same)
    expect([...setCollapsed(same, 4, false)]).toEqual([])
  })

  it('agrees with walking the tree, for random sets of collapsed nodes', () => {
    const model = bigModel(400)
    const prng = createPrng('outline')
    for (let round = 0; round < 50; round++) {
      const collapsed = new Set<number>()
      for (let n = 0; n < round; n++) collapsed.add(prng.nextBelow(model.nodes.length))
      const expected: number[] = []
      for (let seq = 0; seq < model.nodes.length; seq++) {
        expected.push(seq)
        if (collapsed.has(seq)) seq = model.nodes[seq]?.close ?? seq
      }
      const outline = createOutline(model.nodes, collapsed)
      expect(seqsOfRows(outline, 0, 1000)).toEqual(expected)
      for (const [row, seq] of expected.entries()) {
        expect(seqOfRow(outline, row)).toBe(seq)
        expect(rowOfSeq(outline, seq)).toBe(row)
      }
    }
  })
})
