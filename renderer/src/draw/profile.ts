import { scaleLinear } from 'd3'
import type { TreeModel } from './tree-model.ts'

export interface ProfileSize {
  readonly width: number
  readonly height: number
}

/** A run of equal depth: columns [x, x + width) of the strip rise to the top edge y. */
export interface ProfileBar {
  readonly x: number
  readonly width: number
  readonly y: number
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

function deepestIn(levels: readonly number[], from: number, to: number): number {
  let most = 0
  for (let seq = from; seq < to; seq++) most = Math.max(most, levels[seq] ?? 0)
  return most
}

/**
 * Depth of the whole trace over its events: one bar for each run of columns of equal depth, a column standing for
 * its deepest event. `eventCount` may be larger than what is loaded; the rest of the strip then stays empty.
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
  const bars: { x: number; width: number; y: number }[] = []
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * total) / columns)
    const to = Math.max(from + 1, Math.floor(((column + 1) * total) / columns))
    if (from >= loaded) break
    const top = Math.round(y(deepestIn(model.levels, from, Math.min(to, loaded)) + 1))
    const left = x(from)
    const last = bars.at(-1)
    if (last !== undefined && last.y === top) last.width = x(to) - last.x
    else bars.push({ x: left, width: x(to) - left, y: top })
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
