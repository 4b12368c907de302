import { err, ok, type Result } from '../base/result.ts'
import { EVENT_KINDS, type EventKind, EXITS, STOP_REASONS, type Value } from './event.ts'
import {
  asId,
  asInteger,
  asNullable,
  asOneOf,
  asText,
  type Check,
  checkAll,
  depthOf,
  fieldsOf,
  rangeProblem,
} from './wire-checks.ts'
import type {
  CodeRecord,
  EndRecord,
  EventRecord,
  ForgetRecord,
  NameRecord,
  OutRecord,
  StartRecord,
  TraceError,
  TracerRecord,
  ValueRecord,
} from './wire-records.ts'

export type { EndRecord, EventRecord, TracerRecord } from './wire-records.ts'

/** Version of the tracer → host lines that this parser reads. */
export const WIRE_PROTOCOL = 1
/** Longest accepted line, in UTF-16 units; an event with two million new variables fits. */
export const MAX_LINE_LENGTH = 33_554_432
/** Longest kept text of a value, in characters. */
export const MAX_VALUE_TEXT = 65_536
/** Longest accepted name of a variable, function, type or file, in characters. */
export const MAX_NAME_TEXT = 65_536
/** Deepest nesting any record has: the `error` object of an `end` array. */
const MAX_DEPTH = 3
const MAX_INTEGER = 2 ** 53 - 1
const MAX_LINE_NUMBER = 2 ** 31 - 1
const MAX_FLAGS = 7
/** Names of one trace; above it the tracer is not ours or a program forges lines. */
const MAX_IDS = 2 ** 31 - 1

/** Why a line was refused: its one-based number within the trace and what is wrong, in words. */
export interface WireError {
  readonly line: number
  readonly problem: string
}

export interface WireParser {
  /** Reads one line without its newline; after a refusal every further line is refused. */
  readonly push: (line: string) => Result<TracerRecord, WireError>
  /** Whether the `end` record has been read. */
  readonly isEnded: () => boolean
}

/** What must be remembered between lines to refuse ids that nothing defined. */
interface Known {
  started: boolean
  ended: boolean
  codes: number
  names: number
  values: number
  frames: number
}

type RecordReader = (fields: readonly unknown[], known: Known) => Check<TracerRecord>

const READERS: Readonly<Record<string, RecordReader>> = {
  start: readStart,
  code: readCode,
  name: readName,
  value: readValueRecord,
  forget: readForget,
  e: readEvent,
  out: readOut,
  end: readEnd,
}

/**
 * Strict parser of the lines of one trace. The lines come from an interpreter that ran unknown code, so
 * anything but a well-formed record in a possible order is refused; nothing is repaired.
 */
export function createWireParser(): WireParser {
  const known: Known = { started: false, ended: false, codes: 0, names: 0, values: 0, frames: 0 }
  let lines = 0
  let refused: WireError | null = null
  const push = (line: string): Result<TracerRecord, WireError> => {
    if (refused !== null) return err(refused)
    lines++
    const record = readLine(line, known)
    if (record.ok) return record
    refused = { line: lines, problem: record.error }
    return err(refused)
  }
  return { push, isEnded: () => known.ended }
}

/** One sentence for a log or a user. */
export function describeWireError(error: WireError): string {
  return `Line ${error.line} of the trace was refused: ${error.problem}`
}

function readLine(line: string, known: Known): Check<TracerRecord> {
  if (known.ended) return err('it comes after the end record')
  if (line.length > MAX_LINE_LENGTH) {
    return err(`it has ${line.length} characters, more than ${MAX_LINE_LENGTH}`)
  }
  // Counted before JSON.parse, which accepts any depth.
  if (depthOf(line) > MAX_DEPTH) return err('it is nested too deep')
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return err('it is not JSON')
  }
  if (!Array.isArray(parsed)) return err('it is not an array')
  const tag: unknown = parsed[0]
  if (typeof tag !== 'string' || !Object.hasOwn(READERS, tag)) return err('its record is unknown')
  if (!known.started && tag !== 'start') return err(`"${tag}" comes before the start record`)
  const reader = READERS[tag] as RecordReader
  const record = reader(parsed, known)
  return record.ok ? record : err(`${tag}: ${record.error}`)
}

