import type { JobRow } from '../../../shared/contract/jobs.ts'
import type { WritableDb } from '../database.ts'
import { isOwnerAlive } from '../owner.ts'
import { sql } from '../sql.ts'
import { escapeSurrogates } from '../storable.ts'
import type { Writes } from '../write-types.ts'
import { removeTrace } from './trace-writer.ts'

/** Texts of a job are for people and come from anywhere, so they are escaped rather than refused. */
function escaped(row: JobRow): JobRow {
  return {
    ...row,
    title: escapeSurrogates(row.title),
    text: escapeSurrogates(row.text),
    error: row.error === null ? null : escapeSurrogates(row.error),
  }
}

// JSON text escapes halves of surrogate pairs itself.
function resultJson(row: JobRow): string | null {
  return row.result === null ? null : JSON.stringify(row.result)
}

export function jobAdd(
  db: WritableDb,
  { row: given, input, owner }: Writes['jobAdd']['input'],
): Writes['jobAdd']['output'] {
  const row = escaped(given)
  db.run(sql`INSERT INTO job (id, kind, state, title, input_json, done, total, text, error,
      result_json, owner_pid, owner_started_at, created_at, started_at, ended_at)
    VALUES (${row.job}, ${row.kind}, ${row.state}, ${row.title}, ${JSON.stringify(input ?? null)},
      ${row.done}, ${row.total}, ${row.text}, ${row.error}, ${resultJson(row)}, ${owner.pid},
      ${owner.startedAt}, ${row.createdAt}, ${row.startedAt}, ${row.endedAt})`)
  return {}
}

export function jobUpdate(
  db: WritableDb,
  { row: given, from }: Writes['jobUpdate']['input'],
): Writes['jobUpdate']['output'] {
  const row = escaped(given)
  const { changes } = db.run(sql`UPDATE job SET state = ${row.state}, title = ${row.title},
      done = ${row.done}, total = ${row.total}, text = ${row.text}, error = ${row.error},
      result_json = ${resultJson(row)}, started_at = ${row.startedAt}, ended_at = ${row.endedAt}
    WHERE id = ${row.job} AND state = ${from}`)
  return { changed: changes === 1 }
}

interface Unfinished {
  readonly job_key: number
  readonly id: string
  readonly pid: number
  readonly startedAt: number
}

function sweep(db: WritableDb): { tracesSwept: number; trajectoriesSwept: number } {
  const traces = db.all<{ trace_key: number }>(
    sql`SELECT t.trace_key FROM trace AS t LEFT JOIN job AS j USING (job_key)
      WHERE t.state = 'recording' AND (j.state IS NULL OR j.state NOT IN ('queued', 'running'))`,
  )
  for (const { trace_key: key } of traces) removeTrace(db, key)
  const { changes } = db.run(sql`DELETE FROM trajectory WHERE staged_job_key IS NOT NULL
    AND staged_job_key IN (SELECT job_key FROM job WHERE state NOT IN ('queued', 'running'))`)
  return { tracesSwept: traces.length, trajectoriesSwept: changes }
}

export function jobsAdopt(
  db: WritableDb,
  { at, self }: Writes['jobsAdopt']['input'],
): Writes['jobsAdopt']['output'] {
  const unfinished = db.all<Unfinished>(
    sql`SELECT job_key, id, owner_pid AS pid, owner_started_at AS startedAt
      FROM job WHERE state IN ('queued', 'running') ORDER BY job_key`,
  )
  const gone = unfinished.filter((job) => !isOwnerAlive(job, self))
  for (const { job_key: key } of gone) {
    db.run(sql`UPDATE job SET state = 'interrupted', text = 'Interrupted', ended_at = ${at}
      WHERE job_key = ${key}`)
  }
  return { interrupted: gone.map((job) => job.id), ...sweep(db) }
}
