import {
  MOST_SOURCES,
  type PredictedStates,
  type PredictionSource,
  type PredictionsOf,
} from '../../../shared/contract/predictions.ts'
import type { ErrorClass } from '../../../shared/model/types.ts'
import type { ReadableDb } from '../database.ts'
import type { PredictionReads } from '../prediction-types.ts'
import { type SqlQuery, sql } from '../sql.ts'
import { traceKeyOf } from './trace-reader.ts'

/** Events that one part goes over: it has at most eight entries for each. */
export const PART_EVENTS = 4000

type PredictionRead<K extends keyof PredictionReads> = (
  db: ReadableDb,
  input: PredictionReads[K]['input'],
) => PredictionReads[K]['output']

/** The runs of a trace's predictions, named so that a test can read its plan. */
export function sourcesSql(traceKey: number): SqlQuery {
  return sql`SELECT r.id AS run, r.engine, r.mark, r.suite, r.created_at AS createdAt,
      count(*) AS predictions, sum(p.verdict = 'match') AS "right"
    FROM prediction AS p CROSS JOIN run AS r ON r.run_key = p.run_key
    WHERE p.trace_key = ${traceKey} AND r.state = 'done'
    GROUP BY p.run_key ORDER BY p.run_key DESC LIMIT ${MOST_SOURCES}`
}

export const predictionSources: PredictionRead<'predictionSources'> = (db, { trace }) =>
  db.all<PredictionSource>(sourcesSql(traceKeyOf(db, trace)))

function isOf(of: PredictionsOf): SqlQuery {
  const which = 'run' in of ? sql`r.id = ${of.run}` : sql`r.engine = ${of.engine}`
  return sql`r.state = 'done' AND ${which}`
}

interface StateRecord {
  readonly seq: number
  readonly error: ErrorClass | null
  readonly count: number
}

interface Part {
  readonly traceKey: number
  readonly of: PredictionsOf
  readonly from: number
}

/** The predictions of the events of one part, named so that a test can read its plan. */
export function predictedStatesSql({ traceKey, of, from }: Part): SqlQuery {
  return sql`SELECT p.target_seq AS seq, p.error, count(*) AS count
    FROM prediction AS p CROSS JOIN run AS r ON r.run_key = p.run_key
    WHERE p.trace_key = ${traceKey} AND p.target_seq >= ${from}
      AND p.target_seq < ${from + PART_EVENTS} AND ${isOf(of)}
    GROUP BY p.target_seq, p.error ORDER BY p.target_seq, p.error`
}

/** Where the next predictions of a trace are from a number on. */
function nextOf(db: ReadableDb, traceKey: number, from: number): number | null {
  const found = db.get<{ seq: number | null }>(sql`SELECT min(p.target_seq) AS seq
    FROM prediction AS p WHERE p.trace_key = ${traceKey} AND p.target_seq >= ${from}`)
  return found?.seq ?? null
}

/** Predictions of the exit of the whole trace; those of an inner call end somewhere within it. */
function exitsOf(db: ReadableDb, traceKey: number, of: PredictionsOf): StateRecord[] {
  return db.all<StateRecord>(sql`SELECT t.events AS seq, p.error, count(*) AS count
    FROM trace AS t CROSS JOIN prediction AS p ON p.trace_key = t.trace_key AND p.target_seq IS NULL
      CROSS JOIN run AS r ON r.run_key = p.run_key
      CROSS JOIN trajectory AS j ON j.trajectory_key = p.trajectory_key
    WHERE t.trace_key = ${traceKey} AND p.direction = 'forward' AND ${isOf(of)}
      AND j.scope_open = 0 AND j.scope_close = t.events - 1
    GROUP BY p.error ORDER BY p.error`)
}

function columnsOf(records: readonly StateRecord[]): PredictedStates {
  return {
    seq: records.map(({ seq }) => seq),
    error: records.map(({ error }) => error),
    count: records.map(({ count }) => count),
  }
}

export const predictedStates: PredictionRead<'predictedStates'> = (db, { trace, of, from }) => {
  const traceKey = traceKeyOf(db, trace)
  const first = nextOf(db, traceKey, from)
  if (first === null) return { states: columnsOf(exitsOf(db, traceKey, of)), next: null }
  const records = db.all<StateRecord>(predictedStatesSql({ traceKey, of, from: first }))
  return { states: columnsOf(records), next: first + PART_EVENTS }
}
