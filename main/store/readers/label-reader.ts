import type { LabelAct, StateLabels } from '../../../shared/contract/labels.ts'
import type { FailureClass } from '../../../shared/corpus/failure-classes.ts'
import type { ReadableDb } from '../database.ts'
import type { LabelOnStep, Reads } from '../read-types.ts'
import { type SqlQuery, sql } from '../sql.ts'
import { traceKeyOf } from './trace-reader.ts'

/** Acts as the contract shows them. */
export const ACT_COLUMNS: SqlQuery = sql`a.act, j.id AS trajectory, a.step, a.class, a.at
  FROM label_act AS a JOIN trajectory AS j USING (trajectory_key)`

/** Labels in force on a trajectory, by step. */
export function labelsOfKey(db: ReadableDb, trajectoryKey: number): LabelOnStep[] {
  return db.all<{ step: number; class: FailureClass }>(
    sql`SELECT step, class FROM label_in_force WHERE trajectory_key = ${trajectoryKey} ORDER BY step`,
  )
}

/** Trajectories by their trace, the labels of each by step, and of each label the event its step comes to. */
export const TRACE_LABELS_SQL = `
SELECT s.target_seq AS seq, l.class, count(*) AS count
FROM trajectory AS j
CROSS JOIN label_in_force AS l ON l.trajectory_key = j.trajectory_key
CROSS JOIN step AS s ON s.trajectory_key = l.trajectory_key AND s.position = l.step
WHERE j.trace_key = ? AND j.staged_job_key IS NULL AND s.target_seq IS NOT NULL
GROUP BY s.target_seq, l.class
ORDER BY s.target_seq, l.class`

export function labelsOfTrace(
  db: ReadableDb,
  { trace }: Reads['labelsOfTrace']['input'],
): StateLabels[] {
  return db.prepare(TRACE_LABELS_SQL).all(traceKeyOf(db, trace)) as StateLabels[]
}

export function labelRecent(db: ReadableDb, input: Reads['labelRecent']['input']): LabelAct[] {
  return db.all<LabelAct>(
    sql`SELECT ${ACT_COLUMNS} WHERE a.undone_at IS NULL ORDER BY a.act DESC LIMIT ${input.limit}`,
  )
}
