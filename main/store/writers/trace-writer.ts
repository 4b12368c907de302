import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { WritableDb } from '../database.ts'
import { jobKeyOf } from '../readers/job-reader.ts'
import { traceKeyOf } from '../readers/trace-reader.ts'
import { sql } from '../sql.ts'
import type { TraceHead, TraceTail, Writes } from '../write-types.ts'
import { appendBatch } from './batch-writer.ts'
import { storeExtents } from './extents.ts'
import {
  forgetTrace,
  internerOf,
  type OpenTrace,
  openTraceOf,
  rememberTrace,
} from './open-trace.ts'

/** Removes a trace with all that hangs on it, and its program and its files' texts when no other trace needs them. */
export function removeTrace(db: WritableDb, traceKey: number): void {
  const record = db.get<{ program_key: number }>(
    sql`SELECT program_key FROM trace WHERE trace_key = ${traceKey}`,
  )
  if (record === undefined) return
  const program = record.program_key
  const sources = db.all<{ source_key: number }>(
    sql`SELECT source_key FROM trace_file WHERE trace_key = ${traceKey}`,
  )
  db.run(sql`DELETE FROM trace WHERE trace_key = ${traceKey}`)
  for (const { source_key: source } of sources) {
    db.run(sql`DELETE FROM source WHERE source_key = ${source}
      AND NOT EXISTS (SELECT 1 FROM trace_file WHERE source_key = ${source})`)
  }
  const used = db.get(sql`SELECT 1 FROM trace WHERE program_key = ${program} LIMIT 1`)
  if (used !== undefined) return
  db.run(sql`DELETE FROM code WHERE program_key = ${program}`)
  db.run(sql`DELETE FROM program WHERE program_key = ${program}`)
}

function programKeyOf(db: WritableDb, program: TraceHead['program']): number {
  db.run(sql`INSERT INTO program (id, name, source, code_sha256, origin, licence)
    VALUES (${program.id}, ${program.name}, ${program.source}, ${program.codeSha256},
      ${program.origin}, ${program.licence})
    ON CONFLICT (id) DO NOTHING`)
  const record = db.get<{ program_key: number }>(
    sql`SELECT program_key FROM program WHERE id = ${program.id}`,
  )
  if (record === undefined) throw new Error(`program ${program.id} was not stored`)
  return record.program_key
}

/** Whether a finished trace has the id; a half one that nobody is recording any more is removed. */
function alreadyRecorded(db: WritableDb, trace: string, jobKey: number | null): boolean {
  const found = db.get<{
    trace_key: number
    state: string
    job_key: number | null
    job_state: string | null
  }>(sql`SELECT t.trace_key, t.state, t.job_key, j.state AS job_state
    FROM trace AS t LEFT JOIN job AS j USING (job_key) WHERE t.id = ${trace}`)
  if (found === undefined) return false
  if (found.state === 'recorded') return true
  const busy = found.job_state === 'running' || found.job_state === 'queued'
  if (busy && found.job_key !== jobKey) {
    throw new ServiceError(
      'conflict',
      `Another job is recording the trace ${trace} right now; wait for it, then try again.`,
    )
  }
  removeTrace(db, found.trace_key)
  return false
}

function optionsKeyOf(db: WritableDb, { options }: TraceHead): number | null {
  if (options === null) return null
  const json = JSON.stringify(options)
  db.run(sql`INSERT INTO options (json) VALUES (${json}) ON CONFLICT (json) DO NOTHING`)
  const record = db.get<{ options_key: number }>(
    sql`SELECT options_key FROM options WHERE json = ${json}`,
  )
  return record?.options_key ?? null
}