function readStart(fields: readonly unknown[], known: Known): Check<StartRecord> {
  if (known.started) return err('it was sent twice')
  if (fields.length !== 2) return err(`it has ${fields.length} fields instead of 2`)
  const body = fieldsOf(fields[1], ['protocol', 'tracer', 'python', 'implementation'])
  if (!body.ok) return body
  if (body.value.protocol !== WIRE_PROTOCOL) return err('its protocol is not 1')
  const texts = checkAll([
    asText(body.value.tracer, 'tracer', 100),
    asText(body.value.python, 'python', 100),
    asText(body.value.implementation, 'implementation', 100),
  ])
  if (!texts.ok) return texts
  const [tracer, python, implementation] = texts.value as [string, string, string]
  known.started = true
  return ok({ kind: 'start', protocol: WIRE_PROTOCOL, tracer, python, implementation })
}

function readCode(fields: readonly unknown[], known: Known): Check<CodeRecord> {
  if (fields.length !== 6) return err(`it has ${fields.length} fields instead of 6`)
  const id = asId(fields[1], known.codes)
  if (!id.ok) return id
  const texts = checkAll([
    asText(fields[2], 'name', MAX_NAME_TEXT),
    asText(fields[3], 'qualified name', MAX_NAME_TEXT),
    asText(fields[4], 'file', MAX_NAME_TEXT),
  ])
  if (!texts.ok) return texts
  const firstLine = asInteger(fields[5], 'first line', 0, MAX_LINE_NUMBER)
  if (!firstLine.ok) return firstLine
  known.codes++
  const [name, qualname, file] = texts.value as [string, string, string]
  return ok({ kind: 'code', id: id.value, name, qualname, file, firstLine: firstLine.value })
}

function readName(fields: readonly unknown[], known: Known): Check<NameRecord> {
  if (fields.length !== 3) return err(`it has ${fields.length} fields instead of 3`)
  const id = asId(fields[1], known.names)
  if (!id.ok) return id
  const text = asText(fields[2], 'text', MAX_NAME_TEXT)
  if (!text.ok) return text
  known.names++
  return ok({ kind: 'name', id: id.value, text: text.value })
}

function readValueRecord(fields: readonly unknown[], known: Known): Check<ValueRecord> {
  if (fields.length !== 5) return err(`it has ${fields.length} fields instead of 5`)
  const id = asId(fields[1], known.values)
  if (!id.ok) return id
  const value = readValue(fields[2], fields[3], fields[4])
  if (!value.ok) return value
  known.values++
  return ok({ kind: 'value', id: id.value, value: value.value })
}

/** The size counts Python's characters (code points), which a cut text has fewer of. */
function readValue(text: unknown, size: unknown, type: unknown): Check<Value> {
  const checkedText = asText(text, 'text', MAX_VALUE_TEXT)
  if (!checkedText.ok) return checkedText
  const checkedSize = asInteger(size, 'size', 0, MAX_INTEGER)
  if (!checkedSize.ok) return checkedSize
  // A code point is at most two units, so this never refuses an honest size.
  if (checkedSize.value < checkedText.value.length / 2) return err('its size is below its text')
  const checkedType = asText(type, 'type', MAX_NAME_TEXT)
  if (!checkedType.ok) return checkedType
  return ok({ text: checkedText.value, size: checkedSize.value, type: checkedType.value })
}

function readForget(fields: readonly unknown[], known: Known): Check<ForgetRecord> {
  if (fields.length !== 1) return err(`it has ${fields.length} fields instead of 1`)
  known.values = 0
  return ok({ kind: 'forget' })
}

