import { createHash } from 'node:crypto'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { TraceHead } from '../../store/write-types.ts'
import { programId } from '../record/identity.ts'
import type { TraceSink } from '../record/trace-sink.ts'
import { storedEndLine } from '../trace-export/jsonl.ts'
import type { TraceHeader } from '../trace-file/header.ts'
import { type FileEvent, type FileLine, MAX_FILE_EVENT } from '../trace-file/lines.ts'
import { parseLine, readFileLine } from '../trace-file/read-lines.ts'
import { EventChecker } from './event-checker.ts'
import { finishSink, type Importer } from './importer.ts'
import { RecordMaker } from './record-maker.ts'

/** Events given to the store at once. */
const EVENTS_AT_ONCE = 500

interface Begun {
  readonly line: number
  readonly text: string
  readonly header: TraceHeader
}

/** One trace of a file, from its header to its end line. */
export class JsonlTrace {
  readonly program: string
  isEnded = false
  private readonly importer: Importer
  private readonly begun: Begun
  private readonly head: TraceHead
  /** Null when the store has a trace with this id: then the file is only compared with it. */
  private readonly sink: TraceSink | null
  private readonly hash = createHash('sha256')
  private readonly maker = new RecordMaker()
  private readonly checker = new EventChecker()
  /** The last event, whose changes may go on in the next line, and their characters so far. */
  private pending: FileEvent | null = null
  private pendingText = 0

  private constructor(importer: Importer, begun: Begun, sink: TraceSink | null) {
    this.importer = importer
    this.begun = begun
    this.head = headOf(begun.header)
    this.sink = sink
    this.program = begun.header.program.name
    this.hash.update(begun.text, 'utf8').update('\n')
  }

  static async begin(importer: Importer, begun: Begun): Promise<JsonlTrace> {
    const isKnown = await importer.isKnown(begun.header.trace)
    return new JsonlTrace(importer, begun, isKnown ? null : importer.open(headOf(begun.header)))
  }

  /** Takes in the next line; answers with what is wrong with it, or null. */
  async line(text: string): Promise<string | null> {
    const parsed = parseLine(text)
    if (!parsed.ok) return parsed.error
    const line = readFileLine(parsed.value)
    if (!line.ok) return line.error
    try {
      return await this.take(line.value, text)
    } catch (error) {
      // What the store will not take is this trace's trouble; a store that cannot be written is everyone's.
      if (error instanceof ServiceError && ['bad-input', 'conflict'].includes(error.code)) {
        return error.message.replace(/\.$/, '')
      }
      throw error
    }
  }

  /** What is wrong when the file or another trace comes before the end line. */
  unended(): string {
    return `the trace that begins in line ${this.begun.line} has no end line, so a part of it is missing`
  }

  async discard(): Promise<void> {
    await this.sink?.discard()
  }

  private async take(line: FileLine, text: string): Promise<string | null> {
    if (line.is === 'more') return this.goOn(line.seq, line.changes, text)
    this.flush()
    if (line.is === 'end') return this.end(line, text)
    this.hash.update(text, 'utf8').update('\n')
    if (line.is === 'source') return this.source(line)
    if (line.is === 'out') {
      this.checker.printed(line.stream, line.text)
      this.maker.out(line.stream, line.text)
      return null
    }
    return this.event(line.event, text.length)
  }

  private source({ path, text }: { path: string; text: string }): string | null {
    if (this.begun.header.project === undefined) return 'its header tells of no project with files'
    if (this.checker.events > 0) return 'a file of the program comes after its first event'
    this.maker.source(path, text)
    return null
  }

  private async event(event: FileEvent, length: number): Promise<string | null> {
    const { thread } = this.begun.header
    if (event.thread !== thread) return `event ${event.seq} is not of thread ${thread}`
    const problem = this.checker.add(event)
    if (problem !== null) return problem
    this.pending = event
    this.pendingText = length
    if (this.checker.events % EVENTS_AT_ONCE === 0) await this.sink?.take(this.maker.take())
    return null
  }

  private goOn(seq: number, changes: FileEvent['changes'], text: string): string | null {
    if (this.pending === null || this.pending.seq !== seq) {
      return `it goes on with event ${seq}, which is not the one before it`
    }
    this.pendingText += text.length
    if (this.pendingText > MAX_FILE_EVENT) return `event ${seq} is too long`
    this.hash.update(text, 'utf8').update('\n')
    this.pending = { ...this.pending, changes: [...this.pending.changes, ...changes] }
    return this.checker.goOn(changes)
  }

  private flush(): void {
    // Within its own trace a thread is the main one.
    if (this.pending !== null) this.maker.event({ ...this.pending, thread: 0 })
    this.pending = null
  }

  private async end(
    { events, sha256 }: { events: number; sha256: string },
    text: string,
  ): Promise<string | null> {
    const { header, line } = this.begun
    const { counts } = this.checker
    if (events !== counts.events) return `it tells of ${events} events, and ${counts.events} came`
    if (sha256 !== this.hash.digest('hex')) {
      return 'its sha256 is not that of the lines of the trace, so one of them was changed'
    }
    for (const name of ['events', 'depth', 'exceptions', 'stdoutBytes'] as const) {
      if (header.counts[name] !== counts[name]) {
        return `the header tells of ${header.counts[name]} ${name}, and the lines hold ${counts[name]}`
      }
    }
    this.isEnded = true
    if (this.sink !== null) return this.publish(this.sink)
    const stored = await storedEndLine(
      this.importer.ctx.store,
      header.trace,
      this.importer.ctx.signal,
    )
    if (stored !== text) return `another trace with the id ${header.trace} is here already`
    await this.importer.noteTaken({ line }, this.head, { known: true, notes: [] })
    return null
  }

  private async publish(sink: TraceSink): Promise<string | null> {
    const { header, line } = this.begun
    await sink.take(this.maker.take())
    const { stop, exit, result, error, wallMs, determinism, turns = null } = header
    const told = error === null ? null : { type: error.text, message: '', line: error.line }
    const end = { end: { stop, exit, error: told, result }, wallMs, determinism, turns }
    await finishSink(sink, header.trace, end, this.importer.ctx.store)
    await this.importer.noteTaken({ line }, this.head, {
      known: false,
      notes: this.checker.notes(),
    })
    return null
  }
}

function headOf(header: TraceHeader): TraceHead {
  const { name, code, codeSha256, origin, licence } = header.program
  return {
    trace: header.trace,
    program: { id: programId({ name, code }), name, source: code, codeSha256, origin, licence },
    entry: header.entry,
    engine: header.engine,
    sandbox: header.sandbox,
    pythonVersion: header.python,
    tracerVersion: header.tracer,
    maxSteps: header.maxSteps,
    timeoutSeconds: header.timeoutSeconds,
    options: header.options,
    backend: header.backend,
    imported: header.imported ?? 'jsonl',
    thread: header.thread,
    mainTrace: header.mainTrace,
    projectSha256: header.project ?? null,
    recordedAt: header.recordedAt,
  }
}
