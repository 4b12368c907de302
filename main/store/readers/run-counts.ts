import type { Rollout } from '../../../shared/model/survival.ts'
import type { ErrorClass } from '../../../shared/model/types.ts'
import type { ActionName } from '../../../shared/trajectory/types.ts'
import type { ReadableDb } from '../database.ts'
import type { ModelReads, RunCount } from '../model-types.ts'
import { joinSql, type SqlQuery, sql } from '../sql.ts'
import { runKeyOf } from './run-reader.ts'

/** A run as far as it is done; `s` is its set, `a` an action of it, `p` what was predicted of that, if it was. */
function stepsOf(runKey: number): SqlQuery {
  return sql`FROM run AS r CROSS JOIN run_trajectory AS s ON s.run_key = r.run_key AND s.position < r.done
      CROSS JOIN trajectory AS j ON j.trajectory_key = s.trajectory_key
      CROSS JOIN trace AS t ON t.trace_key = j.trace_key
      CROSS JOIN step AS a ON a.trajectory_key = s.trajectory_key AND a.position < s.steps
      LEFT JOIN prediction AS p ON p.run_key = r.run_key AND p.trajectory_key = s.trajectory_key
        AND p.step = a.position
    WHERE r.run_key = ${runKey}`
}

const PARTS = ['event', 'line', 'locals', 'raw_locals', 'argument'] as const

interface CountRecord {
  readonly program: number
  readonly action: ActionName
  readonly total: number
  readonly correct: number
  readonly [part: string]: unknown
}

function countsOf(db: ReadableDb, runKey: number): RunCount[] {
  const parts = PARTS.flatMap((part) => [
    { text: `sum(p.${part} IN ('exact', 'equal')) AS ${part}_right`, parameters: [] },
    { text: `count(p.${part}) AS ${part}_all`, parameters: [] },
  ])
  const records = db.all<CountRecord>(sql`SELECT t.program_key AS program, a.action,
      count(*) AS total, sum(p.verdict IS 'match') AS correct, ${joinSql(parts, ', ')}
    ${stepsOf(runKey)} GROUP BY t.program_key, a.action`)
  return records.map((record) => ({
    program: record.program,
    action: record.action,
    total: record.total,
    right: record.correct,
    parts: PARTS.map((part) => [
      Number(record[`${part}_right`] ?? 0),
      Number(record[`${part}_all`]),
    ]),
  }))
}

/** How far each trajectory of the set went before the first step that is not right. */
function rolloutsOf(db: ReadableDb, runKey: number): Rollout[] {
  return db.all<Rollout>(sql`SELECT s.steps,
      min(CASE WHEN p.verdict IS NOT 'match' THEN a.position + 1 END) AS firstWrong
    ${stepsOf(runKey)} GROUP BY s.position`)
}

export function runCounts(
  db: ReadableDb,
  { run }: ModelReads['runCounts']['input'],
): ModelReads['runCounts']['output'] {
  const key = runKeyOf(db, run)
  const errors = db.all<{ error: ErrorClass; count: number }>(sql`SELECT p.error, count(*) AS count
    ${stepsOf(key)} AND p.error IS NOT NULL GROUP BY p.error ORDER BY count DESC, p.error`)
  return { counts: countsOf(db, key), errors, rollouts: rolloutsOf(db, key) }
}
