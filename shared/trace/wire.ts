import { err, type Result } from '../base/result.ts'
import { type Check, depthOf } from './wire-checks.ts'
import {
  type Known,
  MAX_LINE_LENGTH,
  readCode,
  readEnd,
  readEvent,
  readForget,
  readName,
  readOut,
  readSource,
  readStart,
  readValueRecord,
} from './wire-readers.ts'
import type { TracerRecord } from './wire-records.ts'

export type { EndRecord, EventRecord, TracerRecord } from './wire-records.ts'

/** Deepest nesting any record has: the `error` object of an `end` array. */
const MAX_DEPTH = 3

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

type RecordReader = (fields: readonly unknown[], known: Known) => Check<TracerRecord>

const READERS: Readonly<Record<string, RecordReader>> = {
  start: readStart,
  source: readSource,
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
  const known: Known = {
    started: false,
    ended: false,
    sources: new Set(),
    codes: 0,
    names: 0,
    values: 0,
    frames: 0,
  }
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
