import { must } from '../../../shared/base/assert.ts'
import { formatNoun } from '../../../shared/base/words.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import {
  FLAG_RESUMED,
  FLAG_UNWOUND,
  FLAG_YIELDED,
  type Value,
} from '../../../shared/trace/event.ts'
import { createTreeBuilder } from '../../../shared/tree/build.ts'
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
  lanes: readonly TraceDetail[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const main = must(lanes[0], 'a trace')
  yield '{"displayTimeUnit":"ms",'
  yield `"otherData":${JSON.stringify(aboutTrace(main))},`
  yield '"traceEvents":['
  yield object({ ph: 'M', pid: PID, tid: 1, name: 'process_name' }, { name: main.program })
  for (const lane of lanes) {
    const slices = new LaneSlices(lane.thread)
    yield `,${slices.name()}`
    for await (const item of storedItems(store, lane, signal)) {
      if (item.is === 'out') continue
      const { event } = item
      const locals = await localsAt(event, { store, trace: lane.trace, signal })
      for (const line of slices.add(event, locals)) yield `,${line}`
    }
    for (const line of slices.finish()) yield `,${line}`
  }
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

type Args = Readonly<Record<string, string | number>>

/** Open slices of one thread, and what ends them. Holds the stack, however long the trace is. */
class LaneSlices {
  private readonly thread: number
  private readonly builder = createTreeBuilder()
  /** By activation: what tells its end from another. */
  private readonly open = new Map<number, Args>()
  private depth = 0
  private last = -1

  constructor(thread: number) {
    this.thread = thread
  }

  /** What viewers call the lane. */
  name(): string {
    const name = this.thread === 0 ? 'main thread' : `thread ${this.thread}`
    return object({ ph: 'M', ...this.lane(), name: 'thread_name' }, { name })
  }

  add(event: FileEvent, locals: readonly (readonly [string, Value])[]): string[] {
    const { seq, kind, frame } = event
    this.last = seq
    const placement = this.builder.append({ kind, frame, thread: 0 })
    // What ended without a return ended before this event; a return is the last of its own activation.
    const unreturned = placement.activations.filter(({ id }) => id !== placement.activation)
    const lines = unreturned.map(({ id }) => this.close(id, seq, NO_RETURN))
    if (placement.opens) lines.push(this.begin(event, placement.activation, locals))
    if (kind === 'exception') lines.push(exceptionLine(event, this.lane()))
    if (kind === 'return') lines.push(this.close(placement.activation, seq, outcome(event)))
    const depth = kind === 'return' ? placement.depth - 1 : placement.depth
    if (depth === this.depth) return lines
    this.depth = depth
    return [...lines, this.counter(seq)]
  }

  /** Ends what a truncated trace left open, the innermost first. */
  finish(): string[] {
    return this.builder
      .finish()
      .activations.map(({ id }) => this.close(id, this.last + 1, NO_RETURN))
  }

  private lane(): Args {
    return { pid: PID, tid: this.thread + 1 }
  }

  private begin(
    event: FileEvent,
    activation: number,
    locals: readonly (readonly [string, Value])[],
  ): string {
    const { seq, code, line, frame, flags } = event
    const at = { ...this.lane(), name: code.qualname, cat: 'python' }
    this.open.set(activation, at)
    const shown = locals.map(([name, value]) => [name, JSON.stringify(shownText(value))] as const)
    const about = { seq, function: code.name, file: code.file, line, frame }
    const how = (flags & FLAG_RESUMED) === 0 ? {} : { resumed: 'yes' }
    return object({ ph: 'B', ts: seq, ...at }, { ...about, ...how }, orderedObject(shown))
  }

  private close(activation: number, ts: number, args: Args): string {
    const at = must(this.open.get(activation), `activation ${activation}`)
    this.open.delete(activation)
    return object({ ph: 'E', ts, ...at }, args)
  }

  private counter(ts: number): string {
    const name = this.thread === 0 ? 'depth' : `depth of thread ${this.thread}`
    return object({ ph: 'C', ts, ...this.lane(), name }, { frames: this.depth })
  }
}

const NO_RETURN: Args = { ended: 'no return was recorded' }

function outcome({ seq, line, flags, arg }: FileEvent): Args {
  const how = (flags & FLAG_UNWOUND) !== 0 ? 'exception' : 'returned'
  const ended = (flags & FLAG_YIELDED) !== 0 ? 'yielded' : how
  const value = arg === null ? {} : { value: shownText(arg) }
  return { lastSeq: seq, lastLine: line, ended, ...value }
}

function exceptionLine({ seq, line, code, arg }: FileEvent, lane: Args): string {
  const name = arg === null ? 'exception' : arg.type
  const at = { ph: 'i', ts: seq, s: 't', ...lane, name, cat: 'exception' }
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
  const plain = JSON.stringify(args)
  const comma = plain === '{}' ? '' : ','
  const all = locals === null ? plain : `${plain.slice(0, -1)}${comma}"locals":${locals}}`
  return `${JSON.stringify(fields).slice(0, -1)},"args":${all}}`
}
