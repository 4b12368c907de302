import { formatNoun, scopeWords } from '../../../shared/base/words.ts'
import type { RecordOptions } from '../../../shared/contract/recording.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { TraceHead } from '../../store/write-types.ts'
import type { TracedProgram, TraceLimits, Tracer, TracerAbout } from '../../tracer/tracer.ts'
import type { JobContext } from '../kind.ts'
import { programId, sha256Hex, traceId } from './identity.ts'
import { changedFile } from './project.ts'
import type { RecordedProgram } from './read-programs.ts'
import { TraceSink } from './trace-sink.ts'
import { emptyRun, isOfCall } from './unrecorded.ts'

export interface Recorded {
  readonly trace: string
  /** It was in the store before: same program, entry, input, options and recorder. */
  readonly known: boolean
}

/** What records, and what it says of itself. */
export interface Recorder {
  readonly tracer: Tracer
  readonly about: TracerAbout
}

/** A program as the tracer takes it. */
export function tracedProgram(program: RecordedProgram): TracedProgram {
  const { code, entry, stdin, name, test } = program
  const plain = { code, entry, stdin, fileName: fileNameOf(name) }
  return test === undefined ? plain : { ...plain, test }
}

/** Options as the tracer takes them: one flat object. */
export function tracedOptions({ limits, ...others }: RecordOptions): TraceLimits {
  return { ...limits, ...others }
}

/**
 * Records one program and makes its trace visible in one step; a trace that fits in one batch is one transaction.
 * An abort or failure leaves nothing of it.
 */
export async function recordProgram(
  program: RecordedProgram,
  options: RecordOptions,
  recorder: Recorder,
  ctx: JobContext,
): Promise<Recorded> {
  const head = headOf(program, options, recorder.about)
  if (await isRecorded(head.trace, ctx)) return { trace: head.trace, known: true }
  const sink = new TraceSink(head, ctx)
  const files: string[] = []
  try {
    const { wallMs } = await recorder.tracer.trace(
      tracedProgram(program),
      tracedOptions(options),
      (records) => {
        for (const record of records) if (record.kind === 'source') files.push(record.path)
        return sink.take(records)
      },
      ctx.signal,
    )
    ctx.signal.throwIfAborted()
    await requireUnchanged(program, files)
    await sink.finish(wallMs)
  } catch (error) {
    await sink.discard()
    throw error
  }
  return { trace: head.trace, known: false }
}

/** What was recorded of a file that was saved meanwhile is neither the one nor the other. */
async function requireUnchanged(
  { test }: RecordedProgram,
  files: readonly string[],
): Promise<void> {
  const changed = test === undefined ? null : await changedFile(test.project, files)
  if (changed === null) return
  throw new ServiceError(
    'bad-input',
    `${changed} changed while the test was recorded; record it again.`,
  )
}

/** Whether a finished trace with this id is in the store. */
export async function isRecorded(trace: string, ctx: JobContext): Promise<boolean> {
  try {
    const { recording } = await ctx.store.read('traceSource', { trace }, { signal: ctx.signal })
    return !recording
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not-found') return false
    throw error
  }
}

function headOf(program: RecordedProgram, options: RecordOptions, about: TracerAbout): TraceHead {
  const pytest = program.test?.pytest ?? null
  const engine = pytest === null ? about.engine : `${about.engine}, pytest ${pytest}`
  const recorder = `${engine} ${about.pythonVersion} ${about.tracerVersion}`
  return {
    trace: traceId(program, options, recorder),
    program: {
      id: programId(program),
      name: program.name,
      source: program.code,
      codeSha256: sha256Hex(program.code),
      origin: program.origin,
      licence: program.licence,
    },
    entry: program.entry,
    ...about,
    engine,
    maxSteps: options.limits.maxSteps,
    timeoutSeconds: options.limits.timeoutSeconds,
    options,
    // The tracer's first record says which one it is.
    backend: 'settrace',
    imported: null,
    projectSha256: program.test?.project.sha256 ?? null,
    mainTrace: null,
    thread: 0,
    recordedAt: Date.now(),
  }
}

/** What the program sees as its own file: a name that says nothing of this machine. */
function fileNameOf(name: string): string {
  const last = name.split('/').at(-1) ?? name
  return last.endsWith('.py') ? last : `${last}.py`
}

/** Why a trace is not whole, or empty, in one sentence; null when it is neither. */
export function noticeOf(row: TraceDetail): string | null {
  const events = row.lanes.reduce((sum, lane) => sum + lane.events, 0)
  const scope = events > 0 || row.options === null ? null : scopeWords(row.options.scope)
  const kept =
    scope === null
      ? `${formatNoun(row.events, 'event')} kept`
      : `no event kept, as no code that ran is in the scope (${scope})`
  switch (row.stopReason) {
    case 'ended':
      return emptyRun({ ...row, events })
    case 'step_limit':
      return `Stopped at the step limit; ${kept}.`
    case 'time_limit':
      return `Stopped at the time limit; ${kept}.`
    case 'output_limit':
      return `Stopped at the limit of output; ${kept}.`
    case 'cpu_limit':
      return `Stopped at the limit of processor time; ${kept}.`
    case 'byte_limit':
      return `Stopped at the limit of the trace's size; ${kept}.`
    case 'depth_limit':
      return `Stopped at the limit of nested calls; ${kept}.`
    case 'memory_limit':
      return `Stopped because it used more memory than the sandbox allows; ${kept}.`
    case 'crashed':
      return `The sandboxed interpreter ended${row.error === null ? '' : ` (${row.error})`}; ${kept}.`
    case 'syntax_error':
      if (isOfCall(row.entry, row.error)) return `The call is not valid Python: ${row.error}.`
      return `Not valid Python${row.errorLine === null ? '' : `, line ${row.errorLine}`}: ${row.error ?? 'it does not compile'}.`
  }
}
