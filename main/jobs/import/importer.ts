import { formatNoun } from '../../../shared/base/words.ts'
import type { Determinism } from '../../../shared/contract/recording.ts'
import type { TraceImportRequest } from '../../../shared/contract/trace-files.ts'
import type { Turns } from '../../../shared/trace/turns.ts'
import type { EndRecord, TracerRecord } from '../../../shared/trace/wire.ts'
import type { Store } from '../../store/store.ts'
import type { TraceHead } from '../../store/write-types.ts'
import type { JobContext, JobOutcome } from '../kind.ts'
import { isRecorded } from '../record/record-program.ts'
import { TraceSink } from '../record/trace-sink.ts'

/** Entries of each list in a job's result; what a long file makes beyond it is told while the job runs. */
const LISTED = 500

/** Where in the file something is. */
export interface Place {
  /** One-based line of the file. */
  readonly line: number
  /** Step or frame within the trace, where lines do not tell; null otherwise. */
  readonly step?: number | null
}

/** How a trace ends; the counts must be those of what was taken in. */
export interface TraceEnd {
  readonly end: Omit<EndRecord, 'kind'>
  readonly wallMs: number
  readonly determinism: Determinism | null
  /** Of a thread whose run's other threads are not in the same records. */
  readonly turns?: Turns | null
}

interface Refusal extends Place {
  readonly program: string | null
  readonly reason: string
}

/**
 * Takes in the traces of one file and keeps the report: which were taken, which were known, which refused, why and
 * where. A trace becomes visible in one step at its end.
 */
export class Importer {
  private readonly request: TraceImportRequest
  readonly ctx: JobContext
  private readonly taken: Record<string, unknown>[] = []
  private readonly refused: Refusal[] = []
  private readonly counts = { taken: 0, known: 0, refused: 0, events: 0, notes: 0 }

  constructor(request: TraceImportRequest, ctx: JobContext) {
    this.request = request
    this.ctx = ctx
  }

  /** Whether a trace with this id is in the store. */
  isKnown(trace: string): Promise<boolean> {
    return isRecorded(trace, this.ctx)
  }

  /** A sink for one trace; its caller finishes or discards it. */
  open(head: TraceHead): TraceSink {
    return new TraceSink(head, this.ctx)
  }

  /** Takes a trace that is all in memory. */
  async take(
    place: Place,
    head: TraceHead,
    trace: { records: readonly TracerRecord[]; end: TraceEnd; notes: readonly string[] },
  ): Promise<void> {
    if (await this.isKnown(head.trace))
      return this.noteTaken(place, head, { known: true, notes: [] })
    const sink = this.open(head)
    try {
      await sink.take(trace.records)
      await finishSink(sink, head.trace, trace.end, this.ctx.store)
    } catch (error) {
      await sink.discard()
      throw error
    }
    await this.noteTaken(place, head, { known: false, notes: trace.notes })
  }

  /** A trace of the file is in the store now, or was before. */
  async noteTaken(
    { line }: Place,
    head: TraceHead,
    { known, notes }: { known: boolean; notes: readonly string[] },
  ): Promise<void> {
    const { store, signal, made, changed } = this.ctx
    const row = await store.read('traceGet', { trace: head.trace }, { signal })
    const all = [...notes, ...(known ? [] : conflictsOf(head, row))]
    const { trace, program, entry, events, depth, exit, stopReason } = row
    const told = { line, trace, program, entry, events, depth, exit, stopReason, known, notes: all }
    this.counts[known ? 'known' : 'taken']++
    if (!known) this.counts.events += events
    this.counts.notes += all.length
    if (this.taken.length < LISTED) this.taken.push(told)
    made({ ...told, failure: null })
    if (!known) changed('trace', trace)
    this.report()
  }

  /** A trace, or something that should have been one, is not taken. */
  refuse(place: Place, program: string | null, reason: string): void {
    const refusal = { line: place.line, step: place.step ?? null, program, reason }
    this.counts.refused++
    if (this.refused.length < LISTED) this.refused.push(refusal)
    this.ctx.made({ ...refusal, trace: null, failure: this.sentence(refusal) })
    this.report()
  }

  /** What the job says of itself when the file has been read. */
  outcome(): JobOutcome {
    const { taken, known, refused, events, notes } = this.counts
    const parts = [
      `${formatNoun(taken, 'trace')} taken with ${formatNoun(events, 'event')}`,
      known > 0 ? `${known} here before` : null,
      `${refused} refused`,
      notes > 0 ? formatNoun(notes, 'note') : null,
    ]
    const { format, path } = this.request
    return {
      text: `${path}: ${parts.filter((part) => part !== null).join(', ')}.`,
      result: { format, path, ...this.counts, traces: this.taken, refusals: this.refused },
    }
  }

  private sentence({ line, step, reason }: Refusal): string {
    const where = step === null || step === undefined ? '' : `, step ${step}`
    return `${this.request.path}, line ${line}${where}: ${reason}.`
  }

  private report(): void {
    const { taken, known, refused } = this.counts
    const text = `${formatNoun(taken + known, 'trace')} read, ${refused} refused`
    this.ctx.report({ done: taken + known + refused, total: null, text })
  }
}

/** Makes the trace visible, and then says what is known of its determinism. */
export async function finishSink(
  sink: TraceSink,
  trace: string,
  { end, wallMs, determinism, turns = null }: TraceEnd,
  store: Store,
): Promise<void> {
  await sink.take([{ kind: 'end', ...end }])
  await sink.finish(wallMs, turns)
  if (determinism !== null) await store.write('traceDeterminism', { trace, determinism })
}

/** A program is kept as it was first seen; what another file says of it is told, not written over. */
function conflictsOf(
  head: TraceHead,
  row: { origin: string | null; licence: string | null },
): string[] {
  const told = (name: 'origin' | 'licence'): string | null =>
    head.program[name] === row[name]
      ? null
      : `its program was here before with the ${name} ${row[name] ?? 'unknown'}, which stays`
  return [told('origin'), told('licence')].filter((note) => note !== null)
}
