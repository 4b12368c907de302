import type { Exit } from '../trace/event.ts'
import type { StateTree } from '../tree/node.ts'
import { scopeExit } from './scope.ts'
import type { SourceIndex } from './source-index.ts'
import type { Scope, StateRef, TrajectoryExit } from './types.ts'

/** Where actions take place: a scope of a trace. */
export interface Walk {
  readonly tree: StateTree
  readonly sources: SourceIndex
  readonly scope: Scope
  /** What `continue` and an unreached breakpoint lead to. */
  readonly exit: Exit
}

/** A walk of a scope; `recordedExit` is how the trace's entry ended, which a root walk takes over from its tree. */
export function createWalk(
  sources: SourceIndex,
  scope: Scope,
  recordedExit: Exit | null = null,
): Walk {
  const { tree } = sources
  return { tree, sources, scope, exit: recordedExit ?? scopeExit(tree, scope) }
}

/** What an action leads to: a state, an exit, or nothing, with the reason as a sentence. */
export type Outcome =
  | { readonly kind: 'state'; readonly target: StateRef }
  | { readonly kind: 'exit'; readonly exit: TrajectoryExit }
  | { readonly kind: 'undefined'; readonly reason: string }

export function toState(seq: number, duplicate = false): Outcome {
  return { kind: 'state', target: { seq, duplicate } }
}

export function toExit(exit: TrajectoryExit): Outcome {
  return { kind: 'exit', exit }
}

export function undefinedAction(reason: string): Outcome {
  return { kind: 'undefined', reason }
}
