import type { ComparedRow, ComparedSide, PredictionChoice } from '../../../shared/contract/runs.ts'
import type { ReadableDb } from '../database.ts'
import type { Window } from '../read-types.ts'
import type { RunReads } from '../run-types.ts'
import { joinSql, type SqlQuery, sql } from '../sql.ts'
import { chosenSql, flipsSql } from './run-cells.ts'
import {
  PREDICTION_COLUMNS,
  type PredictionRecord,
  runKeyOf,
  toPredictionRow,
} from './run-reader.ts'

type RunRead<K extends keyof RunReads> = (
  db: ReadableDb,
  input: RunReads[K]['input'],
) => RunReads[K]['output']

/** The predictions of a run that were chosen; the index of the run tells which, before any is read. */
function chosenFrom(runKey: number, choice: PredictionChoice): SqlQuery {
  return sql`FROM run_trajectory AS s CROSS JOIN trajectory AS j ON j.trajectory_key = s.trajectory_key
      CROSS JOIN trace AS t ON t.trace_key = j.trace_key
      CROSS JOIN prediction AS p INDEXED BY prediction_by_run
        ON p.run_key = s.run_key AND p.trajectory_key = s.trajectory_key
    WHERE s.run_key = ${runKey} AND ${chosenSql(choice)}`
}

const PROGRAM_OF_TRACE: SqlQuery = sql`(SELECT g.name FROM program AS g WHERE g.program_key = t.program_key) AS program`

interface RowRecord extends PredictionRecord {
  readonly program: string
  readonly value_type: string | null
}

function countOf(db: ReadableDb, from: SqlQuery): number {
  return db.get<{ count: number }>(sql`SELECT count(*) AS count ${from}`)?.count ?? 0
}

/** The query of a page, in the order of the set, named so that a test can read its plan. */
export function runPredictionsSql(
  runKey: number,
  { choice, offset, limit }: Window & { readonly choice: PredictionChoice },
): SqlQuery {
  return sql`SELECT ${PREDICTION_COLUMNS}, p.value_type, ${PROGRAM_OF_TRACE}
    ${chosenFrom(runKey, choice)} ORDER BY s.position, p.step LIMIT ${limit} OFFSET ${offset}`
}

export const runPredictions: RunRead<'runPredictions'> = (db, { run, ...page }) => {
  const key = runKeyOf(db, run)
  const records = db.all<RowRecord>(runPredictionsSql(key, page))
  const rows = records.map((record) => {
    const { program, value_type: valueType } = record
    return { ...toPredictionRow(record), program, valueType }
  })
  return { rows, total: countOf(db, chosenFrom(key, page.choice)) }
}

const SIDE_COLUMNS = ['verdict', 'error', 'path', 'text', 'differences_json'] as const
type SideColumn = (typeof SIDE_COLUMNS)[number]

function sideColumns(alias: 'p' | 'q'): SqlQuery {
  const columns = SIDE_COLUMNS.map((column) => `${alias}.${column} AS ${alias}_${column}`)
  return { text: columns.join(', '), parameters: [] }
}

type SideRecord = { readonly [K in SideColumn as `${'p' | 'q'}_${K}`]: string | null }

interface FlipRecord extends SideRecord {
  readonly trajectory: string
  readonly trace: string
  readonly program: string
  readonly step: number
  readonly direction: ComparedRow['direction']
  readonly action: ComparedRow['action']
  readonly operand: string | null
  readonly target: number | null
}

function sideOf(record: FlipRecord, side: 'p' | 'q'): ComparedSide {
  const of = (column: SideColumn): string | null => record[`${side}_${column}`]
  const [verdict, text, differences] = [of('verdict'), of('text'), of('differences_json')]
  if (verdict === null || text === null || differences === null) return null
  return {
    verdict: verdict as NonNullable<ComparedSide>['verdict'],
    error: of('error') as NonNullable<ComparedSide>['error'],
    path: of('path'),
    text,
    differences: JSON.parse(differences) as NonNullable<ComparedSide>['differences'],
  }
}

export const runFlips: RunRead<'runFlips'> = (db, { first, second, offset, limit, ...choice }) => {
  const keys = { first: runKeyOf(db, first), second: runKeyOf(db, second) }
  const from = flipsSql(keys, choice)
  const sides = joinSql([sideColumns('p'), sideColumns('q')], ', ')
  const records =
    db.all<FlipRecord>(sql`SELECT j.id AS trajectory, t.id AS trace, ${PROGRAM_OF_TRACE},
      a.position AS step, j.direction, a.action, a.operand, a.target_seq AS target, ${sides}
    ${from} ORDER BY s.position, a.position LIMIT ${limit} OFFSET ${offset}`)
  const rows = records.map((record): ComparedRow => {
    const { trajectory, trace, program, step, direction, action, operand, target } = record
    return {
      ...{ trajectory, trace, program, step, direction, action, operand, target },
      first: sideOf(record, 'p'),
      second: sideOf(record, 'q'),
    }
  })
  return { rows, total: countOf(db, from) }
}