function readEvent(fields: readonly unknown[], known: Known): Check<EventRecord> {
  if (fields.length !== 9) return err(`it has ${fields.length} fields instead of 9`)
  const problem =
    rangeProblem(fields[1], 'kind', 0, EVENT_KINDS.length - 1) ??
    rangeProblem(fields[2], 'code', 0, known.codes - 1) ??
    rangeProblem(fields[3], 'line', 0, MAX_LINE_NUMBER) ??
    rangeProblem(fields[4], 'frame', 0, known.frames) ??
    rangeProblem(fields[5], 'thread', 0, MAX_IDS) ??
    rangeProblem(fields[6], 'flags', 0, MAX_FLAGS) ??
    rangeProblem(fields[7], 'argument', -1, known.values - 1) ??
    changesProblem(fields[8], known)
  if (problem !== null) return err(problem)
  const [, kind, code, line, frame, thread, flags, arg] = fields as EventFields
  if (frame === known.frames) {
    if (kind !== 0) return err(`frame ${frame} has no call event`)
    known.frames++
  }
  const event = EVENT_KINDS[kind] as EventKind
  const changes = fields[8] as readonly number[]
  return ok({ kind: 'event', event, code, line, frame, thread, flags, arg, changes })
}

type EventFields = [string, number, number, number, number, number, number, number]

function changesProblem(field: unknown, known: Known): string | null {
  if (!Array.isArray(field)) return 'its locals are not an array'
  if (field.length % 3 !== 0) return 'its locals are not triples'
  for (let at = 0; at < field.length; at += 3) {
    const problem =
      rangeProblem(field[at], 'slot', 0, MAX_IDS) ??
      rangeProblem(field[at + 1], 'name', 0, known.names - 1) ??
      rangeProblem(field[at + 2], 'value', -1, known.values - 1)
    if (problem !== null) return problem
  }
  return null
}

function readOut(fields: readonly unknown[]): Check<OutRecord> {
  if (fields.length !== 3) return err(`it has ${fields.length} fields instead of 3`)
  const stream = asOneOf(fields[1], 'stream', ['stdout', 'stderr'] as const)
  if (!stream.ok) return stream
  const text = asText(fields[2], 'text', MAX_LINE_LENGTH)
  if (!text.ok) return text
  return ok({ kind: 'out', stream: stream.value, text: text.value })
}

function readEnd(fields: readonly unknown[], known: Known): Check<EndRecord> {
  if (fields.length !== 2) return err(`it has ${fields.length} fields instead of 2`)
  const body = fieldsOf(fields[1], ['stop', 'exit', 'error', 'result'])
  if (!body.ok) return body
  const stop = asOneOf(body.value.stop, 'stop', STOP_REASONS)
  if (!stop.ok) return stop
  const exit = asOneOf(body.value.exit, 'exit', EXITS)
  if (!exit.ok) return exit
  const error = asNullable(body.value.error, readTraceError)
  if (!error.ok) return error
  const result = asNullable(body.value.result, readResult)
  if (!result.ok) return result
  known.ended = true
  return ok({
    kind: 'end',
    stop: stop.value,
    exit: exit.value,
    error: error.value,
    result: result.value,
  })
}

function readTraceError(field: unknown): Check<TraceError> {
  const body = fieldsOf(field, ['type', 'message', 'line'])
  if (!body.ok) return body
  const type = asText(body.value.type, 'error type', MAX_NAME_TEXT)
  if (!type.ok) return type
  const message = asText(body.value.message, 'error message', MAX_VALUE_TEXT)
  if (!message.ok) return message
  const line = asNullable(body.value.line, (value) =>
    asInteger(value, 'error line', 0, MAX_LINE_NUMBER),
  )
  if (!line.ok) return line
  return ok({ type: type.value, message: message.value, line: line.value })
}

function readResult(field: unknown): Check<Value> {
  const body = fieldsOf(field, ['text', 'size', 'type'])
  if (!body.ok) return body
  return readValue(body.value.text, body.value.size, body.value.type)
}
