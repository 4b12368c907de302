import { wordsOf } from '../../../shared/query/search-words.ts'
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
/** Rows gone through at once: texts, and places of values. */
const TEXTS = 100
const PLACES = 10_000

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

/** The earlier place is kept: of an earlier trace, then of an earlier event. */
const keepFirst = (table: 'value' | 'name'): string => `ON CONFLICT (${table}_key) DO UPDATE
  SET trace_key = excluded.trace_key, frame = excluded.frame, slot = excluded.slot, seq = excluded.seq
  WHERE (excluded.trace_key, excluded.seq) < (${table}_first.trace_key, ${table}_first.seq)`

/** Most values were met before: to leave those out here is what makes this pass a matter of reading. */
const bindingFirsts = (table: 'value' | 'name'): string => `
INSERT INTO ${table}_first (${table}_key, trace_key, frame, slot, seq)
SELECT b.${table}_key, b.trace_key, b.frame, b.slot, b.from_seq
FROM binding AS b LEFT JOIN ${table}_first AS f ON f.${table}_key = b.${table}_key
WHERE (b.trace_key, b.frame, b.slot, b.from_seq) >= (@key, @frame, @slot, @seq)
  AND (b.trace_key, b.frame, b.slot, b.from_seq) < (@keyTo, @frameTo, @slotTo, @seqTo)
  AND b.${table}_key > 0
  AND (f.${table}_key IS NULL OR (b.trace_key, b.from_seq) < (f.trace_key, f.seq))
${keepFirst(table)}`

const ARGUMENT_FIRSTS = `
INSERT INTO value_first (value_key, trace_key, frame, slot, seq)
SELECT n.arg_value_key, n.trace_key, NULL, NULL, n.seq
FROM node AS n LEFT JOIN value_first AS f ON f.value_key = n.arg_value_key
WHERE (n.trace_key, n.seq) >= (@key, @seq) AND (n.trace_key, n.seq) < (@keyTo, @seqTo) AND n.arg_value_key > 0
  AND (f.value_key IS NULL OR (n.trace_key, n.seq) < (f.trace_key, f.seq))
${keepFirst('value')}`

/** The row that many rows on, named so that a test can read its plan. */
export const BINDINGS_ON_SQL = `
SELECT trace_key AS key, frame, slot, from_seq AS seq FROM binding
WHERE (trace_key, frame, slot, from_seq) >= (@key, @frame, @slot, @seq) AND trace_key <= @end
ORDER BY trace_key, frame, slot, from_seq LIMIT 1 OFFSET ${PLACES}`

export const NODES_ON_SQL = `
SELECT trace_key AS key, 0 AS frame, 0 AS slot, seq FROM node
WHERE (trace_key, seq) >= (@key, @seq) AND trace_key <= @end
ORDER BY trace_key, seq LIMIT 1 OFFSET ${PLACES}`

/** Finds the first places of values and names in the statements `firsts`, up to the place that `ahead` gives. */
function placesPass(ahead: string, firsts: readonly string[]): Pass {
  return (db, from, end) => {
    const found = db.prepare(ahead).get({ ...from, end }) as SearchPlace | undefined
    const to = found ?? placeAt(end + 1)
    const range = { keyTo: to.key, frameTo: to.frame, slotTo: to.slot, seqTo: to.seq }
    for (const statement of firsts) db.prepare(statement).run({ ...from, ...range })
    return to
  }
}

export const BINDING_FIRSTS = [bindingFirsts('value'), bindingFirsts('name')]

const PASSES: Readonly<Record<SearchPass, Pass>> = {
  value: textPass('value'),
  name: textPass('name'),
  source: sourcePass,
  binding: placesPass(BINDINGS_ON_SQL, BINDING_FIRSTS),
  // What events returned, yielded and raised.
  argument: placesPass(NODES_ON_SQL, [ARGUMENT_FIRSTS]),
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
