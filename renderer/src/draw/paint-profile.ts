import type { Surface } from './canvas.ts'
import type { Palette } from './palette.ts'
import type { ProfileMarks, ProfileShapes } from './profile.ts'

export interface ProfileScene {
  readonly shapes: ProfileShapes
  readonly marks: ProfileMarks
  readonly palette: Palette
  readonly surface: Surface
}

/** Paints the depth profile of a trace with the rows on screen and the focus marked. */
export function paintProfile(context: CanvasRenderingContext2D, scene: ProfileScene): void {
  const { shapes, marks, palette, surface } = scene
  context.fillStyle = palette.background
  context.fillRect(0, 0, surface.width, surface.height)
  if (marks.viewport !== null) {
    context.fillStyle = palette.hoverRow
    context.fillRect(marks.viewport.x, 0, marks.viewport.width, surface.height)
  }
  context.fillStyle = palette.profile
  context.globalAlpha = 0.45
  for (const { x, y, width } of shapes.bars) {
    context.fillRect(x, y, Math.max(1, width), surface.height - y)
  }
  context.globalAlpha = 1
  for (const { x, meanY, width } of shapes.bars) {
    context.fillRect(x, meanY, Math.max(1, width), surface.height - meanY)
  }
  context.fillStyle = palette.exception
  for (const x of shapes.exceptions) context.fillRect(x - 1, 0, 2, 6)
  if (marks.viewport !== null) {
    context.strokeStyle = palette.dim
    context.lineWidth = 1
    const { x, width } = marks.viewport
    context.strokeRect(Math.round(x) + 0.5, 0.5, Math.max(2, Math.round(width)), surface.height - 1)
  }
  if (marks.focusX !== null) {
    context.fillStyle = palette.accent
    context.fillRect(Math.round(marks.focusX) - 1, 0, 2, surface.height)
  }
}
