import { expect } from 'vitest'

interface ChromeEvent {
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts?: number
  readonly name: string
  readonly cat?: string
  readonly s?: string
  readonly args: Record<string, unknown>
}

/** The rules of the trace event format that a viewer relies on; answers with what there was. */
export function expectBalanced(text: string) {
  const { traceEvents } = JSON.parse(text) as { traceEvents: ChromeEvent[] }
  const open = new Map<number, ChromeEvent[]>()
  const latest = new Map<number, number>()
  const told = { slices: 0, instants: 0, counters: 0, lanes: 0 }
  for (const event of traceEvents) {
    expect(event.pid).toBeGreaterThan(0)
    expect(event.tid).toBeGreaterThan(0)
    expect(typeof event.args).toBe('object')
    if (event.ph === 'M') {
      expect(['process_name', 'thread_name']).toContain(event.name)
      if (event.name === 'thread_name') told.lanes++
      continue
    }
    const ts = event.ts ?? Number.NaN
    expect(ts).toBeGreaterThanOrEqual(latest.get(event.tid) ?? 0)
    latest.set(event.tid, ts)
    const stack = open.get(event.tid) ?? []
    open.set(event.tid, stack)
    if (event.ph === 'B') {
      stack.push(event)
      told.slices++
    } else if (event.ph === 'E') {
      const begun = stack.pop()
      // Perfetto ends the slice of this name and category; another would leave both open.
      expect([event.name, event.cat]).toEqual([begun?.name, begun?.cat])
      expect(ts).toBeGreaterThan(begun?.ts ?? Number.NaN)
    } else if (event.ph === 'C') {
      expect(Object.values(event.args).map((value) => typeof value)).toEqual(['number'])
      told.counters++
    } else {
      expect([event.ph, event.s]).toEqual(['i', 't'])
      told.instants++
    }
  }
  expect([...open.values()].flat()).toEqual([])
  return told
}
