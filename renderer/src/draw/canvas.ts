/** What a painter may know of the screen. */
export interface Surface {
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

/** Fits the canvas's bitmap to its CSS size and the screen's density; the context then draws in CSS pixels. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  surface: Surface,
): CanvasRenderingContext2D | null {
  const width = Math.max(1, Math.round(surface.width * surface.pixelRatio))
  const height = Math.max(1, Math.round(surface.height * surface.pixelRatio))
  // Assigning a size clears the bitmap and costs an allocation even when nothing changed.
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.setTransform(surface.pixelRatio, 0, 0, surface.pixelRatio, 0, 0)
  return context
}

/** Width of one character of a monospace font, in CSS pixels. */
export function measureChar(canvas: HTMLCanvasElement, font: string): number {
  const context = canvas.getContext('2d')
  if (context === null) return 7.2
  context.font = font
  return context.measureText('0000000000').width / 10
}

/** The sign of a label: nothing else is a diamond. */
export function paintDiamond(
  context: CanvasRenderingContext2D,
  { x, y }: { readonly x: number; readonly y: number },
  radius: number,
  color: string,
): void {
  context.fillStyle = color
  context.beginPath()
  context.moveTo(x, y - radius)
  context.lineTo(x + radius, y)
  context.lineTo(x, y + radius)
  context.lineTo(x - radius, y)
  context.closePath()
  context.fill()
}
