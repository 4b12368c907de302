import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchSequences, UNMATCHED } from '../../shared/base/match-sequences.ts'
import { type Alignment, alignTraces } from '../../shared/tree/align.ts'
import type { AlignedTrace } from '../../shared/tree/align-keys.ts'
import { buildTree } from '../../shared/tree/build.ts'
import type { StateNode } from '../../shared/tree/node.ts'
import { type RandomTrace, randomTrace } from '../support/random-trace.ts'

function traceOf({ events, source, files }: RandomTrace): AlignedTrace {
  return { nodes: buildTree(events).nodes, files: files ?? [{ path: 'a.py', source }] }
}

const trace = randomTrace.map(traceOf)

/** A trace, and the same without one subtree: a state with what is nested in it, or one call under it. */
const pruned = fc
  .tuple(trace, fc.nat(), fc.boolean())
  .filter(([{ nodes }]) => nodes.length > 0)
  .map(([whole, pick, isCall]) => {
    const node = whole.nodes[pick % whole.nodes.length] as StateNode
    const last = isCall
      ? whole.nodes.findLast(
          ({ activation, parent }) => activation === node.activation && parent === node.parent,
        )
      : node
    const first = isCall
      ? whole.nodes.find(
          ({ activation, parent }) => activation === node.activation && parent === node.parent,
        )
      : node
    const [from, to] = [first?.seq ?? 0, last?.close ?? 0]
    return { whole, from, to, rest: { ...whole, nodes: without(whole.nodes, from, to) } }
  })

function without(nodes: readonly StateNode[], from: number, to: number): StateNode[] {
  const count = to - from + 1
  const moved = (seq: number): number => (seq > to ? seq - count : Math.min(seq, from - 1))
  return nodes
    .filter(({ seq }) => seq < from || seq > to)
    .map((node) => ({
      ...node,
      seq: moved(node.seq),
      close: moved(node.close),
      parent: node.parent < 0 ? node.parent : moved(node.parent),
    }))
}

function pairsOf({ bOfA }: Alignment): [number, number][] {
  return [...bOfA].flatMap((other, seq): [number, number][] =>
    other === UNMATCHED ? [] : [[seq, other]],
  )
}

/** Length of the longest common subsequence, by the table that `matchSequences` does without. */
function longest(a: readonly number[], b: readonly number[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const item of a) {
    const next = [0]
    for (const [at, other] of b.entries()) {
      next.push(
        item === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] as number),
      )
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const sequence = fc.array(fc.nat(4), { maxLength: 60 })

describe('the matching of two sequences', () => {
  it('pairs what is the same, in order, and as many as there can be', () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        const pairs = [...matchSequences(a, b)].flatMap((other, at) =>
          other === UNMATCHED ? [] : [[at, other] as const],
        )
        expect(pairs.map(([at]) => a[at])).toEqual(pairs.map(([, other]) => b[other]))
        const others = pairs.map(([, other]) => other)
        expect(others).toEqual([...new Set(others)].sort((x, y) => x - y))
        expect(pairs).toHaveLength(longest(a, b))
      }),
    )
  })
})

describe('the alignment of two traces', () => {
  it('leads every step of a trace to itself', () => {
    fc.assert(
      fc.property(trace, (one) => {
        const { bOfA } = alignTraces(one, { ...one, nodes: [...one.nodes] })
        expect([...bOfA]).toEqual(one.nodes.map(({ seq }) => seq))
      }),
    )
  })

  it('gives the same pairs the other way round', () => {
    fc.assert(
      fc.property(trace, trace, (a, b) => {
        const one = alignTraces(a, b)
        const other = alignTraces(b, a)
        expect(other.aOfB).toEqual(one.bOfA)
        expect(other.bOfA).toEqual(one.aOfB)
        expect(other.lines).toEqual([one.lines[1], one.lines[0]])
        expect(other.functions).toEqual([one.functions[1], one.functions[0]])
        expect(pairsOf({ ...one, bOfA: one.aOfB })).toEqual(pairsOf(one).map(([x, y]) => [y, x]))
      }),
    )
  })

  it('pairs states of one kind in calls that answer to each other, and never against the order of time', () => {
    fc.assert(
      fc.property(trace, trace, (a, b) => {
        const alignment = alignTraces(a, b)
        let before = UNMATCHED
        for (const [seq, other] of pairsOf(alignment)) {
          expect(other).toBeGreaterThan(before)
          before = other
          const [node, partner] = [a.nodes[seq] as StateNode, b.nodes[other] as StateNode]
          expect(partner.kind).toBe(node.kind)
          if (node.parent >= 0) expect(alignment.bOfA[node.parent]).toBe(partner.parent)
          else expect(partner.parent).toBe(node.parent)
        }
      }),
    )
  })

  it('leaves every other step aligned where a subtree is gone', () => {
    fc.assert(
      fc.property(pruned, ({ whole, from, to, rest }) => {
        const { bOfA, aOfB } = alignTraces(whole, rest)
        expect([...aOfB].filter((seq) => seq === UNMATCHED)).toEqual([])
        expect([...bOfA].filter((seq) => seq === UNMATCHED)).toHaveLength(to - from + 1)
        for (const [seq, other] of pairsOf({ ...alignTraces(whole, rest) })) {
          const { kind, line, function: name } = whole.nodes[seq] as StateNode
          expect(rest.nodes[other]).toMatchObject({ kind, line, function: name })
        }
      }),
    )
  })

  it('is the same for a source in which lines were moved down', () => {
    fc.assert(
      fc.property(trace, (one) => {
        const files = one.files.map(({ path, source }) => ({
          path,
          source: `# moved\n\n${source}`,
        }))
        const nodes = one.nodes.map((node) => ({ ...node, line: node.line + 2 }))
        const { bOfA } = alignTraces(one, { nodes, files })
        expect([...bOfA]).toEqual(one.nodes.map(({ seq }) => seq))
      }),
    )
  })
})
