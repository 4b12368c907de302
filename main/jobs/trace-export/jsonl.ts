import { createHash } from 'node:crypto'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import type { Store } from '../../store/store.ts'
import { headerLine } from '../trace-file/header.ts'
import { endLine, eventLines, outLines, sourceLine } from '../trace-file/lines.ts'
import { storedItems } from './stored-events.ts'

/** Lines of the traces, one after the other. */
export async function* jsonlLines(
  store: Store,
  lanes: readonly TraceDetail[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const lane of lanes) yield* traceLines(store, lane, signal)
}

/** Lines of a trace's file without their line ends: the header, what happened, and the end with a hash of them all. */
async function* traceLines(
  store: Store,
  trace: TraceDetail,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const seen = (line: string): string => {
    hash.update(line, 'utf8').update('\n')
    return line
  }
  yield seen(headerLine(trace, await turnsOf(store, trace, signal)))
  for (const file of await filesOf(store, trace, signal)) yield seen(sourceLine(file))
  for await (const item of storedItems(store, trace, signal)) {
    const lines =
      item.is === 'event' ? eventLines(item.event) : outLines(item.output.stream, item.output.text)
    for (const line of lines) yield seen(line)
  }
  yield endLine(trace.events, hash.digest('hex'))
}

async function turnsOf(store: Store, { trace }: TraceDetail, signal: AbortSignal) {
  const told = await store.read('traceTurns', { trace }, { signal })
  return told.lanes.find((lane) => lane.trace === trace)?.turns ?? null
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
  let last = ''
  for await (const line of traceLines(store, detail, signal)) last = line
  return last
}
