import type { Locals, Value } from '../trace/event.ts'
import type { LocalsText } from './types.ts'

/** The kept text alone would hide a change behind the cut of a long value; the true length shows some of those. */
function isSame(a: Value, b: Value): boolean {
  return a.text === b.text && a.size === b.size
}

/**
 * Locals as text shows them (2.5): against a base, only what is new or holds a different string, in locals order,
 * and a mark if anything was left out; without a base, everything. A name that the base alone has leaves no trace.
 */
export function renderLocals(locals: Locals, base: Locals | null): LocalsText {
  const before = new Map(base ?? [])
  const shown = locals.filter(([name, value]) => {
    const earlier = before.get(name)
    return earlier === undefined || !isSame(earlier, value)
  })
  return {
    omitted: shown.length < locals.length,
    entries: shown.map(([name, value]) => [name, value.text]),
  }
}
