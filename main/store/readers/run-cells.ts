import type { PredictionChoice } from '../../../shared/contract/runs.ts'
import { BANDS, type Dimension, NO_DEPTH, NO_TYPE } from '../../../shared/model/pivot.ts'
import type { Cluster, PairedCluster } from '../../../shared/model/statistics.ts'
import type { ActionName } from '../../../shared/trajectory/types.ts'
import type { ReadableDb } from '../database.ts'
import type { RunReads } from '../run-types.ts'
import { fixed, joinSql, type SqlQuery, sql } from '../sql.ts'
import { runKeyOf } from './run-reader.ts'

type RunRead<K extends keyof RunReads> = (
  db: ReadableDb,
  input: RunReads[K]['input'],
) => RunReads[K]['output']

/** Names of the bands hold no quote. */
function banded(column: string, dimension: keyof typeof BANDS): string {
  const cases = BANDS[dimension].map(({ name, most }) =>
    most === null ? `ELSE '${name}'` : `WHEN ${column} <= ${most} THEN '${name}'`,
  )
  return `CASE ${cases.join(' ')} END`
}

/** What a prediction `p` has of each dimension, by columns that the index of its run holds. */
const VALUES: Readonly<Record<Dimension, string>> = {
  action: 'p.action',
  direction: 'p.direction',
  error: 'p.error',
  depth: `CASE WHEN p.depth IS NULL THEN '${NO_DEPTH}' ELSE ${banded('p.depth', 'depth')} END`,
  horizon: banded('p.horizon', 'horizon'),
  value_type: `ifnull(p.value_type, '${NO_TYPE}')`,
}

/** The condition that a prediction `p` is one of those that were chosen. */
export function chosenSql({ verdict, of }: PredictionChoice): SqlQuery {
  const verdicts = {
    all: fixed('TRUE'),
    right: fixed("p.verdict = 'match'"),
    wrong: fixed("p.verdict <> 'match'"),
  }
  const values = of.map(({ dimension, value }) => sql`${fixed(VALUES[dimension])} = ${value}`)
  return joinSql([verdicts[verdict], ...values], ' AND ')
}

interface StandingRecord {
  readonly program: number
  readonly total: number
  readonly correct: number
}

/** How a run stands, by program, named so that a test can read its plan. */
export function standingSql(runKey: number): SqlQuery {
  return sql`SELECT t.program_key AS program, sum(s.steps) AS total,
      sum((SELECT count(*) FROM prediction AS p WHERE p.run_key = s.run_key
        AND p.trajectory_key = s.trajectory_key AND p.step < s.steps AND p.verdict = 'match')) AS correct
    FROM run AS r CROSS JOIN run_trajectory AS s ON s.run_key = r.run_key AND s.position < r.done
      CROSS JOIN trajectory AS j ON j.trajectory_key = s.trajectory_key
      CROSS JOIN trace AS t ON t.trace_key = j.trace_key
    WHERE r.run_key = ${runKey} GROUP BY t.program_key`
}

export const runStandings: RunRead<'runStandings'> = (db, { runs }) =>
  runs.map((run) => {
    const key = runKeyOf(db, run)
    const records = db.all<StandingRecord>(standingSql(key))
    const counted = db.get<{ predicted: number; correct: number | null }>(
      sql`SELECT count(*) AS predicted, sum(verdict = 'match') AS correct
        FROM prediction WHERE run_key = ${key}`,
    )
    return {
      run,
      predicted: counted?.predicted ?? 0,
      right: counted?.correct ?? 0,
      clusters: records.map(({ total, correct }): Cluster => ({ total, right: correct })),
    }
  })

