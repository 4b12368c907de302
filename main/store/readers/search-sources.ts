import type { SearchHit } from '../../../shared/contract/search.ts'
import { findWords, type WordQuery } from '../../../shared/query/search-words.ts'
import { foldText } from '../../../shared/query/texts.ts'
import { EVENT_KINDS } from '../../../shared/trace/event.ts'
import { sourceLines } from '../../../shared/trace/source.ts'
import type { ReadableDb } from '../database.ts'
import { foundSql, matchParameters, snippetOf } from './search-match.ts'

/** What looking into programs for one page may take; those that hold all words, but on no one line, take as long. */
const LOOK_MS = 150
/** Events that one page may be looked through for those on its lines, and traces of one program. */
const MOST_EVENTS = 300_000
const MOST_TRACES = 5

interface SourceLine {
  /** Row of source_search. */
  readonly row: number
  readonly line: number
  readonly text: string
}

/** Lines that hold every word, in the order of their programs, and whether there may be more than these. */
interface Lines {
  readonly lines: readonly SourceLine[]
  readonly more: boolean
}

const IS_PLAIN = /^\w+$/

/** Tells lines that cannot hold the words without parting them into words; it lets others pass. */
function sieveOf({ whole, prefix }: WordQuery): (line: string) => boolean {
  const plain = [...whole, prefix ?? ''].filter((word) => IS_PLAIN.test(word))
  const longest = plain.reduce((a, b) => (b.length > a.length ? b : a), '')
  return (line) => foldText(line).includes(longest)
}

function linesOf(db: ReadableDb, query: WordQuery, most: number): Lines {
  const until = performance.now() + LOOK_MS
  const mayHold = sieveOf(query)
  const rows = db
    .prepare(`WITH ${foundSql('source_search')} SELECT key FROM found ORDER BY rank, key`)
    .all(matchParameters(query)) as { key: number }[]
  const lines: SourceLine[] = []
  for (const { key } of rows) {
    if (performance.now() > until) return { lines, more: true }
    for (const [index, text] of sourceLines(textOf(db, key)).entries()) {
      if (!mayHold(text) || findWords(text, query) === null) continue
      if (lines.length === most) return { lines, more: true }
      lines.push({ row: key, line: index + 1, text })
    }
  }
  return { lines, more: false }
}

function textOf(db: ReadableDb, row: number): string {
  const statement =
    row % 2 === 0
      ? 'SELECT source AS text FROM program WHERE program_key = ?'
      : 'SELECT text FROM source WHERE source_key = ?'
  const record = db.prepare(statement).get(Math.floor(row / 2)) as { text: string } | undefined
  return record?.text ?? ''
}

interface TraceOfSource {
  readonly trace_key: number
  readonly trace: string
  readonly program: string
  readonly entry: string | null
  readonly events: number
  readonly file: string | null
}

function tracesOf(db: ReadableDb, row: number): TraceOfSource[] {
  const columns = 't.trace_key, t.id AS trace, p.name AS program, t.entry, t.events AS events'
  const statement =
    row % 2 === 0
      ? `SELECT ${columns}, NULL AS file FROM trace AS t JOIN program AS p USING (program_key)
        WHERE t.program_key = ? AND t.state = 'recorded'
          AND NOT EXISTS (SELECT 1 FROM trace_file AS f WHERE f.trace_key = t.trace_key)`
      : `SELECT ${columns}, f.path AS file FROM trace_file AS f JOIN trace AS t USING (trace_key)
        JOIN program AS p USING (program_key) WHERE f.source_key = ? AND t.state = 'recorded'`
  return db
    .prepare(`${statement} ORDER BY t.trace_key LIMIT ${MOST_TRACES}`)
    .all(Math.floor(row / 2)) as TraceOfSource[]
}

const FIRST_ON_LINE = `SELECT n.seq, n.kind FROM node AS n
  WHERE n.trace_key = @trace AND n.line = @line AND n.seq < @most AND (@file IS NULL OR @file = (
    SELECT c.file FROM activation AS a JOIN code AS c USING (code_key)
    WHERE a.trace_key = n.trace_key AND a.activation = n.activation))
  ORDER BY n.seq LIMIT 1`

/** Looks for the first events on lines, through no more events than one page may take. */
class FirstEvents {
  private readonly db: ReadableDb
  private left = MOST_EVENTS

  constructor(db: ReadableDb) {
    this.db = db
  }

  on(line: number, { trace_key: trace, file, events }: TraceOfSource) {
    const most = Math.min(events, this.left)
    const found = this.db.prepare(FIRST_ON_LINE).get({ trace, line, file, most }) as
      | { seq: number; kind: number }
      | undefined
    this.left -= found?.seq ?? most
    return found
  }
}

function hitOf(
  db: ReadableDb,
  events: FirstEvents,
  { row, line, text }: SourceLine,
  query: WordQuery,
): SearchHit | null {
  const traces = tracesOf(db, row)
  const [first] = traces
  if (first === undefined) return null
  let [shown, found] = [first, events.on(line, first)]
  for (const trace of traces.slice(1)) {
    if (found !== undefined) break
    found = events.on(line, trace)
    if (found !== undefined) shown = trace
  }
  const { program, entry, trace, file } = shown
  return {
    kind: 'source',
    program,
    entry,
    trace,
    seq: found?.seq ?? null,
    line,
    file,
    event: found === undefined ? null : (EVENT_KINDS[found.kind] ?? null),
    variable: null,
    ...snippetOf(text, query),
  }
}

/** Lines of programs and of their files, each with the first event on it in a trace that ran it. */
export function sourceHits(
  db: ReadableDb,
  query: WordQuery,
  offset: number,
  limit: number,
): { hits: SearchHit[]; more: boolean } {
  const { lines, more } = linesOf(db, query, offset + limit)
  const events = new FirstEvents(db)
  const hits = lines.slice(offset).flatMap((line) => hitOf(db, events, line, query) ?? [])
  return { hits, more }
}
