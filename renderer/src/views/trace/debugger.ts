import { applyAction } from '../../../../shared/trajectory/act.ts'
import { inverseStart } from '../../../../shared/trajectory/inverse.ts'
import { rootScope } from '../../../../shared/trajectory/scope.ts'
import type { SourceIndex } from '../../../../shared/trajectory/source-index.ts'
import type { ActionName, StateRef } from '../../../../shared/trajectory/types.ts'
import { createWalk, type Walk } from '../../../../shared/trajectory/walk.ts'
import { nextStop, type Trigger } from '../../../../shared/tree/breakpoints.ts'
import type { LoopPlace } from '../../../../shared/tree/loops.ts'
import {
  firstChild,
  nextSibling,
  parentOf,
  previousSibling,
} from '../../../../shared/tree/navigate.ts'
import type { StateTree } from '../../../../shared/tree/node.ts'
import { nextOnLine, visitsOf } from '../../../../shared/tree/visits.ts'

/** A source line, one-based, in one of the trace's files. */
export interface Cursor {
  readonly file: number
  readonly line: number
}

/** Where the debugger stands in a recording. The exit is one past the last event. */
export interface Position {
  readonly tree: StateTree
  /** All nodes are there. */
  readonly complete: boolean
  /** Events of the trace, loaded or not. */
  readonly eventCount: number
  /** State in focus; going backwards it may be the duplicate of a line with a call (neural-debugger.md 1.5). */
  readonly at: StateRef
  /** Line to run to; null when none is chosen. */
  readonly cursor: Cursor | null
  /** Breakpoints that are switched on. Those that need states only bound the way here: the store searches for them. */
  readonly triggers: readonly Trigger[]
  /** The loop whose passes are gone through; null where the line is in none. */
  readonly loop: LoopPlace | null
  /** The frame is so long that its loops are not known yet. */
  readonly counting: boolean
}

export const COMMANDS = [
  'into',
  'over',
  'out',
  'continue',
  'cursor',
  'backInto',
  'backOver',
  'backCall',
  'continueBack',
  'previous',
  'next',
  'previousSibling',
  'nextSibling',
  'caller',
  'callee',
  'first',
  'last',
  'nextPass',
  'previousPass',
  'firstPass',
  'lastPass',
] as const
export type Command = (typeof COMMANDS)[number]

/** Where a command leads, or the sentence that says why it cannot be done here. */
export type Move =
  | { readonly target: StateRef; readonly reason: null }
  | { readonly target: null; readonly reason: string }

function to(seq: number, duplicate = false): Move {
  return { target: { seq, duplicate }, reason: null }
}

export const CHOOSE_LINE = 'Choose a source line first: click it, or use the arrow keys.'
export const PASSES_COUNTED = 'The passes of this long frame are still counted.'
export const NO_LOOP = 'This line is in no loop.'

function refuse(reason: string): Move {
  return { target: null, reason }
}

/** No index of source texts is needed: the one action that reads it, `breakpoint`, goes by line here. */
function walkOf(tree: StateTree): Walk | null {
  const scope = rootScope(tree)
  if (scope === null) return null
  const sources: SourceIndex = {
    tree,
    files: [],
    textAt: () => '',
    nextWith: () => null,
    lastSeenIn: () => ({ texts: [], seqs: [] }),
  }
  return createWalk(sources, scope, 'normal')
}

const NOTHING_RECORDED = 'No event was recorded, so there is nothing to step through.'
const AT_EXIT = 'The program has ended here; step back to go on.'
const AT_START = 'This is the first state; nothing was recorded before it.'

function isExit(position: Position): boolean {
  return position.at.seq >= position.tree.nodes.length
}

function act(position: Position, name: ActionName): Move {
  const { tree, at } = position
  const walk = walkOf(tree)
  if (walk === null) return refuse(NOTHING_RECORDED)
  const outcome = applyAction(walk, at, { name, operand: null })
  switch (outcome.kind) {
    case 'state':
      return to(outcome.target.seq, outcome.target.duplicate)
    case 'exit':
      return outcome.exit === 'inv_entry' ? refuse(AT_START) : to(tree.nodes.length)
    case 'undefined':
      return refuse(outcome.reason)
  }
}

function forward(position: Position, name: ActionName): Move {
  if (isExit(position)) return refuse(AT_EXIT)
  // A forward action from the duplicate starts where the line itself stands.
  const from = { ...position, at: { seq: position.at.seq, duplicate: false } }
  if (position.complete) return act(from, name)
  const move = name === 'step_return' ? null : act(from, name)
  const ready = move?.target !== null && (move?.target?.seq ?? 0) < position.tree.nodes.length
  return move === null || !ready ? refuse(loadingReason(position)) : move
}

function loadingReason({ tree, eventCount }: Position): string {
  const count = (value: number): string => value.toLocaleString('en')
  return `Still loading: ${count(tree.nodes.length)} of ${count(eventCount)} events are here.`
}

function backward(position: Position, name: ActionName): Move {
  const { tree } = position
  if (!isExit(position)) return act(position, name)
  const scope = rootScope(tree)
  if (scope === null) return refuse(AT_START)
  if (name === 'inv_step_call') return to(scope.open)
  const last = inverseStart(tree, scope)
  return to(last.seq, last.duplicate)
}