function begin(db: WritableDb, head: TraceHead, jobKey: number | null): OpenTrace {
  const programKey = programKeyOf(db, head.program)
  const { key } = db.run(sql`INSERT INTO trace (id, program_key, state, entry, engine, sandbox,
      python_version, tracer_version, max_steps, timeout_seconds, options_key, backend,
      imported, thread, main_trace, project_sha256, recorded_at, job_key)
    VALUES (${head.trace}, ${programKey}, 'recording', ${head.entry}, ${head.engine},
      ${head.sandbox}, ${head.pythonVersion}, ${head.tracerVersion}, ${head.maxSteps},
      ${head.timeoutSeconds}, ${optionsKeyOf(db, head)}, ${head.backend},
      ${head.imported}, ${head.thread}, ${head.mainTrace}, ${head.projectSha256},
      ${head.recordedAt}, ${jobKey})`)
  return {
    trace: head.trace,
    traceKey: key,
    programKey,
    nextSeq: 0,
    nextActivation: 0,
    nextOutput: 0,
    files: new Set(),
    codeKeys: new Map(),
    nameKeys: new Map(),
    values: new Map(),
    extents: new Map(),
    functions: new Set(),
  }
}

function finish(db: WritableDb, open: OpenTrace, tail: TraceTail): void {
  if (tail.events !== open.nextSeq) {
    throw new ServiceError(
      'bad-input',
      `The trace ${open.trace} ends with ${tail.events} events, but ${open.nextSeq} were stored.`,
    )
  }
  const { result } = tail
  const resultKey = result === null ? null : internerOf(db).rowKey(result)
  db.run(sql`UPDATE trace SET state = 'recorded', events = ${tail.events}, depth = ${tail.depth},
      exceptions = ${tail.exceptions}, exit = ${tail.exit}, stop_reason = ${tail.stopReason},
      error = ${tail.error}, error_line = ${tail.errorLine}, result_value_key = ${resultKey},
      functions = ${[...open.functions].join('\n')}, wall_ms = ${tail.wallMs},
      stdout_bytes = ${tail.stdoutBytes},
      turns = ${tail.turns === null ? null : JSON.stringify(tail.turns)}
    WHERE trace_key = ${open.traceKey}`)
  storeExtents(db, open.traceKey, open.extents)
}

type TraceWrite<K extends keyof Writes> = (
  db: WritableDb,
  input: Writes[K]['input'],
) => Writes[K]['output']

export const programTraceBegin: TraceWrite<'programTraceBegin'> = (db, { job, head }) => {
  const jobKey = jobKeyOf(db, job)
  if (alreadyRecorded(db, head.trace, jobKey)) return { exists: true }
  rememberTrace(db, begin(db, head, jobKey))
  return { exists: false }
}

export const traceAppend: TraceWrite<'traceAppend'> = (db, { trace, batch }) => {
  appendBatch(db, openTraceOf(db, trace), batch)
  return {}
}

export const traceFinish: TraceWrite<'traceFinish'> = (db, { trace, tail }) => {
  finish(db, openTraceOf(db, trace), tail)
  forgetTrace(db, trace)
  return {}
}

export const traceDiscard: TraceWrite<'traceDiscard'> = (db, { trace }) => {
  forgetTrace(db, trace)
  const found = db.get<{ trace_key: number }>(
    sql`SELECT trace_key FROM trace WHERE id = ${trace} AND state = 'recording'`,
  )
  if (found === undefined) return { discarded: false }
  removeTrace(db, found.trace_key)
  return { discarded: true }
}

export const traceDeterminism: TraceWrite<'traceDeterminism'> = (db, { trace, determinism }) => {
  const key = traceKeyOf(db, trace)
  db.run(
    sql`UPDATE trace SET determinism = ${JSON.stringify(determinism)} WHERE trace_key = ${key}`,
  )
  return {}
}

export const traceWhole: TraceWrite<'traceWhole'> = (db, { head, batches, tail }) => {
  if (alreadyRecorded(db, head.trace, null)) return { exists: true }
  const open = begin(db, head, null)
  for (const batch of batches) appendBatch(db, open, batch)
  finish(db, open, tail)
  return { exists: false }
}
