import { asSentence } from '../../../shared/base/words.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import {
  type Exit,
  FLAG_UNWOUND,
  FLAG_YIELDED,
  type StopReason,
} from '../../../shared/trace/event.ts'
import type { Turns } from '../../../shared/trace/turns.ts'
import type {
  Backend,
  EndRecord,
  EventRecord,
  TracerRecord,
} from '../../../shared/trace/wire-records.ts'
import type { TraceBatch, TraceHead, TraceTail } from '../../store/write-types.ts'
import type { JobContext } from '../kind.ts'
import { BatchAssembler } from './batch-assembler.ts'
import { laneId } from './identity.ts'
import { LaneDefinitions } from './lane-definitions.ts'
import { RunTurns } from './run-turns.ts'
import { emptyRun, errorText, SkippedTest } from './unrecorded.ts'

/**
 * Puts the records of one run into the store: the main thread's as the trace, every other thread's as a trace of its
 * own beside it. Nothing is seen before the end, and the main thread's trace is the last to appear.
 */
export class TraceSink {
  private head: TraceHead
  private readonly ctx: JobContext
  private readonly main: LaneSink
  private readonly definitions = new LaneDefinitions()
  private readonly others = new Map<number, LaneSink>()
  private readonly turns = new RunTurns()
  private end: EndOfRun | null = null
  private isDiscarded = false
  /** The latest `take`, done or not. */
  private taking: Promise<void> = Promise.resolve()

  constructor(head: TraceHead, ctx: JobContext) {
    this.head = head
    this.ctx = ctx
    this.main = new LaneSink(head, ctx)
  }

  /** To be awaited before the next one. */
  take(records: readonly TracerRecord[]): Promise<void> {
    this.taking = this.takeAll(records)
    return this.taking
  }

  private async takeAll(records: readonly TracerRecord[]): Promise<void> {
    for (const record of records) {
      if (this.isDiscarded) return
      if (record.kind === 'start') this.head = this.main.tellBackend(record.backend)
      if (record.kind === 'end') this.end = endOfRun(record)
      this.definitions.note(record)
      if (record.kind === 'event' && record.thread !== 0) await this.takeOther(record)
      else {
        if (record.kind === 'event') this.turns.note(0, this.main.assembler.events)
        await this.main.push(record)
      }
    }
  }

  /**
   * Throws a ServiceError where the run left nothing to keep. `turns` are those of the main thread where the records are
   * not of all threads of the run.
   */
  async finish(wallMs: number, turns: Turns | null = null): Promise<void> {
    const { end } = this
    if (end === null) throw new Error('the tracer gave no end record')
    this.requireEvents(end)
    for (const [thread, lane] of this.others) {
      await lane.finish({ ...laneTail(lane, end, wallMs), turns: this.turns.of(thread) })
    }
    const tail = mainTail(this.main, end, wallMs)
    await this.main.finish({ ...tail, turns: turns ?? this.turns.of(0) })
  }

  private requireEvents({ stop: stopReason, exit, error }: EndOfRun): void {
    const { entry, options } = this.head
    const events = [this.main, ...this.others.values()].reduce(
      (sum, { assembler }) => sum + assembler.events,
      0,
    )
    const empty = emptyRun({ entry, options, stopReason, exit, error: errorText(error), events })
    if (empty !== null) throw new ServiceError('bad-input', empty)
  }

  /** Leaves nothing, also of records that are being taken: a cancelled run does not wait for its sink. */
  async discard(): Promise<void> {
    this.isDiscarded = true
    await this.taking.catch(() => {})
    for (const lane of this.others.values()) await lane.discard()
    await this.main.discard()
  }

  private async takeOther(event: EventRecord): Promise<void> {
    const { thread } = event
    let lane = this.others.get(thread)
    if (lane === undefined) {
      const trace = laneId(this.head.trace, thread)
      lane = new LaneSink({ ...this.head, trace, mainTrace: this.head.trace, thread }, this.ctx)
      this.others.set(thread, lane)
    }
    this.turns.note(thread, lane.assembler.events)
    // Within its lane a thread is the main one.
    for (const needed of this.definitions.neededBy(event)) await lane.push(needed)
    await lane.push({ ...event, thread: 0 })
  }
}

