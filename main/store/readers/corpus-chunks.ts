import type { CorpusCursor } from '../../../shared/contract/corpus.ts'
import type { Level } from '../../../shared/query/fields.ts'
import type { ReadableDb } from '../database.ts'
import { possibleTraceSql } from '../query/possible-traces.ts'
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

/** The part of a level that begins at `from` and holds about `rows` rows to look at for a query. */
export function chunkAt(
  db: ReadableDb,
  { level, where }: { readonly level: Level; readonly where: string },
  from: CorpusCursor,
  rows: number,
): Chunk {
  return level === 'step' ? stepChunk(db, where, from, rows) : keyChunk(db, level, from, rows)
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

/** Traces that one chunk passes over at most: it must not take long where none of them holds anything. */
const MOST_TRACES = 20_000

interface TraceAhead {
  readonly key: number
  readonly events: number
  /** What is kept of the trace as a whole does not rule out that the query keeps a step of it. */
  readonly possible: number
}

/** The traces from a key on, named so that a test can read its plan. */
export function tracesAheadSql(where: string, from: number): SqlQuery {
  return sql`SELECT host.trace_key AS key, host.events, ${possibleTraceSql(where)} AS possible
    FROM trace AS host WHERE host.trace_key >= ${from} AND host.state = 'recorded'
    ORDER BY host.trace_key LIMIT ${MOST_TRACES + 1}`
}

/** Many short traces, or a part of one long trace; traces that cannot hold what is looked for are passed over. */
function stepChunk(db: ReadableDb, where: string, from: CorpusCursor, rows: number): Chunk {
  let [count, passed, seen] = [0, 0, 0]
  let last = 0
  let first: number | null = null
  const upTo = (next: CorpusCursor | null): Chunk => ({
    range: first === null ? sql`FALSE` : tracesFrom(first, last),
    rows: count + passed,
    next,
  })
  // One by one: no more are read than fill the chunk and tell where the next one begins.
  for (const trace of db.iterate<TraceAhead>(tracesAheadSql(where, from.key))) {
    const { key, events } = trace
    const seq = key === from.key ? from.seq : 0
    if (seen++ === MOST_TRACES) return upTo({ key, seq: 0 })
    if (trace.possible !== 1) {
      passed += events - seq
      continue
    }
    if (first !== null && count + events > rows) return upTo({ key, seq: 0 })
    if (events - seq > rows || seq > 0) {
      const part = partChunk(trace, seq, seq + rows)
      return { ...part, rows: part.rows + passed }
    }
    first ??= key
    last = key
    count += events
  }
  return upTo(null)
}

function tracesFrom(first: number, last: number): SqlQuery {
  return sql`host.trace_key >= ${first} AND host.trace_key <= ${last}`
}

/** Steps of one trace from `seq` to before `end`. */
function partChunk(
  { key, events }: { readonly key: number; readonly events: number },
  seq: number,
  end: number,
): Chunk {
  const last = Math.min(events, end)
  return {
    range: sql`host.trace_key = ${key} AND n.seq >= ${seq} AND n.seq < ${last}`,
    rows: last - seq,
    next: last < events ? { key, seq: last } : { key: key + 1, seq: 0 },
  }
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
