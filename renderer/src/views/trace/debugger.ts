import { applyAction } from '../../../../shared/trajectory/act.ts'
import { inverseStart } from '../../../../shared/trajectory/inverse.ts'
import { rootScope } from '../../../../shared/trajectory/scope.ts'
import type { SourceIndex } from '../../../../shared/trajectory/source-index.ts'
import type { ActionName, StateRef } from '../../../../shared/trajectory/types.ts'
import { createWalk, type Walk } from '../../../../shared/trajectory/walk.ts'
import {
  firstChild,
  nextSibling,
  parentOf,
  previousSibling,
} from '../../../../shared/tree/navigate.ts'
import type { StateTree } from '../../../../shared/tree/node.ts'

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
  'backStart',
  'previous',
  'next',
  'previousSibling',
  'nextSibling',
  'caller',
  'callee',
  'first',
  'last',
] as const
export type Command = (typeof COMMANDS)[number]

/** Where a command leads, or the sentence that says why it cannot be done here. */
export type Move =
  | { readonly target: StateRef; readonly reason: null }
  | { readonly target: null; readonly reason: string }

function to(seq: number, duplicate = false): Move {
  return { target: { seq, duplicate }, reason: null }
}

function refuse(reason: string): Move {
  return { target: null, reason }
}

/** No index of source texts is needed: the one action that reads it, `breakpoint`, goes by line here. */
function walkOf(tree: StateTree): Walk | null {
  const scope = rootScope(tree)
  if (scope === null) return null
  const sources: SourceIndex = {
    tree,
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
  if (cursor === null) return refuse('Choose a source line first: click it, or use the arrow keys.')
  if (isExit(position)) return refuse(AT_EXIT)
  for (let seq = at.seq + 1; seq < tree.nodes.length; seq++) {
    const node = tree.nodes[seq]
    if (node?.line === cursor.line && (node.file ?? 0) === cursor.file) return to(seq)
  }
  return complete ? to(tree.nodes.length) : refuse(loadingReason(position))
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
  continue: (position) => {
    if (isExit(position)) return refuse(AT_EXIT)
    return position.complete ? to(position.tree.nodes.length) : refuse(loadingReason(position))
  },
  cursor: runToCursor,
  backInto: (position) => backward(position, 'inv_step_into'),
  backOver: (position) => backward(position, 'inv_step_over'),
  backCall: (position) => backward(position, 'inv_step_call'),
  backStart: ({ at }) => (at.seq === 0 ? refuse(AT_START) : to(0)),
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
}

/** Where a command leads from a position. Moves are the actions of neural-debugger.md 2.2, on the recording. */
export function moveOf(position: Position, command: Command): Move {
  const { at, tree, complete } = position
  if (!complete && at.seq >= tree.nodes.length) return refuse(loadingReason(position))
  if (complete && tree.nodes.length === 0) return refuse(NOTHING_RECORDED)
  return MOVES[command](position)
}
