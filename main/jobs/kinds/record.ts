import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import {
  type Determinism,
  RecordOptions,
  RecordRequest,
} from '../../../shared/contract/recording.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Tracer, TracerAbout } from '../../tracer/tracer.ts'
import type { JobContext, JobOutcome, Kind } from '../kind.ts'
import { openSource } from '../record/open-source.ts'
import type { ReadProgram, RecordedProgram } from '../record/read-programs.ts'
import { noticeOf, type Recorder, recordProgram } from '../record/record-program.ts'
import { determinismNotice, repeatRun } from '../record/repeat-run.ts'

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

/** What became of one program. */
interface Outcome {
  readonly events: number
  readonly known: boolean
  readonly partial: boolean
  /** Why it could not be recorded; null when it was. */
  readonly failure: { readonly program: string; readonly failure: string } | null
}

/** The outcome of a recording names this many failures; all of them are told while it runs. */
const TOLD_FAILURES = 500

function failed(program: string, failure: string): Outcome {
  return { events: 0, known: false, partial: false, failure: { program, failure } }
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
  if (!read.ok) {
    ctx.made(failureRow(read.name, read.error))
    return failed(read.name, read.error)
  }
  try {
    const { trace, known } = await recordProgram(read.program, options, recorder, ctx)
    const row = await ctx.store.read('traceGet', { trace }, { signal: ctx.signal })
    const determinism = await determinismOf(read.program, row, means)
    ctx.made(madeRow({ ...row, determinism }, known))
    ctx.changed('trace', trace)
    const { events, stopReason } = row
    if (stopReason === 'syntax_error') return failed(row.program, noticeOf(row) ?? '')
    return { events, known, partial: stopReason !== 'ended', failure: null }
  } catch (error) {
    // One program's trouble must not end the batch; a store that cannot be written does.
    if (ctx.signal.aborted || !(error instanceof ServiceError) || error.code !== 'bad-input') {
      throw error
    }
    const name = read.program.test?.nodeId ?? read.program.name
    ctx.made(failureRow(name, error.message))
    return failed(name, error.message)
  }
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
  const notice = noticeOf(row) ?? determinismNotice(row.determinism)
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
    notice,
    failure: stopReason === 'syntax_error' ? notice : null,
  }
}

function failureRow(program: string, sentence: string): Record<string, unknown> {
  return { program, trace: null, failure: sentence }
}

/** A moment has no length and no rate worth telling. */
export function eventsIn(events: number, seconds: number): string {
  const counted = formatNoun(events, 'event')
  if (seconds < 1) return counted
  const rate = events === 0 ? '' : ` (${formatCount(Math.round(events / seconds))} events/s)`
  return `${counted} in ${seconds.toFixed(1)} s${rate}`
}

/** Counts outcomes and says them in words. */
class Tally {
  private readonly total: number
  private readonly startedAt = performance.now()
  private done = 0
  private events = 0
  private known = 0
  private partial = 0
  private failed = 0
  private readonly failures: { program: string; failure: string }[] = []

  constructor(total: number) {
    this.total = total
  }

  add(outcome: Outcome): void {
    this.done++
    if (outcome.known) this.known++
    else this.events += outcome.events
    if (outcome.partial) this.partial++
    if (outcome.failure === null) return
    this.failed++
    if (this.failures.length < TOLD_FAILURES) this.failures.push(outcome.failure)
  }

  progress() {
    return {
      done: this.done,
      total: this.total,
      text: `${formatNoun(this.events, 'event')} recorded`,
    }
  }

  outcome(): JobOutcome {
    const seconds = (performance.now() - this.startedAt) / 1000
    const parts = [
      `${formatNoun(this.done, 'program')}, ${eventsIn(this.events, seconds)}`,
      this.known > 0 ? `${this.known} recorded before` : null,
      this.partial > 0 ? `${this.partial} stopped early` : null,
      this.failed > 0 ? `${this.failed} could not be run` : null,
    ]
    const { done, events, known, partial, failed, failures } = this
    return {
      text: `${parts.filter((part) => part !== null).join(', ')}.`,
      result: { programs: done, events, known, partial, failed, seconds, failures },
    }
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
