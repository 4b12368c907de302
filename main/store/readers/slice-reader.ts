import { must } from '../../../shared/base/assert.ts'
import type { Value } from '../../../shared/trace/event.ts'
import { kindOf } from '../codes.ts'
import type { ReadableDb } from '../database.ts'
import type { Reads, SliceCode, SliceEvent, SliceOutput, TraceSlice } from '../read-types.ts'
import { type SqlQuery, sql } from '../sql.ts'
import { wholeNumberOf } from '../whole-numbers.ts'
import { changesOf, storedValue, type ValueRecord } from './state-reader.ts'
import { traceKeyOf } from './trace-reader.ts'

/** A slice ends with the event at which its values' texts reach this many characters. */
const SLICE_TEXT = 4_000_000

interface NodeRecord {
  readonly seq: number
  readonly kind: number
  readonly line: number
  readonly flags: number
  readonly depth: number
  readonly arg_value_key: number | null
  readonly aliases: string | null
  readonly frame: number
  readonly thread: number
  readonly code_key: number
}

interface ChangeRecord {
  readonly slot: number
  readonly from_seq: number
  readonly name_key: number
  readonly value_key: number | null
}

/** Events of a range of seqs with what they need but values, named so that a test can read its plan. */
export function sliceNodesSql(traceKey: number, from: number, limit: number): SqlQuery {
  return sql`SELECT n.seq, n.kind, n.line, n.flags, n.depth, n.arg_value_key, n.aliases,
      a.frame, a.thread, a.code_key
    FROM node AS n
    JOIN activation AS a ON a.trace_key = n.trace_key AND a.activation = n.activation
    WHERE n.trace_key = ${traceKey} AND n.seq >= ${from} AND n.seq < ${from + limit}
    ORDER BY n.seq`
}

/** Rows of a table by key, each read once and numbered in the order of first use. */
class Numbered<Row> {
  readonly rows: Row[] = []
  private readonly indexes = new Map<number, number>()
  private readonly read: (key: number) => Row

  constructor(read: (key: number) => Row) {
    this.read = read
  }

  index(key: number): number {
    const known = this.indexes.get(key)
    if (known !== undefined) return known
    const index = this.rows.push(this.read(key)) - 1
    this.indexes.set(key, index)
    return index
  }
}

function valueReader(db: ReadableDb, onText: (length: number) => void) {
  const statement = db.prepare('SELECT text, size, type, digest FROM value WHERE value_key = ?')
  return (key: number): Value => {
    if (key < 0) return wholeNumberOf(key)
    const row = must(statement.get(key) as ValueRecord | undefined, `value ${key}`)
    onText(row.text.length)
    return storedValue(row)
  }
}

/** Changes of every frame that runs in the range, by the seq they belong to, each in the order of slots. */
function changesBySeq(
  db: ReadableDb,
  traceKey: number,
  nodes: readonly NodeRecord[],
): Map<number, ChangeRecord[]> {
  const bySeq = new Map<number, ChangeRecord[]>()
  const range = { trace: traceKey, from: nodes[0]?.seq ?? 0, until: nodes.at(-1)?.seq ?? -1 }
  const frames = [...new Set(nodes.map((node) => node.frame))]
  for (const change of changesOf(db, range, frames).reverse()) {
    const known = bySeq.get(change.from_seq)
    if (known === undefined) bySeq.set(change.from_seq, [change])
    else known.push(change)
  }
  return bySeq
}

function outputsUntil(
  db: ReadableDb,
  traceKey: number,
  { ordinal, last }: { ordinal: number; last: number },
): SliceOutput[] {
  const outputs: SliceOutput[] = []
  const rows = db
    .prepare(`SELECT after_seq AS afterSeq, stream, text FROM output
      WHERE trace_key = ? AND ordinal >= ? ORDER BY ordinal`)
    .iterate(traceKey, ordinal) as IterableIterator<SliceOutput>
  for (const row of rows) {
    if (row.afterSeq > last) break
    outputs.push(row)
  }
  return outputs
}

/** Consecutive events with what changed at each, as the tracer tells them, and what was printed between. */
export function traceSlice(db: ReadableDb, input: Reads['traceSlice']['input']): TraceSlice {
  const key = traceKeyOf(db, input.trace)
  const nodes = db.all<NodeRecord>(sliceNodesSql(key, input.from, input.limit))
  const bySeq = changesBySeq(db, key, nodes)
  let text = 0
  const values = new Numbered(
    valueReader(db, (length) => {
      text += length
    }),
  )
  const nameOf = db.prepare('SELECT text FROM name WHERE name_key = ?')
  const names = new Numbered((name) => (nameOf.get(name) as { text: string }).text)
  const codeOf = db.prepare(
    'SELECT name, qualname, file, first_line AS firstLine FROM code WHERE code_key = ?',
  )
  const codes = new Numbered((code) => codeOf.get(code) as SliceCode)
  const events: SliceEvent[] = []
  for (const node of nodes) {
    if (text >= SLICE_TEXT) break
    const changes = (bySeq.get(node.seq) ?? []).flatMap((change) => [
      change.slot,
      names.index(change.name_key),
      change.value_key === null ? -1 : values.index(change.value_key),
    ])
    events.push({
      kind: kindOf(node.kind),
      line: node.line,
      flags: node.flags,
      depth: node.depth,
      frame: node.frame,
      thread: node.thread,
      code: codes.index(node.code_key),
      arg: node.arg_value_key === null ? -1 : values.index(node.arg_value_key),
      changes,
      aliases: node.aliases === null ? null : (JSON.parse(node.aliases) as number[]),
    })
  }
  const last = input.from + events.length - 1
  const outputs = outputsUntil(db, key, { ordinal: input.output, last })
  return { codes: codes.rows, names: names.rows, values: values.rows, events, outputs }
}
