import type { CourseRun, FirstFailure } from '../../../shared/contract/stepping.ts'
import type { Suite } from '../../../shared/model/course.ts'
import type { EngineInfo } from '../../../shared/model/engine.ts'
import type {
  Equality,
  EqualityReason,
  ErrorClass,
  Finish,
  MappedLine,
  Outcome,
  Verdict,
} from '../../../shared/model/types.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { ReadableDb } from '../database.ts'
import { type SqlQuery, sql } from '../sql.ts'
import type { KeptStep, SteppingReads, StoredStep } from '../stepping-types.ts'
import { runKeyOf } from './run-reader.ts'
import { trajectoryKeyOf } from './trajectory-reader.ts'

export function stepGet(db: ReadableDb, { id }: { readonly id: string }): KeptStep | null {
  const found = db.get<KeptStep>(sql`SELECT p.id, r.id AS run, t.id AS trace,
      p.request_json AS requestJson, p.text_json AS textJson, p.finish, p.stop,
      p.tokens_json AS tokensJson, p.verdict, p.error, p.ms, p.predicted_at AS predictedAt
    FROM step_prediction AS p CROSS JOIN run AS r USING (run_key) CROSS JOIN trace AS t
      ON t.trace_key = p.trace_key
    WHERE p.id = ${id}`)
  return found ?? null
}

interface CourseRecord {
  readonly run: string
  readonly suite: CourseRun['suite']
  readonly engine: string
  readonly mark: string | null
  readonly codec: string
  readonly createdAt: number
  readonly steps: string
  readonly verdicts: string
  readonly errors: string
}

/** The query of the runs over a trajectory, named so that a test can read its plan. */
export function stepRunsSql(trajectoryKey: number): SqlQuery {
  return sql`WITH course AS (SELECT run_key, step, verdict, error FROM prediction
      WHERE trajectory_key = ${trajectoryKey} ORDER BY step)
    SELECT r.id AS run, r.suite, r.engine, r.mark, r.codec, r.created_at AS createdAt,
      json_group_array(c.step) AS steps, json_group_array(c.verdict) AS verdicts,
      json_group_array(c.error) AS errors
    FROM course AS c CROSS JOIN run AS r ON r.run_key = c.run_key
    WHERE r.state = 'done' AND r.suite <> 'single'
    GROUP BY r.run_key ORDER BY r.run_key DESC`
}

export function stepRuns(
  db: ReadableDb,
  { trajectory }: SteppingReads['stepRuns']['input'],
): CourseRun[] {
  const records = db.all<CourseRecord>(stepRunsSql(trajectoryKeyOf(db, trajectory)))
  return records.map(({ steps, verdicts, errors, ...rest }) => ({
    ...rest,
    steps: JSON.parse(steps) as number[],
    verdicts: JSON.parse(verdicts) as Verdict[],
    errors: JSON.parse(errors) as (ErrorClass | null)[],
  }))
}

interface StoredRecord {
  readonly suite: Suite
  readonly engine: string
  readonly kind: EngineInfo['kind']
  readonly identity: string
  readonly mark: string | null
  readonly codec: string
  readonly seed: number
  readonly text: string
  readonly finish: Finish
  readonly stop: string | null
  readonly verdict: Verdict
  readonly error: ErrorClass | null
  readonly path: string | null
  readonly event: Equality
  readonly line: Equality | null
  readonly locals: Equality | null
  readonly rawLocals: Equality | null
  readonly argument: Equality | null
  readonly reasons: string
  readonly differencesJson: string
  readonly tokensJson: string | null
  readonly ms: number
  readonly predictedAt: number
}

interface OutcomeRecord {
  readonly outcome: string | null
  readonly number: number | null
  readonly ambiguous: number
}

function toOutcome({ outcome, number, ambiguous }: OutcomeRecord): {
  outcome: Outcome | null
  line: MappedLine | null
} {
  const read = outcome === null ? null : (JSON.parse(outcome) as Outcome)
  const line = read?.kind === 'state' ? { number, isAmbiguous: ambiguous === 1 } : null
  return { outcome: read, line }
}

