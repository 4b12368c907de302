import {
  firstOfActivation,
  hasChildren,
  lastChild,
  nodeAt,
  parentOf,
  previousSibling,
} from '../tree/navigate.ts'
import type { StateTree } from '../tree/node.ts'
import { lastOfScope } from './scope.ts'
import type { Scope, StateRef } from './types.ts'
import { type Outcome, toExit, toState, undefinedAction, type Walk } from './walk.ts'

/**
 * The inverse tree of neural-debugger.md 1.5 and 2.2: every level reversed, and each node with children, of
 * whatever kind, preceded by a duplicate that carries the reversed children. It is not built: a state of it is a
 * seq and whether it is the duplicate, and the tables of the forward tree answer in constant time.
 */

/** How the inverse tree first shows a node: as its duplicate if it has children. */
function enter(tree: StateTree, seq: number): StateRef {
  return { seq, duplicate: hasChildren(nodeAt(tree, seq)) }
}

/** Where an inverse trajectory of a scope starts: at the end of its level. */
export function inverseStart(tree: StateTree, scope: Scope): StateRef {
  return enter(tree, lastOfScope(tree, scope))
}

/** First inverse child, null for anything but a duplicate. */
function inverseFirstChild(tree: StateTree, ref: StateRef): StateRef | null {
  const kid = ref.duplicate ? lastChild(tree, ref.seq) : null
  return kid === null ? null : enter(tree, kid)
}

/** Next inverse sibling, else that of the host, whose duplicate is followed by the host itself; null past the scope. */
function inverseUp(tree: StateTree, scope: Scope, ref: StateRef): StateRef | null {
  if (ref.duplicate) return { seq: ref.seq, duplicate: false }
  if (ref.seq === scope.open) return null
  const earlier = previousSibling(tree, ref.seq)
  if (earlier !== null) return enter(tree, earlier)
  const host = parentOf(tree, ref.seq)
  return host === null ? null : { seq: host, duplicate: false }
}

/** The state after `ref` in inverse order, null after the scope's first. */
export function inverseNext(tree: StateTree, scope: Scope, ref: StateRef): StateRef | null {
  return inverseFirstChild(tree, ref) ?? inverseUp(tree, scope, ref)
}

/** Every state of a scope's inverse tree in order. */
export function* inverseStates(tree: StateTree, scope: Scope): Generator<StateRef> {
  let ref: StateRef | null = inverseStart(tree, scope)
  while (ref !== null) {
    yield ref
    ref = inverseNext(tree, scope, ref)
  }
}

function stateOrEntry(target: StateRef | null): Outcome {
  return target === null ? toExit('inv_entry') : toState(target.seq, target.duplicate)
}

/** One state back: into the callee, from its return, at a duplicate. */
export function invStepInto(walk: Walk, ref: StateRef): Outcome {
  return stateOrEntry(inverseNext(walk.tree, walk.scope, ref))
}

/** One state back on the same level, or out of it. */
export function invStepOver(walk: Walk, ref: StateRef): Outcome {
  return stateOrEntry(inverseUp(walk.tree, walk.scope, ref))
}

/** Back to the call of the state's activation; from that call itself, up, which from its duplicate is the call. */
export function invStepCall(walk: Walk, ref: StateRef): Outcome {
  const { tree, scope } = walk
  const first = nodeAt(tree, firstOfActivation(tree, nodeAt(tree, ref.seq).activation))
  if (first.kind !== 'call') {
    return undefinedAction('The call this state belongs to was not recorded.')
  }
  if (first.seq !== ref.seq) return toState(first.seq)
  return stateOrEntry(inverseUp(tree, scope, ref))
}
