import {
  type Determinism,
  RecordOptions,
  RecordRequest,
} from '../../../shared/contract/recording.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Tracer, TracerAbout } from '../../tracer/tracer.ts'
import type { JobContext, Kind } from '../kind.ts'
import { openSource } from '../record/open-source.ts'
import type { ReadProgram, RecordedProgram } from '../record/read-programs.ts'
import { noticeOf, type Recorder, recordProgram } from '../record/record-program.ts'
import { determinismNotice, repeatRun } from '../record/repeat-run.ts'
import { type Outcome, Tally } from '../record/tally.ts'
import { SkippedTest, skipWhileRunning } from '../record/unrecorded.ts'

/** Records programs one after the other; traces finished before a cancel or a crash stay. */
export const record: Kind<RecordRequest> = {
  name: 'record',
  lane: 'trace',
  input: RecordRequest,
  title: ({ source }) => {
    if (source.from === 'path') return `Record ${source.path}`
    if (source.from === 'pytest') return `Record pytest ${source.test}`
    const [first] = source.programs
    const others = source.programs.length - 1
    return `Record ${first?.name ?? 'a program'}${others > 0 ? ` and ${others} more` : ''}`
  },
  run: async (input, ctx) => {
    const { programs, tracer } = await openSource(input, ctx)
    const recorder = { tracer, about: await describeTracer(tracer) }
    const options = RecordOptions.parse(input)
    const means = { options, isRepeated: input.repeat === 2, recorder, ctx }
    const tally = new Tally(programs.length)
    ctx.report({ ...tally.progress(), text: 'Recording' })
    await inParallel(tracer.width, programs, async (program) => {
      await ctx.ready()
      tally.add(await recordOne(program, means))
      ctx.report(tally.progress())
    })
    return tally.outcome()
  },
}

async function describeTracer(tracer: Tracer): Promise<TracerAbout> {
  try {
    return await tracer.describe()
  } catch (error) {
    throw new ServiceError('unavailable', (error as Error).message)
  }
}

const NOTHING = { events: 0, known: false, partial: false, skipped: false, failure: null }

function failed(program: string, failure: string): Outcome {
  return { ...NOTHING, failure: { program, failure } }
}

/** What all programs of a recording have in common. */
interface Means {
  readonly options: RecordOptions
  readonly isRepeated: boolean
  readonly recorder: Recorder
  readonly ctx: JobContext
}

async function recordOne(read: ReadProgram, means: Means): Promise<Outcome> {
  const { options, recorder, ctx } = means
  if (!read.ok)
    return withoutTrace(read.name, read.error, { ctx, isSkipped: read.isSkipped ?? false })
  try {
    const { trace, known } = await recordProgram(read.program, options, recorder, ctx)
    const row = await ctx.store.read('traceGet', { trace }, { signal: ctx.signal })
    const determinism = await determinismOf(read.program, row, means)
    ctx.made(madeRow({ ...row, determinism }, known))
    ctx.changed('trace', trace)
    const { events, stopReason } = row
    if (stopReason === 'syntax_error') return failed(row.program, noticeOf(row) ?? '')
    const skipped = skipWhileRunning(row) !== null
    return { events, known, partial: stopReason !== 'ended', skipped, failure: null }
  } catch (error) {
    // One program's trouble must not end the batch; a store that cannot be written does.
    const isSkipped = error instanceof SkippedTest
    const isOfProgram = error instanceof ServiceError && error.code === 'bad-input'
    if (ctx.signal.aborted || !(isSkipped || isOfProgram)) throw error
    const name = read.program.test?.nodeId ?? read.program.name
    return withoutTrace(name, error.message, { ctx, isSkipped })
  }
}

/** Tells of a program without a trace, and why. */
function withoutTrace(
  program: string,
  why: string,
  { ctx, isSkipped }: { readonly ctx: JobContext; readonly isSkipped: boolean },
): Outcome {
  const failure = isSkipped ? null : why
  ctx.made({ program, trace: null, skipped: isSkipped ? why : null, notice: why, failure })
  return isSkipped ? { ...NOTHING, skipped: true } : failed(program, why)
}

/** What is known of the program's determinism; runs it again where that was asked for and is not known. */
async function determinismOf(
  program: RecordedProgram,
  row: TraceDetail,
  { options, isRepeated, recorder, ctx }: Means,
): Promise<Determinism | null> {
  const isWanted = isRepeated && row.stopReason !== 'syntax_error'
  if (!isWanted || row.determinism !== null) return row.determinism
  return repeatRun(program, options, row, { recorder, ctx })
}

function madeRow(row: TraceDetail, known: boolean): Record<string, unknown> {
  const { program, trace, entry, events, depth, exit, stopReason, error } = row
  const skipped = skipWhileRunning(row)
  const notice = noticeOf(row) ?? skipped ?? determinismNotice(row.determinism)
  return {
    program,
    trace,
    entry,
    events,
    depth,
    exit,
    stopReason,
    error,
    errorLine: row.errorLine,
    result: row.result?.text ?? null,
    known,
    determinism: row.determinism,
    engine: row.engine,
    skipped,
    notice,
    failure: stopReason === 'syntax_error' ? notice : null,
  }
}

/** Runs `work` on the items, at most `width` at once; the first failure stops the rest from starting. */
async function inParallel<Item>(
  width: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  let failed = false
  const worker = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const item = items[next++] as Item
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: width }, worker))
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
  if (rejected !== undefined) throw rejected.reason
}
