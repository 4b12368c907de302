import type { JobKind, JobRow, JobState } from '../../../shared/contract/jobs.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { ReadableDb } from '../database.ts'
import type { JobInput, PageOf, Reads } from '../read-types.ts'
import { type SqlQuery, sql } from '../sql.ts'

interface JobRecord {
  readonly id: string
  readonly kind: JobKind
  readonly state: JobState
  readonly title: string
  readonly done: number
  readonly total: number | null
  readonly text: string
  readonly error: string | null
  readonly result_json: string | null
  readonly created_at: number
  readonly started_at: number | null
  readonly ended_at: number | null
}

const JOB_COLUMNS: SqlQuery = sql`id, kind, state, title, done, total, text, error, result_json,
  created_at, started_at, ended_at`

function toRow(record: JobRecord): JobRow {
  return {
    job: record.id,
    kind: record.kind,
    state: record.state,
    // Known to the process that runs the job alone.
    paused: false,
    title: record.title,
    done: record.done,
    total: record.total,
    text: record.text,
    error: record.error,
    result:
      record.result_json === null
        ? null
        : (JSON.parse(record.result_json) as Record<string, unknown>),
    createdAt: record.created_at,
    startedAt: record.started_at,
    endedAt: record.ended_at,
  }
}

export function jobPage(db: ReadableDb, input: Reads['jobPage']['input']): PageOf<JobRow> {
  const rows = db.all<JobRecord>(
    sql`SELECT ${JOB_COLUMNS} FROM job ORDER BY job_key DESC LIMIT ${input.limit} OFFSET ${input.offset}`,
  )
  const count = db.get<{ count: number }>(sql`SELECT count(*) AS count FROM job`)
  return { rows: rows.map(toRow), total: count?.count ?? 0 }
}

function notFound(job: string): ServiceError {
  return new ServiceError('not-found', `There is no job ${job} in this workspace.`)
}

export function jobGet(db: ReadableDb, input: Reads['jobGet']['input']): JobRow {
  const record = db.get<JobRecord>(sql`SELECT ${JOB_COLUMNS} FROM job WHERE id = ${input.job}`)
  if (record === undefined) throw notFound(input.job)
  return toRow(record)
}

export function jobInput(db: ReadableDb, input: Reads['jobInput']['input']): JobInput {
  const record = db.get<{ id: string; kind: JobKind; input_json: string }>(
    sql`SELECT id, kind, input_json FROM job WHERE id = ${input.job}`,
  )
  if (record === undefined) throw notFound(input.job)
  return { job: record.id, kind: record.kind, input: JSON.parse(record.input_json) as unknown }
}

/** The job's key, or `not-found`. */
export function jobKeyOf(db: ReadableDb, job: string): number {
  const record = db.get<{ job_key: number }>(sql`SELECT job_key FROM job WHERE id = ${job}`)
  if (record === undefined) throw notFound(job)
  return record.job_key
}
