import { describe, expect, it } from 'vitest'
import { type EventKind, FLAG_RESUMED, FLAG_UNWOUND } from '../../shared/trace/event.ts'
import { buildTree, createTreeBuilder } from '../../shared/tree/build.ts'
import { kids, nodeAt } from '../../shared/tree/navigate.ts'
import { ROOT } from '../../shared/tree/node.ts'

type Told = readonly [kind: EventKind, frame: number, flags?: number]

function events(told: readonly Told[]) {
  return told.map(([kind, frame, flags = 0], line) => ({
    kind,
    frame,
    flags,
    line: line + 1,
    function: 'f',
    thread: 0,
  }))
}

function treeOf(...told: Told[]) {
  return buildTree(events(told))
}

describe('shapes that settrace produces', () => {
  it('are siblings under one line when it calls g(g(1)) + g(2), three activations', () => {
    const tree = treeOf(
      ['call', 0],
      ['line', 0],
      ['call', 1],
      ['return', 1],
      ['call', 2],
      ['return', 2],
      ['call', 3],
      ['return', 3],
      ['return', 0],
    )
    expect(kids(tree, ROOT)).toEqual([0, 1, 8])
    expect(kids(tree, 1)).toEqual([2, 3, 4, 5, 6, 7])
    const activations = kids(tree, 1).map((seq) => nodeAt(tree, seq).activation)
    expect(activations).toEqual([1, 1, 2, 2, 3, 3])
  })

  it('hang under an exception when __exit__ runs after it', () => {
    const tree = treeOf(
      ['call', 0],
      ['line', 0],
      ['exception', 0],
      ['call', 1],
      ['return', 1],
      ['return', 0, FLAG_UNWOUND],
    )
    expect(kids(tree, 2)).toEqual([3, 4])
    expect(nodeAt(tree, 2).close).toBe(4)
    expect(nodeAt(tree, 1).close).toBe(1)
  })

  it('are separate activations of one frame when a generator resumes', () => {
    const tree = treeOf(
      ['call', 0],
      ['line', 0],
      ['call', 1],
      ['return', 1],
      ['call', 1, FLAG_RESUMED],
      ['return', 1],
      ['return', 0],
    )
    expect(kids(tree, 1)).toEqual([2, 3, 4, 5])
    expect(tree.nodes.map(({ activation }) => activation)).toEqual([0, 0, 1, 1, 2, 2, 0])
    expect(tree.nodes.map(({ frame }) => frame)).toEqual([0, 0, 1, 1, 1, 1, 0])
  })

  it('end with the trace when it is truncated', () => {
    const tree = treeOf(['call', 0], ['line', 0], ['call', 1], ['line', 1], ['call', 2])
    expect(tree.nodes.map(({ close }) => close)).toEqual([0, 4, 2, 4, 4])
    expect(tree.nodes.map(({ depth }) => depth)).toEqual([1, 1, 2, 2, 3])
  })

  it('are on the root level without an open call', () => {
    const tree = treeOf(['return', 0], ['line', 1], ['return', 1], ['call', 2], ['return', 2])
    expect(tree.nodes.map(({ parent }) => parent)).toEqual([ROOT, ROOT, ROOT, ROOT, ROOT])
    expect(tree.nodes.map(({ activation }) => activation)).toEqual([0, 1, 1, 2, 2])
  })

  it('find their level again by their frame when returns were lost', () => {
    const tree = treeOf(
      ['call', 0],
      ['line', 0],
      ['call', 1],
      ['call', 2],
      ['line', 0],
      ['return', 0],
    )
    expect(kids(tree, ROOT)).toEqual([0, 1, 4, 5])
    expect(nodeAt(tree, 1).close).toBe(3)
  })

  it('get an activation of their own under the current node when their call was lost', () => {
    const tree = treeOf(['call', 0], ['line', 0], ['line', 9], ['return', 9], ['return', 0])
    expect(kids(tree, 1)).toEqual([2, 3])
    expect(kids(tree, ROOT)).toEqual([0, 1, 4])
  })
})

describe('the streaming builder', () => {
  it('tells a host closed with the event that follows its subtree', () => {
    const builder = createTreeBuilder()
    const told = events([
      ['call', 0],
      ['line', 0],
      ['call', 1],
      ['return', 1],
      ['line', 0],
    ])
    const placements = told.map((event) => builder.append(event))
    expect(placements.map(({ hosts }) => hosts)).toEqual([[], [], [], [], [{ id: 1, close: 3 }]])
    expect(placements.map(({ opens }) => opens)).toEqual([true, false, true, false, false])
    expect(placements[3]?.activations).toEqual([{ id: 1, close: 3 }])
    expect(builder.finish()).toEqual({ hosts: [], activations: [{ id: 0, close: 4 }] })
    expect(builder.finish()).toEqual({ hosts: [], activations: [] })
  })

  it('numbers each thread on its own', () => {
    const builder = createTreeBuilder()
    const call = { kind: 'call' as const, frame: 0 }
    expect(builder.append({ ...call, thread: 0 }).seq).toBe(0)
    expect(builder.append({ ...call, frame: 1, thread: 5 })).toMatchObject({
      seq: 0,
      parent: ROOT,
      depth: 1,
    })
    expect(builder.append({ kind: 'line', frame: 0, thread: 0 })).toMatchObject({
      seq: 1,
      depth: 1,
    })
    expect(builder.finish(5).activations).toEqual([{ id: 0, close: 0 }])
  })
})
