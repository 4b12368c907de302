import type { SearchHit } from '../../../shared/contract/search.ts'
import { isEmptyQuery, type WordQuery, wordQuery } from '../../../shared/query/search-words.ts'
import { EVENT_KINDS } from '../../../shared/trace/event.ts'
import type { ReadableDb } from '../database.ts'
import type { Reads } from '../read-types.ts'
import { foundSql, matchParameters, snippetOf } from './search-match.ts'
import { sourceHits } from './search-sources.ts'

interface FirstRow {
  readonly text: string
  readonly program: string
  readonly entry: string | null
  readonly trace: string
  readonly seq: number
  readonly line: number
  readonly kind: number
  readonly file: string | null
  readonly variable: string | null
}

/** The best rows of `found` that show in a finished trace, shortest text first, with what leads to where they show. */
function firstsSql(of: 'value' | 'name'): string {
  const variable = of === 'name' ? 'x.text' : 'm.text'
  return `, best AS MATERIALIZED (
    SELECT found.key, found.rank, octet_length(x.text) AS size
    FROM found JOIN ${of}_first AS f ON f.${of}_key = found.key JOIN ${of} AS x ON x.${of}_key = found.key
    ORDER BY found.rank, size, found.key LIMIT @limit OFFSET @offset
  )
  SELECT x.text, p.name AS program, t.entry, t.id AS trace,
    f.seq, n.line, n.kind, ${variable} AS variable,
    CASE WHEN EXISTS (SELECT 1 FROM trace_file AS tf WHERE tf.trace_key = f.trace_key) THEN (
      SELECT c.file FROM activation AS a JOIN code AS c USING (code_key)
      WHERE a.trace_key = n.trace_key AND a.activation = n.activation) END AS file
  FROM best CROSS JOIN ${of}_first AS f ON f.${of}_key = best.key
  JOIN ${of} AS x ON x.${of}_key = best.key
  JOIN trace AS t ON t.trace_key = f.trace_key
  JOIN program AS p ON p.program_key = t.program_key
  JOIN node AS n ON n.trace_key = f.trace_key AND n.seq = f.seq
  LEFT JOIN binding AS b ON b.trace_key = f.trace_key AND b.frame = f.frame AND b.slot = f.slot
    AND b.from_seq = f.seq
  LEFT JOIN name AS m ON m.name_key = b.name_key
  ORDER BY best.rank, best.size, best.key`
}

/** The statement of a search for values or names; its plan is under test. */
export function firstHitsSql(of: 'value' | 'name'): string {
  return `WITH ${foundSql(`${of}_search`)} ${firstsSql(of)}`
}

function firstHits(
  db: ReadableDb,
  of: 'value' | 'name',
  query: WordQuery,
  { offset, limit }: { offset: number; limit: number },
): { hits: SearchHit[]; more: boolean } {
  const parameters = { ...matchParameters(query), limit: limit + 1, offset }
  const rows = db.prepare(firstHitsSql(of)).all(parameters) as FirstRow[]
  const hits = rows.slice(0, limit).map(({ text, kind, ...row }) => ({
    ...row,
    kind: of,
    event: EVENT_KINDS[kind] ?? null,
    ...snippetOf(text, query),
  }))
  return { hits, more: rows.length > limit }
}

/** What is indexed and holds every word of a text. */
export function searchHits(
  db: ReadableDb,
  { text, kind, offset, limit }: Reads['searchHits']['input'],
): Reads['searchHits']['output'] {
  const query = wordQuery(text)
  if (isEmptyQuery(query)) return { hits: [], more: false }
  if (kind === 'source') return sourceHits(db, query, offset, limit)
  return firstHits(db, kind, query, { offset, limit })
}
