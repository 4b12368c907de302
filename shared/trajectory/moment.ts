import { nodeAt } from '../tree/navigate.ts'
import type { StateNode } from '../tree/node.ts'
import { entersCall, exceptionAhead, type Here } from './ahead.ts'
import { writesOfFrame } from './changes.ts'
import { isInLibrary } from './library.ts'
import { loopPlacesOf } from './loop-places.ts'
import type { Bounds, Condition } from './policy-document.ts'
import type { ActionName, Direction, Scope, StateRef } from './types.ts'
import type { Walk } from './walk.ts'

/** A trajectory while it is drawn: where it is, and what of its past conditions ask for. */
export class Moment implements Here {
  readonly walk: Walk
  readonly direction: Direction
  at: StateRef
  node: StateNode
  actionsLeft: number
  tokensLeft: number
  private readonly entryDepth: number
  private last: ActionName | null = null
  private repeated = 0
  /** By frame: writes up to the state in which the trajectory last saw it. */
  private readonly seen = new Map<number, number>()
  private seenBefore: number | null = null

  constructor(
    walk: Walk,
    start: StateRef,
    options: { direction: Direction; actions: number; tokens: number },
  ) {
    this.walk = walk
    this.direction = options.direction
    this.actionsLeft = options.actions
    this.tokensLeft = options.tokens
    this.entryDepth = nodeAt(walk.tree, walk.scope.open).depth
    this.at = start
    this.node = nodeAt(walk.tree, start.seq)
    this.look()
  }

  get tree() {
    return this.walk.tree
  }

  get scope(): Scope {
    return this.walk.scope
  }

  get depth(): number {
    return this.node.depth - this.entryDepth
  }

  /** Takes an action to a state; `tokens` is what both cost. */
  move(action: ActionName, target: StateRef, tokens: number): void {
    this.repeated = this.last === action ? this.repeated + 1 : 1
    this.last = action
    this.actionsLeft -= 1
    this.tokensLeft -= tokens
    this.at = target
    this.node = nodeAt(this.tree, target.seq)
    this.look()
  }

  streakOf(action: ActionName): number {
    return this.last === action ? this.repeated : 0
  }

  /** Writes of the frame between the state it was last seen in, or else where it begins or going backwards ends, and this. */
  get changed(): number {
    const { upTo, total } = writesOfFrame(this.walk.sources, this.at.seq)
    const since = this.seenBefore ?? (this.direction === 'forward' ? 0 : total)
    return Math.abs(upTo - since)
  }

  private look(): void {
    if (this.walk.sources.writes === undefined) return
    const { frame } = this.node
    this.seenBefore = this.seen.get(frame) ?? null
    this.seen.set(frame, writesOfFrame(this.walk.sources, this.at.seq).upTo)
  }
}

type Holds = (moment: Moment) => boolean

function within(bounds: Bounds, number: number): boolean {
  return number >= (bounds.at_least ?? 0) && number < (bounds.below ?? Number.POSITIVE_INFINITY)
}

function callsLibrary(moment: Moment): boolean {
  const called = moment.tree.nodes[moment.at.seq + 1]
  return entersCall(moment) && called !== undefined && isInLibrary(moment.walk.sources, called)
}

/** What each part of a condition asks, in the order they are asked: what is known at once first. */
const PARTS: {
  readonly [K in keyof Required<Condition>]: (part: Required<Condition>[K]) => Holds
} = {
  event:
    (kind) =>
    ({ node }) =>
      node.kind === kind,
  depth:
    (bounds) =>
    ({ depth }) =>
      within(bounds, depth),
  actions_left:
    (bounds) =>
    ({ actionsLeft }) =>
      within(bounds, actionsLeft),
  tokens_left:
    (bounds) =>
    ({ tokensLeft }) =>
      within(bounds, tokensLeft),
  streak: (streak) => (moment) => within(streak, moment.streakOf(streak.action)),
  has_call: (wanted) => (moment) => entersCall(moment) === wanted,
  in_library:
    (wanted) =>
    ({ walk, node }) =>
      isInLibrary(walk.sources, node) === wanted,
  calls_library: (wanted) => (moment) => callsLibrary(moment) === wanted,
  exception_ahead: (where) => (moment) => exceptionAhead(moment, where),
  loop_visit:
    (bounds) =>
    ({ walk, at }) => {
      const visit = loopPlacesOf(walk.sources).visitAt(at.seq)
      return visit > 0 && within(bounds, visit)
    },
  changed: (bounds) => (moment) => within(bounds, moment.changed),
  not: (condition) => {
    const holds = compileCondition(condition)
    return (moment) => !holds(moment)
  },
  any: (conditions) => {
    const each = conditions.map(compileCondition)
    return (moment) => each.some((holds) => holds(moment))
  },
}

function compilePart<K extends keyof Condition>(condition: Condition, key: K): Holds | null {
  const part = condition[key]
  if (part === undefined) return null
  return (PARTS[key] as (part: unknown) => Holds)(part)
}

/** A condition as a question that is asked of many moments. */
export function compileCondition(condition: Condition): Holds {
  const keys = Object.keys(PARTS) as (keyof Condition)[]
  const asked = keys.flatMap((key) => compilePart(condition, key) ?? [])
  return (moment) => asked.every((holds) => holds(moment))
}

/** Whether a condition asks about writes of variables, which not every source knows. */
export function asksWrites(condition: Condition | undefined): boolean {
  if (condition === undefined) return false
  const inner = [condition.not, ...(condition.any ?? [])]
  return condition.changed !== undefined || inner.some(asksWrites)
}
