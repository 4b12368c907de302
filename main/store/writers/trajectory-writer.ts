import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Trajectory } from '../../../shared/trajectory/types.ts'
import type { WritableDb } from '../database.ts'
import { jobKeyOf } from '../readers/job-reader.ts'
import { sql } from '../sql.ts'
import type { Writes } from '../write-types.ts'

interface TraceOfTrajectory {
  readonly trace_key: number
  readonly events: number
}

function traceOf(db: WritableDb, trace: string): TraceOfTrajectory {
  const found = db.get<TraceOfTrajectory>(
    sql`SELECT trace_key, events FROM trace WHERE id = ${trace} AND state = 'recorded'`,
  )
  if (found === undefined) {
    throw new ServiceError('not-found', `There is no trace ${trace} in this workspace.`)
  }
  return found
}

/** Every state a trajectory names is an event of its trace. */
function requireInside(trajectory: Trajectory, events: number): void {
  const inside = (seq: number): boolean => Number.isInteger(seq) && seq >= 0 && seq < events
  const seqs = [trajectory.start, ...trajectory.steps.map((step) => step.target)]
  const stray = seqs.find((state) => state !== null && !inside(state.seq))
  if (stray === undefined || stray === null) return
  throw new ServiceError(
    'bad-input',
    `The trajectory ${trajectory.id} was refused: it visits event ${stray.seq}, but its trace has ${events} events.`,
  )
}

function isStored(db: WritableDb, id: string, jobKey: number): boolean {
  const found = db.get(sql`SELECT 1 FROM trajectory WHERE id = ${id} AND staged_job_key IS NULL
    UNION ALL SELECT 1 FROM trajectory WHERE id = ${id} AND staged_job_key = ${jobKey} LIMIT 1`)
  return found !== undefined
}

function insert(db: WritableDb, drawn: Trajectory, traceKey: number, jobKey: number): void {
  const { key } =
    db.run(sql`INSERT INTO trajectory (id, trace_key, policy, seed, ordinal, direction,
      scope_open, scope_close, start_seq, start_duplicate, step_count, exit, resampled, staged_job_key)
    VALUES (${drawn.id}, ${traceKey}, ${drawn.policy}, ${drawn.seed}, ${drawn.ordinal},
      ${drawn.direction}, ${drawn.scope.open}, ${drawn.scope.close}, ${drawn.start.seq},
      ${drawn.start.duplicate ? 1 : 0}, ${drawn.steps.length}, ${drawn.exit}, ${drawn.resampled},
      ${jobKey})`)
  const step = db.prepare(`INSERT INTO step
    (trajectory_key, position, action, operand, target_seq, duplicate) VALUES (?, ?, ?, ?, ?, ?)`)
  drawn.steps.forEach(({ action, target }, position) => {
    const duplicate = target?.duplicate === true ? 1 : 0
    step.run(key, position, action.name, action.operand, target?.seq ?? null, duplicate)
  })
}

type TrajectoryWrite<K extends keyof Writes> = (
  db: WritableDb,
  input: Writes[K]['input'],
) => Writes[K]['output']

export const trajectoriesStage: TrajectoryWrite<'trajectoriesStage'> = (
  db,
  { job, trajectories },
) => {
  const jobKey = jobKeyOf(db, job)
  let staged = 0
  for (const trajectory of trajectories) {
    const trace = traceOf(db, trajectory.trace)
    requireInside(trajectory, trace.events)
    if (isStored(db, trajectory.id, jobKey)) continue
    insert(db, trajectory, trace.trace_key, jobKey)
    staged++
  }
  return { staged, skipped: trajectories.length - staged }
}

export const trajectoriesPublish: TrajectoryWrite<'trajectoriesPublish'> = (db, { job }) => {
  const jobKey = jobKeyOf(db, job)
  // Another job may have published the same trajectory meanwhile; one of the two is enough.
  db.run(sql`DELETE FROM trajectory WHERE staged_job_key = ${jobKey}
    AND id IN (SELECT visible.id FROM trajectory AS visible WHERE visible.staged_job_key IS NULL)`)
  const { changes } = db.run(
    sql`UPDATE trajectory SET staged_job_key = NULL WHERE staged_job_key = ${jobKey}`,
  )
  return { published: changes }
}

export const trajectoriesDiscard: TrajectoryWrite<'trajectoriesDiscard'> = (db, { job }) => {
  const { changes } = db.run(
    sql`DELETE FROM trajectory WHERE staged_job_key = ${jobKeyOf(db, job)}`,
  )
  return { discarded: changes }
}
