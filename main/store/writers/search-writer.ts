import { wordsOf } from '../../../shared/query/words.ts'
import type { WritableDb } from '../database.ts'
import type { SearchProgress } from '../read-types.ts'
import {
  placeAt,
  SEARCH_PASSES,
  type SearchPass,
  type SearchPlace,
  searchEnds,
  searchPlaces,
  searchState,
} from '../readers/search-progress.ts'

/** What one write may take, so that recording's writes never wait long. */
const WRITE_MS = 50
/** Rows read at once: texts, and places of values. */
const TEXTS = 100
const PLACES = 5000

/** Goes on from a place, no further than the key `end`, and says how far it came: a key behind `end` when all is done. */
type Pass = (db: WritableDb, from: SearchPlace, end: number, until: number) => SearchPlace

function indexText(db: WritableDb, table: string, row: number, text: string): void {
  const words = new Set(wordsOf(text))
  if (words.size === 0) return
  db.prepare(`INSERT INTO ${table} (rowid, words) VALUES (?, ?)`).run(row, [...words].join(' '))
}

/** Texts of a table by their keys; those of a trace that is still recorded are found once their place is. */
function textPass(table: 'value' | 'name'): Pass {
  return (db, from, end, until) => {
    const rows = db
      .prepare(`SELECT ${table}_key AS key, text FROM ${table}
        WHERE ${table}_key BETWEEN ? AND ? ORDER BY 1 LIMIT ${TEXTS}`)
      .all(from.key, end) as { key: number; text: string }[]
    for (const { key, text } of rows) {
      indexText(db, `${table}_search`, key, text)
      if (performance.now() >= until) return placeAt(key + 1)
    }
    return placeAt(rows.length < TEXTS ? end + 1 : (rows.at(-1)?.key ?? end) + 1)
  }
}

/** Rows of source_search: programs even, files of programs with more than one odd. */
const sourceTexts = (db: WritableDb, trace: number) =>
  db
    .prepare(`SELECT 2 * s.source_key + 1 AS row, s.text AS text
      FROM trace_file AS f JOIN source AS s USING (source_key) WHERE f.trace_key = @trace
      UNION ALL SELECT 2 * p.program_key, p.source FROM trace AS t JOIN program AS p USING (program_key)
      WHERE t.trace_key = @trace AND NOT EXISTS (SELECT 1 FROM trace_file WHERE trace_key = @trace)`)
    .all({ trace }) as { row: number; text: string }[]

/** Sources with the first trace that has them: what no finished trace has may still be removed, and its key used anew. */
const sourcePass: Pass = (db, from, end, until) => {
  const traces = db
    .prepare(
      `SELECT trace_key AS key FROM trace WHERE trace_key BETWEEN ? AND ? ORDER BY 1 LIMIT ${TEXTS}`,
    )
    .all(from.key, end) as { key: number }[]
  const find = db.prepare('SELECT 1 FROM source_search WHERE rowid = ?')
  for (const { key } of traces) {
    for (const { row, text } of sourceTexts(db, key)) {
      if (find.get(row) === undefined) indexText(db, 'source_search', row, text)
    }
    if (performance.now() >= until) return placeAt(key + 1)
  }
  return placeAt(traces.length < TEXTS ? end + 1 : (traces.at(-1)?.key ?? end) + 1)
}

interface First {
  readonly trace: number
  readonly frame: number | null
  readonly slot: number | null
  readonly seq: number
}

/** Keeps the earlier place: of an earlier trace, then of an earlier event. */
function keepFirst(firsts: Map<number, First>, key: number, first: First): void {
  const known = firsts.get(key)
  if (known === undefined || (known.trace === first.trace && first.seq < known.seq)) {
    firsts.set(key, first)
  }
}

function storeFirsts(
  db: WritableDb,
  table: 'value' | 'name',
  firsts: ReadonlyMap<number, First>,
): void {
  const put = db.prepare(`INSERT INTO ${table}_first (${table}_key, trace_key, frame, slot, seq)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (${table}_key) DO UPDATE
    SET trace_key = excluded.trace_key, frame = excluded.frame, slot = excluded.slot, seq = excluded.seq
    WHERE (excluded.trace_key, excluded.seq) < (${table}_first.trace_key, ${table}_first.seq)`)
  for (const [key, { trace, frame, slot, seq }] of firsts) put.run(key, trace, frame, slot, seq)
}

type BindingRow = [
  trace: number,
  frame: number,
  slot: number,
  seq: number,
  name: number,
  value: number | null,
]

const bindingPass: Pass = (db, { key, frame, slot, seq }, end) => {
  const rows = db
    .prepare(`SELECT trace_key, frame, slot, from_seq, name_key, value_key FROM binding
      WHERE (trace_key, frame, slot, from_seq) >= (?, ?, ?, ?) AND trace_key <= ?
      ORDER BY trace_key, frame, slot, from_seq LIMIT ${PLACES}`)
    .raw()
    .all(key, frame, slot, seq, end) as BindingRow[]
  const [values, names] = [new Map<number, First>(), new Map<number, First>()]
  for (const [trace, inFrame, inSlot, from, name, value] of rows) {
    const first = { trace, frame: inFrame, slot: inSlot, seq: from }
    keepFirst(names, name, first)
    if (value !== null && value > 0) keepFirst(values, value, first)
  }
  storeFirsts(db, 'value', values)
  storeFirsts(db, 'name', names)
  const last = rows[PLACES - 1]
  return last === undefined
    ? placeAt(end + 1)
    : { key: last[0], frame: last[1], slot: last[2], seq: last[3] + 1 }
}

/** What events returned, yielded and raised. */
const argumentPass: Pass = (db, { key, seq }, end) => {
  const rows = db
    .prepare(`SELECT trace_key, seq, arg_value_key FROM node
      WHERE (trace_key, seq) >= (?, ?) AND trace_key <= ? ORDER BY trace_key, seq LIMIT ${PLACES}`)
    .raw()
    .all(key, seq, end) as [trace: number, seq: number, value: number | null][]
  const values = new Map<number, First>()
  for (const [trace, at, value] of rows) {
    if (value !== null && value > 0) {
      keepFirst(values, value, { trace, frame: null, slot: null, seq: at })
    }
  }
  storeFirsts(db, 'value', values)
  const last = rows[PLACES - 1]
  return last === undefined ? placeAt(end + 1) : { ...placeAt(last[0]), seq: last[1] + 1 }
}

const PASSES: Readonly<Record<SearchPass, Pass>> = {
  value: textPass('value'),
  name: textPass('name'),
  source: sourcePass,
  binding: bindingPass,
  argument: argumentPass,
}

/**
 * Indexes the next part. Nothing is indexed while a run is recorded, so that recording costs what it did; this is
 * asked for again and again by whoever wants to search.
 */
export function searchIndex(db: WritableDb): SearchProgress {
  const until = performance.now() + WRITE_MS
  const places = searchPlaces(db)
  const ends = searchEnds(db)
  const save = db.prepare(
    'UPDATE search_progress SET key = @key, frame = @frame, slot = @slot, seq = @seq WHERE pass = @pass',
  )
  for (const pass of SEARCH_PASSES) {
    let place = places[pass]
    if (place.key > ends[pass]) continue
    while (place.key <= ends[pass] && performance.now() < until) {
      place = PASSES[pass](db, place, ends[pass], until)
    }
    save.run({ pass, ...place })
  }
  return searchState(db)
}
