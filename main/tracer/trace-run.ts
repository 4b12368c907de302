import type { StopReason } from '../../shared/trace/event.ts'
import { createWireParser, describeWireError } from '../../shared/trace/wire.ts'
import { WIRE_PROTOCOL } from '../../shared/trace/wire-readers.ts'
import type { EndRecord, TracerRecord } from '../../shared/trace/wire-records.ts'
import { createProcessProbe, type ProcessProbe } from './process-probe.ts'
import type { SourceFrame, TracerJob, TraceSource } from './trace-source.ts'

/** Takes records in order; the program waits, off the clock, while a promise is open. */
export type RecordSink = (records: TracerRecord[]) => void | Promise<void>

/** How a run went, once its end record has been taken. */
export interface RunOutcome {
  readonly wallMs: number
  /** Whether the interpreter may run another program; settles when it is known. */
  readonly isReusable: Promise<boolean>
}

/** The tracer stops by itself at its deadline; what it cannot stop is killed this much later. */
const TIDY_GRACE_MS = 1000
const KILL_GRACE_MS = 250
/** Whatever it sends, a tracer is not waited for longer than twice its time and this. */
const MOST_LATE_MS = 10_000
/** After the end record: time to unwind the program and to put the interpreter in order. */
const RESTORE_MS = 1000
const WATCH_MS = 50
const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024
/** Processes of one program at once; no limit of the system's own binds a program whose user is root outside. */
export const MAX_PROCESSES = 64

/** Stop reasons after which the interpreter was left in good order, if it says so itself. */
const ORDERLY: readonly EndRecord['stop'][] = [
  'ended',
  'syntax_error',
  'step_limit',
  'output_limit',
  'byte_limit',
  'depth_limit',
]

/** Runs one program on an idle source. Rejects when cancelled or when the sink fails; both kill it. */
export function runTrace(
  source: TraceSource,
  job: TracerJob,
  sink: RecordSink,
  signal: AbortSignal | undefined,
): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    const run = new Run(source, job, sink, { resolve, reject })
    const cancel = () => run.cancel(signal?.reason)
    signal?.addEventListener('abort', cancel, { once: true })
    void run.settled.then(() => signal?.removeEventListener('abort', cancel))
    run.start()
    if (signal?.aborted) cancel()
  })
}

interface Settle {
  readonly resolve: (outcome: RunOutcome) => void
  readonly reject: (reason: unknown) => void
}

class Run {
  readonly settled: Promise<void>
  readonly #source: TraceSource
  readonly #job: TracerJob
  readonly #sink: RecordSink
  readonly #settle: Settle
  readonly #parser = createWireParser()
  readonly #reusable = Promise.withResolvers<boolean>()
  readonly #done = Promise.withResolvers<void>()
  #startedAt = 0
  #lastFrameAt = 0
  #waitedMs = 0
  #waitingSince: number | null = null
  #endedAt: number | null = null
  #watch: NodeJS.Timeout | null = null
  #killedFor: KillReason | null = null
  #hasStarted = false
  #end: EndRecord | null = null
  #isSettled = false
  #rawBytes = 0
  /** Processor time that the source's processes had used when the program was given to them. */
  #cpuBefore: number | null = null

  constructor(source: TraceSource, job: TracerJob, sink: RecordSink, settle: Settle) {
    this.#source = source
    this.#job = job
    this.#sink = sink
    this.#settle = settle
    this.settled = this.#done.promise
  }

