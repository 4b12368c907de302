import type { StopTrigger } from '../../../shared/contract/trees.ts'
import { parseStepCondition } from '../../../shared/query/check.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { ReadableDb } from '../database.ts'
import { querySql } from '../query/compile.ts'
import type { Reads } from '../read-types.ts'
import { type SqlQuery, sql } from '../sql.ts'
import { filePositions } from './file-reader.ts'
import { changesOf, Texts } from './state-reader.ts'
import { traceKeyOf } from './trace-reader.ts'

const LINE = 1
const CALL = 0

interface Visits {
  readonly trace: number
  readonly from: number
  readonly until: number
  readonly line: number
  readonly kind: number
  readonly direction: 'forward' | 'backward'
}

/** Events of one kind on a line in a range of seqs at which a condition holds; calls that resume a generator are left out. */
export function visitsSql(visits: Visits, condition: SqlQuery): SqlQuery {
  const { trace, from, until, line, kind, direction } = visits
  const order = direction === 'forward' ? sql`ASC` : sql`DESC`
  return sql`SELECT n.seq, c.file AS path
    FROM node AS n
    JOIN activation AS a ON a.trace_key = n.trace_key AND a.activation = n.activation
    JOIN code AS c ON c.code_key = a.code_key
    WHERE n.trace_key = ${trace} AND n.seq >= ${from} AND n.seq < ${until}
      AND n.line = ${line} AND n.kind = ${kind} AND n.flags & 1 = 0 AND (${condition})
    ORDER BY n.seq ${order}`
}

/** Exceptions of one type in a range of seqs. */
export const RAISED_SQL = `
SELECT n.seq
FROM node AS n JOIN value AS v ON v.value_key = n.arg_value_key
WHERE n.trace_key = @trace AND n.seq >= @from AND n.seq < @until AND n.kind = 3 AND v.type = @type
ORDER BY n.seq`

/** Frames of a function that have events in a range of seqs. */
export const FRAMES_SQL = `
SELECT DISTINCT a.frame
FROM node AS n
JOIN activation AS a ON a.trace_key = n.trace_key AND a.activation = n.activation
JOIN code AS c ON c.code_key = a.code_key
WHERE n.trace_key = @trace AND n.seq >= @from AND n.seq < @until AND c.name = @function`

const STARTS_SQL = `
SELECT kind = 0 AND flags & 1 = 0 AS starts FROM node WHERE trace_key = @trace AND seq = @seq`

interface Search {
  readonly db: ReadableDb
  readonly texts: Texts
  readonly trace: number
  readonly from: number
  readonly until: number
  readonly direction: 'forward' | 'backward'
}

type Of<Kind extends StopTrigger['kind']> = Extract<StopTrigger, { kind: Kind }>

/** The nearest visit at which the condition holds. */
function* holding(search: Search, trigger: Of<'condition'>): Iterable<number> {
  const { db } = search
  const condition = parseStepCondition(trigger.condition)
  if (!condition.ok) {
    throw new ServiceError(
      'bad-input',
      `The condition ${trigger.condition} of a breakpoint: ${condition.error.message}`,
    )
  }
  const { file, line, at } = trigger
  const kind = at === 'line' ? LINE : CALL
  const positions = filePositions(db, search.trace)
  const visits = visitsSql({ ...search, line, kind }, querySql(condition.value))
  for (const { seq, path } of db.iterate<{ seq: number; path: string }>(visits)) {
    if ((positions.get(path) ?? 0) !== file) continue
    yield seq
    return
  }
}

function raised({ db, trace, from, until }: Search, { type }: Of<'exception'>): readonly number[] {
  const records = db.prepare(RAISED_SQL).all({ trace, from, until, type })
  return (records as { seq: number }[]).map(({ seq }) => seq)
}

/** Events at which the variable is first seen bound anew or gone, in any order; what a call binds is no change. */
function changed(search: Search, trigger: Of<'data'>): readonly number[] {
  const { db, texts, trace, from, until } = search
  const records = db.prepare(FRAMES_SQL).all({ trace, from, until, function: trigger.function })
  const frames = (records as { frame: number }[]).map(({ frame }) => frame)
  const seqs = changesOf(db, { trace, from, until: until - 1 }, frames)
    .filter(({ name_key: name }) => texts.name(name) === trigger.variable)
    .map(({ from_seq: seq }) => seq)
  const starts = db.prepare(STARTS_SQL)
  return seqs.filter((seq) => (starts.get({ trace, seq }) as { starts: number }).starts === 0)
}

function stopsOf(search: Search, trigger: StopTrigger): Iterable<number> {
  switch (trigger.kind) {
    case 'condition':
      return holding(search, trigger)
    case 'exception':
      return raised(search, trigger)
    case 'data':
      return changed(search, trigger)
  }
}

export function treeFindStop(
  db: ReadableDb,
  { trace, from, until, direction, triggers }: Reads['treeFindStop']['input'],
): number | null {
  const key = traceKeyOf(db, trace)
  const search = { db, texts: new Texts(db), trace: key, from, until, direction }
  let nearest: number | null = null
  for (const trigger of triggers) {
    // Nothing behind what was found already can be nearer.
    const part: Search = direction === 'forward' ? { ...search, until: nearest ?? until } : search
    for (const seq of stopsOf(part, trigger)) {
      const isNearer = nearest === null || (direction === 'forward' ? seq < nearest : seq > nearest)
      if (isNearer) nearest = seq
      if (direction === 'forward' && trigger.kind !== 'data') break
    }
  }
  return nearest
}