/** The first later state on the cursor's line; the exit when the line does not run again, as `breakpoint` has it. */
function runToCursor(position: Position): Move {
  const { tree, cursor, at, complete } = position
  if (cursor === null) return refuse(CHOOSE_LINE)
  if (isExit(position)) return refuse(AT_EXIT)
  const next = nextOnLine(visitsOf(tree), cursor, at.seq)
  if (next !== null) return to(next)
  return complete ? to(tree.nodes.length) : refuse(loadingReason(position))
}

/** To the next breakpoint, or where there is none to the exit. */
function runOn(position: Position): Move {
  const { tree, at, triggers, complete } = position
  if (isExit(position)) return refuse(AT_EXIT)
  const stop = nextStop(visitsOf(tree), triggers, at.seq + 1, 'forward')
  if (stop !== null) return to(stop)
  return complete ? to(tree.nodes.length) : refuse(loadingReason(position))
}

/**
 * Events before this seq lie behind the state in focus, going backwards. From behind a line's calls the way back
 * leads through them and then to the line itself (neural-debugger.md 1.5).
 */
export function behindOf({ tree, at }: Position): number {
  const node = tree.nodes[at.seq]
  if (node === undefined) return tree.nodes.length
  return at.duplicate ? node.close + 1 : at.seq
}

/** Back to the breakpoint before, or where there is none to the start. */
function runBack(position: Position): Move {
  const { tree, at, triggers } = position
  const stop = nextStop(visitsOf(tree), triggers, behindOf(position), 'backward')
  if (stop !== null) return to(stop)
  return at.seq === 0 ? refuse(AT_START) : to(0)
}

/** The pass that far from the one in focus. */
function toPass(position: Position, passOf: (place: LoopPlace) => number): Move {
  const { loop, counting } = position
  if (counting) return refuse(PASSES_COUNTED)
  if (loop === null) return refuse(NO_LOOP)
  const { starts } = loop.run
  if (starts.length === 0) return refuse('The loop ran no pass here.')
  const pass = passOf(loop)
  if (pass < 1) return refuse('This is the first pass.')
  const start = starts[pass - 1]
  if (start === undefined) return refuse('This is the last pass.')
  return start === position.at.seq ? refuse('This pass begins here already.') : to(start)
}

function orRefuse(seq: number | null, reason: string): Move {
  return seq === null ? refuse(reason) : to(seq)
}

function atNode(position: Position, move: (tree: StateTree, seq: number) => Move): Move {
  const { tree, at } = position
  return isExit(position) ? refuse(AT_EXIT) : move(tree, at.seq)
}

const MOVES: Readonly<Record<Command, (position: Position) => Move>> = {
  into: (position) => forward(position, 'step_into'),
  over: (position) => forward(position, 'step_over'),
  out: (position) => forward(position, 'step_return'),
  continue: runOn,
  cursor: runToCursor,
  backInto: (position) => backward(position, 'inv_step_into'),
  backOver: (position) => backward(position, 'inv_step_over'),
  backCall: (position) => backward(position, 'inv_step_call'),
  continueBack: runBack,
  previous: ({ at, tree }) =>
    at.seq === 0 ? refuse(AT_START) : to(Math.min(at.seq, tree.nodes.length) - 1),
  next: (position) => forward(position, 'step_into'),
  previousSibling: (position) =>
    atNode(position, (tree, seq) =>
      orRefuse(previousSibling(tree, seq), 'This is the first state of its level.'),
    ),
  nextSibling: (position) =>
    atNode(position, (tree, seq) =>
      orRefuse(nextSibling(tree, seq), 'This is the last state of its level.'),
    ),
  caller: (position) =>
    atNode(position, (tree, seq) =>
      orRefuse(parentOf(tree, seq), 'This is the outermost frame; nothing recorded called it.'),
    ),
  callee: (position) =>
    atNode(position, (tree, seq) => {
      const child = firstChild(tree, seq)
      const loaded = child !== null && child < tree.nodes.length
      return loaded ? to(child) : refuse('This line called nothing that was recorded.')
    }),
  first: ({ at }) => (at.seq === 0 ? refuse('This is the first state already.') : to(0)),
  last: ({ at, tree, complete }) => {
    const end = complete ? tree.nodes.length : tree.nodes.length - 1
    return at.seq >= end ? refuse('This is the end already.') : to(end)
  },
  nextPass: (position) => toPass(position, ({ pass }) => pass + 1),
  previousPass: (position) => toPass(position, ({ pass }) => pass - 1),
  firstPass: (position) => toPass(position, () => 1),
  lastPass: (position) => toPass(position, ({ run }) => run.starts.length),
}

/** Where a command leads from a position. Moves are the actions of neural-debugger.md 2.2, on the recording. */
export function moveOf(position: Position, command: Command): Move {
  const { at, tree, complete } = position
  if (!complete && at.seq >= tree.nodes.length) return refuse(loadingReason(position))
  if (complete && tree.nodes.length === 0) return refuse(NOTHING_RECORDED)
  return MOVES[command](position)
}
