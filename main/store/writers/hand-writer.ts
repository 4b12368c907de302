import { formatNoun } from '../../../shared/base/words.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { HAND } from '../../../shared/trajectory/hand.ts'
import type { WritableDb } from '../database.ts'
import type { DrawingWrites } from '../drawing-types.ts'
import { trajectoryKeyOf } from '../readers/trajectory-reader.ts'
import { sql } from '../sql.ts'
import { insertStep, insertTrajectory, requirePlace } from './trajectory-writer.ts'

type DrawingWrite<K extends keyof DrawingWrites> = (
  db: WritableDb,
  input: DrawingWrites[K]['input'],
) => DrawingWrites[K]['output']

interface HandRow {
  readonly trajectory_key: number
  readonly step_count: number
}

function conflict(message: string): ServiceError {
  return new ServiceError('conflict', message)
}

/** The row of a trajectory that may be changed; a sentence that says what to do with any other. */
function changeable(db: WritableDb, trajectory: string): HandRow {
  const key = trajectoryKeyOf(db, trajectory)
  const row = db.get<HandRow & { policy: string; gold: number }>(
    sql`SELECT trajectory_key, policy, step_count, gold FROM trajectory WHERE trajectory_key = ${key}`,
  )
  if (row === undefined) throw new Error(`trajectory ${trajectory} vanished during a write`)
  if (row.policy !== HAND) {
    throw conflict(
      `${trajectory} was drawn by ${row.policy} and stays as it is; branch it to go on by hand.`,
    )
  }
  if (row.gold === 1) {
    throw conflict(
      `${trajectory} is gold and stays as it is; branch it, or take the mark off first.`,
    )
  }
  return row
}

export const handAdd: DrawingWrite<'handAdd'> = (db, { trajectory, branch }) => {
  const traceKey = requirePlace(db, trajectory)
  insertTrajectory(db, trajectory, { traceKey, job: null, branch })
  return {}
}

export const handAppend: DrawingWrite<'handAppend'> = (db, { trajectory, length, step, exit }) => {
  const row = changeable(db, trajectory)
  if (row.step_count !== length) {
    throw conflict(
      `${trajectory} was changed meanwhile: it has ${formatNoun(row.step_count, 'step')}, not ${length}.`,
    )
  }
  insertStep(db, row.trajectory_key, length, step)
  db.run(sql`UPDATE trajectory SET step_count = ${length + 1}, exit = ${exit}
    WHERE trajectory_key = ${row.trajectory_key}`)
  return { steps: length + 1 }
}

export const handCut: DrawingWrite<'handCut'> = (db, { trajectory, length }) => {
  const { trajectory_key: key, step_count: steps } = changeable(db, trajectory)
  if (length >= steps) return { steps }
  const labelled = db.get<{ step: number }>(sql`SELECT min(step) AS step FROM label_in_force
    WHERE trajectory_key = ${key} AND step >= ${length} HAVING min(step) IS NOT NULL`)
  if (labelled !== undefined) {
    throw conflict(
      `Step ${labelled.step + 1} of ${trajectory} has a label; take it off before the step goes.`,
    )
  }
  db.run(sql`DELETE FROM step WHERE trajectory_key = ${key} AND position >= ${length}`)
  db.run(
    sql`UPDATE trajectory SET step_count = ${length}, exit = NULL WHERE trajectory_key = ${key}`,
  )
  return { steps: length }
}

export const trajectoryGold: DrawingWrite<'trajectoryGold'> = (db, { trajectory, gold }) => {
  const key = trajectoryKeyOf(db, trajectory)
  db.run(sql`UPDATE trajectory SET gold = ${gold ? 1 : 0} WHERE trajectory_key = ${key}`)
  return {}
}
