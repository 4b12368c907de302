import { assertNever } from '../base/assert.ts'
import { runOn, runToBreakpoint, stepInto, stepOver, stepReturn } from './forward.ts'
import { inverseStart, invStepCall, invStepInto, invStepOver } from './inverse.ts'
import {
  type Action,
  type ActionName,
  type Direction,
  FORWARD_ACTIONS,
  INVERSE_ACTIONS,
  type StateRef,
} from './types.ts'
import { type Outcome, undefinedAction, type Walk } from './walk.ts'

/** What an action leads to from a state of the walk. Inverse actions take duplicates, forward ones do not. */
export function applyAction(walk: Walk, at: StateRef, action: Action): Outcome {
  const { name, operand } = action
  if (at.seq < walk.scope.open || at.seq > walk.scope.close) {
    return undefinedAction('This state lies outside the call the trajectory is in.')
  }
  if (at.duplicate && directionOf(name) === 'forward') {
    return undefinedAction(`${name} goes forward, and this state exists only going backwards.`)
  }
  switch (name) {
    case 'step_into':
      return stepInto(walk, at.seq)
    case 'step_over':
      return stepOver(walk, at.seq)
    case 'step_return':
      return stepReturn(walk, at.seq)
    case 'breakpoint':
      if (operand === null) return undefinedAction('A breakpoint needs the text of a source line.')
      return runToBreakpoint(walk, at.seq, operand)
    case 'continue':
      return runOn(walk)
    case 'inv_step_into':
      return invStepInto(walk, at)
    case 'inv_step_over':
      return invStepOver(walk, at)
    case 'inv_step_call':
      return invStepCall(walk, at)
    default:
      return assertNever(name)
  }
}

export function directionOf(name: ActionName): Direction {
  return FORWARD_ACTIONS.some((action) => action === name) ? 'forward' : 'inverse'
}

export function actionsOf(direction: Direction): readonly ActionName[] {
  return direction === 'forward' ? FORWARD_ACTIONS : INVERSE_ACTIONS
}

/** Where a trajectory of the walk starts: at its entry, or going backwards at its end. */
export function startOf(walk: Walk, direction: Direction): StateRef {
  if (direction === 'inverse') return inverseStart(walk.tree, walk.scope)
  return { seq: walk.scope.open, duplicate: false }
}

/** An action that may be taken, or the sentence that says why not. */
export interface Legality {
  readonly name: ActionName
  readonly reason: string | null
}

/**
 * Which actions are defined at a state, in the order of the direction's list; a null state is the exit, where none
 * is. A breakpoint is defined whatever line it names: one that is not reached leads to the exit.
 */
export function legalActions(
  walk: Walk,
  at: StateRef | null,
  direction: Direction,
): readonly Legality[] {
  return actionsOf(direction).map((name) => {
    if (at === null) return { name, reason: 'The trajectory has ended, so no action follows.' }
    const operand = name === 'breakpoint' ? '' : null
    const outcome = applyAction(walk, at, { name, operand })
    return { name, reason: outcome.kind === 'undefined' ? outcome.reason : null }
  })
}
