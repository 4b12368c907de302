import { scaleLinear } from 'd3'
import type { ActionName, StateRef, Step } from '../../../shared/trajectory/types.ts'
import type { Span } from './span.ts'

/** A sampled path as far as it is drawn: where it starts, what it does, and the word for how it ends. */
export interface PathCourse {
  readonly start: StateRef
  readonly steps: readonly Step[]
  /** `normal`, `error`, `never`, `entry`, or `cut`. */
  readonly end: string
}

/** Each kind of action has a form of its own, so that colour is never the only difference. */
export type PathMarkKind = 'start' | 'into' | 'over' | 'out' | 'jump'

export interface PathMark {
  readonly x: number
  readonly kind: PathMarkKind
}

/** From one state to the next; `jump` where it goes further than steps do. */
interface PathLink {
  readonly from: number
  readonly to: number
  readonly jump: boolean
}

export interface LaneShape {
  readonly index: number
  readonly y: number
  readonly marks: readonly PathMark[]
  readonly links: readonly PathLink[]
  /** Where the exit follows; null for a path that was cut, or that ends out of sight. */
  readonly exitX: number | null
  /** `24 normal`: actions, and how it ends. */
  readonly text: string
}

export interface LanesLayout {
  readonly span: Span
  /** Pixels the lanes have across, without the texts behind them. */
  readonly width: number
}

export const LANE_HEIGHT = 14
/** Pixels for the texts behind the lanes. */
export const LANE_TEXT = 96
/** Pixels before and after the events, so that what is drawn at the first and last is whole. */
export const LANE_PADDING = 10

const MARKS: Readonly<Record<ActionName, PathMarkKind>> = {
  step_into: 'into',
  step_over: 'over',
  step_return: 'out',
  breakpoint: 'jump',
  continue: 'jump',
  inv_step_into: 'into',
  inv_step_over: 'over',
  inv_step_call: 'out',
}

/** The seqs a path visits, its start first; an exit is none. */
export function visitedSeqs({ start, steps }: Pick<PathCourse, 'start' | 'steps'>): number[] {
  return [start, ...steps.map(({ target }) => target)].flatMap((ref) =>
    ref === null ? [] : [ref.seq],
  )
}

/** `digits` of the longest path's number of steps, so that the numbers stand under each other. */
function laneOf(
  path: PathCourse,
  index: number,
  { span, width, digits }: LanesLayout & { readonly digits: number },
): LaneShape {
  const scale = scaleLinear([span.from, span.to], [0, width])
  const clamp = (x: number): number => Math.max(-1, Math.min(width + 1, x))
  const isShown = (x: number): boolean => x >= 0 && x <= width
  const x = (seq: number): number => Math.round(scale(seq + 0.5) * 2) / 2
  const marks: PathMark[] = []
  const links: PathLink[] = []
  let at = x(path.start.seq)
  let exitX: number | null = null
  if (isShown(at)) marks.push({ x: at, kind: 'start' })
  for (const { action, target } of path.steps) {
    const kind = MARKS[action.name]
    if (target === null) {
      exitX = isShown(at) ? at : null
      continue
    }
    const next = x(target.seq)
    const from = clamp(at)
    const to = clamp(next)
    if (from !== to) links.push({ from, to, jump: kind === 'out' || kind === 'jump' })
    // Of steps on one pixel the first is drawn: a thousand marks there say no more.
    const last = marks.at(-1)
    if (isShown(next) && (last?.x !== next || last.kind !== kind)) marks.push({ x: next, kind })
    at = next
  }
  return {
    index,
    y: index * LANE_HEIGHT,
    marks,
    links,
    exitX,
    text: `${String(path.steps.length).padStart(digits)} ${path.end}`,
  }
}

/** Sampled paths over the events of a trace, a lane each, from left to right in trace order. */
export function pathLanes(paths: readonly PathCourse[], layout: LanesLayout): readonly LaneShape[] {
  const digits = Math.max(0, ...paths.map(({ steps }) => String(steps.length).length))
  return paths.map((path, index) => laneOf(path, index, { ...layout, digits }))
}

/** The lane under a point, or null. */
export function laneAtY(y: number, count: number): number | null {
  const lane = Math.floor(y / LANE_HEIGHT)
  return lane >= 0 && lane < count ? lane : null
}

/** The state of a path that lies next to a seq: its index among the states, 0 being the start. */
export function nearestState(path: PathCourse, seq: number): number {
  let best = 0
  let least = Math.abs(path.start.seq - seq)
  path.steps.forEach(({ target }, index) => {
    if (target === null) return
    const distance = Math.abs(target.seq - seq)
    if (distance < least) {
      least = distance
      best = index + 1
    }
  })
  return best
}
