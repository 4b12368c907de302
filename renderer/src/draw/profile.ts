import { scaleLinear } from 'd3'
import type { TreeModel } from './tree-model.ts'

export interface ProfileSize {
  readonly width: number
  readonly height: number
}

/** Columns [x, x + width) of the strip: their deepest event reaches up to y, their mean depth to meanY. */
export interface ProfileBar {
  readonly x: number
  readonly width: number
  readonly y: number
  readonly meanY: number
}

export interface ProfileShapes {
  readonly bars: readonly ProfileBar[]
  /** x of each column in which an exception was raised. */
  readonly exceptions: readonly number[]
  /** Largest nesting drawn, for the label of the strip. */
  readonly maxLevel: number
  readonly eventCount: number
}

export interface ProfileMarks {
  readonly focusX: number | null
  readonly viewport: { readonly x: number; readonly width: number } | null
}

const TOP = 4

function xScale(eventCount: number, width: number): (seq: number) => number {
  return scaleLinear([0, Math.max(1, eventCount)], [0, width])
}

interface ColumnDepth {
  readonly most: number
  readonly mean: number
}

function depthOf(levels: readonly number[], from: number, to: number): ColumnDepth {
  let most = 0
  let sum = 0
  for (let seq = from; seq < to; seq++) {
    const level = levels[seq] ?? 0
    sum += level
    if (level > most) most = level
  }
  return { most, mean: sum / (to - from) }
}

/**
 * Depth of the whole trace over its events: one bar for each run of like columns, a column standing for the
 * deepest and the mean of its events. `eventCount` may be larger than what is loaded; the rest of the strip then stays empty.
 */
export function profileShapes(
  model: TreeModel,
  eventCount: number,
  size: ProfileSize,
): ProfileShapes {
  const loaded = model.levels.length
  const total = Math.max(eventCount, loaded)
  const x = xScale(total, size.width)
  const y = scaleLinear([0, model.maxLevel + 1], [size.height, TOP])
  const columns = Math.min(total, Math.max(1, Math.floor(size.width)))
  const bars: { x: number; width: number; y: number; meanY: number }[] = []
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * total) / columns)
    const to = Math.max(from + 1, Math.floor(((column + 1) * total) / columns))
    if (from >= loaded) break
    const { most, mean } = depthOf(model.levels, from, Math.min(to, loaded))
    const top = Math.round(y(most + 1))
    const meanY = Math.round(y(mean + 1))
    const last = bars.at(-1)
    if (last !== undefined && last.y === top && last.meanY === meanY) last.width = x(to) - last.x
    else bars.push({ x: x(from), width: x(to) - x(from), y: top, meanY })
  }
  const marks = new Set(model.exceptions.map((seq) => Math.floor(x(seq + 0.5))))
  return { bars, exceptions: [...marks], maxLevel: model.maxLevel, eventCount: total }
}

/** Where the focus and the rows on screen are in the strip. The viewport is given as first and last seq shown. */
export function profileMarks(
  eventCount: number,
  width: number,
  focus: number | null,
  viewport: readonly [first: number, last: number] | null,
): ProfileMarks {
  const x = xScale(eventCount, width)
  return {
    focusX: focus === null ? null : Math.min(width - 1, x(focus + 0.5)),
    viewport:
      viewport === null
        ? null
        : { x: x(viewport[0]), width: Math.max(2, x(viewport[1] + 1) - x(viewport[0])) },
  }
}

/** The event under a point of the strip; past the right edge it is `eventCount`, the exit. */
export function seqAtX(eventCount: number, width: number, x: number): number {
  const seq = Math.floor((x / Math.max(1, width)) * eventCount)
  return Math.max(0, Math.min(eventCount, seq))
}
