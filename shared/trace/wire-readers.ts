import { err, ok } from '../base/result.ts'
import { EVENT_KINDS, type EventKind, EXITS, STOP_REASONS, type Value } from './event.ts'
import {
  asId,
  asInteger,
  asNullable,
  asOneOf,
  asText,
  type Check,
  checkAll,
  codePointCount,
  fieldsOf,
  rangeProblem,
} from './wire-checks.ts'
import {
  BACKENDS,
  type CodeRecord,
  type EndRecord,
  type EventRecord,
  type ForgetRecord,
  type NameRecord,
  type OutRecord,
  type SourceRecord,
  type StartRecord,
  type TraceError,
  UNRECORDED,
  type ValueRecord,
  type ValueRef,
} from './wire-records.ts'

/** Version of the tracer → host lines that these readers take. */
export const WIRE_PROTOCOL = 2
/** Longest accepted line, in UTF-16 units; an event with two million new variables fits. */
export const MAX_LINE_LENGTH = 33_554_432
/** Longest kept text of a value, in characters; a tracer may be told to keep less. */
export const MAX_VALUE_TEXT = 1_048_576
/** Longest accepted name of a variable, function, type or file, in characters. */
export const MAX_NAME_TEXT = 65_536
/** Longest text of a file, in UTF-16 units. */
export const MAX_SOURCE_TEXT = 2_097_152
/** Most files of one trace. */
const MAX_SOURCES = 10_000
const MAX_MESSAGE_TEXT = 65_536
const MAX_INTEGER = 2 ** 53 - 1
const MAX_LINE_NUMBER = 2 ** 31 - 1
const MAX_FLAGS = 15
/** Names of one trace; above it the tracer is not ours or a program forges lines. */
const MAX_IDS = 2 ** 31 - 1
/** An `int` as Python writes it. */
const WHOLE_NUMBER = /^(0|-?[1-9][0-9]{0,14})$/
/** The first 8 bytes of a SHA-256 in hexadecimal. */
const DIGEST = /^[0-9a-f]{16}$/

/** What must be remembered between lines to refuse ids that nothing defined. */
export interface Known {
  started: boolean
  ended: boolean
  /** Paths of the files whose text was told. */
  readonly sources: Set<string>
  codes: number
  names: number
  values: number
  frames: number
}

export function readStart(fields: readonly unknown[], known: Known): Check<StartRecord> {
  if (known.started) return err('it was sent twice')
  if (fields.length !== 2) return err(`it has ${fields.length} fields instead of 2`)
  const body = fieldsOf(fields[1], ['protocol', 'tracer', 'python', 'implementation', 'backend'])
  if (!body.ok) return body
  if (body.value.protocol !== WIRE_PROTOCOL) return err(`its protocol is not ${WIRE_PROTOCOL}`)
  const texts = checkAll([
    asText(body.value.tracer, 'tracer', 100),
    asText(body.value.python, 'python', 100),
    asText(body.value.implementation, 'implementation', 100),
  ])
  if (!texts.ok) return texts
  const [tracer, python, implementation] = texts.value as [string, string, string]
  const backend = asOneOf(body.value.backend, 'backend', BACKENDS)
  if (!backend.ok) return backend
  known.started = true
  return ok({
    kind: 'start',
    protocol: WIRE_PROTOCOL,
    tracer,
    python,
    implementation,
    backend: backend.value,
  })
}

export function readSource(fields: readonly unknown[], known: Known): Check<SourceRecord> {
  if (fields.length !== 3) return err(`it has ${fields.length} fields instead of 3`)
  const path = asText(fields[1], 'path', MAX_NAME_TEXT)
  if (!path.ok) return path
  if (known.sources.has(path.value)) return err('its path was told before')
  if (known.sources.size >= MAX_SOURCES) return err(`it is more than ${MAX_SOURCES} files`)
  const text = asText(fields[2], 'text', MAX_SOURCE_TEXT)
  if (!text.ok) return text
  known.sources.add(path.value)
  return ok({ kind: 'source', path: path.value, text: text.value })
}

