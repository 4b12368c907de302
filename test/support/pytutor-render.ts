import type { EventRow } from '../../main/store/read-types.ts'
import type { Value } from '../../shared/trace/event.ts'
import { FLAG_UNWOUND } from '../../shared/trace/event.ts'

interface RenderInput {
  readonly source: string
  readonly events: readonly EventRow[]
  readonly frames: readonly number[]
  /** Standard output as it was before each event. */
  readonly printed: readonly string[]
}

const EVENTS = {
  call: 'call',
  line: 'step_line',
  return: 'return',
  exception: 'exception',
} as const

/** A recorded script as Python Tutor's logger writes it; every value is an object of a type it does not know. */
export function renderPyTutor({ source, events, frames, printed }: RenderInput): string {
  let heap: Record<string, unknown> = {}
  const encode = ({ type, text }: Value): unknown => {
    const id = Object.keys(heap).length + 1
    // A module's own encoding holds its name alone.
    heap[id] = [type === 'module' ? 'some module' : type, text]
    return ['REF', id]
  }
  const stack: { id: number; frame: number; event: EventRow }[] = []
  let ids = 0
  let module: EventRow | undefined
  const trace = events.flatMap((event, seq) => {
    const isModule = event.function === '<module>'
    heap = {}
    if (isModule) module = event
    // The logger tells nothing of the module's call.
    if (isModule && event.kind === 'call') return []
    if (!isModule && event.kind === 'call')
      stack.push({ id: ++ids, frame: frames[seq] ?? 0, event })
    const top = stack.at(-1)
    if (!isModule && top !== undefined) top.event = event
    const step = {
      line: event.line,
      event: EVENTS[event.kind],
      func_name: event.function,
      globals: Object.fromEntries(
        module?.locals.map(([name, value]) => [name, encode(value)]) ?? [],
      ),
      ordered_globals: module?.locals.map(([name]) => name) ?? [],
      stack_to_render: stack.map((one) => frameOf(one, one === top, encode)),
      heap,
      stdout: printed[seq] ?? '',
      ...(event.kind === 'exception' ? { exception_msg: messageOf(event) } : {}),
    }
    if (!isModule && event.kind === 'return') stack.pop()
    return [step]
  })
  const last = trace.at(-1)
  const isThrown = trace.at(-2)?.event === 'exception' && last?.event === 'return'
  if (isThrown && last?.func_name === '<module>') trace.pop()
  return JSON.stringify({ code: source, trace }, null, 2)
}

function frameOf(
  { id, event }: { id: number; event: EventRow },
  isTop: boolean,
  encode: (value: Value) => unknown,
) {
  const locals: [string, unknown][] = event.locals.map(([name, value]) => [name, encode(value)])
  if (isTop && event.kind === 'return') {
    const isNothing = (event.flags & FLAG_UNWOUND) !== 0 || event.arg?.text === 'None'
    const value = isNothing || event.arg === null ? null : encode(event.arg)
    locals.push(['__return__', value])
  }
  return {
    frame_id: id,
    func_name: event.function,
    encoded_locals: Object.fromEntries(locals),
    ordered_varnames: locals.map(([name]) => name),
    is_parent: false,
    is_zombie: false,
    is_highlighted: isTop,
    parent_frame_id_list: [],
    unique_hash: `${event.function}_f${id}`,
  }
}

function messageOf({ arg }: EventRow): string {
  const text = arg?.text ?? ''
  return text.includes(':') ? text : `${text}: `
}
