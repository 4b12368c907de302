import type { EventKind } from '../trace/event.ts'
import type { ActionName, Direction, ForwardAction } from './types.ts'

export const POLICY_FORMAT = 'policy@1'

/** Weights and shares of a document are whole numbers up to this, so that draws are exact on every machine. */
export const MAX_WEIGHT = 1_000_000
/** A trajectory that has not ended after this many actions is cut and has no exit, unless its document says else (2.6). */
export const MAX_ACTIONS = 200
/** Most tokens a document may allow. */
export const MOST_TOKENS = 1_000_000_000
/** Most actions a document may ask for. */
export const MOST_ACTIONS = 10_000

/** A number from `at_least` on and `below` the other; at least one of the two is given. */
export interface Bounds {
  readonly at_least?: number
  readonly below?: number
}

export const AHEAD = ['line', 'call', 'scope'] as const
/** Where an exception is still to come: in what the line calls, in this call itself, or anywhere in the scope. */
export type Ahead = (typeof AHEAD)[number]

/** What must hold for a rule to apply: every part that is given. "Ahead" and "next" follow the trajectory's direction. */
export interface Condition {
  /** Calls between the trajectory's entry and the state: 0 in the entry itself. */
  readonly depth?: Bounds
  /** The state is in a file of an installed package or of Python itself. */
  readonly in_library?: boolean
  /** Stepping into goes into a call; going backwards that is so on the duplicate of a line. */
  readonly has_call?: boolean
  /** The same, and what is called is in a library. */
  readonly calls_library?: boolean
  readonly event?: EventKind
  /** The state is at the header of a loop: which visit of this run of it, from 1, in recorded order. */
  readonly loop_visit?: Bounds
  readonly exception_ahead?: Ahead
  /** Writes of the frame's variables since the trajectory last saw the frame, or since the frame began. */
  readonly changed?: Bounds
  /** Actions the trajectory may still take, this one included. */
  readonly actions_left?: Bounds
  /** Tokens left of `max_tokens`, as estimated; without it there are always enough. */
  readonly tokens_left?: Bounds
  /** How many times in a row the last actions were this one. */
  readonly streak?: { readonly action: ActionName } & Bounds
  readonly not?: Condition
  readonly any?: readonly Condition[]
}

/** Chances of actions: a weight over the sum of the weights. */
export type Weights = Readonly<Partial<Record<ActionName, number>>>

/** One distribution of a mixture, drawn by its share of the shares' sum. */
export interface Part {
  readonly share: number
  readonly weights: Weights
}

export const LINE_KINDS = ['ahead', 'after_loop', 'never'] as const
/**
 * Where the line of a breakpoint comes from: evenly among the distinct lines still to come in the scope; the first
 * line that the frame runs after the innermost loop the state is in; evenly among lines that will not be reached.
 */
export type LineKind = (typeof LINE_KINDS)[number]
export type LineShares = Readonly<Partial<Record<LineKind, number>>>

/** Of a breakpoint's lines, those still to come and those never reached, where a rule does not say (2.6). */
export const DEFAULT_LINES: LineShares = { ahead: 80, never: 20 }

/** After the rule drew `after`, `action` is taken between `at_least` and `at_most` times, evenly drawn. */
export interface Sequel {
  readonly after: ActionName
  readonly action: ActionName
  readonly at_least: number
  readonly at_most: number
}

/** How the next action is drawn where `when` holds; without `when` it holds everywhere. */
export interface Rule {
  readonly when?: Condition
  readonly mix: readonly Part[]
  /** Shares of where breakpoints' lines come from. A kind that has no line at a state is left out there. */
  readonly lines?: LineShares
  readonly sequel?: Sequel
}

/** Where trajectories start: at the trace's root, at a call drawn evenly, or at one that a query of steps keeps. */
export type Entry = 'root' | 'call' | { readonly where: string }

/**
 * A policy as a document (resources/formats/policy-1.md). At a state the first rule whose `when` holds decides. An
 * action that is not defined at the state is drawn again and counted; a rule that can give none there is passed over.
 * The last rule of a direction has no `when` and gives an action that is always defined.
 */
export interface PolicyDocument {
  readonly format: typeof POLICY_FORMAT
  readonly name: string
  /** One sentence for people. */
  readonly about: string
  /** Without it, at the root. */
  readonly entry?: Entry
  readonly max_actions?: number
  /** A trajectory that has cost so many tokens, as estimated, is cut; without it there is no such limit. */
  readonly max_tokens?: number
  readonly forward?: readonly Rule[]
  readonly inverse?: readonly Rule[]
}

/** Actions that are defined at every state; the last rule of a direction gives one of them. */
export const ALWAYS_DEFINED: Readonly<Record<Direction, readonly ActionName[]>> = {
  forward: ['step_into', 'step_over', 'continue'] satisfies ForwardAction[],
  inverse: ['inv_step_into', 'inv_step_over'],
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}

/** Each trajectory is drawn, named and kept by the text of its policy. */
const texts = new WeakMap<PolicyDocument, string>()

/** The document on one line, keys in order, so that the same rules are the same text: what a policy is told apart by. */
export function canonicalText(policy: PolicyDocument): string {
  const text = texts.get(policy) ?? JSON.stringify(policy, sorted)
  texts.set(policy, text)
  return text
}
