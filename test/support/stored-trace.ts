import { RecordMaker, type ToldEvent } from '../../main/jobs/import/record-maker.ts'
import { sha256Hex } from '../../main/jobs/record/identity.ts'
import { TraceSink } from '../../main/jobs/record/trace-sink.ts'
import type { Store } from '../../main/store/store.ts'
import type { TraceHead } from '../../main/store/write-types.ts'
import type { Value } from '../../shared/trace/event.ts'
import type { Turns } from '../../shared/trace/turns.ts'
import { headOf } from '../store/samples.ts'
import { directContext } from './direct-store.ts'
import type { FullEvent, RandomTrace } from './random-trace.ts'

/** Puts a machine's run into a store as a recording does, with something printed after every fifth event. */
export async function storeTrace(
  store: Store,
  { source, events, truncated, files = [] }: RandomTrace,
  changes: Partial<TraceHead> = {},
  turns: Turns | null = null,
): Promise<string> {
  const project = files.length === 0 ? {} : { projectSha256: sha256Hex(JSON.stringify(files)) }
  const plain = headOf('random', { ...project, ...changes })
  const program = { ...plain.program, source, codeSha256: sha256Hex(source) }
  const head = { ...plain, program }
  const sink = new TraceSink(head, directContext(store))
  const maker = new RecordMaker()
  const frames = new Map<number, Frame>()
  const fileOf = (name: string) =>
    files.find(({ functions }) => functions.includes(name))?.path ?? 'a.py'
  const told = new Set<string>()
  for (const [seq, event] of events.entries()) {
    const file = fileOf(event.function)
    const text = files.find(({ path }) => path === file)
    if (text !== undefined && !told.has(file)) maker.source(file, text.source)
    told.add(file)
    maker.event(toldEvent(event, file, frames))
    if (seq % 5 === 0) maker.out(seq % 2 === 0 ? 'stdout' : 'stderr', `é${seq}\n`)
  }
  await sink.take(maker.take())
  const last = truncated ? ('step_limit' as const) : ('ended' as const)
  const error = truncated ? { type: 'StepLimit', message: 'stopped', line: 3 } : null
  const exit = truncated ? ('never' as const) : ('normal' as const)
  await sink.take([{ kind: 'end', stop: last, exit, error, result: stringValue('[é]') }])
  await sink.finish(12.5, turns)
  if (!truncated) {
    await store.write('traceDeterminism', { trace: head.trace, determinism: { verdict: 'same' } })
  }
  return head.trace
}

interface Frame {
  readonly slots: Map<string, number>
  locals: Map<string, string>
}

/** What changed since the frame's previous event; half surrogates, which no store keeps, become a mark. */
function toldEvent(event: FullEvent, file: string, frames: Map<number, Frame>): ToldEvent {
  const frame = frames.get(event.frame) ?? { slots: new Map(), locals: new Map() }
  frames.set(event.frame, frame)
  const now = new Map(event.locals.map(([name, value]) => [name, value.text.toWellFormed()]))
  const slotOf = (name: string): number => {
    const slot = frame.slots.get(name) ?? frame.slots.size
    frame.slots.set(name, slot)
    return slot
  }
  const gone = [...frame.locals.keys()].filter((name) => !now.has(name))
  const set = [...now].filter(([name, text]) => frame.locals.get(name) !== text)
  frame.locals = now
  const { kind, line, thread, flags, arg } = event
  return {
    kind,
    line,
    code: { name: event.function, qualname: `q.${event.function}`, file, firstLine: 1 },
    frame: event.frame,
    thread,
    flags,
    changes: [
      ...gone.map((name) => ({ slot: slotOf(name), name, value: null })),
      ...set.map(([name, text]) => ({ slot: slotOf(name), name, value: stringValue(text) })),
    ],
    arg: arg === null ? null : stringValue(arg.text.toWellFormed()),
  }
}

function stringValue(text: string): Value {
  return { text, size: [...text].length, type: 'str' }
}
