import { scaleLinear } from 'd3'
import { firstFrom } from '../../../shared/tree/visits.ts'
import type { TraceAccuracy } from './accuracy.ts'
import type { Surface } from './canvas.ts'
import type { Palette } from './palette.ts'
import type { Span } from './span.ts'

/** Columns [x, x + width) of the strip in which states were predicted, and how many of those wrongly. */
export interface LaneBar {
  readonly x: number
  readonly width: number
  /** From 0 to 1. */
  readonly wrongShare: number
}

export const LANE_BAR_HEIGHT = 12
/** Pixels of the line of states that were predicted right. */
const BASE = 3
/** Pixels that any wrong state takes above it, however many right ones it stands among. */
const LEAST = 4

function countBetween(rising: readonly number[], from: number, to: number): number {
  return firstFrom(rising, to) - firstFrom(rising, from)
}

/**
 * The predictions over the events of a span, a bar for each run of like columns; costs a search a pixel, however many
 * states there are. Where a column is wider than a pixel it stands for one event.
 */
export function accuracyBars(
  { seqs, wrongSeqs }: Pick<TraceAccuracy, 'seqs' | 'wrongSeqs'>,
  span: Span,
  width: number,
): readonly LaneBar[] {
  const x = scaleLinear([span.from, span.to], [0, width])
  const start = Math.floor(span.from)
  const total = Math.ceil(span.to) - start
  const columns = Math.min(total, Math.max(1, Math.floor(width)))
  const bars: { x: number; width: number; wrongShare: number }[] = []
  for (let column = 0; column < columns; column++) {
    const from = start + Math.floor((column * total) / columns)
    const to = Math.max(from + 1, start + Math.floor(((column + 1) * total) / columns))
    const predicted = countBetween(seqs, from, to)
    if (predicted === 0) continue
    const wrongShare = countBetween(wrongSeqs, from, to) / predicted
    const last = bars.at(-1)
    const follows = last !== undefined && Math.abs(last.x + last.width - x(from)) < 0.01
    if (follows && last.wrongShare === wrongShare) last.width = x(to) - last.x
    else bars.push({ x: x(from), width: x(to) - x(from), wrongShare })
  }
  return bars
}

export interface LaneScene {
  readonly bars: readonly LaneBar[]
  readonly palette: Palette
  readonly surface: Surface
}

/** Paints the lane: a low line where predictions are right, a bar above it where they are wrong, nothing where there are none. */
export function paintAccuracyLane(context: CanvasRenderingContext2D, scene: LaneScene): void {
  const { bars, palette, surface } = scene
  const { width, height } = surface
  context.fillStyle = palette.background
  context.fillRect(0, 0, width, height)
  const room = height - BASE - 1
  for (const bar of bars) {
    const wide = Math.max(1, bar.width)
    context.fillStyle = palette.right
    context.fillRect(bar.x, height - BASE, wide, BASE)
    if (bar.wrongShare === 0) continue
    const high = Math.max(LEAST, Math.round(bar.wrongShare * room))
    context.fillStyle = palette.wrong
    context.fillRect(bar.x, height - BASE - high, wide, high + (bar.wrongShare === 1 ? BASE : 0))
  }
}
