import {
  FORWARD_ACTIONS,
  INVERSE_ACTIONS,
  TRAJECTORY_EXITS,
  type TrajectoryExit,
} from '../trajectory/types.ts'
import type { StateEvent } from './types.ts'

/** Special tokens of neural-debugger.md 1.6; the spellings marked there as inferred are ours. */
export const BEGIN_OF_TEXT = '<|begin_of_text|>'
export const CONTEXT_START = '<|trace_context_start|>'
export const FRAME_SEP = '<|frame_sep|>'
export const ACTION_SEP = '<|action_sep|>'
export const SRC_SEP = '<|src_sep|>'
export const ARG_SEP = '<|arg_sep|>'
export const TRACE_END = '<|trace_end|>'
export const END_OF_TEXT = '<|end_of_text|>'

export const FORWARD_EVENTS: readonly StateEvent[] = ['call', 'line', 'return', 'exception']
export const INVERSE_EVENTS: readonly StateEvent[] = [
  'inv_call',
  'inv_line',
  'inv_line_call',
  'inv_return',
  'inv_exception',
]

export function eventToken(event: StateEvent): string {
  return `<|${event}_sep|>`
}

export function actionToken(name: string): string {
  return `<|${name}|>`
}

export function exitToken(exit: TrajectoryExit): string {
  return exit === 'inv_entry' ? '<|inv_exit_entry|>' : `<|exit_${exit}|>`
}

/** Whether a state of this event shows locals; the others show a value. */
export function showsLocals(event: StateEvent): boolean {
  return !event.endsWith('return') && !event.endsWith('exception')
}

/** Every event puts its source first but the forward line. */
export function showsSourceFirst(event: StateEvent): boolean {
  return event !== 'line'
}

/** Of Code World Model, in the order of its ids. */
export const CWM_TOKENS: readonly string[] = [
  ...[BEGIN_OF_TEXT, END_OF_TEXT, FRAME_SEP, ACTION_SEP],
  ...(['return', 'call', 'line', 'exception'] as const).map(eventToken),
  ...[ARG_SEP, CONTEXT_START],
]

/** Of the neural debugger: those of Code World Model first, then the others; their order is their ids in bytes@1. */
export const ND_TOKENS: readonly string[] = [
  ...CWM_TOKENS,
  ...[SRC_SEP, TRACE_END],
  ...FORWARD_ACTIONS.map(actionToken),
  ...INVERSE_EVENTS.map(eventToken),
  ...INVERSE_ACTIONS.map(actionToken),
  ...TRAJECTORY_EXITS.map(exitToken),
]