  start(): void {
    this.#startedAt = performance.now()
    const probe = createProcessProbe(this.#source.pid)
    this.#watch = setInterval(() => this.#look(probe), WATCH_MS)
    this.#source.run(this.#job, {
      onFrame: (frame) => this.#take(frame),
      onClosed: (how) => this.#close(how),
    })
  }

  cancel(reason: unknown): void {
    this.#fail(reason ?? new DOMException('The recording was cancelled', 'AbortError'))
  }

  /** Time the program could use: all but what was spent waiting for the sink. */
  #programMs(): number {
    const now = performance.now()
    const waiting = this.#waitingSince === null ? 0 : now - this.#waitingSince
    return now - this.#startedAt - this.#waitedMs - waiting
  }

  async #look(probe: ProcessProbe): Promise<void> {
    if (this.#endedAt !== null) {
      if (performance.now() - this.#endedAt > RESTORE_MS) this.#source.kill()
      return
    }
    if (this.#isOverdue()) this.#killFor('time_limit')
    const seen = await probe()
    if (seen === null) return
    // First: many processes also hold much, as each is counted with what it shares with the others.
    if (seen.processes > MAX_PROCESSES) this.#killFor('process_limit')
    if (seen.residentBytes > MAX_RESIDENT_BYTES) this.#killFor('memory_limit')
    if (this.#isOverCpu(seen.cpuSeconds)) this.#killFor('cpu_limit')
  }

  /** One call or one line can go on for long without an event, at which the tracer would look at its clock. */
  #isOverCpu(cpuSeconds: number | null): boolean {
    const allowed = this.#job.cpuSeconds ?? null
    if (allowed === null || cpuSeconds === null) return false
    this.#cpuBefore ??= cpuSeconds
    const late = (cpuSeconds - this.#cpuBefore - allowed) * 1000 - TIDY_GRACE_MS - KILL_GRACE_MS
    return late > 0 && performance.now() - this.#lastFrameAt > KILL_GRACE_MS
  }

  /** A tracer that still sends keeps the deadline itself, and better: it does not count time in its pipe. */
  #isOverdue(): boolean {
    const allowed = this.#job.timeoutSeconds * 1000
    const late = this.#programMs() - allowed - TIDY_GRACE_MS - KILL_GRACE_MS
    const silent = performance.now() - this.#lastFrameAt
    return late > 0 && (silent > KILL_GRACE_MS || late > allowed + MOST_LATE_MS)
  }

  #killFor(reason: KillReason): void {
    if (this.#end !== null || this.#isSettled) return
    this.#killedFor ??= reason
    this.#source.kill()
  }

  async #take(frame: SourceFrame): Promise<void> {
    if (frame.kind === 'trace') {
      await this.#takeLines(frame.payload.toString('latin1'))
      this.#lastFrameAt = performance.now()
    } else if (frame.kind === 'stdout' || frame.kind === 'stderr') await this.#takeRaw(frame)
    else if (frame.kind === 'done') await this.#takeDone(frame)
    else
      await this.#finish(
        'crashed',
        'Python ended here: a shell command, which the sandbox has none of, an abort, or recursion too deep for it',
      )
  }

  /** Lines are ASCII: the tracer escapes everything else. */
  async #takeLines(text: string): Promise<void> {
    const records: TracerRecord[] = []
    const lines = text.split('\n')
    lines.pop()
    for (const line of lines) {
      const record = this.#parser.push(line)
      if (!record.ok) {
        await this.#deliver(records)
        await this.#finish('crashed', describeWireError(record.error))
        return
      }
      records.push(record.value)
    }
    await this.#deliver(records)
  }

  async #takeRaw(frame: SourceFrame): Promise<void> {
    if (!this.#hasStarted || this.#end !== null) return
    const room = this.#job.outputBytes - this.#rawBytes
    this.#rawBytes += frame.payload.length
    const payload = frame.payload.subarray(0, Math.max(room, 0))
    const stream = frame.kind === 'stdout' ? 'stdout' : 'stderr'
    if (payload.length > 0) await this.#deliver([{ kind: 'out', stream, text: textOf(payload) }])
    if (frame.payload.length <= room) return
    await this.#finish('output_limit', 'Recording stopped at the limit of output')
  }

  async #deliver(records: TracerRecord[]): Promise<void> {
    if (records.length === 0 || this.#isSettled) return
    this.#hasStarted = true
    const last = records.at(-1)
    if (last?.kind === 'end') this.#end = last
    this.#waitingSince = performance.now()
    try {
      await this.#sink(records)
    } catch (error) {
      this.#fail(error)
    }
    const now = performance.now()
    this.#waitedMs += now - (this.#waitingSince ?? now)
    this.#waitingSince = null
    if (this.#end !== null) this.#succeed(this.#end)
  }

  #succeed(end: EndRecord): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#endedAt = performance.now()
    const wallMs = this.#endedAt - this.#startedAt
    if (!ORDERLY.includes(end.stop)) this.#retire()
    this.#settle.resolve({ wallMs, isReusable: this.#reusable.promise })
  }

  #fail(reason: unknown): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#retire()
    this.#settle.reject(reason)
  }

  /** Ends the trace in the tracer's place; everything taken so far is kept. */
  async #finish(stop: StopReason, message: string): Promise<void> {
    this.#retire()
    if (this.#end !== null || this.#isSettled) return
    const { tracer, python } = this.#source.info
    const start: TracerRecord = {
      kind: 'start',
      protocol: WIRE_PROTOCOL,
      tracer,
      python,
      implementation: 'cpython',
      backend: 'settrace',
    }
    const error = { type: ERROR_TYPES[stop] ?? 'Crashed', message, line: null }
    const end: EndRecord = { kind: 'end', stop, exit: 'never', error, result: null }
    await this.#deliver(this.#hasStarted ? [end] : [start, end])
  }

  async #takeDone(frame: SourceFrame): Promise<void> {
    if (this.#end === null) {
      await this.#finish('crashed', 'The tracer ended without its last record')
      return
    }
    const { unfit } = JSON.parse(frame.payload.toString('utf8')) as { unfit: string | null }
    if (unfit === null) {
      this.#stopWatching()
      this.#reusable.resolve(this.#source.isAlive())
    } else this.#retire()
  }

  #retire(): void {
    this.#stopWatching()
    this.#source.kill()
    this.#reusable.resolve(false)
  }

  #stopWatching(): void {
    if (this.#watch !== null) clearInterval(this.#watch)
    this.#watch = null
    this.#done.resolve()
  }

  #close(how: string): void {
    if (this.#killedFor === null) void this.#finish('crashed', `${how} while the program ran`)
    else void this.#finish(...KILLS[this.#killedFor])
  }
}

type KillReason = 'time_limit' | 'cpu_limit' | 'memory_limit' | 'process_limit'

/** How a trace ends whose process was killed. */
const KILLS: Record<KillReason, readonly [stop: StopReason, message: string]> = {
  time_limit: ['time_limit', 'Recording stopped at the limit of time'],
  cpu_limit: ['cpu_limit', 'Recording stopped at the limit of processor time'],
  memory_limit: ['memory_limit', 'The program used more memory than the sandbox has'],
  process_limit: ['crashed', `The program started more than ${MAX_PROCESSES} processes`],
}

const ERROR_TYPES: Partial<Record<StopReason, string>> = {
  time_limit: 'TimeLimit',
  cpu_limit: 'CpuLimit',
  memory_limit: 'MemoryLimit',
  output_limit: 'OutputLimit',
}

/** Text of bytes written past Python's streams; what is not UTF-8 is kept as \xNN. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const escaped = (byte: string) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
    return bytes.toString('latin1').replace(/[\x80-\xff]/g, escaped)
  }
}
