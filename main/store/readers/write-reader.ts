import type { VariableWrite } from '../../../shared/contract/trees.ts'
import { FLAG_RESUMED, FLAG_UNWOUND, FLAG_YIELDED } from '../../../shared/trace/event.ts'
import type { ReadableDb } from '../database.ts'
import type { Reads } from '../read-types.ts'
import { wholeNumberOf } from '../whole-numbers.ts'
import { SLOTS_OF_FRAME } from './state-reader.ts'
import { traceKeyOf } from './trace-reader.ts'

/** Characters of a value that a list of writes shows. */
const PREVIEW_CHARS = 160

/** Groups of calls of one line that are looked through for the call that made a value. */
const MOST_CALLS = 200

interface Place {
  readonly trace: number
  readonly frame: number
}

interface WriteRecord {
  readonly from_seq: number
  readonly value_key: number | null
}

/** Slots of a frame that hold a name: one, but that a module's name deleted and set again comes to a new one. */
export const SLOTS_OF_NAME_SQL = `
${SLOTS_OF_FRAME}
SELECT slots.slot FROM slots
WHERE slots.slot IS NOT NULL AND @name = (
  SELECT b.name_key FROM binding AS b
  WHERE b.trace_key = @trace AND b.frame = @frame AND b.slot = slots.slot ORDER BY b.from_seq LIMIT 1)`

/** Bindings of a slot at or before a seq, newest first. */
export const BINDINGS_BACK_SQL = `SELECT from_seq, value_key FROM binding
  WHERE trace_key = @trace AND frame = @frame AND slot = @slot AND from_seq <= @seq ORDER BY from_seq DESC`

/** Bindings of a slot after a seq, oldest first. */
export const BINDINGS_AHEAD_SQL = `SELECT from_seq, value_key FROM binding
  WHERE trace_key = @trace AND frame = @frame AND slot = @slot AND from_seq > @seq ORDER BY from_seq`

function slotsOf(db: ReadableDb, place: Place, variable: string): number[] {
  const name = db.prepare('SELECT name_key FROM name WHERE text = ?').get(variable) as
    | { name_key: number }
    | undefined
  if (name === undefined) return []
  const rows = db.prepare(SLOTS_OF_NAME_SQL).all({ ...place, name: name.name_key })
  return (rows as { slot: number }[]).map(({ slot }) => slot)
}

/** A value told again is no write: of equal bindings in a row the oldest is the one at which the value shows first. */
function writesBack(
  db: ReadableDb,
  at: Place & { slot: number; seq: number },
  most: number,
): WriteRecord[] {
  const found: WriteRecord[] = []
  let newer: WriteRecord | null = null
  // Stepped through lazily: what lies beyond the last one wanted is never read.
  for (const row of db.prepare(BINDINGS_BACK_SQL).iterate(at) as Iterable<WriteRecord>) {
    if (newer !== null && newer.value_key !== row.value_key) found.push(newer)
    if (found.length === most) return found
    newer = row
  }
  return newer === null ? found : [...found, newer]
}

function writesAhead(
  db: ReadableDb,
  at: Place & { slot: number; seq: number },
  most: number,
): WriteRecord[] {
  const now = db.prepare(BINDINGS_BACK_SQL).get(at) as WriteRecord | undefined
  const found: WriteRecord[] = []
  if (most === 0) return found
  let known = now?.value_key
  for (const row of db.prepare(BINDINGS_AHEAD_SQL).iterate(at) as Iterable<WriteRecord>) {
    if (row.value_key !== known) found.push(row)
    known = row.value_key
    if (found.length === most) break
  }
  return found
}

/** Of two slots' writes at one event, the name gone in one and set in the other, what is left is the value. */
function merged(writes: readonly WriteRecord[], order: 1 | -1, most: number): WriteRecord[] {
  const bySeq = new Map<number, WriteRecord>()
  for (const write of writes) {
    const other = bySeq.get(write.from_seq)
    if (other === undefined || other.value_key === null) bySeq.set(write.from_seq, write)
  }
  return [...bySeq.values()].sort((a, b) => order * (a.from_seq - b.from_seq)).slice(0, most)
}

