import { connect, type WritableDb } from '../../main/store/database.ts'
import { runMigrations } from '../../main/store/migrate.ts'
import { sql } from '../../main/store/sql.ts'
import type { FilterRow } from '../../shared/corpus/filter.ts'
import type { DrawnTrace, DrawnTrajectory } from './filter-arbitrary.ts'

function insertTrace(db: WritableDb, drawn: DrawnTrace, index: number): void {
  const { key: program } = db.run(sql`INSERT INTO program (id, name, source, code_sha256)
    VALUES (${`p_${index}`}, ${drawn.program}, '', '')`)
  const { key } = db.run(sql`INSERT INTO trace (id, program_key, state, entry, engine, sandbox,
      python_version, tracer_version, max_steps, timeout_seconds, recorded_at, events, depth,
      exceptions, exit, stop_reason, error, functions)
    VALUES (${`t_${index}`}, ${program}, 'recorded', ${drawn.entry}, '', '', '', '', 1, 1, 1,
      ${drawn.events}, ${drawn.depth}, ${drawn.exceptions}, ${drawn.exit}, ${drawn.stopReason},
      ${drawn.error}, ${drawn.functions.join('\n')})`)
  for (const [ordinal, one] of drawn.trajectories.entries())
    insertTrajectory(db, key, `${index}${ordinal}`, one)
}

function insertTrajectory(
  db: WritableDb,
  traceKey: number,
  suffix: string,
  drawn: DrawnTrajectory,
): void {
  const { key } =
    db.run(sql`INSERT INTO trajectory (id, trace_key, policy, seed, ordinal, direction,
      scope_open, scope_close, start_seq, start_duplicate, step_count, exit, resampled, staged_job_key)
    VALUES (${`j_${suffix}${drawn.id}`}, ${traceKey}, ${drawn.policy}, 0, 0, ${drawn.direction}, 0, 0, 0, 0,
      9, ${drawn.exit}, 0, ${drawn.visible ? null : 1})`)
  for (const [step, failureClass] of drawn.labels.entries()) {
    // An overruled and an undone act, which must not count.
    db.run(
      sql`INSERT INTO label_act (trajectory_key, step, class, at) VALUES (${key}, ${step}, 'malformed', 1)`,
    )
    db.run(
      sql`INSERT INTO label_act (trajectory_key, step, class, at) VALUES (${key}, ${step}, ${failureClass}, 2)`,
    )
    db.run(sql`INSERT INTO label_act (trajectory_key, step, class, at, undone_at)
      VALUES (${key}, ${step}, 'other', 3, 4)`)
  }
}

export function rowOf(drawn: DrawnTrace, index: number): FilterRow {
  return {
    ...drawn,
    trajectory: null,
    trace: `t_${index}`,
    trajectories: drawn.trajectories.filter((one) => one.visible),
  }
}

export function trajectoryRowsOf(drawn: DrawnTrace, index: number): FilterRow[] {
  return drawn.trajectories.flatMap((one, ordinal) =>
    one.visible
      ? [
          {
            ...rowOf(drawn, index),
            trajectory: `j_${index}${ordinal}${one.id}`,
            exit: one.exit,
            trajectories: [one],
          },
        ]
      : [],
  )
}

export function filled(traces: readonly DrawnTrace[]): WritableDb {
  const db = connect(':memory:', { readonly: false })
  runMigrations(db)
  db.run(sql`INSERT INTO job (id, kind, state, title, input_json, done, text, owner_pid, owner_started_at, created_at)
    VALUES ('k_1', 'sample', 'running', '', 'null', 0, '', 1, 1, 1)`)
  for (const [index, drawn] of traces.entries()) insertTrace(db, drawn, index)
  return db
}
