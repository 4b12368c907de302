import type Sqlite from 'better-sqlite3'
import type { ReadableDb } from '../../../main/store/database.ts'
import { corpusFacets, corpusRows, corpusTotal } from '../../../main/store/readers/corpus-reader.ts'
import type { CorpusCursor } from '../../../shared/contract/corpus.ts'
import { LONG } from './big-store.ts'
import { PATIENCE_MS, percentile, short, timesOf } from './timing.ts'
import { COLUMNS, type TypicalQuery } from './typical-queries.ts'

export const PAGE = 100
const LAST_KEY = Number.MAX_SAFE_INTEGER

interface Page {
  readonly rows: number
  readonly scanned: number
  readonly next: CorpusCursor | null
  /** Milliseconds of the slowest of the answers that the page came in. */
  readonly slowest: number
}

/** Reads on until the page is full, the level ends, or patience does, as services/corpus.ts does. */
function pageOf(db: ReadableDb, { level, where }: TypicalQuery, wanted: number): Page {
  const until = performance.now() + PATIENCE_MS
  let [rows, scanned, slowest] = [0, 0, 0]
  let next: CorpusCursor | null = null
  do {
    const input = {
      level,
      where,
      columns: COLUMNS[level],
      sort: [],
      after: next,
      limit: wanted - rows,
    }
    const asked = performance.now()
    const part: ReturnType<typeof corpusRows> = db.snapshot(() => corpusRows(db, input))
    rows += part.rows.length
    scanned += part.scanned
    next = part.next
    slowest = Math.max(slowest, performance.now() - asked)
  } while (next !== null && rows < wanted && performance.now() < until)
  return { rows, scanned, next, slowest }
}

interface Bare {
  /** Milliseconds for all the rows. */
  readonly ms: number
  /** Rows found; null where only a part was looked at. */
  readonly found: number | null
}

/**
 * The SQL by hand, on ever more keys up to `until`: once that takes long the rest is reckoned from the part. A
 * statement cannot be ended, and one that reads every event of the store takes minutes.
 */
function measureBare(
  statement: Sqlite.Statement,
  { until, keys }: { readonly until: number; readonly keys: number },
): Bare {
  const all = Math.min(until, keys + 1)
  for (let part = 1000; part < all; part *= 4) {
    // What it reads is then in memory, as for the others.
    const { length } = statement.all({ until: part, limit: PAGE })
    const started = performance.now()
    statement.all({ until: part, limit: PAGE })
    const ms = performance.now() - started
    // A page that is full already is the page.
    if (length === PAGE) break
    if (ms > PATIENCE_MS / 5) return { ms: (ms * all) / part, found: null }
  }
  let found = 0
  const raw = timesOf(() => {
    found = statement.all({ until, limit: PAGE }).length
  })
  return { ms: percentile(raw, 0.5), found }
}

/** A query's first page, its first row, and the SQL for the same rows. */
export function measureQuery(db: ReadableDb, bare: Sqlite.Database, query: TypicalQuery): object {
  let page: Page = { rows: 0, scanned: 0, next: null, slowest: 0 }
  const times = timesOf(() => {
    page = pageOf(db, query, PAGE)
  })
  const first = timesOf(() => pageOf(db, query, 1))
  // A step's page may end inside a trace; the statement then reads that trace to its end.
  const until = page.rows === PAGE || page.next === null ? LAST_KEY : page.next.key
  const keys = corpusTotal(db, { level: query.level === 'step' ? 'trace' : query.level }).total
  const { ms, found } = measureBare(bare.prepare(query.bare), { until, keys })
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  return {
    level: query.level,
    query: query.where === '' ? '(everything)' : query.where,
    rows: found === null || found === page.rows ? page.rows : `${page.rows}, by hand ${found}`,
    'p50 ms': short(p50),
    'p95 ms': short(p95),
    'first row ms': page.rows === 0 ? '–' : short(percentile(first, 0.5)),
    'SQL ms': found === null ? `about ${Math.round(ms).toLocaleString('en')}` : short(ms),
    ratio: Number((p50 / ms).toPrecision(2)),
    'slowest answer ms': short(page.slowest),
    // Of a page that fills at once it is not known.
    'looked at/s': page.scanned === 0 ? '–' : Math.round((page.scanned / p50) * 1000),
    verdict: p95 < 200 ? 'ok' : 'misses 200 ms, progressive',
  }
}

interface Facets {
  readonly name: string
  readonly where: string
  readonly facets: readonly string[]
  readonly bare: readonly string[]
}

const OF_LONG = `trace_key = (SELECT trace_key FROM trace WHERE id = '${LONG}')`
export const FACETS: readonly Facets[] = [
  {
    name: 'count',
    where: `trace.id == "${LONG}"`,
    facets: [],
    bare: [`SELECT count(*) FROM node WHERE ${OF_LONG}`],
  },
  {
    name: 'event, line, depth',
    where: `trace.id == "${LONG}"`,
    facets: ['event', 'line', 'depth'],
    bare: ['kind', 'line', 'depth'].map(
      (column) => `SELECT ${column}, count(*) FROM node WHERE ${OF_LONG} GROUP BY 1`,
    ),
  },
  {
    name: 'function',
    where: `trace.id == "${LONG}"`,
    facets: ['function'],
    bare: [
      `SELECT c.name, count(*) FROM node JOIN activation USING (trace_key, activation) JOIN code AS c USING (code_key)
      WHERE ${OF_LONG} GROUP BY 1`,
    ],
  },
]

/** Counts until they are complete, and the SQL that groups the same rows. */
export function measureFacets(
  db: ReadableDb,
  bare: Sqlite.Database,
  { name, where, facets, bare: texts }: Facets,
): object {
  const started = performance.now()
  let first = Number.NaN
  let matched = 0
  let next: CorpusCursor | null = null
  do {
    const input = { level: 'step' as const, where, facets, after: next }
    const part: ReturnType<typeof corpusFacets> = db.snapshot(() => corpusFacets(db, input))
    matched += part.matched
    next = part.next
    if (Number.isNaN(first)) first = performance.now() - started
  } while (next !== null)
  const complete = performance.now() - started
  const statements = texts.map((text) => bare.prepare(text))
  const raw = percentile(
    timesOf(() => statements.map((statement) => statement.all())),
    0.5,
  )
  return {
    facets: name,
    rows: matched,
    'first answer ms': short(first),
    'complete ms': short(complete),
    'SQL ms': short(raw),
    ratio: Number((complete / raw).toFixed(1)),
    verdict: complete < 1000 ? 'ok' : 'progressive',
  }
}
