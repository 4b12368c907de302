import { createHash } from 'node:crypto'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import type { Store } from '../../store/store.ts'
import { headerLine } from '../trace-file/header.ts'
import { endLine, eventLines, outLines, sourceLine } from '../trace-file/lines.ts'
import { storedItems } from './stored-events.ts'

/** Lines of the traces of one run, one after the other. */
export async function* jsonlLines(
  store: Store,
  lanes: readonly TraceDetail[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const [first] = lanes
  if (first === undefined) return
  const turns = await turnsOf(store, first, signal)
  for (const lane of lanes) yield* traceLines({ store, trace: lane, turns, signal })
}

/** Turns of each lane of a run; a lane of a time when they were not kept has none. */
type Turns = ReadonlyMap<string, readonly number[] | null>

interface WrittenTrace {
  readonly store: Store
  readonly trace: TraceDetail
  readonly turns: Turns
  readonly signal: AbortSignal
}

/** Lines of a trace's file without their line ends: the header, what happened, and the end with a hash of them all. */
async function* traceLines({ store, trace, turns, signal }: WrittenTrace): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const seen = (line: string): string => {
    hash.update(line, 'utf8').update('\n')
    return line
  }
  yield seen(headerLine(trace, turns.get(trace.trace) ?? null))
  for (const file of await filesOf(store, trace, signal)) yield seen(sourceLine(file))
  for await (const item of storedItems(store, trace, signal)) {
    const lines =
      item.is === 'event' ? eventLines(item.event) : outLines(item.output.stream, item.output.text)
    for (const line of lines) yield seen(line)
  }
  yield endLine(trace.events, hash.digest('hex'))
}

/** Those of every lane of the run that the trace is one of. */
async function turnsOf(store: Store, { trace }: TraceDetail, signal: AbortSignal): Promise<Turns> {
  const { lanes } = await store.read('traceTurns', { trace }, { signal })
  return new Map(lanes.map((lane) => [lane.trace, lane.turns]))
}

async function filesOf(store: Store, { trace, files }: TraceDetail, signal: AbortSignal) {
  return files.length === 0 ? [] : (await store.read('traceFiles', { trace }, { signal })).files
}

/** The end line a file of the stored trace would have: equal lines, equal traces. */
export async function storedEndLine(
  store: Store,
  trace: string,
  signal: AbortSignal,
): Promise<string> {
  const detail = await store.read('traceGet', { trace }, { signal })
  const turns = await turnsOf(store, detail, signal)
  let last = ''
  for await (const line of traceLines({ store, trace: detail, turns, signal })) last = line
  return last
}
