import { must } from '../../../shared/base/assert.ts'
import { formatNoun } from '../../../shared/base/words.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import {
  FLAG_RESUMED,
  FLAG_UNWOUND,
  FLAG_YIELDED,
  type Value,
} from '../../../shared/trace/event.ts'
import { createTreeBuilder, type Placement } from '../../../shared/tree/build.ts'
import type { Store } from '../../store/store.ts'
import type { FileEvent } from '../trace-file/lines.ts'
import { storedItems } from './stored-events.ts'

/** The one process; 0 stands for the idle task in Perfetto. */
const PID = 1
/** Characters of a value that a slice shows. */
const SHOWN = 1000

/**
 * Lines of a Chrome trace (JSON object format): a slice for each activation from its call to its return, an instant
 * for each exception, and a counter of the depth. Time is the seq, in microseconds, so that equal traces give equal bytes.
 */
export async function* perfettoLines(
  store: Store,
  trace: TraceDetail,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield '{"displayTimeUnit":"ms",'
  yield `"otherData":${JSON.stringify(aboutTrace(trace))},`
  yield '"traceEvents":['
  const lanes = new Lanes()
  yield object({ ph: 'M', pid: PID, tid: 1, name: 'process_name' }, { name: trace.program })
  for await (const item of storedItems(store, trace.trace, signal)) {
    if (item.is === 'out') continue
    const { event } = item
    const locals = await localsAt(event, { store, trace: trace.trace, signal })
    for (const line of lanes.add(event, locals)) yield `,${line}`
  }
  for (const line of lanes.finish()) yield `,${line}`
  yield ']}'
}

/** Strings, as viewers show them; nothing that depends on the machine. */
function aboutTrace(trace: TraceDetail): Record<string, string> {
  return {
    trace: trace.trace,
    program: trace.program,
    entry: trace.entry ?? '',
    python: trace.pythonVersion,
    stopReason: trace.stopReason,
    exit: trace.exit,
    time: 'ts is the number of the event, one microsecond each',
  }
}

interface Source {
  readonly store: Store
  readonly trace: string
  readonly signal: AbortSignal
}

/** A new frame's locals are its changes; only one that goes on has others. */
async function localsAt(
  event: FileEvent,
  { store, trace, signal }: Source,
): Promise<readonly (readonly [string, Value])[]> {
  if (event.kind !== 'call') return []
  if ((event.flags & FLAG_RESUMED) === 0) {
    return event.changes.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))
  }
  const states = await store.read('treeStates', { trace, seqs: [event.seq] }, { signal })
  return must(states[0], `state ${event.seq}`).locals
}

type Args = Readonly<Record<string, string | number>> | null

interface Activation {
  readonly name: string
  readonly close: (ts: number, args: Args) => string
}

/** One lane a thread: open slices, and what ends them. Holds the stack, however long the trace is. */
class Lanes {
  private readonly builder = createTreeBuilder()
  private readonly open = new Map<number, Map<number, Activation>>()
  private readonly depths = new Map<number, number>()
  private last = -1

  add(event: FileEvent, locals: readonly (readonly [string, Value])[]): string[] {
    const { seq, kind, frame, thread } = event
    this.last = seq
    const lines = this.open.has(thread) ? [] : [this.beginLane(thread)]
    const placement = this.builder.append({ kind, frame, thread })
    // What ended without a return ended before this event; a return is the last of its own activation.
    const unreturned = placement.activations.filter(({ id }) => id !== placement.activation)
    for (const { id } of unreturned) lines.push(this.close(thread, id, seq))
    if (placement.opens) lines.push(this.begin(event, placement, locals))
    if (kind === 'exception') lines.push(exceptionLine(event))
    const depth = kind === 'return' ? placement.depth - 1 : placement.depth
    if (kind === 'return') lines.push(this.close(thread, placement.activation, seq, event))
    if (this.depths.get(thread) !== depth) {
      this.depths.set(thread, depth)
      lines.push(this.counter(thread, seq, depth))
    }
    return lines
  }

  /** Ends what a truncated trace left open, the innermost first. */
  finish(): string[] {
    const lines: string[] = []
    for (const thread of this.open.keys()) {
      for (const { id } of this.builder.finish(thread).activations) {
        lines.push(this.close(thread, id, this.last + 1))
      }
    }
    return lines
  }

  private beginLane(thread: number): string {
    this.open.set(thread, new Map())
    const name = thread === 0 ? 'main thread' : `thread ${thread}`
    return object({ ph: 'M', pid: PID, tid: thread + 1, name: 'thread_name' }, { name })
  }

  private begin(
    event: FileEvent,
    { activation }: Placement,
    locals: readonly (readonly [string, Value])[],
  ): string {
    const { seq, thread, code, line, frame, flags } = event
    const at = { pid: PID, tid: thread + 1, name: code.qualname, cat: 'python' }
    this.open.get(thread)?.set(activation, {
      name: code.qualname,
      close: (ts, args) => object({ ph: 'E', ts, ...at }, args),
    })
    const shown = locals.map(([name, value]) => [name, JSON.stringify(shownText(value))] as const)
    const about = { seq, function: code.name, file: code.file, line, frame }
    const how = (flags & FLAG_RESUMED) === 0 ? {} : { resumed: 'yes' }
    return object({ ph: 'B', ts: seq, ...at }, { ...about, ...how }, orderedObject(shown))
  }

  private close(thread: number, activation: number, ts: number, event?: FileEvent): string {
    const lane = must(this.open.get(thread), `lane ${thread}`)
    const opened = must(lane.get(activation), `activation ${activation}`)
    lane.delete(activation)
    return opened.close(
      ts,
      event === undefined ? { ended: 'no return was recorded' } : outcome(event),
    )
  }

  private counter(thread: number, seq: number, depth: number): string {
    const name = thread === 0 ? 'depth' : `depth of thread ${thread}`
    return object({ ph: 'C', ts: seq, pid: PID, tid: thread + 1, name }, { frames: depth })
  }
}

function outcome({ seq, line, flags, arg }: FileEvent): Args {
  const how = (flags & FLAG_UNWOUND) !== 0 ? 'exception' : 'returned'
  const ended = (flags & FLAG_YIELDED) !== 0 ? 'yielded' : how
  const value = arg === null ? {} : { value: shownText(arg) }
  return { lastSeq: seq, lastLine: line, ended, ...value }
}

function exceptionLine({ seq, thread, line, code, arg }: FileEvent): string {
  const name = arg === null ? 'exception' : arg.type
  const at = { ph: 'i', ts: seq, s: 't', pid: PID, tid: thread + 1, name, cat: 'exception' }
  const text = arg === null ? {} : { exception: shownText(arg) }
  return object(at, { seq, function: code.qualname, line, ...text })
}

/** A value that is long, or was cut before, says how long it is. */
function shownText({ text, size }: Value): string {
  if (text.length <= SHOWN && size <= [...text].length) return text
  const kept = text.slice(0, SHOWN)
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}… (${formatNoun(size, 'character')})`
}

/** A JSON object whose names keep their order and may be anything. */
function orderedObject(entries: readonly (readonly [name: string, json: string])[]): string {
  return `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}

function object(fields: Args, args: Args, locals: string | null = null): string {
  const plain = JSON.stringify(args ?? {})
  const comma = plain === '{}' ? '' : ','
  const all = locals === null ? plain : `${plain.slice(0, -1)}${comma}"locals":${locals}}`
  return `${JSON.stringify(fields).slice(0, -1)},"args":${all}}`
}
