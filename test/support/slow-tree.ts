import type { Action, StateRef } from '../../shared/trajectory/types.ts'
import type { FullEvent } from './random-trace.ts'

/**
 * State trees and actions written from the definitions of neural-debugger.md 2.1 and 2.2 alone, with explicit lists
 * of children and searches through them. Slow, obvious, and nothing of the code under test.
 */
export interface SlowNode {
  readonly seq: number
  readonly event: FullEvent
  readonly activation: number
  readonly parent: SlowNode | null
  readonly kids: SlowNode[]
}

/** The root level's nodes. */
export function buildSlowTree(events: readonly FullEvent[]): SlowNode[] {
  const root: SlowNode[] = []
  const levels: { list: SlowNode[]; host: SlowNode | null; activation: number }[] = []
  let activations = 0
  events.forEach((event, seq) => {
    if (event.kind === 'call') {
      const host = levels.at(-1)?.list.at(-1) ?? null
      levels.push({ list: host === null ? root : host.kids, host, activation: activations })
      activations += 1
    }
    const level = levels.at(-1)
    if (level === undefined) throw new Error(`event ${seq} is on no level`)
    const { list, host, activation } = level
    list.push({ seq, event, activation, parent: host, kids: [] })
    if (event.kind === 'return') levels.pop()
  })
  return root
}

export function flatten(nodes: readonly SlowNode[]): SlowNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.kids)])
}

/** The root level, or of one activation its own nodes. */
export function scopeNodes(root: readonly SlowNode[], activation: number | null): SlowNode[] {
  if (activation === null) return [...root]
  return flatten(root).filter((node) => node.activation === activation)
}

/** A state of a scope's forward or inverse tree. */
interface Place {
  readonly node: SlowNode
  readonly duplicate: boolean
  readonly parent: Place | null
  readonly level: Place[]
  readonly kids: Place[]
}

function fillForward(level: Place[], nodes: readonly SlowNode[], parent: Place | null): Place[] {
  for (const node of nodes) {
    const place: Place = { node, duplicate: false, parent, level, kids: [] }
    fillForward(place.kids, node.kids, place)
    level.push(place)
  }
  return level
}

function fillInverse(level: Place[], nodes: readonly SlowNode[], parent: Place | null): Place[] {
  for (const node of [...nodes].reverse()) {
    if (node.kids.length > 0) {
      const place: Place = { node, duplicate: true, parent, level, kids: [] }
      fillInverse(place.kids, node.kids, place)
      level.push(place)
    }
    level.push({ node, duplicate: false, parent, level, kids: [] })
  }
  return level
}

function walkPlaces(level: readonly Place[]): Place[] {
  return level.flatMap((place) => [place, ...walkPlaces(place.kids)])
}

function upFrom(place: Place): Place | null {
  const sibling = place.level[place.level.indexOf(place) + 1]
  if (sibling !== undefined) return sibling
  return place.parent === null ? null : upFrom(place.parent)
}

/** Later siblings of a place, itself first, that belong to its activation. */
function fromHere(place: Place): Place[] {
  return place.level
    .slice(place.level.indexOf(place))
    .filter(({ node }) => node.activation === place.node.activation)
}

/** What an action leads to: a state, or the exit, named where the definition itself names it. */
export type SlowOutcome = StateRef | 'exit' | 'never'

function shown(place: Place | null | undefined): SlowOutcome {
  return place ? { seq: place.node.seq, duplicate: place.duplicate } : 'exit'
}

export interface SlowWalk {
  /** Every state in pre-order. */
  readonly states: readonly StateRef[]
  readonly act: (at: StateRef, action: Action) => SlowOutcome
  /** How the scope's entry ended. */
  readonly exit: 'normal' | 'error' | 'never'
}

function exitOf(nodes: readonly SlowNode[]): SlowWalk['exit'] {
  const last = nodes.at(-1)?.event
  if (last?.kind !== 'return') return 'never'
  return last.flags & 4 ? 'error' : 'normal'
}

/** Actions within a scope, given as the nodes of its level. */
export function slowWalk(nodes: readonly SlowNode[], direction: 'forward' | 'inverse'): SlowWalk {
  const level =
    direction === 'forward' ? fillForward([], nodes, null) : fillInverse([], nodes, null)
  const places = walkPlaces(level)
  const placeOf = (at: StateRef): Place => {
    const place = places.find((p) => p.node.seq === at.seq && p.duplicate === at.duplicate)
    if (place === undefined) throw new Error(`no state ${at.seq}`)
    return place
  }
  const act = (at: StateRef, { name, operand }: Action): SlowOutcome => {
    const place = placeOf(at)
    switch (name) {
      case 'step_into':
      case 'inv_step_into':
        return shown(place.kids[0] ?? upFrom(place))
      case 'step_over':
      case 'inv_step_over':
        return shown(upFrom(place))
      case 'step_return': {
        if (place.node.event.kind === 'return') return shown(upFrom(place))
        const target = fromHere(place).find(({ node }) => node.event.kind === 'return')
        return target === undefined ? 'never' : shown(target)
      }
      case 'breakpoint':
        return shown(places.find((p) => p.node.seq > at.seq && p.node.event.src === operand))
      case 'continue':
        return 'exit'
      case 'inv_step_call': {
        const isCall = (p: Place): boolean => p.node.event.kind === 'call' && !p.duplicate
        return shown(isCall(place) ? upFrom(place) : fromHere(place).find(isCall))
      }
    }
  }
  const states = places.map((place) => ({ seq: place.node.seq, duplicate: place.duplicate }))
  return { states, act, exit: exitOf(nodes) }
}
