import { useLayoutEffect, useMemo, useRef } from 'react'
import { fitCanvas } from '../draw/canvas.ts'
import { paintProfile, type StripTicks } from '../draw/paint-profile.ts'
import { LANE_PADDING, LANE_TEXT } from '../draw/path-lanes.ts'
import { profileMarks, profileShapes } from '../draw/profile.ts'
import type { Span } from '../draw/span.ts'
import type { TreeModel } from '../draw/tree-model.ts'
import { useCanvasLook, useElementSize } from './use-palette.ts'

interface DepthProfileProps {
  readonly model: TreeModel
  readonly span: Span
  readonly focus: number | null
}

const HEIGHT = 40
const NO_TICKS: StripTicks = {
  exceptions: [],
  stops: [],
  labels: [],
  gaps: [],
  marks: [],
  range: null,
  cutX: null,
  overview: null,
}

/** How deep the calls of a trace are, over the same events as the lanes below it; says nothing they do not. */
export function DepthProfile({ model, span, focus }: DepthProfileProps) {
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const look = useCanvasLook(canvas)
  const size = useElementSize(host)
  const width = Math.max(1, size.width - LANE_TEXT - 2 * LANE_PADDING)
  const shapes = useMemo(
    () => profileShapes(model, span, { width, height: HEIGHT }),
    [model, span, width],
  )
  useLayoutEffect(() => {
    if (canvas.current === null || look === null || size.width === 0) return
    const surface = { width, height: HEIGHT, pixelRatio: globalThis.devicePixelRatio || 1 }
    const context = fitCanvas(canvas.current, surface)
    if (context === null) return
    const marks = profileMarks(span, width, focus, null)
    paintProfile(context, { shapes, marks, ticks: NO_TICKS, palette: look.palette, surface })
  }, [shapes, span, focus, look, width, size.width])
  return (
    <div ref={host} className="depth-profile" aria-hidden="true">
      <canvas ref={canvas} style={{ width, height: HEIGHT, marginLeft: LANE_PADDING }} />
    </div>
  )
}
