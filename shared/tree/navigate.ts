import { must } from '../base/assert.ts'
import { ROOT, type StateNode, type StateTree } from './node.ts'

/**
 * Navigation of state trees. A subtree is the range [seq, close], so most moves are arithmetic; what ranges alone
 * do not give in constant time is kept in tables, which grow with the tree: each node is read once, on first use.
 */
interface Tables {
  /** By seq: the sibling before, ROOT if none. */
  readonly previous: GrowingColumn
  /** By seq: the last child, ROOT if none. */
  readonly lastChild: GrowingColumn
  /** By activation: its first and its last node. */
  readonly first: GrowingColumn
  readonly last: GrowingColumn
  /** Last node of the root level, ROOT in an empty tree. */
  lastRoot: number
  /** Nodes read so far. */
  taken: number
  activations: number
}

/** Seqs by a dense number, ROOT where none was set; room is doubled, so that growing costs little in all. */
class GrowingColumn {
  private seqs = new Int32Array(1024).fill(ROOT)

  get(index: number): number {
    return this.seqs[index] ?? ROOT
  }

  set(index: number, seq: number): void {
    if (index >= this.seqs.length) this.makeRoom(index)
    this.seqs[index] = seq
  }

  private makeRoom(index: number): void {
    const { length } = this.seqs
    const larger = new Int32Array(Math.max(2 * length, index + 1))
    larger.set(this.seqs)
    this.seqs = larger.fill(ROOT, length)
  }
}

// By the array, which one growing tree keeps while its wrapping object changes.
const tablesOfNodes = new WeakMap<readonly StateNode[], Tables>()

function createTables(): Tables {
  return {
    previous: new GrowingColumn(),
    lastChild: new GrowingColumn(),
    first: new GrowingColumn(),
    last: new GrowingColumn(),
    lastRoot: ROOT,
    taken: 0,
    activations: 0,
  }
}

function take(tables: Tables, { seq, parent, activation }: StateNode): void {
  if (parent === ROOT) {
    tables.previous.set(seq, tables.lastRoot)
    tables.lastRoot = seq
  } else {
    tables.previous.set(seq, tables.lastChild.get(parent))
    tables.lastChild.set(parent, seq)
  }
  if (tables.first.get(activation) === ROOT) tables.first.set(activation, seq)
  tables.last.set(activation, seq)
  tables.activations = Math.max(tables.activations, activation + 1)
}

function tablesOf({ nodes }: StateTree): Tables {
  const tables = tablesOfNodes.get(nodes) ?? createTables()
  tablesOfNodes.set(nodes, tables)
  for (; tables.taken < nodes.length; tables.taken++) {
    take(tables, nodes[tables.taken] as StateNode)
  }
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
  return orNull(tablesOf(tree).lastChild.get(seq))
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
  return orNull(tablesOf(tree).previous.get(seq))
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
  return must(orNull(tablesOf(tree).first.get(activation)), `activation ${activation}`)
}

/** Last node of an activation on its own level: its return, unless that was not recorded. */
export function lastOfActivation(tree: StateTree, activation: number): number {
  return must(orNull(tablesOf(tree).last.get(activation)), `activation ${activation}`)
}

/** How many activations the tree has; they are numbered from 0 in order of their first nodes. */
export function activationCount(tree: StateTree): number {
  return tablesOf(tree).activations
}
