import type { Brand } from '../base/brand.ts'
import { EXITS, type TraceId } from '../trace/event.ts'

export type TrajectoryId = Brand<string, 'TrajectoryId'>

export const DIRECTIONS = ['forward', 'inverse'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const FORWARD_ACTIONS = [
  'step_into',
  'step_over',
  'step_return',
  'breakpoint',
  'continue',
] as const
export const INVERSE_ACTIONS = ['inv_step_into', 'inv_step_over', 'inv_step_call'] as const
export type ForwardAction = (typeof FORWARD_ACTIONS)[number]
export type InverseAction = (typeof INVERSE_ACTIONS)[number]
export type ActionName = ForwardAction | InverseAction

/** Actions that need nothing but their name. */
export type PlainAction = Exclude<ActionName, 'breakpoint'>
export const PLAIN_ACTIONS: readonly PlainAction[] = [
  ...FORWARD_ACTIONS,
  ...INVERSE_ACTIONS,
].filter((name): name is PlainAction => name !== 'breakpoint')

/** A debugger action; `operand` is the source line of a breakpoint and null for every other action. */
export interface Action {
  readonly name: ActionName
  readonly operand: string | null
}

/**
 * Where a state of a trajectory is: an event of the trace, and in an inverse trajectory whether it is the
 * `inv_line_call` duplicate of a node that has children (neural-debugger.md 1.5).
 */
export interface StateRef {
  readonly seq: number
  readonly duplicate: boolean
}

/** An action and the state it leads to; a null target is the exit. */
export interface Step {
  readonly action: Action
  readonly target: StateRef | null
}

export const TRAJECTORY_EXITS = [...EXITS, 'inv_entry'] as const
/** The exit state a trajectory ended in; a trajectory cut by its length cap has none. */
export type TrajectoryExit = (typeof TRAJECTORY_EXITS)[number]

/** The exits that trajectories of a direction can end in. */
export const EXITS_OF: Readonly<Record<Direction, readonly TrajectoryExit[]>> = {
  forward: EXITS,
  inverse: ['inv_entry'],
}

/** The part of a trace a trajectory lives in: one activation, from its call to its last event (1.8). */
export interface Scope {
  readonly open: number
  readonly close: number
}

/** A start state and steps, all true states of one trace. */
export interface Trajectory {
  readonly id: TrajectoryId
  readonly trace: TraceId
  readonly policy: string
  readonly seed: number
  /** Which of the trajectories drawn with this trace, policy and seed; each has a random stream of its own. */
  readonly ordinal: number
  readonly direction: Direction
  readonly scope: Scope
  readonly start: StateRef
  readonly steps: readonly Step[]
  readonly exit: TrajectoryExit | null
  /** Actions drawn but undefined where they were drawn, and drawn again. */
  readonly resampled: number
}
