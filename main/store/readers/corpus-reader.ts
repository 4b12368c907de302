import { CELL_CHARACTERS, type Cell, type CorpusRow } from '../../../shared/contract/corpus.ts'
import type { Level } from '../../../shared/query/fields.ts'
import { rangeOf } from '../../../shared/query/ranges.ts'
import type { ReadableDb } from '../database.ts'
import { columnSql, orderSql, whereSql } from '../query/compile.ts'
import type { Reads } from '../read-types.ts'
import { joinSql, type SqlQuery, sql } from '../sql.ts'
import { type Chunk, ChunkSize, chunkAt, LEVEL_SQL, levelTotal } from './corpus-chunks.ts'

/** Time one read may take before it says where to go on. */
const BUDGET_MS = 250
const START = { key: Number.MIN_SAFE_INTEGER, seq: 0 }

/** Rows of a level that a query keeps. */
export interface Wanted {
  readonly level: Level
  readonly where: string
}

/** The rows as what follows the columns of a statement; `range` limits them further. */
export function keptSql({ level, where }: Wanted, range: SqlQuery): SqlQuery {
  const { from, where: seen } = LEVEL_SQL[level]
  return sql`FROM ${from} WHERE ${seen} AND ${range} AND ${whereSql(where, level)}`
}

/** The query of a chunk's rows, named so that a test can read its plan. */
export function corpusRowsSql(
  wanted: Wanted & { readonly columns: readonly string[] },
  range: SqlQuery,
  limit: number,
): SqlQuery {
  const { id, key, seq, trace } = LEVEL_SQL[wanted.level]
  const order = wanted.level === 'step' ? sql`${key}, ${seq}` : key
  const cells = wanted.columns.map((column) => columnSql(column, wanted.level))
  return sql`SELECT ${joinSql([id, trace, key, seq, ...cells], ', ')} ${keptSql(wanted, range)}
    ORDER BY ${order} LIMIT ${limit}`
}

