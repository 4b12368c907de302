import { must } from '../../../shared/base/assert.ts'
import { type NodeColumns, type StateView, stateWeight } from '../../../shared/contract/trees.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { linesOfFiles, stateLine } from '../../../shared/trace/source.ts'
import { kindOf } from '../codes.ts'
import type { ReadableDb } from '../database.ts'
import type { EventRow, Reads } from '../read-types.ts'
import { type SqlQuery, sql } from '../sql.ts'
import { filePositions, filesOf } from './file-reader.ts'
import { aliasesAt, FrameState, StateCursor, stateAt, Texts } from './state-reader.ts'
import { traceKeyOf } from './trace-reader.ts'

interface NodeRecord {
  readonly seq: number
  readonly close_seq: number
  readonly parent_seq: number
  readonly depth: number
  readonly activation: number
  readonly kind: number
  readonly line: number
  readonly flags: number
  readonly arg_value_key: number | null
  readonly aliases: string | null
  readonly frame: number
  readonly thread: number
  readonly name: string
  readonly path: string
}

/** Consecutive nodes of a trace as one range of the key, named so that a test can read its plan. */
export function nodeRangeSql(traceKey: number, from: number, limit: number): SqlQuery {
  return sql`SELECT n.seq, n.close_seq, n.parent_seq, n.depth, n.activation, n.kind, n.line, n.flags,
      n.arg_value_key, n.aliases, a.frame, a.thread, c.name,
      c.file AS path
    FROM node AS n
    JOIN activation AS a ON a.trace_key = n.trace_key AND a.activation = n.activation
    JOIN code AS c ON c.code_key = a.code_key
    WHERE n.trace_key = ${traceKey} AND n.seq >= ${from} AND n.seq < ${from + limit}
    ORDER BY n.seq`
}

export function treeNodes(db: ReadableDb, input: Reads['treeNodes']['input']): NodeColumns {
  const { trace, from, limit } = input
  const key = traceKeyOf(db, trace)
  const columns: NodeColumns = {
    from,
    close: [],
    parent: [],
    depth: [],
    kind: [],
    line: [],
    file: [],
    function: [],
    activation: [],
    frame: [],
    flags: [],
  }
  const positions = filePositions(db, key)
  for (const node of db.all<NodeRecord>(nodeRangeSql(key, from, limit))) {
    columns.close.push(node.close_seq)
    columns.parent.push(node.parent_seq)
    columns.depth.push(node.depth)
    columns.kind.push(kindOf(node.kind))
    columns.line.push(node.line)
    if (positions.size > 0) columns.file.push(must(positions.get(node.path), node.path))
    columns.function.push(node.name)
    columns.activation.push(node.activation)
    columns.frame.push(node.frame)
    columns.flags.push(node.flags)
  }
  return columns
}

export function traceEvents(
  db: ReadableDb,
  input: Reads['traceEvents']['input'],
): { rows: EventRow[] } {
  const { trace, offset, limit } = input
  const key = traceKeyOf(db, trace)
  const { source } = must(
    db.get<{ source: string }>(
      sql`SELECT p.source FROM trace AS t JOIN program AS p USING (program_key) WHERE t.trace_key = ${key}`,
    ),
    'program',
  )
  const lines = linesOfFiles(source, filesOf(db, key))
  const positions = filePositions(db, key)
  const texts = new Texts(db)
  const states = new StateCursor(db, key, offset + limit - 1)
  const rows = db.all<NodeRecord>(nodeRangeSql(key, offset, limit)).map((node): EventRow => {
    const { seq } = node
    const state = states.stateAt(node.frame, seq)
    const aliases = states.aliasesAt(node.activation, seq, node.aliases)
    return {
      seq,
      kind: kindOf(node.kind),
      line: node.line,
      function: node.name,
      depth: node.depth,
      thread: node.thread,
      file: node.path,
      src: stateLine(lines, { file: positions.get(node.path), line: node.line }),
      flags: node.flags,
      locals: state.locals(texts),
      arg: node.arg_value_key === null ? null : texts.value(node.arg_value_key),
      ...aliasesOut(state.groups(aliases, texts)),
    }
  })
  return { rows }
}

/** Frame and argument of one node, by seek. */
const STATE_NODE_SQL = `SELECT a.frame, n.activation, n.arg_value_key
  FROM node AS n JOIN activation AS a ON a.trace_key = n.trace_key AND a.activation = n.activation
  WHERE n.trace_key = ? AND n.seq = ?`

function aliasesOut(aliases: string[][]): { aliases?: string[][] } {
  return aliases.length === 0 ? {} : { aliases }
}

function treeState(db: ReadableDb, key: number, seq: number, texts: Texts): StateView | null {
  const node = db.prepare(STATE_NODE_SQL).get(key, seq) as
    | { frame: number; activation: number; arg_value_key: number | null }
    | undefined
  if (node === undefined) return null
  const state = new FrameState(stateAt(db, key, node.frame, seq))
  return {
    seq,
    locals: state.locals(texts),
    arg: node.arg_value_key === null ? null : texts.value(node.arg_value_key),
    ...aliasesOut(state.groups(aliasesAt(db, key, node.activation, seq), texts)),
  }
}

export function treeStates(
  db: ReadableDb,
  { trace, seqs, weight = Number.POSITIVE_INFINITY }: Reads['treeStates']['input'],
): StateView[] {
  const key = traceKeyOf(db, trace)
  const texts = new Texts(db)
  const states: StateView[] = []
  let sum = 0
  for (const seq of seqs) {
    if (sum > weight) break
    const state = treeState(db, key, seq, texts)
    if (state === null) {
      throw new ServiceError('not-found', `The trace ${trace} has no event ${seq}.`)
    }
    states.push(state)
    sum += stateWeight(state)
  }
  return states
}
