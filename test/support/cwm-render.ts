import type { EventRow } from '../../main/store/read-types.ts'
import { FLAG_UNWOUND } from '../../shared/trace/event.ts'

/** A recorded trace as CWM's guide writes it; `frames` tells the Python frame of each event. */
export function renderCwm(
  source: string,
  events: readonly EventRow[],
  frames: readonly number[],
): string {
  const shown = new Map<number, Map<string, string>>()
  const parts = events.map((event, seq) => {
    const frame = frames[seq] ?? 0
    const src = `${event.src}\n`
    if (event.kind === 'return' || event.kind === 'exception') {
      const arg = (event.flags & FLAG_UNWOUND) !== 0 ? 'None' : (event.arg?.text ?? 'None')
      return `<|${event.kind}_sep|><|action_sep|>${src}<|arg_sep|>${JSON.stringify(arg)}`
    }
    const before = shown.get(frame) ?? new Map<string, string>()
    const now = new Map(event.locals.map(([name, value]) => [name, value.text]))
    shown.set(frame, now)
    const entries = [...now].map(([name, text]) => {
      return `${JSON.stringify(name)}: ${JSON.stringify(before.get(name) === text ? '..' : text)}`
    })
    return `<|${event.kind}_sep|>{${entries.join(', ')}}<|action_sep|>${src}`
  })
  const marked = source.split('\n')
  const entry = (events[0]?.line ?? 1) - 1
  marked[entry] = `${marked[entry]}  # << START_OF_TRACE`
  const frameText = parts.map((part) => `${part}<|frame_sep|>`).join('')
  return `<|begin_of_text|><|trace_context_start|>${marked.join('\n')}<|frame_sep|>${frameText}<|end_of_text|>`
}
