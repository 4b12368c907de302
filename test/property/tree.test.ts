import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildTree,
  createTreeBuilder,
  type TreeEvent,
  treeEvents,
} from '../../shared/tree/build.ts'
import {
  ancestors,
  firstOfActivation,
  kids,
  lastChild,
  lastOfActivation,
  nextSibling,
  parentOf,
  previousSibling,
  up,
} from '../../shared/tree/navigate.ts'
import { ROOT } from '../../shared/tree/node.ts'
import { randomTrace } from '../support/random-trace.ts'
import { buildSlowTree, flatten, type SlowNode } from '../support/slow-tree.ts'

function bare(event: TreeEvent) {
  const { kind, line, function: name, frame, flags, thread } = event
  return { kind, line, function: name, frame, flags, thread }
}

function siblingsOf(root: readonly SlowNode[], node: SlowNode): readonly SlowNode[] {
  return node.parent?.kids ?? root
}

describe('state tree', () => {
  it('gives back the events it was built from', () => {
    fc.assert(
      fc.property(randomTrace, ({ events }) => {
        expect(treeEvents(buildTree(events))).toEqual(events.map(bare))
      }),
    )
  })

  it('is the same when built again from its own events', () => {
    fc.assert(
      fc.property(randomTrace, ({ events }) => {
        const tree = buildTree(events)
        expect(buildTree(treeEvents(tree))).toEqual(tree)
      }),
    )
  })

  it('nests as explicit lists of children do', () => {
    fc.assert(
      fc.property(randomTrace, ({ events }) => {
        const tree = buildTree(events)
        const root = buildSlowTree(events)
        const slow = flatten(root)
        expect(slow.map(({ seq }) => seq)).toEqual(tree.nodes.map(({ seq }) => seq))
        expect(kids(tree, ROOT)).toEqual(root.map(({ seq }) => seq))
        for (const node of slow) {
          const { seq } = node
          const level = siblingsOf(root, node)
          const place = level.indexOf(node)
          const own = slow.filter(({ activation }) => activation === node.activation)
          expect(tree.nodes[seq]?.activation).toBe(node.activation)
          expect(tree.nodes[seq]?.close).toBe(flatten([node]).at(-1)?.seq)
          expect(kids(tree, seq)).toEqual(node.kids.map((kid) => kid.seq))
          expect(lastChild(tree, seq)).toBe(node.kids.at(-1)?.seq ?? null)
          expect(parentOf(tree, seq)).toBe(node.parent?.seq ?? null)
          expect(previousSibling(tree, seq)).toBe(level[place - 1]?.seq ?? null)
          expect(nextSibling(tree, seq)).toBe(level[place + 1]?.seq ?? null)
          expect(firstOfActivation(tree, node.activation)).toBe(own[0]?.seq)
          expect(lastOfActivation(tree, node.activation)).toBe(own.at(-1)?.seq)
          expect(ancestors(tree, seq)).toHaveLength((tree.nodes[seq]?.depth ?? 0) - 1)
        }
      }),
    )
  })

  it('goes up to the next sibling of the nearest host that has one', () => {
    fc.assert(
      fc.property(randomTrace, ({ events }) => {
        const tree = buildTree(events)
        for (const { seq } of tree.nodes) {
          const hosts = [seq, ...ancestors(tree, seq)]
          const next = hosts.map((host) => nextSibling(tree, host)).find((found) => found !== null)
          expect(up(tree, seq)).toBe(next ?? null)
        }
      }),
    )
  })

  it('tells every host and every activation closed exactly once, where it ends', () => {
    fc.assert(
      fc.property(randomTrace, ({ events }) => {
        const builder = createTreeBuilder()
        const all = [...events.map((event) => builder.append(event)), builder.finish()]
        const tree = buildTree(events)
        const hosts = all.flatMap((closings) => closings.hosts)
        const expected = tree.nodes.filter(({ seq, close }) => close > seq)
        expect(new Map(hosts.map(({ id, close }) => [id, close]))).toEqual(
          new Map(expected.map(({ seq, close }) => [seq, close])),
        )
        expect(hosts).toHaveLength(expected.length)
        const ended = all.flatMap((closings) => closings.activations)
        expect(new Set(ended.map(({ id }) => id)).size).toBe(ended.length)
        for (const { id, close } of ended) {
          const last = tree.nodes[lastOfActivation(tree, id)]
          expect(close).toBe(last?.close)
        }
        expect(ended.length).toBe(new Set(tree.nodes.map(({ activation }) => activation)).size)
      }),
    )
  })

  it('keeps other threads out of the way of thread 0', () => {
    fc.assert(
      fc.property(randomTrace, randomTrace, fc.infiniteStream(fc.boolean()), (a, b, coin) => {
        const main = [...a.events]
        const other = b.events.map((event) => ({ ...event, thread: 1 }))
        const mixed: TreeEvent[] = []
        while (main.length > 0 || other.length > 0) {
          const isMain = other.length === 0 || (main.length > 0 && coin.next().value)
          const next = isMain ? main.shift() : other.shift()
          if (next !== undefined) mixed.push(next)
        }
        expect(buildTree(mixed)).toEqual(buildTree(a.events))
      }),
    )
  })

  it('survives any order of events whatever', () => {
    const anyEvent = fc.record({
      kind: fc.constantFrom(
        'call' as const,
        'line' as const,
        'return' as const,
        'exception' as const,
      ),
      line: fc.nat(9),
      function: fc.constant('f'),
      frame: fc.nat(4),
      flags: fc.constant(0),
      thread: fc.constant(0),
    })
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
        const tree = buildTree(events)
        expect(treeEvents(tree)).toEqual(events)
        for (const { seq, close, parent, depth } of tree.nodes) {
          expect(close).toBeGreaterThanOrEqual(seq)
          const host = tree.nodes[parent]
          expect(depth).toBe(ancestors(tree, seq).length + 1)
          if (host !== undefined) expect(host.seq < seq && close <= host.close).toBe(true)
          if (host === undefined) expect(parent).toBe(ROOT)
        }
      }),
    )
  })
})
