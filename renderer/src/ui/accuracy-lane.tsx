import { useLayoutEffect, useMemo, useRef } from 'react'
import type { TraceAccuracy } from '../draw/accuracy.ts'
import { accuracyBars, LANE_BAR_HEIGHT, paintAccuracyLane } from '../draw/accuracy-lane.ts'
import { fitCanvas } from '../draw/canvas.ts'
import type { Span } from '../draw/span.ts'
import { useCanvasLook } from './use-palette.ts'

interface AccuracyLaneProps {
  readonly accuracy: TraceAccuracy
  /** The part of the trace that the strip above it shows. */
  readonly span: Span
  readonly width: number
}

/** How the states of the strip above it were predicted: low where right, high where wrong. The strip has its keys and words. */
export function AccuracyLane({ accuracy, span, width }: AccuracyLaneProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const look = useCanvasLook(canvas)
  const bars = useMemo(() => accuracyBars(accuracy, span, width), [accuracy, span, width])
  useLayoutEffect(() => {
    if (canvas.current === null || look === null || width === 0) return
    const pixelRatio = globalThis.devicePixelRatio || 1
    const surface = { width, height: LANE_BAR_HEIGHT, pixelRatio }
    const context = fitCanvas(canvas.current, surface)
    if (context !== null) paintAccuracyLane(context, { bars, palette: look.palette, surface })
  }, [bars, look, width])
  return (
    <canvas ref={canvas} className="accuracy-lane" style={{ width, height: LANE_BAR_HEIGHT }} />
  )
}
