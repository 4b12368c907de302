import { lastOfActivation, nodeAt } from '../tree/navigate.ts'
import { type Outcome, toExit, toState, undefinedAction, type Walk } from './walk.ts'

/**
 * The forward actions of neural-debugger.md 2.2. Each takes a walk and the seq of a state in its scope, and takes
 * constant time, a breakpoint logarithmic.
 */
function stateOrExit(walk: Walk, seq: number): Outcome {
  return seq <= walk.scope.close ? toState(seq) : toExit(walk.exit)
}

/** The next state of the trace: the first child, else up. */
export function stepInto(walk: Walk, seq: number): Outcome {
  return stateOrExit(walk, seq + 1)
}

/** Up: the next state that is no deeper. */
export function stepOver(walk: Walk, seq: number): Outcome {
  return stateOrExit(walk, nodeAt(walk.tree, seq).close + 1)
}

/** The return of the state's activation; from that return itself, up. */
export function stepReturn(walk: Walk, seq: number): Outcome {
  const { tree } = walk
  const last = nodeAt(tree, lastOfActivation(tree, nodeAt(tree, seq).activation))
  if (last.kind === 'return') return last.seq === seq ? stepOver(walk, seq) : toState(last.seq)
  if (last.close === tree.nodes.length - 1) return toExit('never')
  return undefinedAction(
    'The return of this call was not recorded, so there is nothing to step to.',
  )
}

/** The first later state, on any level, that shows the given source text. */
export function runToBreakpoint(walk: Walk, seq: number, src: string): Outcome {
  const target = walk.sources.nextWith(src, seq, walk.scope.close)
  return target === null ? toExit(walk.exit) : toState(target)
}

/** Where an action ends that stops at nothing. */
export function runOn(walk: Walk): Outcome {
  return toExit(walk.exit)
}
