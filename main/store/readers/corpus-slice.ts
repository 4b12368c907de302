import { must } from '../../../shared/base/assert.ts'
import type { CorpusRow } from '../../../shared/contract/corpus.ts'
import type { Level } from '../../../shared/query/fields.ts'
import type { ReadableDb } from '../database.ts'
import { columnSql, orderSql } from '../query/compile.ts'
import type { Reads } from '../read-types.ts'
import { joinSql, type SqlQuery, sql } from '../sql.ts'
import { LEVEL_SQL, levelTotal } from './corpus-chunks.ts'
import { corpusFacets, keptSql, type Raw, rawRows, toRow, type Wanted } from './corpus-reader.ts'

type Sort = Reads['corpusSlice']['input']['sort']
type Place = [key: number, seq: number]

/** The order of a list; rows that are equal in it keep that of their keys. */
function listOrder(level: Level, sort: Sort): SqlQuery {
  const { key, seq } = LEVEL_SQL[level]
  const chosen = sort.map(({ by, descending }) => orderSql(by, level, descending))
  return joinSql([...chosen, key, ...(level === 'step' ? [seq] : [])], ', ')
}

/** The query of the places of one part of a list, named so that a test can read its plan. */
export function slicePlacesSql(wanted: Wanted & { readonly sort: Sort }, part: SqlQuery): SqlQuery {
  const { key, seq } = LEVEL_SQL[wanted.level]
  return sql`SELECT ${key}, ${seq} ${keptSql(wanted, sql`TRUE`)}
    ORDER BY ${listOrder(wanted.level, wanted.sort)} ${part}`
}

/** Reads rows by their places, so that columns are read of the rows shown and not of all that are sorted. */
function rowReader(
  db: ReadableDb,
  level: Level,
  columns: readonly string[],
): (place: Place) => CorpusRow {
  const { id, trace, key, seq, from } = LEVEL_SQL[level]
  const cells = columns.map((column) => columnSql(column, level))
  const selected = joinSql([id, trace, key, seq, ...cells], ', ')
  const { text, parameters } = sql`SELECT ${selected} FROM ${from} WHERE ${key} = `
  const statement = db
    .prepare(`${text}?${level === 'step' ? ` AND ${seq.text} = ?` : ''}`)
    .raw(true)
  return ([atKey, atSeq]) => {
    const place = level === 'step' ? [atKey, atSeq] : [atKey]
    const raw = statement.get(...parameters, ...place) as Raw | undefined
    return toRow(level, must(raw, 'a row that was just found'))
  }
}

/** How many rows a query keeps; null where counting them takes longer than rows may wait for it. */
function totalOf(db: ReadableDb, { level, where }: Wanted, unfiltered: number): number | null {
  if (where.trim() === '') return unfiltered
  const { matched, next } = corpusFacets(db, { level, where, facets: [], after: null })
  return next === null ? matched : null
}

/** Rows of a level in any order from a number of theirs on. */
export function corpusSlice(
  db: ReadableDb,
  input: Reads['corpusSlice']['input'],
): Reads['corpusSlice']['output'] {
  const { level, columns, limit, offset } = input
  const places = rawRows(db, slicePlacesSql(input, sql`LIMIT ${limit} OFFSET ${offset}`)) as Place[]
  const rows = places.map(rowReader(db, level, columns))
  const unfiltered = levelTotal(db, level)
  return { rows, total: totalOf(db, input, unfiltered), unfiltered }
}

/** The place of the row with an id; undefined where there is none. */
function placeOf(db: ReadableDb, level: Level, id: string): Place | undefined {
  const { key, from, where, trace, id: ownId } = LEVEL_SQL[level]
  if (level !== 'step') {
    const found = rawRows(db, sql`SELECT ${key} FROM ${from} WHERE ${where} AND ${ownId} = ${id}`)
    return found.map((row): Place => [(row as Place)[0], 0])[0]
  }
  const [of = '', seq = ''] = id.split(' ')
  if (!/^\d{1,15}$/.test(seq)) return undefined
  return rawRows(
    db,
    sql`SELECT ${key}, n.seq FROM ${from} WHERE ${where} AND ${trace} = ${of} AND n.seq = ${Number(seq)}`,
  )[0] as Place | undefined
}

export function corpusPosition(
  db: ReadableDb,
  input: Reads['corpusPosition']['input'],
): Reads['corpusPosition']['output'] {
  const { level, sort, id } = input
  const place = placeOf(db, level, id)
  if (place === undefined) return { index: null }
  const { key, seq } = LEVEL_SQL[level]
  const [atKey, atSeq] = place
  // In the order of keys the rows before it are those with smaller ones; in any other all have to be put in order.
  if (sort.length === 0) {
    const isHere = sql`${key} = ${atKey} AND ${seq} = ${atSeq}`
    if (rawRows(db, sql`SELECT 1 ${keptSql(input, isHere)}`).length === 0) return { index: null }
    const before = sql`(${key} < ${atKey} OR (${key} = ${atKey} AND ${seq} < ${atSeq}))`
    const [row] = rawRows(db, sql`SELECT count(*) ${keptSql(input, before)}`) as [number][]
    return { index: row?.[0] ?? null }
  }
  const [row] = rawRows(
    db,
    sql`SELECT number - 1 FROM (
      SELECT ${key} AS k, ${seq} AS s, row_number() OVER (ORDER BY ${listOrder(level, sort)}) AS number
      ${keptSql(input, sql`TRUE`)}) WHERE k = ${atKey} AND s = ${atSeq}`,
  ) as [number][]
  return { index: row?.[0] ?? null }
}
