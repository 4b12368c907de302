import { type EventKind, FLAG_RESUMED } from '../../../shared/trace/event.ts'
import { ROOT, type StateNode } from '../../../shared/tree/node.ts'

/** A chunk of consecutive nodes, a column per field, as it arrives over the wire. */
export interface NodeChunk {
  readonly from: number
  readonly close: readonly number[]
  readonly parent: readonly number[]
  readonly depth: readonly number[]
  readonly kind: readonly EventKind[]
  readonly line: readonly number[]
  /** Empty where the trace has but one file. */
  readonly file: readonly number[]
  readonly function: readonly string[]
  readonly activation: readonly number[]
  readonly frame: readonly number[]
  readonly flags: readonly number[]
}

/** How often a line ran: its `line` events; and apart from them, calls of the function that starts on it. */
export interface LineHits {
  lines: number
  calls: number
}

/**
 * What the views need to know of a tree beyond its nodes. It only grows: chunks are appended in trace order, and
 * everything here is usable after each of them.
 */
export interface TreeModel {
  readonly nodes: StateNode[]
  /** Nesting in the tree, 0 on the root level; unlike `depth` it never jumps back under another thread. */
  readonly levels: number[]
  /** Seq of the previous event of the same Python frame, or -1. */
  readonly previousInFrame: number[]
  /** Seqs of `exception` events, rising. */
  readonly exceptions: number[]
  /** For each file, by line. */
  readonly hits: Map<number, LineHits>[]
  maxLevel: number
  /** Last seq of each Python frame seen so far. */
  readonly lastOfFrame: Map<number, number>
}

export function createTreeModel(): TreeModel {
  return {
    nodes: [],
    levels: [],
    previousInFrame: [],
    exceptions: [],
    hits: [],
    maxLevel: 0,
    lastOfFrame: new Map(),
  }
}

function nodeAt(chunk: NodeChunk, index: number): StateNode {
  // A chunk's columns are equally long; the wire schema and the store guarantee it.
  return {
    seq: chunk.from + index,
    close: chunk.close[index] as number,
    parent: chunk.parent[index] as number,
    depth: chunk.depth[index] as number,
    kind: chunk.kind[index] as EventKind,
    line: chunk.line[index] as number,
    ...(chunk.file.length === 0 ? {} : { file: chunk.file[index] as number }),
    function: chunk.function[index] as string,
    activation: chunk.activation[index] as number,
    frame: chunk.frame[index] as number,
    flags: chunk.flags[index] as number,
  }
}

function countHit(model: TreeModel, node: StateNode): void {
  const starts = node.kind === 'call' && (node.flags & FLAG_RESUMED) === 0
  if (node.kind !== 'line' && !starts) return
  const { file = 0, line } = node
  model.hits[file] ??= new Map()
  const hits = model.hits[file].get(line) ?? { lines: 0, calls: 0 }
  model.hits[file].set(line, hits)
  if (starts) hits.calls++
  else hits.lines++
}

/** Appends the next chunk; chunks that do not follow what is there are a bug of the sender and throw. */
export function appendChunk(model: TreeModel, chunk: NodeChunk): void {
  if (chunk.from !== model.nodes.length) {
    throw new Error(`A chunk starts at ${chunk.from}, expected ${model.nodes.length}`)
  }
  for (let index = 0; index < chunk.close.length; index++) {
    const node = nodeAt(chunk, index)
    const level = node.parent === ROOT ? 0 : (model.levels[node.parent] ?? 0) + 1
    const previous = model.lastOfFrame.get(node.frame) ?? -1
    model.nodes.push(node)
    model.levels.push(level)
    model.previousInFrame.push(previous)
    model.lastOfFrame.set(node.frame, node.seq)
    if (level > model.maxLevel) model.maxLevel = level
    if (node.kind === 'exception') model.exceptions.push(node.seq)
    countHit(model, node)
    growHosts(model, node)
  }
}

/** While a trace is recorded its open calls grow: they were sent as long as they were then. */
function growHosts(model: TreeModel, { parent, seq }: StateNode): void {
  for (let host = model.nodes[parent]; host !== undefined && host.close < seq; ) {
    model.nodes[host.seq] = { ...host, close: seq }
    host = model.nodes[host.parent]
  }
}

/** The node and its hosts outward: the call stack at a state, innermost first. Empty where the seq is unknown. */
export function callStack(model: TreeModel, seq: number): readonly StateNode[] {
  const stack: StateNode[] = []
  for (let node = model.nodes[seq]; node !== undefined; node = model.nodes[node.parent]) {
    stack.push(node)
  }
  return stack
}

/**
 * The state that "changed" compares with, by one rule: the state the focus came from, in the direction of travel,
 * where it is of the same frame; else the frame's previous recorded event. A fresh load, a copied address and a
 * jump out of another frame know no state of this frame that was looked at, so they all compare with that
 * neighbour, and agree with stepping wherever the step came from it. Null at a frame's first event: everything in
 * the frame is new there. A comparison with itself, at the two stops of a line with calls, finds no change.
 */
export function baselineOf(model: TreeModel, from: number | null, to: number): number | null {
  const target = model.nodes[to]
  if (target === undefined) return null
  if (from !== null && model.nodes[from]?.frame === target.frame) return from
  const neighbour = model.previousInFrame[to] ?? -1
  return neighbour < 0 ? null : neighbour
}