/** Views that look on while a trace is recorded are told of its growth this often. */
const TELL_MS = 1000

/** One trace on its way into the store: all at once while it fits in one batch, else batch by batch. */
class LaneSink {
  readonly assembler = new BatchAssembler()
  private head: TraceHead
  private readonly ctx: JobContext
  private hasBegun = false
  private last: EventRecord | null = null
  private toldAt = 0

  constructor(head: TraceHead, ctx: JobContext) {
    this.head = head
    this.ctx = ctx
  }

  /** Which backend gave the events: known from the first record, before anything is stored. */
  tellBackend(backend: Backend): TraceHead {
    this.head = { ...this.head, backend }
    return this.head
  }

  /** Of the events pushed, the last. */
  get lastEvent(): EventRecord | null {
    return this.last
  }

  async push(record: TracerRecord): Promise<void> {
    if (record.kind === 'event') this.last = record
    const batch = this.assembler.push(record)
    if (batch !== null) await this.append(batch)
  }

  async finish(tail: TraceTail): Promise<void> {
    const last = this.assembler.finish()
    const { store } = this.ctx
    if (this.hasBegun) {
      await this.append(last)
      await store.write('traceFinish', { trace: this.head.trace, tail })
    } else {
      await store.write('traceWhole', { head: this.head, batches: [last], tail })
    }
  }

  async discard(): Promise<void> {
    if (this.hasBegun) await this.ctx.store.write('traceDiscard', { trace: this.head.trace })
  }

  private async append(batch: TraceBatch): Promise<void> {
    const { store, jobId, changed, made } = this.ctx
    if (!this.hasBegun) {
      await store.write('programTraceBegin', { job: jobId, head: this.head })
      this.hasBegun = true
      const { program, entry, trace, thread } = this.head
      if (thread === 0) made({ program: program.name, entry, trace, recording: true })
    }
    await store.write('traceAppend', { trace: this.head.trace, batch })
    if (performance.now() - this.toldAt < TELL_MS) return
    this.toldAt = performance.now()
    changed('trace', this.head.trace)
  }
}

/** The end of a run that took place. */
type EndOfRun = EndRecord & { readonly stop: StopReason }

/** Throws a ServiceError where the entry was never begun, a SkippedTest where it was skipped: there is no trace then. */
function endOfRun(record: EndRecord): EndOfRun {
  const { stop, error } = record
  if (stop === 'skipped') throw new SkippedTest(record)
  if (stop === 'not_run') {
    throw new ServiceError('bad-input', asSentence(error?.message ?? 'Its entry was never begun'))
  }
  return { ...record, stop }
}

type OwnTail = Omit<TraceTail, 'turns'>

function mainTail({ assembler }: LaneSink, end: EndOfRun, wallMs: number): OwnTail {
  const { stop, exit, error, result } = end
  const { events, depth, exceptions, stdoutBytes } = assembler
  return {
    events,
    depth,
    exceptions,
    exit,
    stopReason: stop,
    error: errorText(error),
    errorLine: error?.line ?? null,
    result,
    stdoutBytes,
    wallMs,
  }
}

/** A thread ends in its own way; only the budget that stopped the run stops it as well. */
function laneTail(lane: LaneSink, end: EndOfRun, wallMs: number): OwnTail {
  const exit = exitOf(lane.lastEvent)
  const hasEnded = exit !== 'never'
  return {
    ...mainTail(lane, end, wallMs),
    exit,
    stopReason: hasEnded ? 'ended' : end.stop,
    error: null,
    errorLine: null,
    result: null,
  }
}

function exitOf(last: EventRecord | null): Exit {
  if (last?.event !== 'return' || (last.flags & FLAG_YIELDED) !== 0) return 'never'
  return (last.flags & FLAG_UNWOUND) === 0 ? 'normal' : 'error'
}