function shortened(cell: Cell): Cell {
  if (typeof cell !== 'string' || cell.length <= CELL_CHARACTERS) return cell
  const kept = cell.slice(0, CELL_CHARACTERS - 1)
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`
}

export type Raw = [id: string, trace: string | null, key: number, seq: number, ...cells: Cell[]]

export function toRow(level: Level, [id, trace, , seq, ...cells]: Raw): CorpusRow {
  return {
    id,
    trace,
    step: level === 'step' ? seq : null,
    trajectory: level === 'trajectory' ? id : null,
    cells: cells.map(shortened),
  }
}

export function corpusRows(
  db: ReadableDb,
  input: Reads['corpusRows']['input'],
): Reads['corpusRows']['output'] {
  const { level, limit } = input
  if (input.sort.length > 0) return sortedRows(db, input)
  const rows: CorpusRow[] = []
  const size = new ChunkSize(whereSql(input.where, level))
  let next = input.after ?? START
  let scanned = 0
  const until = performance.now() + BUDGET_MS
  while (true) {
    const chunk = chunkAt(db, input, next, size.rows)
    const wanted = limit - rows.length
    const began = performance.now()
    const found = rawRows(db, corpusRowsSql(input, chunk.range, wanted)) as Raw[]
    size.took(performance.now() - began)
    rows.push(...found.map((raw) => toRow(level, raw)))
    const last = found.at(-1)
    if (found.length === wanted && last !== undefined) {
      const [, , key, seq] = last
      return {
        rows,
        scanned,
        next: level === 'step' ? { key, seq: seq + 1 } : { key: key + 1, seq: 0 },
      }
    }
    scanned += chunk.rows
    if (chunk.next === null) return { rows, scanned, next: null }
    next = chunk.next
    if (performance.now() > until) return { rows, scanned, next }
  }
}

/** Rows in another order than their keys'; the cursor counts them from the first. */
function sortedRows(
  db: ReadableDb,
  input: Reads['corpusRows']['input'],
): Reads['corpusRows']['output'] {
  const { level, limit, sort } = input
  const { id, key, seq, trace } = LEVEL_SQL[level]
  const offset = Math.max(0, input.after?.key ?? 0)
  const cells = input.columns.map((column) => columnSql(column, level))
  const order = sort.map(({ by, descending }) => orderSql(by, level, descending))
  const ties = level === 'step' ? [key, seq] : [key]
  const query = sql`SELECT ${joinSql([id, trace, key, seq, ...cells], ', ')} ${keptSql(input, sql`TRUE`)}
    ORDER BY ${joinSql([...order, ...ties], ', ')} LIMIT ${limit} OFFSET ${offset}`
  const found = rawRows(db, query) as Raw[]
  const next = found.length < limit ? null : { key: offset + found.length, seq: 0 }
  return { rows: found.map((raw) => toRow(level, raw)), scanned: found.length, next }
}

export function rawRows(db: ReadableDb, query: SqlQuery): unknown[] {
  return db
    .prepare(query.text)
    .raw(true)
    .all(...query.parameters)
}

export function corpusTotal(
  db: ReadableDb,
  { level }: Reads['corpusTotal']['input'],
): Reads['corpusTotal']['output'] {
  return { total: levelTotal(db, level) }
}

/** The query of a chunk's facets, named so that a test can read its plan. */
export function corpusFacetsSql(
  wanted: Wanted & { readonly facets: readonly string[] },
  range: SqlQuery,
): SqlQuery {
  const cells = wanted.facets.map((facet) => columnSql(facet, wanted.level))
  const columns = cells.length === 0 ? sql`NULL` : joinSql(cells, ', ')
  return sql`SELECT ${columns} ${keptSql(wanted, range)}`
}

function countOf(db: ReadableDb, wanted: Wanted, range: SqlQuery): number {
  return (
    db.get<{ count: number }>(sql`SELECT count(*) AS count ${keptSql(wanted, range)}`)?.count ?? 0
  )
}

export function corpusFacets(
  db: ReadableDb,
  input: Reads['corpusFacets']['input'],
): Reads['corpusFacets']['output'] {
  const { facets } = input
  const counts = facets.map(() => new Map<Cell, number>())
  const size = new ChunkSize(corpusFacetsSql(input, sql`TRUE`))
  let next = input.after ?? START
  let [scanned, matched] = [0, 0]
  const until = performance.now() + BUDGET_MS
  while (true) {
    const chunk: Chunk = chunkAt(db, input, next, size.rows)
    const began = performance.now()
    if (facets.length === 0) matched += countOf(db, input, chunk.range)
    else {
      const rows = rawRows(db, corpusFacetsSql(input, chunk.range)) as Cell[][]
      matched += rows.length
      for (const row of rows) addTo(counts, row)
    }
    size.took(performance.now() - began)
    scanned += chunk.rows
    if (chunk.next === null || performance.now() > until) {
      const values = counts.map((map) => [...map].map(([value, count]) => ({ value, count })))
      return { matched, scanned, next: chunk.next, values }
    }
    next = chunk.next
  }
}

function addTo(counts: readonly Map<Cell, number>[], row: readonly Cell[]): void {
  for (const [at, map] of counts.entries()) {
    const cell = row[at] ?? null
    const value = typeof cell === 'number' ? rangeOf(cell) : shortened(cell)
    map.set(value, (map.get(value) ?? 0) + 1)
  }
}

export function corpusSql(
  _db: ReadableDb,
  wanted: Reads['corpusSql']['input'],
): Reads['corpusSql']['output'] {
  const { id } = LEVEL_SQL[wanted.level]
  return { sql: written(sql`SELECT ${id} ${keptSql(wanted, sql`TRUE`)}`) }
}

/** A statement with its parameters in place, to read and to copy; nothing is ever run from it. */
function written({ text, parameters }: SqlQuery): string {
  let at = 0
  const filled = text.replaceAll('?', () => {
    const value = parameters[at++] ?? null
    return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
  })
  return filled.replaceAll(/\s+/g, ' ')
}
