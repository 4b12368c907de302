import { err, ok } from '../../../shared/base/result.ts'
import { EVENT_KINDS, type Value } from '../../../shared/trace/event.ts'
import {
  asInteger,
  asOneOf,
  asText,
  type Check,
  checkAll,
  depthOf,
} from '../../../shared/trace/wire-checks.ts'
import {
  aliasesProblem,
  MAX_NAME_TEXT,
  MAX_SOURCE_TEXT,
  readValue,
} from '../../../shared/trace/wire-readers.ts'
import { type FileChange, type FileLine, MAX_FILE_LINE, OUT_TEXT } from './lines.ts'

/** Deepest nesting of a line: the header's scope of its options. */
const MAX_DEPTH = 6
const MAX_NUMBER = 2 ** 31 - 1
const MAX_FLAGS = 15

/** The JSON of a line; its depth is counted before it is parsed. */
export function parseLine(text: string): Check<unknown> {
  if (text.length > MAX_FILE_LINE) return err(`it has more than ${MAX_FILE_LINE} characters`)
  if (depthOf(text) > MAX_DEPTH) return err('it is nested too deep')
  try {
    return ok(JSON.parse(text))
  } catch {
    return err('it is not JSON')
  }
}

/** Any line but the header, or what is wrong with it. */
export function readFileLine(parsed: unknown): Check<FileLine> {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return err('it is not an object')
  }
  const fields = parsed as Record<string, unknown>
  if (Object.hasOwn(fields, 'seq')) return readEvent(fields)
  if (Object.hasOwn(fields, 'more')) return readMore(fields)
  if (Object.hasOwn(fields, 'source')) return readSource(fields)
  if (Object.hasOwn(fields, 'out')) return readOut(fields)
  if (Object.hasOwn(fields, 'end')) return readEnd(fields)
  return err('it is neither an event nor a file nor output nor the end')
}

const EVENT_FIELDS = [
  'seq',
  'kind',
  'line',
  'function',
  'qualname',
  'file',
  'firstLine',
  'depth',
  'frame',
  'thread',
  'flags',
  'changes',
  'arg',
]
const NUMBERS = [
  ['seq', MAX_NUMBER],
  ['line', MAX_NUMBER],
  ['firstLine', MAX_NUMBER],
  ['depth', MAX_NUMBER],
  ['frame', MAX_NUMBER],
  ['thread', MAX_NUMBER],
  ['flags', MAX_FLAGS],
] as const

function readEvent(fields: Record<string, unknown>): Check<FileLine> {
  const problem = fieldsProblem(fields, EVENT_FIELDS, ['aliases'])
  if (problem !== null) return err(problem)
  const kind = asOneOf(fields.kind, 'kind', EVENT_KINDS)
  if (!kind.ok) return kind
  const numbers = checkAll(NUMBERS.map(([name, high]) => asInteger(fields[name], name, 0, high)))
  if (!numbers.ok) return numbers
  const [seq, line, firstLine, depth, frame, thread, flags] = numbers.value as EventNumbers
  const texts = checkAll(
    ['function', 'qualname', 'file'].map((name) => asText(fields[name], name, MAX_NAME_TEXT)),
  )
  if (!texts.ok) return texts
  const [name, qualname, file] = texts.value as [string, string, string]
  const changes = readChanges(fields.changes)
  if (!changes.ok) return changes
  const arg = fields.arg === null ? ok(null) : readFileValue(fields.arg)
  if (!arg.ok) return err(`its arg is wrong: ${arg.error}`)
  const aliases = readAliases(fields)
  if (!aliases.ok) return aliases
  const code = { name, qualname, file, firstLine }
  const event = { seq, kind: kind.value, line, code, depth, frame, thread, flags }
  return ok({
    is: 'event',
    event: { ...event, changes: changes.value, arg: arg.value, aliases: aliases.value },
  })
}

type EventNumbers = [number, number, number, number, number, number, number]

