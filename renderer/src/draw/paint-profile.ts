import { paintDiamond, type Surface } from './canvas.ts'
import type { Palette } from './palette.ts'
import type { ProfileMarks, ProfileShapes } from './profile.ts'

interface Band {
  readonly x: number
  readonly width: number
}

/** What lies on the profile, by its pixel. */
export interface StripTicks {
  readonly exceptions: readonly number[]
  /** Visits at which breakpoints stop. */
  readonly stops: readonly number[]
  /** Labelled states. */
  readonly labels: readonly number[]
  /** Passes of a loop were left out here. */
  readonly gaps: readonly number[]
  readonly marks: readonly { readonly x: number; readonly kept: boolean }[]
  /** The part that playing goes round in. */
  readonly range: Band | null
  /** Recording ended here before the program did. */
  readonly cutX: number | null
  /** The part of the trace on screen, where that is not all of it. */
  readonly overview: Band | null
}

export interface ProfileScene {
  readonly shapes: ProfileShapes
  readonly marks: ProfileMarks
  readonly ticks: StripTicks
  readonly palette: Palette
  readonly surface: Surface
}

/** Height of the bar that shows which part of the trace is on screen. */
export const OVERVIEW_HEIGHT = 6
/** Height of the flags of marks, which a click goes to. */
export const FLAG_HEIGHT = 10

function paintBars(
  context: CanvasRenderingContext2D,
  { shapes, palette, surface }: ProfileScene,
): void {
  context.fillStyle = palette.profile
  context.globalAlpha = 0.45
  for (const { x, y, width } of shapes.bars) {
    context.fillRect(x, y, Math.max(1, width), surface.height - y)
  }
  context.globalAlpha = 1
  for (const { x, meanY, width } of shapes.bars) {
    context.fillRect(x, meanY, Math.max(1, width), surface.height - meanY)
  }
}

/** A flag at the top, hollow where the mark is only of the moment. */
function paintFlag(
  context: CanvasRenderingContext2D,
  { x, kept }: { readonly x: number; readonly kept: boolean },
  { palette, surface }: ProfileScene,
): void {
  context.fillStyle = palette.accent
  context.strokeStyle = palette.accent
  context.lineWidth = 1.25
  context.globalAlpha = 0.55
  context.fillRect(x, FLAG_HEIGHT, 1, surface.height)
  context.globalAlpha = 1
  context.beginPath()
  context.moveTo(x + 0.5, 1)
  context.lineTo(x + 7.5, 1 + FLAG_HEIGHT / 2)
  context.lineTo(x + 0.5, 1 + FLAG_HEIGHT)
  context.closePath()
  if (kept) context.fill()
  else {
    context.fillStyle = palette.background
    context.fill()
    context.stroke()
  }
}

function paintTicks(context: CanvasRenderingContext2D, scene: ProfileScene): void {
  const { ticks, palette, surface } = scene
  context.fillStyle = palette.exception
  for (const x of ticks.exceptions) context.fillRect(x - 1, 0, 2, 6)
  context.fillStyle = palette.changed
  for (const x of ticks.gaps) {
    for (let y = 1; y < surface.height; y += 6) context.fillRect(x - 1, y, 2, 3)
  }
  context.fillStyle = palette.breakpoint
  for (const x of ticks.stops) {
    context.beginPath()
    context.arc(x, surface.height - 10, 2.5, 0, 2 * Math.PI)
    context.fill()
  }
  for (const x of ticks.labels) paintDiamond(context, { x, y: 12 }, 4, palette.label)
  for (const mark of ticks.marks) paintFlag(context, mark, scene)
}

/** The torn edge of a trace that was cut: teeth, and nothing behind them. */
function paintCut(context: CanvasRenderingContext2D, x: number, scene: ProfileScene): void {
  const { palette, surface } = scene
  context.fillStyle = palette.background
  context.strokeStyle = palette.changed
  context.lineWidth = 2
  context.beginPath()
  for (let y = 0, tooth = 0; y <= surface.height + 5; y += 5, tooth++) {
    context.lineTo(x - (tooth % 2 === 0 ? 5 : 1), y)
  }
  context.stroke()
  context.lineTo(surface.width, surface.height + 5)
  context.lineTo(surface.width, 0)
  context.closePath()
  context.fill()
}

function paintBand(
  context: CanvasRenderingContext2D,
  { x, width }: Band,
  look: { readonly color: string; readonly height: number },
): void {
  context.strokeStyle = look.color
  context.lineWidth = 1
  context.strokeRect(Math.round(x) + 0.5, 0.5, Math.max(2, Math.round(width)) - 1, look.height - 1)
}

function paintOverview(
  context: CanvasRenderingContext2D,
  { x, width }: Band,
  { palette, surface }: ProfileScene,
): void {
  const top = surface.height - OVERVIEW_HEIGHT
  context.fillStyle = palette.hoverRow
  context.fillRect(0, top, surface.width, OVERVIEW_HEIGHT)
  context.fillStyle = palette.dim
  context.fillRect(x, top + 1, Math.max(8, width), OVERVIEW_HEIGHT - 2)
}

/** Paints the depth profile of a part of a trace, with everything that is marked in it. */
export function paintProfile(context: CanvasRenderingContext2D, scene: ProfileScene): void {
  const { marks, ticks, palette, surface } = scene
  const { height } = surface
  context.fillStyle = palette.background
  context.fillRect(0, 0, surface.width, height)
  if (marks.viewport !== null) {
    context.fillStyle = palette.hoverRow
    context.fillRect(marks.viewport.x, 0, marks.viewport.width, height)
  }
  if (ticks.range !== null) {
    context.fillStyle = palette.focusRow
    context.fillRect(ticks.range.x, 0, ticks.range.width, height)
  }
  paintBars(context, scene)
  if (ticks.cutX !== null) paintCut(context, ticks.cutX, scene)
  paintTicks(context, scene)
  if (marks.viewport !== null) paintBand(context, marks.viewport, { color: palette.dim, height })
  if (ticks.range !== null) paintBand(context, ticks.range, { color: palette.accent, height })
  if (ticks.overview !== null) paintOverview(context, ticks.overview, scene)
  if (marks.focusX !== null) {
    context.fillStyle = palette.accent
    context.fillRect(Math.round(marks.focusX) - 1, 0, 2, height)
  }
}
