import { momentOf, type Turns } from '../../../shared/trace/turns.ts'

/** When one thread of a run had its events. */
export interface LaneTurns {
  readonly turns: Turns
  readonly events: number
}

/** Columns [x, x + width) of a strip in which a thread had an event. */
export interface Stretch {
  readonly x: number
  readonly width: number
}

/** Number of events of a run, all threads together, as far as they are recorded. */
export function momentsOf(lanes: readonly LaneTurns[]): number {
  return lanes.reduce(
    (most, { turns, events }) => Math.max(most, momentOf(turns, events - 1) + 1),
    0,
  )
}

/** The thread's stretches on a strip of `width` pixels that shows `moments` events of the run; none is too thin to see. */
export function laneStretches(
  { turns, events }: LaneTurns,
  moments: number,
  width: number,
): Stretch[] {
  const stretches: Stretch[] = []
  const perPixel = Math.max(1, moments) / Math.max(1, width)
  for (let at = 0; at < turns.length; at += 2) {
    const moment = turns[at + 1] ?? 0
    const count = (turns[at + 2] ?? events) - (turns[at] ?? 0)
    const x = Math.floor(moment / perPixel)
    const to = Math.max(x + 1, Math.ceil((moment + count) / perPixel))
    const last = stretches.at(-1)
    if (last === undefined || x > last.x + last.width) stretches.push({ x, width: to - x })
    else stretches[stretches.length - 1] = { x: last.x, width: Math.max(last.width, to - last.x) }
  }
  return stretches
}
