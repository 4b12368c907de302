import { activationCount, hasChildren } from '../tree/navigate.ts'
import type { StateNode, StateTree } from '../tree/node.ts'
import type { Ahead } from './policy-document.ts'
import type { Direction, Scope, StateRef } from './types.ts'

interface ExceptionTables {
  /** By seq: exceptions before it. */
  readonly before: Int32Array
  /** By activation: seq of its first and its last exception, none as past and before every seq. */
  readonly first: Int32Array
  readonly last: Int32Array
}

const known = new WeakMap<StateTree, ExceptionTables>()

function read(tree: StateTree): ExceptionTables {
  const { nodes } = tree
  const before = new Int32Array(nodes.length + 1)
  const first = new Int32Array(activationCount(tree)).fill(nodes.length)
  const last = new Int32Array(activationCount(tree)).fill(-1)
  for (const { seq, kind, activation } of nodes) {
    const raises = kind === 'exception'
    before[seq + 1] = (before[seq] ?? 0) + (raises ? 1 : 0)
    if (!raises) continue
    last[activation] = seq
    if (first[activation] === nodes.length) first[activation] = seq
  }
  return { before, first, last }
}

function tablesOf(tree: StateTree): ExceptionTables {
  const tables = known.get(tree) ?? read(tree)
  known.set(tree, tables)
  return tables
}

export interface Here {
  readonly tree: StateTree
  readonly scope: Scope
  readonly direction: Direction
  readonly at: StateRef
  readonly node: StateNode
}

/** Whether stepping into goes into a call. */
export function entersCall({ direction, at, node }: Here): boolean {
  return direction === 'forward' ? hasChildren(node) : at.duplicate
}

/** Whether an exception is still to come, in constant time. */
export function exceptionAhead(here: Here, where: Ahead): boolean {
  const { tree, scope, direction, node } = here
  const { before, first, last } = tablesOf(tree)
  /** One of the seqs from `from` to `to`. */
  const among = (from: number, to: number): boolean =>
    from <= to && (before[to + 1] ?? 0) > (before[from] ?? 0)
  switch (where) {
    case 'line':
      return entersCall(here) && among(node.seq + 1, node.close)
    case 'call':
      return direction === 'forward'
        ? (last[node.activation] ?? -1) > node.seq
        : (first[node.activation] ?? node.seq) < node.seq
    case 'scope':
      return direction === 'forward'
        ? among(node.seq + 1, scope.close)
        : among(scope.open, node.seq - 1)
  }
}
