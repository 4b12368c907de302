import type { Determinism, RecordOptions } from '../../../shared/contract/recording.ts'
import {
  OUTPUT_PIECES,
  type TraceDetail,
  type TraceRow,
  type TraceSort,
} from '../../../shared/contract/traces.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Exit, StopReason } from '../../../shared/trace/event.ts'
import type { Backend } from '../../../shared/trace/wire-records.ts'
import type { ReadableDb } from '../database.ts'
import { whereSql } from '../query/compile.ts'
import type { Reads, TraceSource } from '../read-types.ts'
import { type SqlQuery, sql } from '../sql.ts'
import { corpusFacets } from './corpus-reader.ts'
import { filePositions, filesOf } from './file-reader.ts'
import { storedValue } from './state-reader.ts'

interface TraceRecord {
  readonly trace_key: number
  readonly id: string
  readonly program_name: string
  readonly entry: string | null
  readonly events: number
  readonly depth: number
  readonly exceptions: number
  readonly exit: Exit
  readonly stop_reason: StopReason
  readonly error: string | null
  readonly trajectories: number
  readonly labels: number
  readonly recorded_at: number
  readonly thread: number
}

interface DetailRecord extends TraceRecord {
  readonly source: string
  readonly origin: string | null
  readonly licence: string | null
  readonly code_sha256: string
  readonly engine: string
  readonly sandbox: string
  readonly python_version: string
  readonly tracer_version: string
  readonly max_steps: number
  readonly timeout_seconds: number
  readonly state: string
  readonly options: string | null
  readonly backend: Backend
  readonly imported: string | null
  readonly main_trace: string | null
  readonly project_sha256: string | null
  readonly determinism: string | null
  readonly wall_ms: number
  readonly error_line: number | null
  readonly result_text: string | null
  readonly result_size: number | null
  readonly result_type: string | null
  readonly result_digest: string | null
  readonly stdout_bytes: number
}

// Counted from the few labels rather than from the many trajectories.
const LABEL_COUNTS = sql`
  label_counts (trace_key, labels) AS MATERIALIZED (
    SELECT labelled.trace_key, count(*)
    FROM label_in_force AS l JOIN trajectory AS labelled USING (trajectory_key)
    WHERE labelled.staged_job_key IS NULL
    GROUP BY labelled.trace_key
  )`

const COUNT_COLUMNS = sql`
  (SELECT count(*) FROM trajectory AS drawn
   WHERE drawn.trace_key = t.trace_key AND drawn.staged_job_key IS NULL) AS trajectories,
  coalesce((SELECT labels FROM label_counts WHERE label_counts.trace_key = t.trace_key), 0) AS labels`

const ROW_COLUMNS = sql`
  t.trace_key, t.id, p.name AS program_name, t.entry, t.events, t.depth, t.exceptions, t.exit,
  t.stop_reason, t.error, t.recorded_at, t.thread, ${COUNT_COLUMNS}`

const RECORDED = sql`FROM trace AS t JOIN program AS p USING (program_key) WHERE t.state = 'recorded'`

const SORT_SQL: Readonly<Record<TraceSort['column'], SqlQuery>> = {
  program: sql`p.name COLLATE NOCASE`,
  trace: sql`t.id`,
  events: sql`t.events`,
  depth: sql`t.depth`,
  exceptions: sql`t.exceptions`,
  exit: sql`t.exit`,
  stopReason: sql`t.stop_reason`,
  trajectories: sql`trajectories`,
  labels: sql`labels`,
  recordedAt: sql`t.recorded_at`,
}

function orderSql(sort: TraceSort | null): SqlQuery {
  if (sort === null) return sql`t.trace_key`
  const direction = sort.descending ? sql`DESC` : sql`ASC`
  return sql`${SORT_SQL[sort.column]} ${direction}, t.trace_key ${direction}`
}