export function readCode(fields: readonly unknown[], known: Known): Check<CodeRecord> {
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

export function readName(fields: readonly unknown[], known: Known): Check<NameRecord> {
  if (fields.length !== 3) return err(`it has ${fields.length} fields instead of 3`)
  const id = asId(fields[1], known.names)
  if (!id.ok) return id
  const text = asText(fields[2], 'text', MAX_NAME_TEXT)
  if (!text.ok) return text
  known.names++
  return ok({ kind: 'name', id: id.value, text: text.value })
}

export function readValueRecord(fields: readonly unknown[], known: Known): Check<ValueRecord> {
  if (fields.length !== 5 && fields.length !== 6) {
    return err(`it has ${fields.length} fields instead of 5 or 6`)
  }
  const id = asId(fields[1], known.values)
  if (!id.ok) return id
  const value = readValue(fields[2], fields[3], fields[4], fields[5])
  if (!value.ok) return value
  known.values++
  return ok({ kind: 'value', id: id.value, value: value.value })
}

/** The size counts Python's characters (code points), which a cut text has fewer of. */
export function readValue(
  text: unknown,
  size: unknown,
  type: unknown,
  digest: unknown,
): Check<Value> {
  const checkedText = asText(text, 'text', MAX_VALUE_TEXT)
  if (!checkedText.ok) return checkedText
  const checkedSize = asInteger(size, 'size', 0, MAX_INTEGER)
  if (!checkedSize.ok) return checkedSize
  // A code point is at most two units, so this never refuses an honest size.
  if (checkedSize.value < checkedText.value.length / 2) return err('its size is below its text')
  const checkedType = asText(type, 'type', MAX_NAME_TEXT)
  if (!checkedType.ok) return checkedType
  const value = { text: checkedText.value, size: checkedSize.value, type: checkedType.value }
  if (digest === undefined) return ok(value)
  if (typeof digest !== 'string' || !DIGEST.test(digest)) return err('its digest is none')
  if (value.size <= codePointCount(value.text)) return err('its digest is of a text that is whole')
  return ok({ ...value, digest })
}

export function readForget(fields: readonly unknown[], known: Known): Check<ForgetRecord> {
  if (fields.length !== 1) return err(`it has ${fields.length} fields instead of 1`)
  known.values = 0
  return ok({ kind: 'forget' })
}

export function readEvent(fields: readonly unknown[], known: Known): Check<EventRecord> {
  if (fields.length !== 9 && fields.length !== 10) {
    return err(`it has ${fields.length} fields instead of 9 or 10`)
  }
  const problem =
    rangeProblem(fields[1], 'kind', 0, EVENT_KINDS.length - 1) ??
    rangeProblem(fields[2], 'code', 0, known.codes - 1) ??
    rangeProblem(fields[3], 'line', 0, MAX_LINE_NUMBER) ??
    rangeProblem(fields[4], 'frame', 0, known.frames) ??
    rangeProblem(fields[5], 'thread', 0, MAX_IDS) ??
    rangeProblem(fields[6], 'flags', 0, MAX_FLAGS) ??
    valueProblem(fields[7], 'argument', known) ??
    changesProblem(fields[8], known) ??
    (fields.length === 10 ? aliasesProblem(fields[9]) : null)
  if (problem !== null) return err(problem)
  const [, kind, code, line, frame, thread, flags, arg] = fields as EventFields
  if (frame === known.frames) {
    if (kind !== 0) return err(`frame ${frame} has no call event`)
    known.frames++
  }
  const event = EVENT_KINDS[kind] as EventKind
  const changes = fields[8] as readonly ValueRef[]
  const record = { kind: 'event', event, code, line, frame, thread, flags, arg, changes } as const
  if (fields.length === 9) return ok(record)
  return ok({ ...record, aliases: fields[9] as readonly number[] })
}

type EventFields = [string, number, number, number, number, number, number, ValueRef]

function valueProblem(field: unknown, name: string, known: Known): string | null {
  if (typeof field !== 'string') return rangeProblem(field, name, -1, known.values - 1)
  return WHOLE_NUMBER.test(field) ? null : `its ${name} is not a whole number of 15 digits at most`
}

function changesProblem(field: unknown, known: Known): string | null {
  if (!Array.isArray(field)) return 'its locals are not an array'
  if (field.length % 3 !== 0) return 'its locals are not triples'
  for (let at = 0; at < field.length; at += 3) {
    const problem =
      rangeProblem(field[at], 'slot', 0, MAX_IDS) ??
      rangeProblem(field[at + 1], 'name', 0, known.names - 1) ??
      valueProblem(field[at + 2], 'value', known)
    if (problem !== null) return problem
  }
  return null
}

/** Slots ascend, groups count up from 0 in order of their first slot, and nothing is alone in its group. */
export function aliasesProblem(field: unknown): string | null {
  if (!Array.isArray(field)) return 'its aliases are not an array'
  if (field.length % 2 !== 0) return 'its aliases are not pairs'
  const members: number[] = []
  let slot = -1
  for (let at = 0; at < field.length; at += 2) {
    const problem =
      rangeProblem(field[at], 'aliased slot', slot + 1, MAX_IDS) ??
      rangeProblem(field[at + 1], 'alias group', 0, members.length)
    if (problem !== null) return problem
    slot = field[at] as number
    const group = field[at + 1] as number
    members[group] = (members[group] ?? 0) + 1
  }
  return members.includes(1) ? 'its aliases have a group of one' : null
}

export function readOut(fields: readonly unknown[]): Check<OutRecord> {
  if (fields.length !== 3) return err(`it has ${fields.length} fields instead of 3`)
  const stream = asOneOf(fields[1], 'stream', ['stdout', 'stderr'] as const)
  if (!stream.ok) return stream
  const text = asText(fields[2], 'text', MAX_LINE_LENGTH)
  if (!text.ok) return text
  return ok({ kind: 'out', stream: stream.value, text: text.value })
}

export function readEnd(fields: readonly unknown[], known: Known): Check<EndRecord> {
  if (fields.length !== 2) return err(`it has ${fields.length} fields instead of 2`)
  const body = fieldsOf(fields[1], ['stop', 'exit', 'error', 'result'])
  if (!body.ok) return body
  const stop = asOneOf(body.value.stop, 'stop', [...STOP_REASONS, ...UNRECORDED] as const)
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
  const message = asText(body.value.message, 'error message', MAX_MESSAGE_TEXT)
  if (!message.ok) return message
  const line = asNullable(body.value.line, (value) =>
    asInteger(value, 'error line', 0, MAX_LINE_NUMBER),
  )
  if (!line.ok) return line
  return ok({ type: type.value, message: message.value, line: line.value })
}

function readResult(field: unknown): Check<Value> {
  const hasDigest = typeof field === 'object' && field !== null && Object.hasOwn(field, 'digest')
  const keys = ['text', 'size', 'type', ...(hasDigest ? ['digest'] : [])]
  const body = fieldsOf(field, keys)
  if (!body.ok) return body
  return readValue(body.value.text, body.value.size, body.value.type, body.value.digest)
}
