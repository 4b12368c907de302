import { createHash } from 'node:crypto'
import { numberOf } from '../../../shared/query/values.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { WritableDb } from '../database.ts'
import { sql } from '../sql.ts'
import type { BindingBatch, NodeBatch, TraceBatch } from '../write-types.ts'
import { extend } from './extents.ts'
import { internerOf, type OpenTrace } from './open-trace.ts'

function refuse(open: OpenTrace, why: string): never {
  throw new ServiceError('bad-input', `A part of the trace ${open.trace} was refused: ${why}.`)
}

function known<T>(map: ReadonlyMap<number, T>, id: number, what: string, open: OpenTrace): T {
  const value = map.get(id)
  if (value === undefined) refuse(open, `it uses the ${what} id ${id}, which was never introduced`)
  return value
}

function columnAt(column: readonly number[], index: number): number {
  return column[index] ?? Number.NaN
}

function requireEqualLengths(open: OpenTrace, columns: object, what: string): number {
  const lengths = new Set(
    Object.values(columns)
      .filter((column): column is readonly number[] => Array.isArray(column))
      .map((column) => column.length),
  )
  if (lengths.size > 1) refuse(open, `its columns of ${what} are not equally long`)
  return [...lengths][0] ?? 0
}

function appendSources(db: WritableDb, open: OpenTrace, batch: TraceBatch): void {
  if (batch.sources.length === 0) return
  const insertText = db.prepare(
    'INSERT INTO source (sha256, text) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const find = db.prepare('SELECT source_key FROM source WHERE sha256 = ?')
  const insert = db.prepare(
    'INSERT INTO trace_file (trace_key, position, path, source_key) VALUES (?, ?, ?, ?)',
  )
  for (const { path, text } of batch.sources) {
    if (open.files.has(path)) refuse(open, `its file ${path} is told twice`)
    const hash = createHash('sha256').update(text, 'utf8').digest('hex')
    insertText.run(hash, text)
    const { source_key: key } = find.get(hash) as { source_key: number }
    insert.run(open.traceKey, open.files.size, path, key)
    open.files.add(path)
  }
}

function appendCodes(db: WritableDb, open: OpenTrace, batch: TraceBatch): void {
  const insert = db.prepare(`INSERT INTO code (program_key, name, qualname, file, first_line)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`)
  const find = db.prepare(`SELECT code_key FROM code
    WHERE program_key = ? AND qualname = ? AND first_line = ? AND file = ? AND name = ?`)
  for (const { id, name, qualname, file, firstLine } of batch.codes) {
    if (open.files.size > 0 && !open.files.has(file)) {
      refuse(open, `its code ${qualname} is in ${file}, which is none of its files`)
    }
    insert.run(open.programKey, name, qualname, file, firstLine)
    const record = find.get(open.programKey, qualname, firstLine, file, name)
    open.codeKeys.set(id, { key: (record as { code_key: number }).code_key, name })
  }
}

function appendTexts(db: WritableDb, open: OpenTrace, batch: TraceBatch): void {
  const interner = internerOf(db)
  if (batch.forget) open.values.clear()
  for (const [id, text] of batch.names) open.nameKeys.set(id, interner.nameKey(text))
  for (const [id, value] of batch.values) {
    const { size } = value
    open.values.set(id, { key: interner.valueKey(value), number: numberOf(value), size })
  }
}

function appendActivations(db: WritableDb, open: OpenTrace, batch: TraceBatch): void {
  const insert = db.prepare(`INSERT INTO activation
    (trace_key, activation, frame, code_key, thread, open_seq, close_seq)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  for (const opened of batch.activations) {
    if (opened.activation !== open.nextActivation) {
      refuse(open, `activation ${opened.activation} follows ${open.nextActivation - 1}`)
    }
    open.nextActivation++
    const code = known(open.codeKeys, opened.code, 'code', open)
    open.functions.add(code.name)
    insert.run(
      open.traceKey,
      opened.activation,
      opened.frame,
      code.key,
      opened.thread,
      opened.open,
      opened.close,
    )
  }
  const close = db.prepare(
    'UPDATE activation SET close_seq = ? WHERE trace_key = ? AND activation = ?',
  )
  for (const [activation, seq] of batch.activationCloses) close.run(seq, open.traceKey, activation)
}

/** Refuses what no reader could make sense of: an unknown activation, a parent that comes later. */
function checkNode(open: OpenTrace, nodes: NodeBatch, index: number): void {
  const seq = nodes.from + index
  const parent = columnAt(nodes.parent, index)
  const activation = columnAt(nodes.activation, index)
  if (!(parent >= -1 && parent < seq)) refuse(open, `event ${seq} has the parent ${parent}`)
  if (!(columnAt(nodes.close, index) >= seq)) refuse(open, `event ${seq} closes before it opens`)
  if (!(activation >= 0 && activation < open.nextActivation)) {
    refuse(open, `event ${seq} is in the activation ${activation}, which was never opened`)
  }
}

function appendNodes(db: WritableDb, open: OpenTrace, batch: TraceBatch): void {
  const { nodes } = batch
  const count = requireEqualLengths(open, nodes, 'nodes')
  if (count > 0 && nodes.from !== open.nextSeq) {
    refuse(open, `event ${nodes.from} follows event ${open.nextSeq - 1}`)
  }
  const insert = db.prepare(`INSERT INTO node
    (trace_key, seq, close_seq, parent_seq, depth, activation, kind, line, flags, arg_value_key)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  for (let index = 0; index < count; index++) {
    checkNode(open, nodes, index)
    const arg = columnAt(nodes.arg, index)
    insert.run(
      open.traceKey,
      nodes.from + index,
      columnAt(nodes.close, index),
      columnAt(nodes.parent, index),
      columnAt(nodes.depth, index),
      columnAt(nodes.activation, index),
      columnAt(nodes.kind, index),
      columnAt(nodes.line, index),
      columnAt(nodes.flags, index),
      arg === -1 ? null : known(open.values, arg, 'value', open).key,
    )
  }
  open.nextSeq += count
  const close = db.prepare('UPDATE node SET close_seq = ? WHERE trace_key = ? AND seq = ?')
  for (const [seq, last] of batch.closes) close.run(last, open.traceKey, seq)
  const alias = db.prepare('UPDATE node SET aliases = ? WHERE trace_key = ? AND seq = ?')
  for (const [seq, aliases] of batch.aliases) {
    alias.run(JSON.stringify(aliases), open.traceKey, seq)
  }
}

function appendBindings(db: WritableDb, open: OpenTrace, bindings: BindingBatch): void {
  const count = requireEqualLengths(open, bindings, 'bindings')
  const insert = db.prepare(`INSERT INTO binding
    (trace_key, frame, slot, from_seq, name_key, value_key) VALUES (?, ?, ?, ?, ?, ?)`)
  for (let index = 0; index < count; index++) {
    const id = columnAt(bindings.value, index)
    const name = known(open.nameKeys, columnAt(bindings.name, index), 'name', open)
    const value = id === -1 ? null : known(open.values, id, 'value', open)
    if (value !== null) extend(open.extents, name, value)
    insert.run(
      open.traceKey,
      columnAt(bindings.frame, index),
      columnAt(bindings.slot, index),
      columnAt(bindings.from, index),
      name,
      value?.key ?? null,
    )
  }
}

function appendOutputs(db: WritableDb, open: OpenTrace, batch: TraceBatch): void {
  const insert = db.prepare(
    'INSERT INTO output (trace_key, ordinal, after_seq, stream, text) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { afterSeq, stream, text } of batch.outputs) {
    insert.run(open.traceKey, open.nextOutput, afterSeq, stream, text)
    open.nextOutput++
  }
}

/** Writes one batch; the caller holds the transaction. */
export function appendBatch(db: WritableDb, open: OpenTrace, batch: TraceBatch): void {
  appendSources(db, open, batch)
  appendCodes(db, open, batch)
  appendTexts(db, open, batch)
  appendActivations(db, open, batch)
  appendNodes(db, open, batch)
  appendBindings(db, open, batch.bindings)
  appendOutputs(db, open, batch)
  // For those who look on while it is recorded.
  const depth = batch.nodes.depth.reduce((most, one) => Math.max(most, one), 0)
  db.run(sql`UPDATE trace SET events = ${open.nextSeq}, depth = max(depth, ${depth})
    WHERE trace_key = ${open.traceKey}`)
}
