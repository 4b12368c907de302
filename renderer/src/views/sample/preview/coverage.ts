import { type InParts, Pace } from '../../../../../shared/base/parts.ts'
import type { StateTree } from '../../../../../shared/tree/node.ts'
import { visitedSeqs } from '../../../draw/path-lanes.ts'
import type { SampledPath } from './draw-paths.ts'

/** A call that no path enters, with everything it calls. */
export interface Unreached {
  /** Seq of the state whose calls are not entered, and of their last event. */
  readonly seq: number
  readonly close: number
  /** Function of its first call. */
  readonly function: string
  readonly states: number
}

/** How much of a tree a set of paths reaches. */
export interface Coverage {
  readonly states: { readonly reached: number; readonly all: number }
  /** Distinct lines that ran, by file and number. */
  readonly lines: { readonly reached: number; readonly all: number }
  /** Largest first. */
  readonly unreached: readonly Unreached[]
}

/** By seq: whether some path visits the state. */
export function reachedStates(tree: StateTree, paths: readonly SampledPath[]): Uint8Array {
  const reached = new Uint8Array(tree.nodes.length)
  for (const path of paths) for (const seq of visitedSeqs(path)) reached[seq] = 1
  return reached
}

function* countLines(tree: StateTree, reached: Uint8Array): InParts<Coverage['lines']> {
  const pace = new Pace()
  const lines = new Map<number, boolean>()
  for (const { seq, line, file = 0 } of tree.nodes) {
    if (pace.isDue()) yield
    const key = file * 1_000_000 + line
    lines.set(key, (lines.get(key) ?? false) || reached[seq] === 1)
  }
  let count = 0
  for (const isReached of lines.values()) if (isReached) count++
  return { reached: count, all: lines.size }
}

/** By seq: how many reached states come before it; last how many there are. */
function sums(reached: Uint8Array): Int32Array {
  const before = new Int32Array(reached.length + 1)
  for (let seq = 0; seq < reached.length; seq++) {
    before[seq + 1] = (before[seq] ?? 0) + (reached[seq] ?? 0)
  }
  return before
}

/** The outermost calls that no path enters, largest first. */
function* unreachedCalls(tree: StateTree, before: Int32Array): InParts<readonly Unreached[]> {
  const pace = new Pace()
  const found: Unreached[] = []
  for (let seq = 0; seq < tree.nodes.length; seq++) {
    if (pace.isDue()) yield
    const node = tree.nodes[seq]
    if (node === undefined || node.close === seq) continue
    const inside = (before[node.close + 1] ?? 0) - (before[seq + 1] ?? 0)
    if (inside > 0) continue
    const first = tree.nodes[seq + 1]?.function ?? ''
    found.push({ seq, close: node.close, function: first, states: node.close - seq })
    seq = node.close
  }
  return found.sort((a, b) => b.states - a.states || a.seq - b.seq)
}

/** What the paths reach of a tree, and what they do not. */
export function* coverageOf(tree: StateTree, paths: readonly SampledPath[]): InParts<Coverage> {
  const reached = reachedStates(tree, paths)
  const before = sums(reached)
  return {
    states: { reached: before.at(-1) ?? 0, all: tree.nodes.length },
    lines: yield* countLines(tree, reached),
    unreached: yield* unreachedCalls(tree, before),
  }
}
