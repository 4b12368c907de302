import { type Exit, FLAG_UNWOUND } from '../trace/event.ts'
import {
  activationCount,
  firstOfActivation,
  lastOfActivation,
  lastRoot,
  nodeAt,
} from '../tree/navigate.ts'
import type { StateTree } from '../tree/node.ts'
import type { Scope } from './types.ts'

/** The whole trace, or null when it has no states. */
export function rootScope(tree: StateTree): Scope | null {
  return tree.nodes.length === 0 ? null : { open: 0, close: tree.nodes.length - 1 }
}

/** One activation from its first to its last event, with everything it called. */
export function activationScope(tree: StateTree, activation: number): Scope {
  const last = nodeAt(tree, lastOfActivation(tree, activation))
  return { open: firstOfActivation(tree, activation), close: last.close }
}

/** A bare name means every function so called, a dotted one exactly that function. */
function isNamed(functionName: string, wanted: string): boolean {
  return functionName === wanted || functionName.endsWith(`.${wanted}`)
}

const scopesOfTree = new WeakMap<StateTree, Map<string | null, readonly Scope[]>>()

/** Scopes of the recorded calls of functions so named, null for all. */
function findScopes(tree: StateTree, functionName: string | null): readonly Scope[] {
  const scopes: Scope[] = []
  for (let activation = 0; activation < activationCount(tree); activation++) {
    const first = nodeAt(tree, firstOfActivation(tree, activation))
    if (first.kind !== 'call') continue
    if (functionName !== null && !isNamed(first.function, functionName)) continue
    scopes.push(activationScope(tree, activation))
  }
  return scopes
}

function knownScopes(tree: StateTree, functionName: string | null): readonly Scope[] {
  const known = scopesOfTree.get(tree) ?? new Map<string | null, readonly Scope[]>()
  scopesOfTree.set(tree, known)
  const scopes = known.get(functionName) ?? findScopes(tree, functionName)
  known.set(functionName, scopes)
  return scopes
}

/** Scopes of every recorded call, in trace order. */
export function callScopes(tree: StateTree): readonly Scope[] {
  return knownScopes(tree, null)
}

/**
 * Scopes of the activations of a function that begin with a recorded call, in trace order. Each resumption of a
 * generator is an activation of its own.
 */
export function entryScopes(tree: StateTree, functionName: string): readonly Scope[] {
  return knownScopes(tree, functionName)
}

/** Last node on the level the scope begins on: where an inverse trajectory starts. */
export function lastOfScope(tree: StateTree, scope: Scope): number {
  const own = lastOfActivation(tree, nodeAt(tree, scope.open).activation)
  return nodeAt(tree, own).close === scope.close ? own : (lastRoot(tree) ?? own)
}

/**
 * Exit code of a scope: `normal` if its entry returned or yielded, `error` if an exception left it, `never` if
 * recording ended before either (2.2).
 */
export function scopeExit(tree: StateTree, scope: Scope): Exit {
  const last = nodeAt(tree, lastOfScope(tree, scope))
  if (last.kind !== 'return') return 'never'
  return (last.flags & FLAG_UNWOUND) === 0 ? 'normal' : 'error'
}