/** Outcomes of the steps of a trajectory in a run, from `from` to `to`. */
function outcomesOf(
  db: ReadableDb,
  keys: { readonly run: number; readonly trajectory: number },
  range: { readonly from: number; readonly to: number },
) {
  return db
    .all<OutcomeRecord>(sql`SELECT outcome_json AS outcome, line_number AS number,
        line_ambiguous AS ambiguous
      FROM prediction WHERE run_key = ${keys.run} AND trajectory_key = ${keys.trajectory}
        AND step BETWEEN ${range.from} AND ${range.to} ORDER BY step`)
    .map(toOutcome)
}

export function stepStored(
  db: ReadableDb,
  { run, trajectory, step }: SteppingReads['stepStored']['input'],
): StoredStep {
  const keys = { run: runKeyOf(db, run), trajectory: trajectoryKeyOf(db, trajectory) }
  const found =
    db.get<StoredRecord>(sql`SELECT r.suite, r.engine, r.engine_kind AS kind, r.identity,
      r.mark, r.codec, p.seed, p.text, p.finish, p.stop, p.verdict, p.error, p.path, p.event, p.line,
      p.locals, p.raw_locals AS rawLocals, p.argument, p.reasons,
      p.differences_json AS differencesJson, p.tokens_json AS tokensJson, p.ms,
      p.predicted_at AS predictedAt
    FROM run AS r CROSS JOIN prediction AS p ON p.run_key = r.run_key
    WHERE r.run_key = ${keys.run} AND r.state = 'done'
      AND p.trajectory_key = ${keys.trajectory} AND p.step = ${step}`)
  const [own] = outcomesOf(db, keys, { from: step, to: step })
  if (found === undefined || own === undefined) {
    throw new ServiceError('not-found', `Run ${run} has no prediction of step ${step} there.`)
  }
  const { suite, engine: name, kind, identity, mark, codec, ...answer } = found
  const { event, line, locals, rawLocals, argument, reasons, ...rest } = answer
  const isFedBack = suite === 'horizon'
  return {
    ...{ run, suite, codec },
    engine: { name, kind, identity, mark },
    answer: {
      ...rest,
      ...own,
      components: { event, line, locals, rawLocals, argument },
      reasons: reasons === '' ? [] : (reasons.split('\n') as EqualityReason[]),
    },
    fedBack: isFedBack && step > 0 ? outcomesOf(db, keys, { from: 0, to: step - 1 }) : [],
  }
}

/** Runs that are looked through for a failure worth seeing, and predictions of each. */
const RUNS_LOOKED_AT = 6
const PREDICTIONS_LOOKED_AT = 20_000
/** Steps of a trajectory that is short enough to begin with. */
const SHORT = 40

/**
 * The failure to begin with: one wrong value after a few right steps, best after stepping over a line, on the shortest
 * trajectory that has such.
 */
function failureSql(runKey: number): SqlQuery {
  return sql`WITH part AS (SELECT trajectory_key, step, verdict, error, action FROM prediction
      WHERE run_key = ${runKey} ORDER BY trajectory_key, step LIMIT ${PREDICTIONS_LOOKED_AT}),
    failed AS (SELECT trajectory_key, min(step) AS step, error, action FROM part
      WHERE verdict <> 'match' GROUP BY trajectory_key)
    SELECT j.id AS trajectory, t.id AS trace, g.name AS program, f.step, f.action
    FROM failed AS f CROSS JOIN trajectory AS j USING (trajectory_key)
      CROSS JOIN trace AS t ON t.trace_key = j.trace_key CROSS JOIN program AS g USING (program_key)
    ORDER BY f.step >= 1 AND j.step_count <= ${SHORT} DESC, j.direction = 'forward' DESC, f.error IS 'wrong_value' DESC,
      f.action = 'step_over' DESC, f.step BETWEEN 2 AND 12 DESC, j.step_count, j.id LIMIT 1`
}

export function stepFirstFailure(db: ReadableDb): { failure: FirstFailure | null } {
  type OfRun = Pick<FirstFailure, 'run' | 'engine' | 'mark' | 'suite'>
  const runs = db.all<OfRun & { key: number }>(
    sql`SELECT run_key AS key, id AS run, engine, mark, suite FROM run
      WHERE state = 'done' AND suite <> 'single' ORDER BY run_key DESC LIMIT ${RUNS_LOOKED_AT}`,
  )
  for (const { key, ...run } of runs) {
    const found = db.get<Omit<FirstFailure, keyof OfRun>>(failureSql(key))
    if (found !== undefined) return { failure: { ...found, ...run } }
  }
  return { failure: null }
}
