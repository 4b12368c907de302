import { must } from '../../../shared/base/assert.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { SliceEvent, SliceOutput, TraceSlice } from '../../store/read-types.ts'
import type { Store } from '../../store/store.ts'
import type { FileChange, FileEvent } from '../trace-file/lines.ts'

/** Events read from the store at once. */
const SLICE = 2000
const SLICE_DEADLINE = 60_000

export type StoredItem =
  | { readonly is: 'event'; readonly event: FileEvent }
  | { readonly is: 'out'; readonly output: SliceOutput }

/** Everything a trace holds, in the order it happened; memory holds one slice of it. */
export async function* storedItems(
  store: Store,
  { trace, thread }: Pick<TraceDetail, 'trace' | 'thread'>,
  signal: AbortSignal,
): AsyncGenerator<StoredItem> {
  let output = 0
  for (let from = 0; ; ) {
    const slice = await store.read(
      'traceSlice',
      { trace, from, output, limit: SLICE },
      { signal, deadlineMs: SLICE_DEADLINE },
    )
    yield* itemsOf(slice, from, thread)
    from += slice.events.length
    output += slice.outputs.length
    if (slice.events.length === 0) return
  }
}

function* itemsOf(slice: TraceSlice, from: number, thread: number): Generator<StoredItem> {
  let next = 0
  function* outputsUntil(seq: number): Generator<StoredItem> {
    for (let one = slice.outputs[next]; one !== undefined && one.afterSeq <= seq; ) {
      yield { is: 'out', output: one }
      next++
      one = slice.outputs[next]
    }
  }
  yield* outputsUntil(from - 1)
  for (const [index, event] of slice.events.entries()) {
    yield { is: 'event', event: { ...fileEvent(slice, event, from + index), thread } }
    yield* outputsUntil(from + index)
  }
}

function fileEvent(slice: TraceSlice, event: SliceEvent, seq: number): Omit<FileEvent, 'thread'> {
  const { kind, line, depth, frame, flags, aliases } = event
  const valueAt = (index: number) =>
    index === -1 ? null : must(slice.values[index], `value ${index}`)
  return {
    seq,
    kind,
    line,
    code: must(slice.codes[event.code], `code ${event.code}`),
    depth,
    frame,
    flags,
    changes: changesOf(slice, event.changes, valueAt),
    arg: valueAt(event.arg),
    aliases,
  }
}

function changesOf(
  slice: TraceSlice,
  changes: readonly number[],
  valueAt: (index: number) => FileChange['value'],
): FileChange[] {
  const told: FileChange[] = []
  for (let at = 0; at + 2 < changes.length; at += 3) {
    told.push({
      slot: must(changes[at], 'slot'),
      name: must(slice.names[must(changes[at + 1], 'name index')], 'name'),
      value: valueAt(must(changes[at + 2], 'value index')),
    })
  }
  return told
}

/** The trace, and when it is the main thread's those of the other threads of its run. Throws while it is recorded. */
export async function lanesOf(store: Store, trace: string, signal: Signal): Promise<TraceDetail[]> {
  const detail = await store.read('traceGet', { trace }, { signal })
  if (detail.recording) {
    throw new ServiceError(
      'conflict',
      `The trace ${trace} is still being recorded; write it when it is whole.`,
    )
  }
  const others = detail.thread === 0 ? detail.lanes.filter((lane) => lane.trace !== trace) : []
  return [
    detail,
    ...(await Promise.all(
      others.map((lane) => store.read('traceGet', { trace: lane.trace }, { signal })),
    )),
  ]
}
