import type { TrajectoryDetail, TrajectoryRow } from '../../../shared/contract/trajectories.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { ActionName, Direction, TrajectoryExit } from '../../../shared/trajectory/types.ts'
import type { ReadableDb } from '../database.ts'
import { whereSql } from '../query/compile.ts'
import type { LabelOnStep, PageOf, Reads } from '../read-types.ts'
import { type SqlQuery, sql } from '../sql.ts'
import { labelsOfKey } from './label-reader.ts'
import { traceKeyOf } from './trace-reader.ts'

interface TrajectoryRecord {
  readonly trajectory_key: number
  readonly id: string
  readonly trace: string
  readonly program: string
  readonly policy: string
  readonly seed: number
  readonly ordinal: number
  readonly direction: Direction
  readonly step_count: number
  readonly exit: TrajectoryExit | null
  readonly labels: number
  readonly gold: number
  readonly repeats: number
}

interface DetailRecord {
  readonly scope_open: number
  readonly scope_close: number
  readonly start_seq: number
  readonly start_duplicate: number
  readonly resampled: number
  readonly document: string | null
  readonly branch_of: string | null
  readonly branch_step: number | null
}

interface StepRecord {
  readonly action: ActionName
  readonly operand: string | null
  readonly target_seq: number | null
  readonly duplicate: number
}

const ROW_COLUMNS = sql`
  j.trajectory_key, j.id, t.id AS trace, p.name AS program, j.policy, j.seed, j.ordinal,
  j.direction, j.step_count, j.exit, j.gold, j.repeats,
  (SELECT count(*) FROM label_in_force AS l WHERE l.trajectory_key = j.trajectory_key) AS labels`

const JOINED = sql`FROM trajectory AS j JOIN trace AS t USING (trace_key)
  JOIN program AS p USING (program_key)`

function toRow(record: TrajectoryRecord): TrajectoryRow {
  return {
    trajectory: record.id,
    trace: record.trace,
    program: record.program,
    policy: record.policy,
    seed: record.seed,
    ordinal: record.ordinal,
    direction: record.direction,
    steps: record.step_count,
    exit: record.exit,
    labels: record.labels,
    gold: record.gold === 1,
    repeats: record.repeats === 1,
  }
}

/** Visible trajectories that a filter keeps. */
function keptSql(where: string, traceKey: number | null): SqlQuery {
  const ofTrace = traceKey === null ? sql`TRUE` : sql`j.trace_key = ${traceKey}`
  return sql`FROM trajectory AS j
    WHERE j.staged_job_key IS NULL AND ${ofTrace} AND ${whereSql(where, 'trajectory')}`
}

/** The query of one page, named so that a test can read its plan. */
export function trajectoryPageSql(
  input: Reads['trajectoryPage']['input'],
  traceKey: number | null,
): SqlQuery {
  const { where, offset, limit } = input
  // The rows skipped by the offset are not joined.
  return sql`SELECT ${ROW_COLUMNS} ${JOINED}
    WHERE j.trajectory_key IN (
      SELECT j.trajectory_key ${keptSql(where, traceKey)}
      ORDER BY j.trajectory_key LIMIT ${limit} OFFSET ${offset})
    ORDER BY j.trajectory_key`
}

function countKept(db: ReadableDb, where: string, traceKey: number | null): number {
  const query = sql`SELECT count(*) AS count ${keptSql(where, traceKey)}`
  return db.get<{ count: number }>(query)?.count ?? 0
}

export function trajectoryPage(
  db: ReadableDb,
  input: Reads['trajectoryPage']['input'],
): PageOf<TrajectoryRow> {
  const traceKey = input.trace === null ? null : traceKeyOf(db, input.trace)
  const rows = db.all<TrajectoryRecord>(trajectoryPageSql(input, traceKey)).map(toRow)
  return { rows, total: countKept(db, input.where, traceKey) }
}

/** The query of a place in the list, named so that a test can read its plan. */
export function trajectoryPositionSql(
  where: string,
  traceKey: number | null,
  trajectoryKey: number,
): SqlQuery {
  const kept = keptSql(where, traceKey)
  return sql`SELECT
    (SELECT count(*) ${kept} AND j.trajectory_key < ${trajectoryKey}) AS position,
    EXISTS (SELECT 1 ${kept} AND j.trajectory_key = ${trajectoryKey}) AS kept`
}

export function trajectoryPosition(
  db: ReadableDb,
  input: Reads['trajectoryPosition']['input'],
): Reads['trajectoryPosition']['output'] {
  const traceKey = input.trace === null ? null : traceKeyOf(db, input.trace)
  const key = trajectoryKeyOf(db, input.trajectory)
  const record = db.get<{ position: number; kept: number }>(
    trajectoryPositionSql(input.where, traceKey, key),
  )
  return { position: record?.position ?? 0, kept: record?.kept === 1 }
}

export function trajectoryCount(db: ReadableDb, input: Reads['trajectoryCount']['input']): number {
  return countKept(db, input.where, null)
}

export function trajectoryIds(db: ReadableDb, input: Reads['trajectoryIds']['input']): string[] {
  const { where, after, limit } = input
  return db
    .all<{ id: string }>(
      sql`SELECT j.id ${keptSql(where, null)} AND j.id > ${after ?? ''}
        ORDER BY j.id LIMIT ${limit}`,
    )
    .map((record) => record.id)
}

/** The trajectory's key, or `not-found`. */
export function trajectoryKeyOf(db: ReadableDb, trajectory: string): number {
  const record = db.get<{ trajectory_key: number }>(
    sql`SELECT trajectory_key FROM trajectory WHERE id = ${trajectory} AND staged_job_key IS NULL`,
  )
  if (record === undefined) {
    throw new ServiceError('not-found', `There is no trajectory ${trajectory} in this workspace.`)
  }
  return record.trajectory_key
}

export function trajectoryGet(
  db: ReadableDb,
  input: Reads['trajectoryGet']['input'],
): TrajectoryDetail {
  const key = trajectoryKeyOf(db, input.trajectory)
  const record = db.get<TrajectoryRecord & DetailRecord>(
    sql`SELECT ${ROW_COLUMNS}, j.scope_open, j.scope_close, j.start_seq, j.start_duplicate, j.resampled,
        j.branch_of, j.branch_step,
        (SELECT d.text FROM policy AS d WHERE d.policy_key = j.policy_key) AS document
      ${JOINED} WHERE j.trajectory_key = ${key}`,
  )
  if (record === undefined) throw new Error(`trajectory ${input.trajectory} vanished during a read`)
  const steps = db.all<StepRecord>(
    sql`SELECT action, operand, target_seq, duplicate FROM step
      WHERE trajectory_key = ${key} ORDER BY position`,
  )
  return {
    row: toRow(record),
    scope: { open: record.scope_open, close: record.scope_close },
    start: { seq: record.start_seq, duplicate: record.start_duplicate === 1 },
    steps: steps.map((step) => ({
      action: { name: step.action, operand: step.operand },
      target:
        step.target_seq === null ? null : { seq: step.target_seq, duplicate: step.duplicate === 1 },
    })),
    resampled: record.resampled,
    document: record.document,
    branch:
      record.branch_of === null
        ? null
        : { trajectory: record.branch_of, step: record.branch_step ?? 0 },
    labels: labelsOfKey(db, key),
  }
}

export function labelsOf(db: ReadableDb, input: Reads['labelsOf']['input']): LabelOnStep[] {
  return labelsOfKey(db, trajectoryKeyOf(db, input.trajectory))
}