/** Predictions counted by program and two dimensions, named so that a test can read its plan. */
export function pivotSql(runKey: number, rows: Dimension, columns: Dimension): SqlQuery {
  return sql`SELECT t.program_key AS program, ${fixed(VALUES[rows])} AS row_value,
      ${fixed(VALUES[columns])} AS column_value, count(*) AS total, sum(p.verdict = 'match') AS correct
    FROM run AS r CROSS JOIN run_trajectory AS s ON s.run_key = r.run_key AND s.position < r.done
      CROSS JOIN trajectory AS j ON j.trajectory_key = s.trajectory_key
      CROSS JOIN trace AS t ON t.trace_key = j.trace_key
      CROSS JOIN prediction AS p ON p.run_key = s.run_key AND p.trajectory_key = s.trajectory_key
    WHERE r.run_key = ${runKey} GROUP BY 1, 2, 3`
}

interface PivotRecord extends StandingRecord {
  readonly row_value: string | null
  readonly column_value: string | null
}

export const runPivot: RunRead<'runPivot'> = (db, { run, rows, columns }) =>
  db.all<PivotRecord>(pivotSql(runKeyOf(db, run), rows, columns)).map((record) => ({
    row: record.row_value,
    column: record.column_value,
    program: record.program,
    total: record.total,
    right: record.correct,
  }))

/** Every step of the set of two runs, with `p` of the first and `q` of the second. */
function pairsSql(first: number, second: number): SqlQuery {
  return sql`FROM run_trajectory AS s
      CROSS JOIN trajectory AS j ON j.trajectory_key = s.trajectory_key
      CROSS JOIN trace AS t ON t.trace_key = j.trace_key
      CROSS JOIN step AS a ON a.trajectory_key = s.trajectory_key AND a.position < s.steps
      LEFT JOIN prediction AS p ON p.run_key = ${first} AND p.trajectory_key = s.trajectory_key
        AND p.step = a.position
      LEFT JOIN prediction AS q ON q.run_key = ${second} AND q.trajectory_key = s.trajectory_key
        AND q.step = a.position
    WHERE s.run_key = ${first}`
}

interface PairRecord extends PairedCluster {
  readonly action: ActionName
  readonly program: number
}

export const runPairs: RunRead<'runPairs'> = (db, { first, second }) => {
  const pairs = pairsSql(runKeyOf(db, first), runKeyOf(db, second))
  const records =
    db.all<PairRecord>(sql`SELECT a.action, t.program_key AS program, count(*) AS total,
      sum(p.verdict IS 'match' AND q.verdict IS NOT 'match') AS onlyFirst,
      sum(p.verdict IS NOT 'match' AND q.verdict IS 'match') AS onlySecond
    ${pairs} GROUP BY a.action, t.program_key ORDER BY a.action, t.program_key`)
  const actions = [...new Set(records.map(({ action }) => action))]
  const byAction = actions.map((action) => ({
    action,
    clusters: records.filter((one) => one.action === action).map(clusterOf),
  }))
  return { clusters: [...mergedByProgram(records).values()], byAction }
}

function clusterOf({ total, onlyFirst, onlySecond }: PairRecord): PairedCluster {
  return { total, onlyFirst, onlySecond }
}

function mergedByProgram(records: readonly PairRecord[]): Map<number, PairedCluster> {
  const programs = new Map<number, PairedCluster>()
  for (const { program, total, onlyFirst, onlySecond } of records) {
    const known = programs.get(program)
    programs.set(program, {
      total: total + (known?.total ?? 0),
      onlyFirst: onlyFirst + (known?.onlyFirst ?? 0),
      onlySecond: onlySecond + (known?.onlySecond ?? 0),
    })
  }
  return programs
}

/** The steps that flipped, in the order of the set, named so that a test can read its plan. */
export function flipsSql(
  keys: { readonly first: number; readonly second: number },
  { flip, action }: Pick<RunReads['runFlips']['input'], 'flip' | 'action'>,
): SqlQuery {
  const [good, bad] = flip === 'lost' ? ['p', 'q'] : ['q', 'p']
  const flipped = fixed(`${good}.verdict IS 'match' AND ${bad}.verdict IS NOT 'match'`)
  const ofAction = action === null ? fixed('') : sql` AND a.action = ${action}`
  return sql`${pairsSql(keys.first, keys.second)} AND ${flipped}${ofAction}`
}