function toRow(record: TraceRecord): TraceRow {
  return {
    trace: record.id,
    program: record.program_name,
    entry: record.entry,
    events: record.events,
    depth: record.depth,
    exceptions: record.exceptions,
    exit: record.exit,
    stopReason: record.stop_reason,
    error: record.error,
    trajectories: record.trajectories,
    labels: record.labels,
    recordedAt: record.recorded_at,
    thread: record.thread,
  }
}

/** Traces of the threads of one run, the main one first, as what follows the columns of a statement. */
function fromLanes(main: string): SqlQuery {
  return sql`FROM trace WHERE state = 'recorded' AND (id = ${main} OR main_trace = ${main}) ORDER BY thread`
}

function lanesOf(db: ReadableDb, main: string): TraceDetail['lanes'] {
  return db.all<TraceDetail['lanes'][number]>(
    sql`SELECT id AS trace, thread, events ${fromLanes(main)}`,
  )
}

/** When the threads of the trace's run had their events; a lane without turns is of a time when they were not kept. */
export function traceTurns(
  db: ReadableDb,
  input: Reads['traceTurns']['input'],
): Reads['traceTurns']['output'] {
  const key = traceKeyOf(db, input.trace)
  const main =
    db.get<{ id: string | null }>(sql`SELECT main_trace AS id FROM trace WHERE trace_key = ${key}`)
      ?.id ?? input.trace
  const lanes = db.all<{ trace: string; thread: number; events: number; turns: string | null }>(
    sql`SELECT id AS trace, thread, events, turns ${fromLanes(main)}`,
  )
  return { lanes: lanes.map((lane) => ({ ...lane, turns: fromJson<number[]>(lane.turns) })) }
}

/** JSON that only the writer writes. */
function fromJson<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T)
}

function countOf(db: ReadableDb, query: SqlQuery): number {
  return db.get<{ count: number }>(query)?.count ?? 0
}

/** The query of one page, named so that a test can read its plan. */
export function tracePageSql(input: Reads['tracePage']['input']): SqlQuery {
  const { where, sort, offset, limit } = input
  return sql`WITH ${LABEL_COUNTS} SELECT ${ROW_COLUMNS} ${RECORDED} AND ${whereSql(where, 'trace')}
    ORDER BY ${orderSql(sort)} LIMIT ${limit} OFFSET ${offset}`
}

/** How many traces a query keeps; null where counting them takes longer than rows may wait for it. */
function totalOf(db: ReadableDb, where: string, unfiltered: number): number | null {
  if (where.trim() === '') return unfiltered
  const { matched, next } = corpusFacets(db, { level: 'trace', where, facets: [], after: null })
  return next === null ? matched : null
}

export function tracePage(
  db: ReadableDb,
  input: Reads['tracePage']['input'],
): Reads['tracePage']['output'] {
  const rows = db.all<TraceRecord>(tracePageSql(input)).map(toRow)
  const unfiltered = countOf(db, sql`SELECT count(*) AS count ${RECORDED}`)
  return { rows, total: totalOf(db, input.where, unfiltered), unfiltered }
}

export function traceIds(db: ReadableDb, input: Reads['traceIds']['input']): string[] {
  const filter = whereSql(input.where, 'trace')
  return db
    .all<{ id: string }>(sql`SELECT t.id ${RECORDED} AND ${filter} ORDER BY t.trace_key`)
    .map((record) => record.id)
}

/** The key of a trace, which may still be recorded, or `not-found`. */
export function traceKeyOf(db: ReadableDb, trace: string): number {
  const record = db.get<{ trace_key: number }>(sql`SELECT trace_key FROM trace WHERE id = ${trace}`)
  if (record === undefined) {
    throw new ServiceError('not-found', `There is no trace ${trace} in this workspace.`)
  }
  return record.trace_key
}

function stdoutOf(db: ReadableDb, traceKey: number): string {
  return db
    .all<{ text: string }>(
      sql`SELECT text FROM output WHERE trace_key = ${traceKey} AND stream = 'stdout' ORDER BY ordinal`,
    )
    .map((record) => record.text)
    .join('')
}

