import { createHash } from 'node:crypto'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { courseText } from '../../../shared/trajectory/course.ts'
import { HAND } from '../../../shared/trajectory/hand.ts'
import type { Step, Trajectory } from '../../../shared/trajectory/types.ts'
import type { WritableDb } from '../database.ts'
import type { Branch, DrawnTrajectory } from '../drawing-types.ts'
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

/** Key of a trajectory's trace, all of whose visited states there are. */
export function requirePlace(db: WritableDb, trajectory: Trajectory): number {
  const { trace_key: key, events } = traceOf(db, trajectory.trace)
  requireInside(trajectory, events)
  return key
}

function isStored(db: WritableDb, id: string, jobKey: number): boolean {
  const found = db.get(sql`SELECT 1 FROM trajectory WHERE id = ${id} AND staged_job_key IS NULL
    UNION ALL SELECT 1 FROM trajectory WHERE id = ${id} AND staged_job_key = ${jobKey} LIMIT 1`)
  return found !== undefined
}

/** Bytes of a course's digest that are kept: enough to tell a billion apart. */
const COURSE_BYTES = 12

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest()
}

/** The document's row, which is added where no trajectory has named it before; null for none. */
function policyKeyOf(db: WritableDb, document: string | undefined): number | null {
  if (document === undefined) return null
  const sha256 = digestOf(document).toString('hex')
  const known = db.get<{ policy_key: number }>(
    sql`SELECT policy_key FROM policy WHERE sha256 = ${sha256}`,
  )
  if (known !== undefined) return known.policy_key
  return db.run(sql`INSERT INTO policy (sha256, text) VALUES (${sha256}, ${document})`).key
}

/** Whether the trace has a trajectory of the same start and steps, among those that are seen or of this job. */
function isRepeat(db: WritableDb, traceKey: number, course: Buffer, job: number | null): boolean {
  const found = db.get(sql`SELECT 1 FROM trajectory
    WHERE trace_key = ${traceKey} AND course = ${course}
      AND (staged_job_key IS NULL OR staged_job_key = ${job}) LIMIT 1`)
  return found !== undefined
}

/** Adds a step at the end of a trajectory that has `position` of them. */
export function insertStep(
  db: WritableDb,
  key: number,
  position: number,
  { action, target }: Step,
): void {
  const step = db.prepare(`INSERT INTO step
    (trajectory_key, position, action, operand, target_seq, duplicate) VALUES (?, ?, ?, ?, ?, ?)`)
  const duplicate = target?.duplicate === true ? 1 : 0
  step.run(key, position, action.name, action.operand, target?.seq ?? null, duplicate)
}

/** Where a trajectory is added: in a trace that has all its states, for a job or for none, off another or not. */
interface Insertion {
  readonly traceKey: number
  readonly job: number | null
  readonly branch: Branch | null
}

/** Adds a trajectory, seen once the job publishes it, or at once without one; answers whether it repeats another. */
export function insertTrajectory(
  db: WritableDb,
  drawn: DrawnTrajectory,
  { traceKey, job, branch }: Insertion,
): boolean {
  // One made by hand changes, so that what it repeats today says nothing.
  const course =
    drawn.policy === HAND ? null : digestOf(courseText(drawn)).subarray(0, COURSE_BYTES)
  const repeats = course !== null && isRepeat(db, traceKey, course, job)
  const { key } =
    db.run(sql`INSERT INTO trajectory (id, trace_key, policy, seed, ordinal, direction,
      scope_open, scope_close, start_seq, start_duplicate, step_count, exit, resampled, staged_job_key,
      policy_key, course, repeats, branch_of, branch_step)
    VALUES (${drawn.id}, ${traceKey}, ${drawn.policy}, ${drawn.seed}, ${drawn.ordinal},
      ${drawn.direction}, ${drawn.scope.open}, ${drawn.scope.close}, ${drawn.start.seq},
      ${drawn.start.duplicate ? 1 : 0}, ${drawn.steps.length}, ${drawn.exit}, ${drawn.resampled},
      ${job}, ${policyKeyOf(db, drawn.document)}, ${course}, ${repeats ? 1 : 0},
      ${branch?.trajectory ?? null}, ${branch?.step ?? null})`)
  for (const [position, step] of drawn.steps.entries()) insertStep(db, key, position, step)
  return repeats
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
  let repeats = 0
  for (const trajectory of trajectories) {
    const traceKey = requirePlace(db, trajectory)
    if (isStored(db, trajectory.id, jobKey)) continue
    if (insertTrajectory(db, trajectory, { traceKey, job: jobKey, branch: null })) repeats++
    staged++
  }
  return { staged, skipped: trajectories.length - staged, repeats }
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
