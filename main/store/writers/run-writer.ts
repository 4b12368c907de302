import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { WritableDb } from '../database.ts'
import type { ModelWrites, RunHead, StoredPrediction } from '../model-types.ts'
import { jobKeyOf } from '../readers/job-reader.ts'
import { runKeyOf } from '../readers/run-reader.ts'
import { sql } from '../sql.ts'

type ModelWrite<K extends keyof ModelWrites> = (
  db: WritableDb,
  input: ModelWrites[K]['input'],
) => ModelWrites[K]['output']

interface Begun {
  readonly run_key: number
  readonly state: 'unfinished' | 'done'
  readonly done: number
  readonly job_state: string | null
  readonly job_key: number | null
}

export const runBegin: ModelWrite<'runBegin'> = (db, { head, job, trajectories }) => {
  const jobKey = job === null ? null : jobKeyOf(db, job)
  const known = db.get<Begun>(sql`SELECT r.run_key, r.state, r.done, r.job_key, j.state AS job_state
    FROM run AS r LEFT JOIN job AS j USING (job_key) WHERE r.id = ${head.run}`)
  if (known === undefined) {
    addSet(db, insertRun(db, head, jobKey), trajectories)
    return { state: head.suite === 'single' ? 'done' : 'unfinished', done: 0, predictions: 0 }
  }
  const { run_key: key, state, done } = known
  if (state === 'unfinished') {
    const isLive = known.job_state === 'queued' || known.job_state === 'running'
    if (isLive && known.job_key !== jobKey) {
      throw new ServiceError(
        'conflict',
        'Another job is working on this very run; wait for its end.',
      )
    }
    db.run(sql`UPDATE run SET job_key = ${jobKey} WHERE run_key = ${key}`)
  }
  const count = db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM prediction WHERE run_key = ${key}`,
  )
  return { state, done, predictions: count?.count ?? 0 }
}

function insertRun(db: WritableDb, head: RunHead, jobKey: number | null): number {
  const { engine } = head
  const isSingle = head.suite === 'single'
  return db.run(sql`INSERT INTO run (id, state, suite, engine, engine_kind, identity, mark, codec,
      scorer, settings_json, seed, query, view, set_sha256, trajectories, steps, job_key, created_at, ended_at)
    VALUES (${head.run}, ${isSingle ? 'done' : 'unfinished'}, ${head.suite}, ${engine.name},
      ${engine.kind}, ${engine.identity}, ${engine.mark}, ${head.codec}, ${head.scorer},
      ${JSON.stringify(head.settings)}, ${head.seed}, ${head.where}, ${head.view},
      ${head.setSha256}, 0, 0,
      ${jobKey}, ${head.createdAt}, ${isSingle ? head.createdAt : null})`).key
}

function addSet(db: WritableDb, runKey: number, trajectories: readonly string[]): void {
  const add = db.prepare(`INSERT INTO run_trajectory (run_key, position, trajectory_key, steps)
    SELECT ?, ?, trajectory_key, step_count FROM trajectory WHERE id = ? AND staged_job_key IS NULL`)
  for (const [position, id] of trajectories.entries()) {
    if (add.run(runKey, position, id).changes !== 1) throw noTrajectory(id)
  }
  db.run(sql`UPDATE run SET trajectories = ${trajectories.length}, steps = (
      SELECT coalesce(sum(s.steps), 0) FROM run_trajectory AS s WHERE s.run_key = ${runKey})
    WHERE run_key = ${runKey}`)
}

function noTrajectory(id: string): ServiceError {
  return new ServiceError('not-found', `There is no trajectory ${id} in this workspace.`)
}

interface Place {
  readonly trajectory_key: number
  readonly trace_key: number
}

const COLUMNS = [
  'run_key',
  'trajectory_key',
  'trace_key',
  'step',
  'from_seq',
  'from_duplicate',
  'direction',
  'action',
  'operand',
  'target_seq',
  'depth',
  'horizon',
  'value_type',
  'seed',
  'text',
  'finish',
  'stop',
  'tokens_json',
  'outcome_json',
  'verdict',
  'error',
  'path',
  'event',
  'line',
  'locals',
  'raw_locals',
  'argument',
  'reasons',
  'differences_json',
  'line_number',
  'line_ambiguous',
  'ms',
  'predicted_at',
]

function valuesOf(runKey: number, place: Place, one: StoredPrediction): (string | number | null)[] {
  const { components, line } = one
  return [
    runKey,
    place.trajectory_key,
    place.trace_key,
    one.step,
    one.from.seq,
    one.from.duplicate ? 1 : 0,
    one.direction,
    one.action,
    one.operand,
    one.target,
    one.depth,
    one.horizon,
    one.valueType,
    one.seed,
    one.text,
    one.finish,
    one.stop,
    one.tokensJson,
    one.outcomeJson,
    one.verdict,
    one.error,
    one.path,
    components.event,
    components.line,
    components.locals,
    components.rawLocals,
    components.argument,
    one.reasons.join('\n'),
    one.differencesJson,
    line?.number ?? null,
    line?.isAmbiguous === true ? 1 : 0,
    one.ms,
    one.predictedAt,
  ]
}

export const predictionsAdd: ModelWrite<'predictionsAdd'> = (db, { run, predictions, done }) => {
  const runKey = runKeyOf(db, run)
  const insert = db.prepare(`INSERT OR IGNORE INTO prediction (${COLUMNS.join(', ')})
    VALUES (${COLUMNS.map(() => '?').join(', ')})`)
  const places = new Map<string, Place>()
  let added = 0
  for (const one of predictions) {
    const place = places.get(one.trajectory) ?? placeOf(db, one.trajectory)
    places.set(one.trajectory, place)
    added += insert.run(...valuesOf(runKey, place, one)).changes
  }
  // Never back: what was done before stays done.
  db.run(sql`UPDATE run SET done = max(done, ${done}) WHERE run_key = ${runKey}`)
  return { added }
}

function placeOf(db: WritableDb, trajectory: string): Place {
  const found = db.get<Place>(sql`SELECT trajectory_key, trace_key FROM trajectory
    WHERE id = ${trajectory} AND staged_job_key IS NULL`)
  if (found === undefined) throw noTrajectory(trajectory)
  return found
}

export const runDrop: ModelWrite<'runDrop'> = (db, { run, job }) => {
  db.run(sql`DELETE FROM run AS r WHERE r.id = ${run} AND r.job_key = ${jobKeyOf(db, job)}
    AND r.state = 'unfinished' AND r.done = 0
    AND NOT EXISTS (SELECT 1 FROM prediction AS p WHERE p.run_key = r.run_key)`)
  return {}
}

export const runFinish: ModelWrite<'runFinish'> = (db, { run, at }) => {
  const { changes } = db.run(sql`UPDATE run SET state = 'done', ended_at = ${at}
    WHERE run_key = ${runKeyOf(db, run)} AND done = trajectories`)
  if (changes !== 1) throw new Error(`run ${run} was to be finished before all was done`)
  return {}
}
