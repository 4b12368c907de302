import { scaleLinear } from 'd3'
import { firstFrom } from '../../../shared/tree/visits.ts'
import type { Span } from './span.ts'
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
  /** Largest nesting of the whole trace, for the label of the strip. */
  readonly maxLevel: number
  readonly span: Span
}

export interface ProfileMarks {
  readonly focusX: number | null
  readonly viewport: { readonly x: number; readonly width: number } | null
}

const TOP = 4

function xScale({ from, to }: Span, width: number): (seq: number) => number {
  return scaleLinear([from, to], [0, width])
}

/** Levels summed up by blocks, so that a column of a long trace is not read event by event. */
interface Blocks {
  readonly most: number[]
  readonly sum: number[]
}

const BLOCK = 256
const blocksOfLevels = new WeakMap<readonly number[], Blocks>()

interface ColumnDepth {
  readonly most: number
  readonly sum: number
}

function readLevels(levels: readonly number[], from: number, to: number): ColumnDepth {
  let most = 0
  let sum = 0
  for (let seq = from; seq < to; seq++) {
    const level = levels[seq] ?? 0
    sum += level
    if (level > most) most = level
  }
  return { most, sum }
}

/** Blocks of the levels that are full; a tree that grows gets more. */
function blocksOf(levels: readonly number[]): Blocks {
  const blocks = blocksOfLevels.get(levels) ?? { most: [], sum: [] }
  blocksOfLevels.set(levels, blocks)
  for (let from = blocks.most.length * BLOCK; from + BLOCK <= levels.length; from += BLOCK) {
    const { most, sum } = readLevels(levels, from, from + BLOCK)
    blocks.most.push(most)
    blocks.sum.push(sum)
  }
  return blocks
}

function depthOf(levels: readonly number[], from: number, to: number): ColumnDepth {
  const { most, sum } = blocksOf(levels)
  const first = Math.ceil(from / BLOCK)
  const last = Math.min(most.length, Math.floor(to / BLOCK))
  if (first >= last) return readLevels(levels, from, to)
  const parts = [readLevels(levels, from, first * BLOCK), readLevels(levels, last * BLOCK, to)]
  for (let block = first; block < last; block++) {
    parts.push({ most: most[block] ?? 0, sum: sum[block] ?? 0 })
  }
  return {
    most: Math.max(...parts.map((part) => part.most)),
    sum: parts.reduce((total, part) => total + part.sum, 0),
  }
}

/**
 * Depth over the events of a span: one bar for each run of like columns, a column standing for the deepest and the
 * mean of its events. The span may reach past what is loaded; the rest of the strip then stays empty.
 */
export function profileShapes(model: TreeModel, span: Span, size: ProfileSize): ProfileShapes {
  const loaded = model.levels.length
  const x = xScale(span, size.width)
  const y = scaleLinear([0, model.maxLevel + 1], [size.height, TOP])
  const start = Math.floor(span.from)
  const total = Math.ceil(span.to) - start
  const columns = Math.min(total, Math.max(1, Math.floor(size.width)))
  const bars: { x: number; width: number; y: number; meanY: number }[] = []
  for (let column = 0; column < columns; column++) {
    const from = start + Math.floor((column * total) / columns)
    const to = Math.max(from + 1, start + Math.floor(((column + 1) * total) / columns))
    if (from >= loaded) break
    const end = Math.min(to, loaded)
    const { most, sum } = depthOf(model.levels, from, end)
    const top = Math.round(y(most + 1))
    const meanY = Math.round(y(sum / (end - from) + 1))
    const last = bars.at(-1)
    if (last !== undefined && last.y === top && last.meanY === meanY) last.width = x(to) - last.x
    else bars.push({ x: x(from), width: x(to) - x(from), y: top, meanY })
  }
  return { bars, maxLevel: model.maxLevel, span }
}

/** Where the focus and the rows on screen are in the strip. The viewport is given as first and last seq shown. */
export function profileMarks(
  span: Span,
  width: number,
  focus: number | null,
  viewport: readonly [first: number, last: number] | null,
): ProfileMarks {
  const x = xScale(span, width)
  const isShown = focus !== null && focus >= span.from - 1 && focus <= span.to
  return {
    focusX: isShown ? Math.max(0, Math.min(width - 1, x(focus + 0.5))) : null,
    viewport: viewport === null ? null : bandOf(span, width, viewport),
  }
}

/** The band from a first to a last seq, both included, as far as the strip shows it; null where it does not. */
export function bandOf(
  span: Span,
  width: number,
  [first, last]: readonly [first: number, last: number],
): { readonly x: number; readonly width: number } | null {
  const x = xScale(span, width)
  const left = Math.max(0, x(first))
  const right = Math.min(width, x(last + 1))
  return right < 0 || left > width ? null : { x: left, width: Math.max(2, right - left) }
}

/** Pixels of the strip at which rising seqs lie, each once; costs a search a pixel, however many seqs there are. */
export function ticksOf(rising: readonly number[], span: Span, width: number): readonly number[] {
  const x = xScale(span, width)
  const perPixel = (span.to - span.from) / Math.max(1, width)
  const ticks: number[] = []
  for (let index = firstFrom(rising, span.from); index < rising.length; ) {
    const seq = rising[index] as number
    if (seq >= span.to) break
    const pixel = Math.floor(x(seq + 0.5))
    ticks.push(pixel)
    index = Math.max(index + 1, firstFrom(rising, span.from + (pixel + 1) * perPixel - 0.5))
  }
  return ticks
}

/** The event under a point of the strip; past the right edge of a whole trace it is the exit. */
export function seqAtX({ from, to }: Span, width: number, x: number): number {
  const seq = Math.floor(from + (x / Math.max(1, width)) * (to - from))
  return Math.max(Math.floor(from), Math.min(Math.ceil(to), seq))
}
