import { nodeAt } from '../tree/navigate.ts'
import type { StateTree } from '../tree/node.ts'
import type { StateRef, Step, Trajectory } from './types.ts'

/** Whether one action forward leads from a state to a later one. */
function isOneStep(tree: StateTree, from: number, to: number): boolean {
  return to === from + 1 || to === nodeAt(tree, from).close + 1
}

/** Whether steps over lead from the call of a state's activation to the state. */
function isReachedFromCall(tree: StateTree, call: number, state: number): boolean {
  const first = nodeAt(tree, call)
  const last = nodeAt(tree, state)
  return first.kind === 'call' && first.activation === last.activation && call < state
}

function isReverseStep(
  tree: StateTree,
  at: StateRef,
  later: number,
  { action, target }: Step,
): boolean {
  if (target === null) return false
  if (target.duplicate) return nodeAt(tree, target.seq).close + 1 === later
  if (isOneStep(tree, target.seq, later)) return true
  return action.name === 'inv_step_call' && isReachedFromCall(tree, target.seq, at.seq)
}

/**
 * Whether an inverse trajectory is a forward walk read backwards: leaving out the duplicates of lines, which only
 * the inverse tree has, each state leads to the one before it by one `step_into` or `step_over`, or, where the
 * trajectory went to a call, by steps over within that call. Reads each step once, by the forward tree alone.
 */
export function isReverseOfForwardWalk(
  tree: StateTree,
  { scope, start, steps, exit }: Pick<Trajectory, 'scope' | 'start' | 'steps' | 'exit'>,
): boolean {
  const isInside = ({ seq }: StateRef): boolean => seq >= scope.open && seq <= scope.close
  if (!isInside(start)) return false
  let at = start
  // A duplicate stands for its line once the call in it is over: where stepping over the line leads.
  let later = start.duplicate ? nodeAt(tree, start.seq).close + 1 : start.seq
  for (const [index, step] of steps.entries()) {
    const { target } = step
    if (target === null) {
      const isEnd = index === steps.length - 1 && exit === 'inv_entry'
      return isEnd && at.seq === scope.open && !at.duplicate
    }
    if (!isInside(target) || !isReverseStep(tree, at, later, step)) return false
    at = target
    if (!target.duplicate) later = target.seq
  }
  return exit === null
}
