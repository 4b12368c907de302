import { area, line, scaleLinear } from 'd3'
import type { SurvivalPoint } from '../../../shared/model/survival.ts'

export interface ChartSize {
  readonly width: number
  readonly height: number
}

interface Tick {
  readonly at: number
  readonly text: string
}

/** A curve that the measured one is held against: the share that is right if every step were right with chance `p`. */
export interface Reference {
  readonly p: number
  readonly path: string
}

export interface SurvivalShapes {
  /** Edges of the plot within the chart. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly curve: string
  readonly band: string
  /** 0.9ⁿ, then pⁿ of the measured share at the first step. */
  readonly references: readonly [nine: Reference, measured: Reference]
  /** Where the curve passes each step, from 1; empty where they would run together. */
  readonly dots: readonly { readonly x: number; readonly y: number }[]
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly xOf: (step: number) => number
  readonly yOf: (share: number) => number
}

const EDGE = { left: 44, right: 12, top: 8, bottom: 34 }
/** Pixels between two steps from which on each has a dot. */
const DOT_ROOM = 6
const NINE = 0.9

/** What the share would be at a step if every step were right with chance `p`, whatever came before. */
export function independentShare(p: number, step: number): number {
  return p ** step
}

/** The survival curve over the horizon with its band, and what it is held against. */
export function survivalShapes(
  points: readonly SurvivalPoint[],
  { width, height }: ChartSize,
): SurvivalShapes {
  const longest = Math.max(1, points.at(-1)?.step ?? 1)
  const [left, right] = [EDGE.left, Math.max(EDGE.left + 1, width - EDGE.right)]
  const [top, bottom] = [EDGE.top, Math.max(EDGE.top + 1, height - EDGE.bottom)]
  const x = scaleLinear([0, longest], [left, right])
  const y = scaleLinear([0, 1], [bottom, top])
  const start = { step: 0, share: 1, low: 1, high: 1 }
  const all = [start, ...points]
  const ofSteps = line<{ step: number; share: number }>(
    ({ step }) => x(step),
    ({ share }) => y(share),
  )
  const band = area<(typeof all)[number]>(
    ({ step }) => x(step),
    ({ low }) => y(low),
    ({ high }) => y(high),
  )
  const reference = (p: number): Reference => {
    const steps = Array.from({ length: longest + 1 }, (_, step) => step)
    return {
      p,
      path: ofSteps(steps.map((step) => ({ step, share: independentShare(p, step) }))) ?? '',
    }
  }
  const hasRoom = (right - left) / longest >= DOT_ROOM
  return {
    ...{ left, right, top, bottom },
    curve: ofSteps(all) ?? '',
    band: band(all) ?? '',
    references: [reference(NINE), reference(points[0]?.share ?? 1)],
    dots: hasRoom ? points.map(({ step, share }) => ({ x: x(step), y: y(share) })) : [],
    xTicks: x
      .ticks(Math.max(2, Math.floor((right - left) / 70)))
      .filter(Number.isInteger)
      .map((step) => ({ at: x(step), text: String(step) })),
    yTicks: [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: y(share), text: `${100 * share} %` })),
    xOf: (step) => x(step),
    yOf: (share) => y(share),
  }
}

/** The step next to a point of the chart, from 1. */
export function stepAtX(shapes: SurvivalShapes, x: number, longest: number): number {
  const share = (x - shapes.left) / Math.max(1, shapes.right - shapes.left)
  return Math.max(1, Math.min(longest, Math.round(share * longest)))
}
