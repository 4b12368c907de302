import { assert } from '../base/assert.ts'
import type { EventKind, Locals, Value } from '../trace/event.ts'
import type { StateRef, Trajectory } from '../trajectory/types.ts'
import { renderLocals } from './locals.ts'
import { showsLocals } from './tokens.ts'
import type { LocalsText, StateEvent, StateText, Transcript } from './types.ts'

/** What a transcript needs of a state: complete locals, also where they are not shown. */
export interface ShownState {
  readonly kind: EventKind
  readonly src: string
  readonly locals: Locals
  readonly arg: Value | null
  readonly activation: number
}

export type StateLookup = (seq: number) => ShownState

/** Shown where a return or exception has no value: what the tracer passes when a frame unwinds. */
const NO_VALUE = 'None'

type Course = Pick<Trajectory, 'direction' | 'start' | 'steps' | 'exit'>

/** The base a state's locals are told against, given the states visited so far. */
type FindBase = (state: ShownState, isViaBreakpoint: boolean) => Locals | null

/** Against the state shown before, unless the scope changed. */
function createForwardBase(): FindBase {
  let previous: ShownState | null = null
  return (state, isViaBreakpoint) => {
    const before = previous
    previous = state
    if (state.kind === 'call' || isViaBreakpoint || before === null) return null
    if (before.activation !== state.activation || before.kind === 'return') return null
    return before.locals
  }
}

/** Against the nearest later visited state of the activation, shown with locals or not; a call is complete. */
function createInverseBase(): FindBase {
  const latest = new Map<number, Locals>()
  return (state) => {
    const base = latest.get(state.activation) ?? null
    latest.set(state.activation, state.locals)
    return base
  }
}

function eventOf(ref: StateRef, kind: EventKind, isInverse: boolean): StateEvent {
  if (!isInverse) return kind
  return ref.duplicate ? 'inv_line_call' : `inv_${kind}`
}

function stateText(event: StateEvent, state: ShownState, base: Locals | null): StateText {
  const { src } = state
  if (!showsLocals(event)) return { event, src, locals: null, arg: state.arg?.text ?? NO_VALUE }
  const locals: LocalsText = renderLocals(state.locals, event === 'inv_call' ? null : base)
  return { event, src, locals, arg: null }
}

/**
 * A trajectory in the terms of the grammar. Each visited state is looked up once, in the trajectory's order;
 * `code` is the program text that precedes the states.
 */
export function transcriptOf(course: Course, lookup: StateLookup, code: string): Transcript {
  const isInverse = course.direction === 'inverse'
  const findBase = isInverse ? createInverseBase() : createForwardBase()
  const show = (ref: StateRef, isViaBreakpoint: boolean): StateText => {
    const state = lookup(ref.seq)
    const event = eventOf(ref, state.kind, isInverse)
    return stateText(event, state, findBase(state, isViaBreakpoint))
  }
  const states = [show(course.start, false)]
  for (const { action, target } of course.steps) {
    if (target !== null) states.push(show(target, action.name === 'breakpoint'))
  }
  return {
    direction: course.direction,
    code,
    states,
    actions: course.steps.map(({ action }) => action),
    exit: course.exit,
  }
}

/** What a prompt for state `step`, from 1, tells: all before it, with the action that asks for it. */
export function transcriptBefore(transcript: Transcript, step: number): Transcript {
  const { states, actions } = transcript
  assert(step >= 1 && step <= actions.length, `state ${step} follows an action`)
  return {
    ...transcript,
    states: states.slice(0, step),
    actions: actions.slice(0, step),
    exit: null,
  }
}
