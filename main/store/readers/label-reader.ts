import type { LabelAct } from '../../../shared/contract/labels.ts'
import type { FailureClass } from '../../../shared/corpus/failure-classes.ts'
import type { ReadableDb } from '../database.ts'
import type { LabelOnStep, Reads } from '../read-types.ts'
import { type SqlQuery, sql } from '../sql.ts'

/** Acts as the contract shows them. */
export const ACT_COLUMNS: SqlQuery = sql`a.act, j.id AS trajectory, a.step, a.class, a.at
  FROM label_act AS a JOIN trajectory AS j USING (trajectory_key)`

/** Labels in force on a trajectory, by step. */
export function labelsOfKey(db: ReadableDb, trajectoryKey: number): LabelOnStep[] {
  return db.all<{ step: number; class: FailureClass }>(
    sql`SELECT step, class FROM label_in_force WHERE trajectory_key = ${trajectoryKey} ORDER BY step`,
  )
}

export function labelRecent(db: ReadableDb, input: Reads['labelRecent']['input']): LabelAct[] {
  return db.all<LabelAct>(
    sql`SELECT ${ACT_COLUMNS} WHERE a.undone_at IS NULL ORDER BY a.act DESC LIMIT ${input.limit}`,
  )
}