/** Prints after the same event are one piece. */
export function traceOutput(
  db: ReadableDb,
  input: Reads['traceOutput']['input'],
): Reads['traceOutput']['output'] {
  const key = traceKeyOf(db, input.trace)
  const afterSeq: number[] = []
  const length: number[] = []
  for (const { after_seq: seq, text } of db.all<{ after_seq: number; text: string }>(
    sql`SELECT after_seq, text FROM output WHERE trace_key = ${key} AND stream = 'stdout' ORDER BY ordinal`,
  )) {
    if (text === '') continue
    const last = length.length - 1
    if (seq === afterSeq[last]) length[last] = (length[last] ?? 0) + text.length
    else if (length.length === OUTPUT_PIECES) break
    else {
      afterSeq.push(seq)
      length.push(text.length)
    }
  }
  return { afterSeq, length }
}

export function traceGet(db: ReadableDb, input: Reads['traceGet']['input']): TraceDetail {
  const key = traceKeyOf(db, input.trace)
  const record = db.get<DetailRecord>(sql`WITH ${LABEL_COUNTS} SELECT ${ROW_COLUMNS},
      p.source, p.origin, p.licence, p.code_sha256, t.engine, t.sandbox, t.python_version,
      t.tracer_version, t.max_steps, t.timeout_seconds, t.state, o.json AS options, t.backend,
      t.imported, t.project_sha256, t.main_trace, t.determinism, t.wall_ms, t.error_line, t.stdout_bytes,
      r.text AS result_text, r.size AS result_size, r.type AS result_type, r.digest AS result_digest
    FROM trace AS t JOIN program AS p USING (program_key)
    LEFT JOIN value AS r ON r.value_key = t.result_value_key
    LEFT JOIN options AS o USING (options_key)
    WHERE t.trace_key = ${key}`)
  if (record === undefined) throw new Error(`trace ${input.trace} vanished during a read`)
  const { result_text: text, result_size: size, result_type: type, result_digest: digest } = record
  return {
    ...toRow(record),
    source: record.source,
    origin: record.origin,
    licence: record.licence,
    codeSha256: record.code_sha256,
    engine: record.engine,
    sandbox: record.sandbox,
    pythonVersion: record.python_version,
    tracerVersion: record.tracer_version,
    maxSteps: record.max_steps,
    timeoutSeconds: record.timeout_seconds,
    recording: record.state === 'recording',
    options: fromJson<RecordOptions>(record.options),
    backend: record.backend,
    imported: record.imported,
    projectSha256: record.project_sha256,
    files: [...filePositions(db, key).keys()],
    mainTrace: record.main_trace,
    lanes: lanesOf(db, record.main_trace ?? record.id),
    determinism: fromJson<Determinism>(record.determinism),
    wallMs: record.wall_ms,
    errorLine: record.error_line,
    result:
      text === null || size === null || type === null
        ? null
        : storedValue({ text, size, type, digest }),
    stdout: stdoutOf(db, key),
    stdoutBytes: record.stdout_bytes,
  }
}

export function traceSource(db: ReadableDb, input: Reads['traceSource']['input']): TraceSource {
  const key = traceKeyOf(db, input.trace)
  const record = db.get<Omit<TraceSource, 'recording'> & { readonly recording: number }>(
    sql`SELECT t.id AS trace, p.name AS program, p.source, t.entry,
      t.events, t.exit, t.stop_reason AS stopReason, t.state = 'recording' AS recording
    FROM trace AS t JOIN program AS p USING (program_key) WHERE t.trace_key = ${key}`,
  )
  if (record === undefined) throw new Error(`trace ${input.trace} vanished during a read`)
  return { ...record, recording: record.recording === 1 }
}

export function traceFiles(
  db: ReadableDb,
  { trace }: Reads['traceFiles']['input'],
): Reads['traceFiles']['output'] {
  return { files: filesOf(db, traceKeyOf(db, trace)) }
}