function readMore(fields: Record<string, unknown>): Check<FileLine> {
  const problem = fieldsProblem(fields, ['more', 'changes'])
  if (problem !== null) return err(problem)
  const seq = asInteger(fields.more, 'more', 0, MAX_NUMBER)
  if (!seq.ok) return seq
  const changes = readChanges(fields.changes)
  if (!changes.ok) return changes
  return ok({ is: 'more', seq: seq.value, changes: changes.value })
}

function readSource(fields: Record<string, unknown>): Check<FileLine> {
  const problem = fieldsProblem(fields, ['source', 'text'])
  if (problem !== null) return err(problem)
  const path = asText(fields.source, 'source', MAX_NAME_TEXT)
  if (!path.ok) return path
  const text = asText(fields.text, 'text', MAX_SOURCE_TEXT)
  if (!text.ok) return text
  return ok({ is: 'source', path: path.value, text: text.value })
}

function readOut(fields: Record<string, unknown>): Check<FileLine> {
  const problem = fieldsProblem(fields, ['out', 'text'])
  if (problem !== null) return err(problem)
  const stream = asOneOf(fields.out, 'stream', ['stdout', 'stderr'] as const)
  if (!stream.ok) return stream
  const text = asText(fields.text, 'text', OUT_TEXT)
  if (!text.ok) return text
  return ok({ is: 'out', stream: stream.value, text: text.value })
}

function readEnd(fields: Record<string, unknown>): Check<FileLine> {
  const problem = fieldsProblem(fields, ['end'])
  if (problem !== null) return err(problem)
  const end = fields.end
  if (typeof end !== 'object' || end === null) return err('its end is not an object')
  const wrong = fieldsProblem(end as Record<string, unknown>, ['events', 'sha256'])
  if (wrong !== null) return err(wrong)
  const { events, sha256 } = end as { events: unknown; sha256: unknown }
  const count = asInteger(events, 'number of events', 0, MAX_NUMBER)
  if (!count.ok) return count
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
    return err('its sha256 is not 64 hex digits')
  }
  return ok({ is: 'end', events: count.value, sha256 })
}

function readChanges(value: unknown): Check<FileChange[]> {
  if (!Array.isArray(value)) return err('its changes are not an array')
  const changes: FileChange[] = []
  for (const fields of value) {
    if (!Array.isArray(fields)) return err('one of its changes is not an array')
    const slot = asInteger(fields[0], 'slot', 0, MAX_NUMBER)
    if (!slot.ok) return slot
    const name = asText(fields[1], 'name of a variable', MAX_NAME_TEXT)
    if (!name.ok) return name
    const bound = fields.length === 2 ? ok(null) : readFileValue(fields.slice(2))
    if (!bound.ok) return err(`its change of ${name.value} is wrong: ${bound.error}`)
    changes.push({ slot: slot.value, name: name.value, value: bound.value })
  }
  return ok(changes)
}

/** A value given as an array of text, size, type and, where the text was cut, a digest. */
export function readFileValue(fields: unknown): Check<Value> {
  if (!Array.isArray(fields)) return err('its value is not an array')
  if (fields.length !== 3 && fields.length !== 4) {
    return err(`its value has ${fields.length} fields instead of 3 or 4`)
  }
  const [text, size, type, digest] = fields as unknown[]
  return readValue(text, size, type, digest)
}

function readAliases(fields: Record<string, unknown>): Check<readonly number[] | null> {
  if (!Object.hasOwn(fields, 'aliases')) return ok(null)
  const problem = aliasesProblem(fields.aliases)
  return problem === null ? ok(fields.aliases as readonly number[]) : err(problem)
}

function fieldsProblem(
  fields: Record<string, unknown>,
  needed: readonly string[],
  allowed: readonly string[] = [],
): string | null {
  const missing = needed.find((name) => !Object.hasOwn(fields, name))
  if (missing !== undefined) return `it lacks ${missing}`
  const extra = Object.keys(fields).find(
    (name) => !needed.includes(name) && !allowed.includes(name),
  )
  return extra === undefined ? null : `it has the unknown field ${extra.slice(0, 100)}`
}

/** Whether no text anywhere in parsed JSON holds half of a surrogate pair. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, one]) => name.isWellFormed() && isWellFormed(one))
}
