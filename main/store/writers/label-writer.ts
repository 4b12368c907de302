import { must } from '../../../shared/base/assert.ts'
import type { LabelAct } from '../../../shared/contract/labels.ts'
import type { FailureClass } from '../../../shared/corpus/failure-classes.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { WritableDb } from '../database.ts'
import { ACT_COLUMNS, labelsOfKey } from '../readers/label-reader.ts'
import { trajectoryKeyOf } from '../readers/trajectory-reader.ts'
import { sql } from '../sql.ts'
import type { Writes } from '../write-types.ts'

/** The act with its trajectory's key and when it was undone; undefined when there never was one. */
interface ActRecord extends LabelAct {
  readonly trajectory_key: number
  readonly undone_at: number | null
}

function findAct(db: WritableDb, act: number): ActRecord | undefined {
  return db.get<ActRecord>(
    sql`SELECT a.trajectory_key, a.undone_at, ${ACT_COLUMNS} WHERE a.act = ${act}`,
  )
}

function toAct({ act, trajectory, step, class: failureClass, at }: ActRecord): LabelAct {
  return { act, trajectory, step, class: failureClass, at }
}

/** Class in force on a step of the trajectory; null when it has no label. */
function labelOfStep(db: WritableDb, trajectoryKey: number, step: number): FailureClass | null {
  return labelsOfKey(db, trajectoryKey).find((label) => label.step === step)?.class ?? null
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
  if (labelOfStep(db, key, step) === failureClass)
    return { act: null, labels: labelsOfKey(db, key) }
  const { key: act } = db.run(sql`INSERT INTO label_act (trajectory_key, step, class, at)
    VALUES (${key}, ${step}, ${failureClass}, ${at})`)
  return { act: toAct(must(findAct(db, act), `label act ${act}`)), labels: labelsOfKey(db, key) }
}

export function labelUndo(
  db: WritableDb,
  input: Writes['labelUndo']['input'],
): Writes['labelUndo']['output'] {
  const act = input.act ?? latestInForce(db)
  if (act === null) return { undone: null, label: null }
  const found = findAct(db, act)
  if (found === undefined) {
    throw new ServiceError('not-found', `There is no decision ${act} in this workspace.`)
  }
  const isUndone = found.undone_at !== null
  if (!isUndone) db.run(sql`UPDATE label_act SET undone_at = ${input.at} WHERE act = ${act}`)
  return {
    undone: isUndone ? null : toAct(found),
    label: labelOfStep(db, found.trajectory_key, found.step),
  }
}

function latestInForce(db: WritableDb): number | null {
  const latest = db.get<{ act: number }>(
    sql`SELECT act FROM label_act WHERE undone_at IS NULL ORDER BY act DESC LIMIT 1`,
  )
  return latest?.act ?? null
}
