import type { EventKind, Exit, StopReason, Value } from './event.ts'

/** Python's two interfaces for tracing; both give the same events. */
export const BACKENDS = ['settrace', 'monitoring'] as const
/** What of the interpreter told the events: `sys.settrace` or `sys.monitoring`. */
export type Backend = (typeof BACKENDS)[number]

/** First record of a trace: which tracer and which Python wrote it. */
export interface StartRecord {
  readonly kind: 'start'
  readonly protocol: number
  readonly tracer: string
  readonly python: string
  readonly implementation: string
  readonly backend: Backend
}

/** A code object of the program, sent before the first event that names it. Ids count up from 0. */
export interface CodeRecord {
  readonly kind: 'code'
  readonly id: number
  readonly name: string
  readonly qualname: string
  readonly file: string
  readonly firstLine: number
}

/** Text of a file of the program, sent before the first code in it, where the program has more than one file. */
export interface SourceRecord {
  readonly kind: 'source'
  readonly path: string
  readonly text: string
}

/** A variable's name, sent before its first use. Ids count up from 0. */
export interface NameRecord {
  readonly kind: 'name'
  readonly id: number
  readonly text: string
}

/** A rendered value, sent before its first use. Ids count up from 0, anew after each `forget`. */
export interface ValueRecord {
  readonly kind: 'value'
  readonly id: number
  readonly value: Value
}

/** The value ids known so far are void; the next value has id 0. */
export interface ForgetRecord {
  readonly kind: 'forget'
}

/**
 * A value on an event's line: the id of a value record, -1 for none, or the digits of an `int` of at most 15 digits,
 * which needs no record of its own.
 */
export type ValueRef = number | string

/** The value that digits on an event's line stand for. */
export function wholeNumber(digits: string): Value {
  return { text: digits, size: digits.length, type: 'int' }
}

/** One event; its seq is its position among the trace's event records. */
export interface EventRecord {
  readonly kind: 'event'
  readonly event: EventKind
  readonly code: number
  readonly line: number
  /** Python frame, counting up from 0; a resumed generator keeps its own. */
  readonly frame: number
  /** 0 for the main thread; others count up from 1 in order of their first event. */
  readonly thread: number
  /** Bit set of FLAG_*. */
  readonly flags: number
  /** Value of the returned, yielded or raised thing; -1 for call, line and unwinding. */
  readonly arg: ValueRef
  /** Locals changed since the frame's previous event: slot, name id, value (-1: name gone), repeated. */
  readonly changes: readonly ValueRef[]
  /** Variables of the frame that share one mutable object: slot, group, repeated; there where it changed. */
  readonly aliases?: readonly number[]
}

/** Text that the program printed after the events before it. */
export interface OutRecord {
  readonly kind: 'out'
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

/** What ended the program early or was not caught; `line` is the program's innermost line, when known. */
export interface TraceError {
  readonly type: string
  readonly message: string
  readonly line: number | null
}

/** Ends of a run that has no trace: the entry was never begun, or its project has it skipped; `error` says why. */
export const UNRECORDED = ['not_run', 'skipped'] as const

/** Last record of a trace. */
export interface EndRecord {
  readonly kind: 'end'
  readonly stop: StopReason | (typeof UNRECORDED)[number]
  readonly exit: Exit
  readonly error: TraceError | null
  /** What a call entry returned; null for scripts and when it did not return. */
  readonly result: Value | null
}

export type TracerRecord =
  | StartRecord
  | SourceRecord
  | CodeRecord
  | NameRecord
  | ValueRecord
  | ForgetRecord
  | EventRecord
  | OutRecord
  | EndRecord
