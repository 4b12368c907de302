import type { EventKind } from '../trace/event.ts'

/** No parent: the node is on the root level. */
export const ROOT = -1

/**
 * One state of a state tree (neural-debugger.md 1.3): an event, nested under the node that was current when its
 * activation was called. Nodes are kept in trace order, and a node's subtree is the range [seq, close], so that
 * every navigation is arithmetic on two numbers.
 */
export interface StateNode {
  /** Position in the trace, and index in `StateTree.nodes`. */
  readonly seq: number
  /** Last seq of the subtree; equals seq for a leaf. */
  readonly close: number
  /** Seq of the node that hosts this level, or ROOT. */
  readonly parent: number
  /** Program frames on the stack, the entry's own frame counting as 1. */
  readonly depth: number
  readonly kind: EventKind
  readonly line: number
  /** Index of the line's file among the trace's; absent where the trace has but one. */
  readonly file?: number
  readonly function: string
  /** Counter taken at each `call`: consecutive calls under one line stay apart. */
  readonly activation: number
  /** Counter of Python frames: the activations of one generator share it. */
  readonly frame: number
  /** Bit set of FLAG_* (shared/trace/event.ts). */
  readonly flags: number
}

export interface StateTree {
  readonly nodes: readonly StateNode[]
}
