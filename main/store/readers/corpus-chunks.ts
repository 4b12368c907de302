import type { CorpusCursor } from '../../../shared/contract/corpus.ts'
import type { Level } from '../../../shared/query/things.ts'
import type { ReadableDb } from '../database.ts'
import { type SqlQuery, sql } from '../sql.ts'

/** The rows of a level in the order of their keys, and what is shown of where they lie. */
export interface LevelSql {
  readonly from: SqlQuery
  /** Rows that are seen at all. */
  readonly where: SqlQuery
  readonly key: SqlQuery
  readonly seq: SqlQuery
  readonly trace: SqlQuery
  readonly id: SqlQuery
}

export const LEVEL_SQL: Readonly<Record<Level, LevelSql>> = {
  program: {
    from: sql`program AS p`,
    where: sql`TRUE`,
    key: sql`p.program_key`,
    seq: sql`0`,
    trace: sql`NULL`,
    id: sql`p.id`,
  },
  trace: {
    from: sql`trace AS t`,
    where: sql`t.state = 'recorded'`,
    key: sql`t.trace_key`,
    seq: sql`0`,
    trace: sql`t.id`,
    id: sql`t.id`,
  },
  step: {
    from: sql`trace AS host CROSS JOIN node AS n ON n.trace_key = host.trace_key`,
    where: sql`host.state = 'recorded'`,
    key: sql`host.trace_key`,
    seq: sql`n.seq`,
    trace: sql`host.id`,
    id: sql`host.id || ' ' || n.seq`,
  },
  trajectory: {
    from: sql`trajectory AS j`,
    where: sql`j.staged_job_key IS NULL`,
    key: sql`j.trajectory_key`,
    seq: sql`0`,
    trace: sql`(SELECT host.id FROM trace AS host WHERE host.trace_key = j.trace_key)`,
    id: sql`j.id`,
  },
}

const TABLE_OF: Readonly<Record<Exclude<Level, 'step'>, string>> = {
  program: 'program',
  trace: 'trace',
  trajectory: 'trajectory',
}

/** Rows of the level, kept or not. */
export function levelTotal(db: ReadableDb, level: Level): number {
  const { from, where } = LEVEL_SQL[level]
  const query =
    level === 'step'
      ? sql`SELECT coalesce(sum(events), 0) AS total FROM trace WHERE state = 'recorded'`
      : sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`
  return db.get<{ total: number }>(query)?.total ?? 0
}

export interface Chunk {
  /** A range of the key: what the statement's rows are limited to. */
  readonly range: SqlQuery
  /** Rows that it may hold at most, about. */
  readonly rows: number
  /** Where the next one begins; null behind the last. */
  readonly next: CorpusCursor | null
}

/** The part of a level that begins at `from` and holds about `rows` rows. */
export function chunkAt(db: ReadableDb, level: Level, from: CorpusCursor, rows: number): Chunk {
  return level === 'step' ? stepChunk(db, from, rows) : keyChunk(db, level, from, rows)
}

function keyChunk(
  db: ReadableDb,
  level: Exclude<Level, 'step'>,
  from: CorpusCursor,
  rows: number,
): Chunk {
  const { key } = LEVEL_SQL[level]
  const [table, column]: [SqlQuery, SqlQuery] = [
    { text: TABLE_OF[level], parameters: [] },
    { text: `${TABLE_OF[level]}_key`, parameters: [] },
  ]
  const last = db.get<{ key: number }>(sql`SELECT ${column} AS key FROM ${table}
    WHERE ${column} >= ${from.key} ORDER BY ${column} LIMIT 1 OFFSET ${rows}`)
  if (last === undefined) {
    return { range: sql`${key} >= ${from.key}`, rows, next: null }
  }
  const range = sql`${key} >= ${from.key} AND ${key} < ${last.key}`
  return { range, rows, next: { key: last.key, seq: 0 } }
}

/** Many short traces, or a part of one long trace. */
function stepChunk(db: ReadableDb, from: CorpusCursor, rows: number): Chunk {
  // Few traces are shorter than this many steps, and a list of more would take longer than the chunk.
  const most = 100 + Math.ceil(rows / 40)
  const traces = db.all<{ key: number; events: number }>(sql`SELECT trace_key AS key, events
    FROM trace WHERE trace_key >= ${from.key} AND state = 'recorded' ORDER BY trace_key LIMIT ${most}`)
  const first = traces[0]
  if (first === undefined) return { range: sql`FALSE`, rows: 0, next: null }
  const seq = first.key === from.key ? from.seq : 0
  const rest = first.events - seq
  const next = traces[1] === undefined ? null : { key: traces[1].key, seq: 0 }
  if (rest > rows || seq > 0) {
    const end = Math.min(first.events, seq + rows)
    return {
      range: sql`host.trace_key = ${first.key} AND n.seq >= ${seq} AND n.seq < ${end}`,
      rows: end - seq,
      next: end < first.events ? { key: first.key, seq: end } : next,
    }
  }
  let [count, taken] = [0, 0]
  for (const { events } of traces) {
    if (taken > 0 && count + events > rows) break
    count += events
    taken++
  }
  const after = traces[taken]
  const last = traces[taken - 1]?.key ?? first.key
  const range = sql`host.trace_key >= ${first.key} AND host.trace_key <= ${last}`
  // Where the list ends before the chunk is full there may be more traces behind it.
  const behind = traces.length < most ? null : { key: last + 1, seq: 0 }
  return { range, rows: count, next: after === undefined ? behind : { key: after.key, seq: 0 } }
}

/** Tables of which one row of a level may have any number of rows. */
const READS_MANY = /\bFROM (?:node|binding|step|\(WITH)\b/
const MOST_ROWS = 200_000
/** Where rows were refused at once and the next ones are looked into, a chunk still ends within a second. */
const MOST_LOOKED_INTO = 10_000

/** Rows of one chunk of a statement, so chosen that a chunk takes about as long as it may. */
export class ChunkSize {
  private size = 2000
  private readonly most: number

  constructor({ text }: SqlQuery) {
    this.most = READS_MANY.test(text) ? MOST_LOOKED_INTO : MOST_ROWS
  }

  get rows(): number {
    return this.size
  }

  took(milliseconds: number): void {
    if (milliseconds < 40) this.size = Math.min(this.most, this.size * 2)
    else if (milliseconds > 160) this.size = Math.max(50, Math.floor(this.size / 2))
  }
}
