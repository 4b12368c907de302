import { must } from '../base/assert.ts'
import { ROOT, type StateNode, type StateTree } from './node.ts'

/**
 * Navigation of state trees. A subtree is the range [seq, close], so most moves are arithmetic; what ranges alone
 * do not give in constant time is kept in tables that are filled once per tree, on first use.
 */
interface Tables {
  /** By seq: the sibling before, ROOT if none. */
  readonly previous: Int32Array
  /** By seq: the last child, ROOT if none. */
  readonly lastChild: Int32Array
  /** Last node of the root level, ROOT in an empty tree. */
  readonly lastRoot: number
  /** By activation: its first and its last node. */
  readonly first: Int32Array
  readonly last: Int32Array
}

const tablesOfTree = new WeakMap<StateTree, Tables>()

function fillTables(tree: StateTree): Tables {
  const count = tree.nodes.length
  const previous = new Int32Array(count).fill(ROOT)
  const lastChild = new Int32Array(count).fill(ROOT)
  const first = new Int32Array(count).fill(ROOT)
  const last = new Int32Array(count).fill(ROOT)
  let lastRoot = ROOT
  let activations = 0
  for (const { seq, parent, activation } of tree.nodes) {
    if (parent === ROOT) {
      previous[seq] = lastRoot
      lastRoot = seq
    } else {
      previous[seq] = lastChild[parent] ?? ROOT
      lastChild[parent] = seq
    }
    if (first[activation] === ROOT) first[activation] = seq
    last[activation] = seq
    activations = Math.max(activations, activation + 1)
  }
  return {
    previous,
    lastChild,
    lastRoot,
    first: first.slice(0, activations),
    last: last.slice(0, activations),
  }
}

function tablesOf(tree: StateTree): Tables {
  const known = tablesOfTree.get(tree)
  // A tree that is still being loaded grows in place.
  if (known?.previous.length === tree.nodes.length) return known
  const tables = fillTables(tree)
  tablesOfTree.set(tree, tables)
  return tables
}

/** The node at a seq; throws for a seq outside the tree. */
export function nodeAt(tree: StateTree, seq: number): StateNode {
  return must(tree.nodes[seq], `node ${seq}`)
}

function orNull(seq: number | undefined): number | null {
  return seq === undefined || seq === ROOT ? null : seq
}

export function hasChildren(node: StateNode): boolean {
  return node.close > node.seq
}

/** Seq of the node that hosts this node's level, null on the root level. */
export function parentOf(tree: StateTree, seq: number): number | null {
  return orNull(nodeAt(tree, seq).parent)
}

export function firstChild(tree: StateTree, seq: number): number | null {
  return hasChildren(nodeAt(tree, seq)) ? seq + 1 : null
}

export function lastChild(tree: StateTree, seq: number): number | null {
  return orNull(tablesOf(tree).lastChild[seq])
}

/** Last node of the root level; null in an empty tree. */
export function lastRoot(tree: StateTree): number | null {
  return orNull(tablesOf(tree).lastRoot)
}

export function nextSibling(tree: StateTree, seq: number): number | null {
  const { close, parent } = nodeAt(tree, seq)
  return tree.nodes[close + 1]?.parent === parent ? close + 1 : null
}

export function previousSibling(tree: StateTree, seq: number): number | null {
  return orNull(tablesOf(tree).previous[seq])
}

/** `up` of neural-debugger.md 2.2: the next sibling, else that of the nearest ancestor with one, else null. */
export function up(tree: StateTree, seq: number): number | null {
  const after = nodeAt(tree, seq).close + 1
  return after < tree.nodes.length ? after : null
}

/** Children of a node in order, or of the root level for ROOT. */
export function kids(tree: StateTree, seq: number): number[] {
  const end = seq === ROOT ? tree.nodes.length - 1 : nodeAt(tree, seq).close
  const found: number[] = []
  for (let kid = seq + 1; kid <= end; kid = nodeAt(tree, kid).close + 1) found.push(kid)
  return found
}

/** Hosts above a node, nearest first. */
export function ancestors(tree: StateTree, seq: number): number[] {
  const found: number[] = []
  for (let host = parentOf(tree, seq); host !== null; host = parentOf(tree, host)) found.push(host)
  return found
}

/** First node of an activation: its call, unless the call was not recorded. */
export function firstOfActivation(tree: StateTree, activation: number): number {
  return must(tablesOf(tree).first[activation], `activation ${activation}`)
}

/** Last node of an activation on its own level: its return, unless that was not recorded. */
export function lastOfActivation(tree: StateTree, activation: number): number {
  return must(tablesOf(tree).last[activation], `activation ${activation}`)
}

/** How many activations the tree has; they are numbered from 0 in order of their first nodes. */
export function activationCount(tree: StateTree): number {
  return tablesOf(tree).first.length
}
