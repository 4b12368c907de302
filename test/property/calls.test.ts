import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callersAndCallees } from '../../renderer/src/draw/callers.ts'
import { callsUpTo, callTable } from '../../renderer/src/draw/calls.ts'
import { type MergedRow, mergeCalls, visibleRows } from '../../renderer/src/draw/merged-calls.ts'
import { collapseFromLevel, createOutline } from '../../renderer/src/draw/outline.ts'
import { appendChunk, createTreeModel, type TreeModel } from '../../renderer/src/draw/tree-model.ts'
import {
  collapseToFit,
  levelThatFits,
  recursiveCalls,
  toggleRecursion,
} from '../../renderer/src/draw/tree-shape.ts'
import { atOnce } from '../../shared/base/parts.ts'
import { FLAG_RESUMED } from '../../shared/trace/event.ts'
import { buildTree } from '../../shared/tree/build.ts'
import type { StateNode } from '../../shared/tree/node.ts'
import { randomTrace } from '../support/random-trace.ts'

function modelOf(nodes: readonly StateNode[]): TreeModel {
  const column = <Key extends keyof StateNode>(key: Key) => nodes.map((node) => node[key])
  const model = createTreeModel()
  appendChunk(model, {
    from: 0,
    close: column('close'),
    parent: column('parent'),
    depth: column('depth'),
    kind: column('kind'),
    line: column('line'),
    file: [],
    function: column('function'),
    activation: column('activation'),
    frame: column('frame'),
    flags: column('flags'),
  })
  return model
}

const someModel = randomTrace.map(({ events }) => modelOf(buildTree(events).nodes))

function sum(rows: readonly MergedRow[], of: (row: MergedRow) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}

/** Functions on the stack at the first event of an activation, outermost first. */
function stackOf({ nodes }: TreeModel, seq: number): string[] {
  const names: string[] = []
  for (let node = nodes[seq]; node !== undefined; node = nodes[node.parent]) {
    names.unshift(node.function)
  }
  return names
}

describe('calls merged by function', () => {
  it('have every activation in exactly one row and the events of the tree', () => {
    fc.assert(
      fc.property(someModel, fc.boolean(), (model, collapse) => {
        const { nodes } = model
        const table = atOnce(callTable(model))
        const { rows, roots } = atOnce(mergeCalls(table, collapse))
        const calls = rows.flatMap((row) => row.calls).sort((a, b) => a - b)
        expect(calls).toEqual(table.first.map((_, call) => call))
        expect(calls).toHaveLength(new Set(nodes.map(({ activation }) => activation)).size)
        expect(sum(rows, (row) => row.ownEvents)).toBe(nodes.length)
        expect(sum(rows, (row) => row.ownExceptions)).toBe(model.exceptions.length)
        const outer = roots.map((id) => rows[id] as MergedRow)
        expect(sum(outer, (row) => row.events)).toBe(nodes.length)
        expect(sum(outer, (row) => row.exceptions)).toBe(model.exceptions.length)
        const resumes = nodes.filter(
          ({ kind, flags }) => kind === 'call' && (flags & FLAG_RESUMED) !== 0,
        )
        expect(sum(rows, (row) => row.resumes)).toBe(resumes.length)
        for (const row of rows) {
          const below = row.children.map((id) => rows[id] as MergedRow)
          expect(row.events).toBe(row.ownEvents + sum(below, (child) => child.events))
          expect(below).toEqual([...below].sort((a, b) => b.events - a.events || a.id - b.id))
        }
      }),
    )
  })

  it('are in one row exactly when they are of one stack of functions', () => {
    fc.assert(
      fc.property(someModel, (model) => {
        const table = atOnce(callTable(model))
        const { rows } = atOnce(mergeCalls(table, false))
        const stacks = rows.map((row) => {
          const all = row.calls.map((call) => stackOf(model, table.first[call] as number).join('>'))
          expect(new Set(all).size).toBe(1)
          return all[0]
        })
        expect(new Set(stacks).size).toBe(rows.length)
      }),
    )
  })

  it('have no function inside itself while recursion is collapsed', () => {
    fc.assert(
      fc.property(someModel, (model) => {
        const { rows } = atOnce(mergeCalls(atOnce(callTable(model)), true))
        for (const row of rows) {
          const functions = [row.function]
          for (let above = rows[row.parent]; above !== undefined; above = rows[above.parent]) {
            functions.push(above.function)
          }
          expect(new Set(functions).size).toBe(functions.length)
        }
      }),
    )
  })

  it('are all in sight once every row is expanded, each below the row of its caller', () => {
    fc.assert(
      fc.property(someModel, (model) => {
        const merged = atOnce(mergeCalls(atOnce(callTable(model)), false))
        const all = visibleRows(merged, new Set(merged.rows.map(({ id }) => id)))
        expect([...all].sort((a, b) => a - b)).toEqual(merged.rows.map(({ id }) => id))
        for (const [at, id] of all.entries()) {
          const { parent } = merged.rows[id] as MergedRow
          expect(parent < 0 || all.indexOf(parent) < at).toBe(true)
        }
        expect(visibleRows(merged, new Set())).toEqual(merged.roots)
      }),
    )
  })
})

