import type { Surface } from './canvas.ts'
import type { Palette } from './palette.ts'
import {
  LANE_HEIGHT,
  LANE_PADDING,
  type LaneShape,
  type PathMark,
  type PathMarkKind,
} from './path-lanes.ts'

interface LanesScene {
  readonly lanes: readonly LaneShape[]
  readonly chosen: number | null
  /** Where the state in focus is; null where it is out of sight. */
  readonly focusX: number | null
  readonly palette: Palette
  readonly font: string
  readonly surface: Surface
  /** Pixels that the events have across. */
  readonly width: number
}

const SIZE = 3

function colorOf(kind: PathMarkKind, palette: Palette): string {
  const colors: Readonly<Record<PathMarkKind, string>> = {
    start: palette.text,
    into: palette.call,
    over: palette.dim,
    out: palette.return,
    jump: palette.breakpoint,
  }
  return colors[kind]
}

/** A triangle that points down into a call or, with a negative size, up out of one. */
function triangle(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  context.moveTo(x - SIZE, y - size)
  context.lineTo(x + SIZE, y - size)
  context.lineTo(x, y + size)
  context.closePath()
}

/** Down into, a bar for over, up for out, a disc for a jump, a ring for the start. */
export function paintPathMark(
  context: CanvasRenderingContext2D,
  { x, kind }: PathMark,
  y: number,
  palette: Palette,
): void {
  const color = colorOf(kind, palette)
  context.fillStyle = color
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.beginPath()
  if (kind === 'over') context.rect(x - 0.75, y - SIZE, 1.5, 2 * SIZE)
  else if (kind === 'into') triangle(context, x, y, SIZE)
  else if (kind === 'out') triangle(context, x, y, -SIZE)
  else context.arc(x, y, SIZE, 0, 2 * Math.PI)
  if (kind === 'start') context.stroke()
  else context.fill()
}

function paintLane(context: CanvasRenderingContext2D, lane: LaneShape, scene: LanesScene): void {
  const { palette, width, font } = scene
  const middle = lane.y + LANE_HEIGHT / 2
  if (lane.index === scene.chosen) {
    context.fillStyle = palette.focusRow
    context.fillRect(-LANE_PADDING, lane.y, scene.surface.width, LANE_HEIGHT)
  }
  context.lineWidth = 1
  context.strokeStyle = palette.guide
  context.beginPath()
  context.moveTo(0, middle + 0.5)
  context.lineTo(width, middle + 0.5)
  context.stroke()
  for (const { from, to, jump } of lane.links) {
    context.strokeStyle = jump ? palette.accent : palette.dim
    context.setLineDash(jump ? [4, 3] : [])
    context.beginPath()
    context.moveTo(from, middle + 0.5)
    context.lineTo(to, middle + 0.5)
    context.stroke()
  }
  context.setLineDash([])
  for (const mark of lane.marks) paintPathMark(context, mark, middle, palette)
  if (lane.exitX !== null) {
    context.fillStyle = palette.text
    context.fillRect(lane.exitX + 4, middle - SIZE, 2 * SIZE, 2 * SIZE)
  }
  context.fillStyle = palette.dim
  context.font = font
  context.textBaseline = 'middle'
  context.fillText(lane.text, width + LANE_PADDING + 8, middle + 0.5)
}

/** Paints sampled paths, a lane each. */
export function paintPathLanes(context: CanvasRenderingContext2D, scene: LanesScene): void {
  const { palette, surface } = scene
  context.fillStyle = palette.background
  context.fillRect(0, 0, surface.width, surface.height)
  context.save()
  context.translate(LANE_PADDING, 0)
  if (scene.focusX !== null) {
    context.fillStyle = palette.accent
    context.globalAlpha = 0.35
    context.fillRect(Math.round(scene.focusX) - 1, 0, 2, surface.height)
    context.globalAlpha = 1
  }
  for (const lane of scene.lanes) paintLane(context, lane, scene)
  context.restore()
}
