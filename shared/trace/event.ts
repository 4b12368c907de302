import type { Brand } from '../base/brand.ts'

/** Zero-based position of an event in its trace. */
export type Seq = Brand<number, 'Seq'>
/** One-based line of the program's source. */
export type Line = Brand<number, 'Line'>
export type ProgramId = Brand<string, 'ProgramId'>
export type TraceId = Brand<string, 'TraceId'>

export const EVENT_KINDS = ['call', 'line', 'return', 'exception'] as const
/** What a Python trace function is called for (neural-debugger.md 1.2). */
export type EventKind = (typeof EVENT_KINDS)[number]

/** A `call` that resumes a generator or coroutine rather than starting it. */
export const FLAG_RESUMED = 1
/** A `return` that is a yield or a suspending await: the frame may come back. */
export const FLAG_YIELDED = 2
/** A `return` by which an exception leaves the frame: its argument is not a returned value. */
export const FLAG_UNWOUND = 4
/** Loop sampling left out events of this frame directly before this one. */
export const FLAG_AFTER_GAP = 8

/** A rendered Python value: its `repr`, possibly cut, with the true length in characters and the type's name. */
export interface Value {
  readonly text: string
  /** Length in characters of the full text; larger than the kept text when that was cut. */
  readonly size: number
  readonly type: string
  /** Of a cut text only: the first 8 bytes of SHA-256 of the full text in UTF-8, in hexadecimal. */
  readonly digest?: string
}

/** Local variables in locals order (2.5): a frame's slots, then for modules and classes order of assignment. */
export type Locals = readonly (readonly [name: string, value: Value])[]

/** One callback of the tracer, complete: what `ndw events` prints and a state shows. */
export interface TraceEvent {
  readonly seq: number
  readonly kind: EventKind
  readonly line: number
  readonly function: string
  /** Program frames on the stack of its thread, the entry's own frame counting as 1. */
  readonly depth: number
  readonly thread: number
  /** Text of the source line, indentation kept, without its newline; empty where the file has no such line. */
  readonly src: string
  /** Bit set of FLAG_*. */
  readonly flags: number
  readonly locals: Locals
  /** Returned or yielded value, or the exception's text; null for call and line. */
  readonly arg: Value | null
  /** Names of variables that share one object which may change in place, a group each; absent where none do. */
  readonly aliases?: readonly (readonly string[])[]
}

export const EXITS = ['normal', 'error', 'never'] as const
/** How the entry ended (2.2): returned, let an exception out, or was stopped by a budget. */
export type Exit = (typeof EXITS)[number]

export const STOP_REASONS = [
  'ended',
  'step_limit',
  'time_limit',
  'output_limit',
  'cpu_limit',
  'byte_limit',
  'depth_limit',
  'memory_limit',
  'crashed',
  'syntax_error',
] as const
/** Why recording ended; everything but `ended` leaves a partial trace that is kept. */
export type StopReason = (typeof STOP_REASONS)[number]
