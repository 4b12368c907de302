import type { PredictionRow } from '../../../shared/contract/models.ts'
import type { RunRow } from '../../../shared/contract/runs.ts'
import type { Suite } from '../../../shared/model/course.ts'
import type { EqualityReason } from '../../../shared/model/types.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { ReadableDb } from '../database.ts'
import type { ModelReads, StoredAnswer } from '../model-types.ts'
import { type SqlQuery, sql } from '../sql.ts'

interface RunRecord {
  readonly id: string
  readonly state: RunRow['state']
  readonly suite: Suite
  readonly engine: string
  readonly identity: string
  readonly mark: string | null
  readonly codec: string
  readonly scorer: string
  readonly seed: number
  readonly query: string
  readonly view: string | null
  readonly set_sha256: string
  readonly settings_json: string
  readonly job: string | null
  readonly trajectories: number
  readonly steps: number
  readonly done: number
  readonly created_at: number
  readonly ended_at: number | null
}

const RUN_COLUMNS = sql`id, state, suite, engine, identity, mark, codec, scorer, seed, query, view,
  set_sha256, settings_json, trajectories, steps, done, created_at, ended_at,
  (SELECT k.id FROM job AS k WHERE k.job_key = run.job_key) AS job`

function toRunRow(record: RunRecord): RunRow {
  const { id, query, set_sha256: set, created_at: createdAt, ended_at: endedAt, ...rest } = record
  const { settings_json: json, ...row } = rest
  const settings = JSON.parse(json) as RunRow['settings']
  return { ...row, run: id, where: query, set, settings, createdAt, endedAt }
}

type ModelRead<K extends keyof ModelReads> = (
  db: ReadableDb,
  input: ModelReads[K]['input'],
) => ModelReads[K]['output']

/** Runs over a set, the newest first; predictions asked for one by one are in no list of runs. */
export const runPage: ModelRead<'runPage'> = (db, { offset, limit }) => {
  const rows = db.all<RunRecord>(sql`SELECT ${RUN_COLUMNS} FROM run WHERE suite <> 'single'
    ORDER BY run_key DESC LIMIT ${limit} OFFSET ${offset}`)
  const count = db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM run WHERE suite <> 'single'`,
  )
  return { rows: rows.map(toRunRow), total: count?.count ?? 0 }
}

export const runGet: ModelRead<'runGet'> = (db, { run }) => {
  const record = db.get<RunRecord>(
    sql`SELECT ${RUN_COLUMNS} FROM run WHERE id = ${run} AND suite <> 'single'`,
  )
  if (record === undefined) throw noRun(run)
  return toRunRow(record)
}

function noRun(run: string): ServiceError {
  return new ServiceError('not-found', `There is no run ${run} in this workspace.`)
}

/** The run's key, or `not-found`. */
export function runKeyOf(db: ReadableDb, run: string): number {
  const record = db.get<{ run_key: number }>(sql`SELECT run_key FROM run WHERE id = ${run}`)
  if (record === undefined) throw noRun(run)
  return record.run_key
}

export const runUnfinished: ModelRead<'runUnfinished'> = (db, { head }) => {
  const { suite, engine, codec, scorer, settings, seed, where } = head
  const found = db.get<{ id: string }>(sql`SELECT id FROM run
    WHERE state = 'unfinished' AND suite = ${suite} AND identity = ${engine.identity}
      AND codec = ${codec} AND scorer = ${scorer} AND settings_json = ${JSON.stringify(settings)}
      AND seed = ${seed} AND query = ${where}
    ORDER BY run_key DESC LIMIT 1`)
  return { run: found?.id ?? null }
}

export const runTrajectories: ModelRead<'runTrajectories'> = (db, { run, from, limit }) =>
  db.all<{ position: number; trajectory: string }>(
    sql`SELECT s.position, j.id AS trajectory
      FROM run_trajectory AS s JOIN trajectory AS j USING (trajectory_key)
      WHERE s.run_key = ${runKeyOf(db, run)} AND s.position >= ${from}
      ORDER BY s.position LIMIT ${limit}`,
  )

/** The query of a trajectory's answers, named so that a test can read its plan. */
export function runAnswersSql(runKey: number, trajectory: string): SqlQuery {
  return sql`SELECT p.step, p.text, p.finish, p.stop
    FROM trajectory AS j CROSS JOIN prediction AS p ON p.trajectory_key = j.trajectory_key
    WHERE p.run_key = ${runKey} AND j.id = ${trajectory} AND j.staged_job_key IS NULL
    ORDER BY p.step`
}

export const runAnswers: ModelRead<'runAnswers'> = (db, { run, trajectory }) =>
  db.all<StoredAnswer>(runAnswersSql(runKeyOf(db, run), trajectory))

/** A prediction with what it is of, as PREDICTION_COLUMNS read it. */
export interface PredictionRecord {
  readonly trajectory: string
  readonly trace: string
  readonly step: number
  readonly direction: PredictionRow['direction']
  readonly action: PredictionRow['action']
  readonly operand: string | null
  readonly target_seq: number | null
  readonly depth: number | null
  readonly horizon: number
  readonly seed: number
  readonly text: string
  readonly finish: PredictionRow['finish']
  readonly verdict: PredictionRow['verdict']
  readonly error: PredictionRow['error']
  readonly path: string | null
  readonly event: PredictionRow['components']['event']
  readonly line: PredictionRow['components']['line']
  readonly locals: PredictionRow['components']['locals']
  readonly raw_locals: PredictionRow['components']['rawLocals']
  readonly argument: PredictionRow['components']['argument']
  readonly reasons: string
  readonly differences_json: string
  readonly line_number: number | null
  readonly line_ambiguous: number
  readonly ms: number
}

export const PREDICTION_COLUMNS: SqlQuery = sql`j.id AS trajectory, t.id AS trace, p.step, p.direction,
  p.action, p.operand, p.target_seq, p.depth, p.horizon, p.seed, p.text, p.finish, p.verdict,
  p.error, p.path, p.event, p.line, p.locals, p.raw_locals, p.argument, p.reasons,
  p.differences_json, p.line_number, p.line_ambiguous, p.ms`

export function toPredictionRow(record: PredictionRecord): PredictionRow {
  const { event, line, locals, raw_locals: rawLocals, argument, reasons } = record
  const { trajectory, trace, step, direction, action, operand, depth, horizon, seed } = record
  const { text, finish, verdict, error, path, ms } = record
  return {
    ...{ trajectory, trace, step, direction, action, operand, depth, horizon, seed },
    ...{ text, finish, verdict, error, path, ms },
    target: record.target_seq,
    components: { event, line, locals, rawLocals, argument },
    reasons: reasons === '' ? [] : (reasons.split('\n') as EqualityReason[]),
    differences: JSON.parse(record.differences_json) as PredictionRow['differences'],
    line:
      line === null
        ? null
        : { number: record.line_number, isAmbiguous: record.line_ambiguous === 1 },
  }
}
