import { ExitSchema, StopReasonSchema } from '../../../shared/contract/common.ts'
import { Determinism, RecordOptions } from '../../../shared/contract/recording.ts'
import { z } from '../../../shared/contract/schema.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import { describeIssues } from '../../../shared/rpc/contract.ts'
import type { Value } from '../../../shared/trace/event.ts'
import { type Turns, turnsProblem } from '../../../shared/trace/turns.ts'
import { BACKENDS } from '../../../shared/trace/wire-records.ts'
import { sha256Hex } from '../record/identity.ts'
import { valueFields } from './lines.ts'
import { isWellFormed, readFileValue } from './read-lines.ts'

export const FORMAT_NAME = 'ndw-trace-jsonl'
export const FORMAT_VERSION = 1

/** What a file of ours may say it was imported from before; traces of our own recorders say null. */
const FOREIGN_FORMATS = ['cwm', 'pytutor'] as const

const Count = z.int().min(0)
const TraceId = z.string().regex(/^t_[0-9a-f]{16}$/, 'not `t_` and 16 hex digits')
const ValueFields = z.array(z.unknown()).transform((fields, ctx): Value => {
  const value = readFileValue(fields)
  if (value.ok) return value.value
  ctx.addIssue({ code: 'custom', message: value.error })
  return z.NEVER
})

const Header = z.strictObject({
  format: z.literal(FORMAT_NAME),
  version: z.literal(FORMAT_VERSION),
  trace: TraceId,
  thread: Count,
  mainTrace: TraceId.nullable(),
  program: z.strictObject({
    name: z.string().min(1).max(400),
    code: z.string().max(1_048_576),
    codeSha256: z.string(),
    origin: z.string().max(400).nullable(),
    licence: z.string().max(200).nullable(),
  }),
  /** Only of a program with more than one file. */
  project: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'not 64 hex digits')
    .optional(),
  entry: z.string().min(1).max(100_000).nullable(),
  imported: z.enum(FOREIGN_FORMATS).nullable(),
  engine: z.string().max(100),
  backend: z.enum(BACKENDS),
  sandbox: z.string().max(10_000),
  python: z.string().max(100),
  tracer: z.string().max(100),
  options: RecordOptions.nullable(),
  maxSteps: Count,
  timeoutSeconds: z.number().min(0),
  determinism: Determinism.nullable(),
  recordedAt: Count,
  wallMs: z.number().min(0),
  stop: StopReasonSchema,
  exit: ExitSchema,
  error: z.strictObject({ text: z.string().max(200_000), line: Count.nullable() }).nullable(),
  result: ValueFields.nullable(),
  counts: z.strictObject({ events: Count, depth: Count, exceptions: Count, stdoutBytes: Count }),
  /** Only where the run had several threads. */
  turns: z.array(Count).optional(),
})
export type TraceHeader = z.infer<typeof Header>

/** The first line of a trace's file, its fields in the published order (resources/formats/trace-jsonl.md). */
export function headerLine(trace: TraceDetail, turns: Turns | null): string {
  const { imported, error, result } = trace
  return JSON.stringify({
    format: FORMAT_NAME,
    version: FORMAT_VERSION,
    trace: trace.trace,
    thread: trace.thread,
    mainTrace: trace.mainTrace,
    program: {
      name: trace.program,
      code: trace.source,
      codeSha256: trace.codeSha256,
      origin: trace.origin,
      licence: trace.licence,
    },
    ...(trace.projectSha256 === null ? {} : { project: trace.projectSha256 }),
    entry: trace.entry,
    // A trace that came in such a file is written as what it was before, so that the bytes are the same.
    imported: FOREIGN_FORMATS.find((format) => format === imported) ?? null,
    engine: trace.engine,
    backend: trace.backend,
    sandbox: trace.sandbox,
    python: trace.pythonVersion,
    tracer: trace.tracerVersion,
    options: trace.options,
    maxSteps: trace.maxSteps,
    timeoutSeconds: trace.timeoutSeconds,
    determinism: trace.determinism,
    recordedAt: trace.recordedAt,
    wallMs: trace.wallMs,
    stop: trace.stopReason,
    exit: trace.exit,
    error: error === null ? null : { text: error, line: trace.errorLine },
    result: result === null ? null : valueFields(result),
    counts: {
      events: trace.events,
      depth: trace.depth,
      exceptions: trace.exceptions,
      stdoutBytes: trace.stdoutBytes,
    },
    ...(turns === null ? {} : { turns }),
  })
}

/** Whether a line begins a trace; what follows it up to its end line belongs to it. */
export function isHeaderLine(line: string): boolean {
  return line.startsWith('{"format":')
}

/** The header, or what is wrong with it in words. */
export function readHeader(
  parsed: unknown,
): { ok: true; header: TraceHeader } | { ok: false; reason: string } {
  const version = (parsed as { version?: unknown } | null)?.version
  const format = (parsed as { format?: unknown } | null)?.format
  if (format === FORMAT_NAME && version !== FORMAT_VERSION) {
    const told = typeof version === 'number' ? `version ${version}` : 'no version'
    return refused(`it is of ${told} of the format, and this workbench reads ${FORMAT_VERSION}`)
  }
  const header = Header.safeParse(parsed)
  if (!header.success) return refused(describeIssues('its header', header.error.issues))
  if (!isWellFormed(parsed)) return refused('its header holds half of a surrogate pair')
  const { program } = header.data
  if (sha256Hex(program.code) !== program.codeSha256) {
    return refused('codeSha256 is not the SHA-256 of its code')
  }
  const { turns, counts } = header.data
  const problem = turns === undefined ? null : turnsProblem(turns, counts.events)
  if (problem !== null) return refused(`of its turns, ${problem}`)
  return { ok: true, header: header.data }
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason: reason.replace(/\.$/, '') }
}
