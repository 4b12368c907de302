import { must } from '../../../shared/base/assert.ts'
import type { LabelAct } from '../../../shared/contract/labels.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { WritableDb } from '../database.ts'
import { ACT_COLUMNS, labelsOfKey } from '../readers/label-reader.ts'
import { trajectoryKeyOf } from '../readers/trajectory-reader.ts'
import { sql } from '../sql.ts'
import type { Writes } from '../write-types.ts'

function actOf(db: WritableDb, act: number): LabelAct {
  return must(db.get<LabelAct>(sql`SELECT ${ACT_COLUMNS} WHERE a.act = ${act}`), `label act ${act}`)
}

export function labelSet(
  db: WritableDb,
  input: Writes['labelSet']['input'],
): Writes['labelSet']['output'] {
  const { trajectory, step, class: failureClass, at } = input
  const key = trajectoryKeyOf(db, trajectory)
  const steps = must(
    db.get<{ step_count: number }>(
      sql`SELECT step_count FROM trajectory WHERE trajectory_key = ${key}`,
    ),
    `trajectory ${trajectory}`,
  ).step_count
  if (!Number.isInteger(step) || step < 0 || step >= steps) {
    throw new ServiceError(
      'bad-input',
      steps === 0
        ? `The trajectory ${trajectory} has no step to label.`
        : `The trajectory ${trajectory} has no step ${step}; its steps are 0 to ${steps - 1}.`,
    )
  }
  const { key: act } = db.run(sql`INSERT INTO label_act (trajectory_key, step, class, at)
    VALUES (${key}, ${step}, ${failureClass}, ${at})`)
  return { act: actOf(db, act), labels: labelsOfKey(db, key) }
}

export function labelUndo(
  db: WritableDb,
  input: Writes['labelUndo']['input'],
): Writes['labelUndo']['output'] {
  const latest = db.get<{ act: number }>(
    sql`SELECT act FROM label_act WHERE undone_at IS NULL ORDER BY act DESC LIMIT 1`,
  )
  if (latest === undefined) return { undone: null }
  db.run(sql`UPDATE label_act SET undone_at = ${input.at} WHERE act = ${latest.act}`)
  return { undone: actOf(db, latest.act) }
}
