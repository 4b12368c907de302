import { SNIPPET_CHARACTERS } from '../../../shared/contract/search.ts'
import { findWords, type Mark, type WordQuery } from '../../../shared/query/search-words.ts'

/** Of more rows than these that hold the words, those with the smallest keys are ranked. */
const MOST_RANKED = 20_000
/** Characters before the first word found. */
const LEAD = 40

export type SearchTable = 'value_search' | 'name_search' | 'source_search'

const quoted = (word: string): string => `"${word}"`

/** The query in the language of FTS5: its words hold no character that means anything there. */
function matchOf({ whole, prefix }: WordQuery, isPrefixWhole: boolean): string {
  const words = whole.map(quoted)
  if (prefix !== null) words.push(`${quoted(prefix)}${isPrefixWhole ? '' : '*'}`)
  return words.join(' ')
}

/** Rows of an index that hold the words, as a table `found (key, rank)`; those that hold the last word whole rank 0. */
export function foundSql(table: SearchTable): string {
  return `exact AS MATERIALIZED (
    SELECT rowid AS key FROM ${table} WHERE ${table} MATCH @exact ORDER BY rowid LIMIT ${MOST_RANKED}
  ), begun AS MATERIALIZED (
    SELECT rowid AS key FROM ${table} WHERE ${table} MATCH @begun ORDER BY rowid LIMIT ${MOST_RANKED}
  ), found AS MATERIALIZED (
    SELECT key, 0 AS rank FROM exact
    UNION ALL SELECT key, 1 FROM begun WHERE key NOT IN (SELECT key FROM exact)
  )`
}

/** What `foundSql` is asked with. */
export function matchParameters(query: WordQuery) {
  return {
    exact: matchOf(query, true),
    // Without a prefix both are the same, and the second is not to be looked up again.
    begun: query.prefix === null ? '""' : matchOf(query, false),
  }
}

/** The part of a text around the first word found, and where words stand in it. */
export function snippetOf(text: string, query: WordQuery): { text: string; marks: Mark[] } {
  const marks = findWords(text, query) ?? []
  const first = marks[0]?.[0] ?? 0
  const from = first + LEAD < SNIPPET_CHARACTERS ? 0 : first - LEAD
  // A pair of surrogates may be cut in two at either end.
  const part = text.slice(from, from + SNIPPET_CHARACTERS).toWellFormed()
  const inside = marks
    .filter(([start]) => start < from + part.length)
    .map(([start, end]): Mark => [start - from, Math.min(end - from, part.length)])
  return { text: part, marks: inside }
}