function previewOf(db: ReadableDb, key: number | null): VariableWrite['value'] {
  if (key === null) return null
  if (key < 0) return wholeNumberOf(key)
  return db
    .prepare('SELECT substr(text, 1, ?) AS text, size, type FROM value WHERE value_key = ?')
    .get(PREVIEW_CHARS, key) as VariableWrite['value']
}

/** What one variable of a frame held, around an event. */
export function treeWrites(
  db: ReadableDb,
  input: Reads['treeWrites']['input'],
): Reads['treeWrites']['output'] {
  const { frame, variable, seq, before, after } = input
  const place = { trace: traceKeyOf(db, input.trace), frame }
  const slots = slotsOf(db, place, variable)
  const out = ({ from_seq, value_key }: WriteRecord): VariableWrite => ({
    seq: from_seq,
    value: previewOf(db, value_key),
  })
  const back = slots.flatMap((slot) => writesBack(db, { ...place, slot, seq }, before))
  const ahead = slots.flatMap((slot) => writesAhead(db, { ...place, slot, seq }, after))
  return { before: merged(back, -1, before).map(out), after: merged(ahead, 1, after).map(out) }
}

interface CallRecord {
  readonly seq: number
  readonly parent_seq: number
  readonly kind: number
  readonly flags: number
  readonly arg_value_key: number | null
  readonly open_seq: number
  readonly frame: number
}

export const CALL_AT_SQL = `SELECT n.seq, n.parent_seq, n.kind, n.flags, n.arg_value_key, a.open_seq, a.frame
  FROM node AS n JOIN activation AS a ON a.trace_key = n.trace_key AND a.activation = n.activation
  WHERE n.trace_key = ? AND n.seq = ?`

const KIND_CALL = 0
const KIND_RETURN = 2

/**
 * The newest return, of the calls made directly by the line that wrote, whose value is the one written. The last event
 * before the write ends the last of these calls; the event before a call opens ends the call before it. So each is
 * one seek, however long the calls ran. An argument was written by the line that made the call.
 */
export function treeWriteOrigin(
  db: ReadableDb,
  input: Reads['treeWriteOrigin']['input'],
): Reads['treeWriteOrigin']['output'] {
  const { frame, variable, seq } = input
  const trace = traceKeyOf(db, input.trace)
  const at = { trace, frame, seq }
  const bindings = slotsOf(db, at, variable).flatMap((slot) => writesBack(db, { ...at, slot }, 1))
  const write = merged(bindings, -1, 1)[0]
  if (write === undefined || write.value_key === null) return { returned: null }
  const callAt = (one: number): CallRecord | undefined =>
    db.prepare(CALL_AT_SQL).get(trace, one) as CallRecord | undefined
  const shown = callAt(write.from_seq)
  let call = callAt(write.from_seq - 1)
  if (shown === undefined || call === undefined) return { returned: null }
  const isEntry = shown.kind === KIND_CALL && (shown.flags & FLAG_RESUMED) === 0
  const line = isEntry ? shown.parent_seq : call.parent_seq
  // Calls on the outermost level were made by no line that is known: they are not of one line.
  if (line < 0 || (!isEntry && callAt(line)?.frame !== frame)) return { returned: null }
  for (let looked = 0; call?.parent_seq === line && looked < MOST_CALLS; looked++) {
    const { kind, flags, arg_value_key: key } = call
    if (kind === KIND_RETURN && (flags & FLAG_UNWOUND) === 0 && key === write.value_key) {
      return { returned: { seq: call.seq, yielded: (flags & FLAG_YIELDED) !== 0 } }
    }
    call = callAt(call.open_seq - 1)
  }
  return { returned: null }
}