describe('callers and callees', () => {
  it('count the calls between each two functions as the tree has them', () => {
    fc.assert(
      fc.property(someModel, (model) => {
        const { nodes } = model
        const table = atOnce(callTable(model))
        for (const [id, { name }] of table.functions.entries()) {
          const found = atOnce(callersAndCallees(table, model.exceptions, id))
          const starts = table.first.map((seq) => nodes[seq] as StateNode)
          const own = starts.filter((node) => node.function === name)
          expect(found.self.calls.map((call) => table.first[call])).toEqual(
            own.map(({ seq }) => seq),
          )
          const counts = (rows: typeof found.callers) =>
            new Map(rows.map((row) => [table.functions[row.function]?.name, row.calls.length]))
          const tally = (names: readonly (string | undefined)[]) => {
            const expected = new Map<string | undefined, number>()
            for (const key of names) expected.set(key, (expected.get(key) ?? 0) + 1)
            return expected
          }
          expect(counts(found.callers)).toEqual(
            tally(own.map(({ parent }) => nodes[parent]?.function)),
          )
          const called = starts.filter(({ parent }) => nodes[parent]?.function === name)
          expect(counts(found.callees)).toEqual(tally(called.map((node) => node.function)))
        }
      }),
    )
  })

  it('count each event below a row once, however calls nest', () => {
    fc.assert(
      fc.property(someModel, (model) => {
        const { nodes } = model
        const table = atOnce(callTable(model))
        for (const [id, { name }] of table.functions.entries()) {
          const { self } = atOnce(callersAndCallees(table, model.exceptions, id))
          const inside = nodes.filter(({ seq }) => stackOf(model, seq).includes(name))
          expect(self.events).toBe(inside.length)
          expect(self.exceptions).toBe(inside.filter(({ kind }) => kind === 'exception').length)
        }
      }),
    )
  })

  it('go from call to call in trace order', () => {
    fc.assert(
      fc.property(someModel, fc.nat(), (model, at) => {
        const table = atOnce(callTable(model))
        const seq = at % Math.max(1, model.nodes.length)
        const all = table.first.map((_, call) => call)
        const found = callsUpTo(all, (call) => table.first[call] as number, seq)
        expect(found).toBe(table.first.filter((first) => first <= seq).length)
      }),
    )
  })
})

describe('the shape of a tree', () => {
  it('collapses a state exactly when what it calls is on the stack already, and expands it again', () => {
    fc.assert(
      fc.property(someModel, (model) => {
        const expected = model.nodes.filter(({ seq, parent, activation }) => {
          if (model.nodes.findIndex((node) => node.activation === activation) !== seq) return false
          const stack = stackOf(model, seq)
          return stack.slice(0, -1).includes(stack.at(-1) ?? '') && parent >= 0
        })
        const hosts = new Set(expected.map(({ parent }) => parent))
        expect(atOnce(recursiveCalls(model))).toEqual(hosts)
        const some = model.nodes.slice(0, 4).map(({ seq }) => seq)
        const other = new Set(some.filter((seq) => !hosts.has(seq)))
        const folded = atOnce(toggleRecursion(model, other))
        if (folded === null) {
          expect(hosts.size).toBe(0)
          return
        }
        expect(folded.collapsed).toEqual(new Set([...other, ...hosts]))
        const again = atOnce(toggleRecursion(model, folded.collapsed))
        expect(again?.collapsed).toEqual(other)
      }),
    )
  })

  it('is collapsed to at most the rows there are, and no more than that', () => {
    fc.assert(
      fc.property(someModel, fc.integer({ min: 1, max: 40 }), (model, rows) => {
        const { nodes, levels } = model
        const rowsAt = (collapsed: ReadonlySet<number>) => createOutline(nodes, collapsed).rowCount
        const count = rowsAt(atOnce(collapseToFit(model, new Set([0, 1]), rows)))
        const outermost = levels.filter((level) => level === 0).length
        expect(count).toBeLessThanOrEqual(Math.max(rows, outermost))
        const deeper = levelThatFits(model, rows) + 1
        if (deeper <= model.maxLevel) {
          expect(rowsAt(atOnce(collapseFromLevel(nodes, levels, deeper)))).toBeGreaterThan(rows)
        }
      }),
    )
  })
})
