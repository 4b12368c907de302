import type { Direction, TrajectoryExit } from '../trajectory/types.ts'
import type { Tokenizer } from './tokenizer.ts'

export const STATE_EVENTS = [
  'call',
  'line',
  'return',
  'exception',
  'inv_call',
  'inv_line',
  'inv_line_call',
  'inv_return',
  'inv_exception',
] as const
/** Event word of a state as the text forms it; the `inv_` ones only in inverse texts. */
export type StateEvent = (typeof STATE_EVENTS)[number]

/** Locals as shown: `omitted` says that unchanged variables were left out and stand behind one `".."` entry. */
export interface LocalsText {
  readonly omitted: boolean
  readonly entries: readonly (readonly [name: string, text: string])[]
}

/** One state as shown in text: locals for call and line, arg for return and exception. */
export interface StateText {
  readonly event: StateEvent
  readonly src: string
  readonly locals: LocalsText | null
  readonly arg: string | null
}

export interface ActionText {
  readonly name: string
  readonly operand: string | null
}

/**
 * A trajectory in the terms of the grammar (neural-debugger.md 2.4): states[0], actions[0], states[1], … Ends in
 * an exit, or, when the trajectory was cut by its length cap, with a last state and a null exit.
 */
export interface Transcript {
  readonly direction: Direction
  readonly code: string
  readonly states: readonly StateText[]
  readonly actions: readonly ActionText[]
  readonly exit: TrajectoryExit | null
}

export const TEXT_ROLES = [
  'marker',
  'code',
  'event',
  'source',
  'locals',
  'argument',
  'action',
  'exit',
] as const
export type TextRole = (typeof TEXT_ROLES)[number]

/** A half-open range of UTF-16 positions in an encoded text; `step` is the index of the state it belongs to, or -1. */
export interface TextSpan {
  readonly start: number
  readonly end: number
  readonly role: TextRole
  readonly step: number
  /** The variable whose name and value it tells. */
  readonly variable?: string | undefined
}

export interface Encoded {
  readonly text: string
  readonly spans: readonly TextSpan[]
}

/** Where a text stops being valid: position in UTF-16 units, what was expected there, what was found. */
export interface DecodeProblem {
  readonly position: number
  readonly expected: string
  readonly found: string
  /** The smallest change at the position that decoding goes on from, in words; absent where none is known. */
  readonly repair?: string | undefined
}

/** What a text may tell beside its transcript; without it, a codec goes by the transcript alone. */
export interface EncodeHints {
  /** Line of `code`, from 0, that the first state is at; null if it is not in the code. */
  readonly entryLine?: number | null
  /** Names of all locals of each state, in locals order, also of those whose values are left out. */
  readonly names?: readonly (readonly string[])[]
}

/** The longest valid prefix, and the problem that ended it, if any. */
export interface Decoded {
  readonly transcript: Transcript
  readonly problem: DecodeProblem | null
  /** With these, the transcript of a text that this codec wrote encodes to the very text. */
  readonly hints?: EncodeHints
}

export interface Codec {
  /** Name and version, written into every file: `nd@1`. */
  readonly id: string
  /** Why this codec cannot write the transcript without loss, in one sentence; null where it can. */
  readonly refuses: (transcript: Transcript) => string | null
  /** The text of a transcript that is not refused. */
  readonly encode: (transcript: Transcript, hints?: EncodeHints) => Encoded
  /**
   * What a model is given to predict state `step`, from 1: everything up to and including what asks for it. The step
   * after the last action, which may be the exit, can be asked for too.
   */
  readonly promptAt: (transcript: Transcript, step: number, hints?: EncodeHints) => Encoded
  /** Special tokens that end what a model answers to a prompt; the first of them that it emits is not part of it. */
  readonly stopTokens: readonly string[]
  readonly decode: (text: string) => Decoded
  /** A tokenizer that belongs to the codec and needs no file. */
  readonly tokenizer: Tokenizer
  /** What any other tokenizer must have as one token each. */
  readonly specialTokens: readonly string[]
}
