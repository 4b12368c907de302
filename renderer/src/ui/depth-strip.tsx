import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { fitCanvas } from '../draw/canvas.ts'
import { paintProfile } from '../draw/paint-profile.ts'
import { profileMarks, profileShapes, seqAtX } from '../draw/profile.ts'
import type { TreeModel } from '../draw/tree-model.ts'
import { useCanvasLook, useElementSize } from './use-palette.ts'

interface DepthStripProps {
  readonly model: TreeModel
  /** Nodes in the model so far. */
  readonly loaded: number
  readonly eventCount: number
  readonly focus: number | null
  /** Seqs of the first and last row of the outline on screen. */
  readonly window: readonly [first: number, last: number] | null
  readonly onFocus: (seq: number) => void
  /** What the focused position is, for assistive technology. */
  readonly valueText: string
}

function deltaOfKey(event: KeyboardEvent): number | null {
  const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (sign === undefined || event.altKey) return null
  return sign * (event.ctrlKey || event.metaKey ? 100 : event.shiftKey ? 10 : 1)
}

/** The whole trace at a glance: depth over events, exceptions, the focus, the rows on screen. Drag to scrub. */
export function DepthStrip(props: DepthStripProps) {
  const { model, loaded, eventCount, focus, onFocus } = props
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const look = useCanvasLook(canvas)
  const size = useElementSize(host)
  const shapes = useMemo(
    () => (loaded < 0 ? null : profileShapes(model, eventCount, size)),
    [model, loaded, eventCount, size],
  )
  useLayoutEffect(() => {
    if (canvas.current === null || look === null || shapes === null || size.width === 0) return
    const surface = { ...size, pixelRatio: globalThis.devicePixelRatio || 1 }
    const context = fitCanvas(canvas.current, surface)
    const at = loaded === 0 ? null : focus
    const marks = profileMarks(shapes.eventCount, size.width, at, props.window)
    if (context !== null) paintProfile(context, { shapes, marks, surface, palette: look.palette })
  }, [shapes, look, size, focus, loaded, props.window])

  const last = Math.max(0, loaded - 1)
  const moveTo = (seq: number): void => onFocus(Math.max(0, Math.min(last, seq)))
  const scrub = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    moveTo(seqAtX(eventCount, box.width, event.clientX - box.left))
  }
  return (
    <div
      ref={host}
      className="depth-strip"
      role="slider"
      tabIndex={0}
      aria-label="Position in the trace"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={Math.min(last, focus ?? 0)}
      aria-valuetext={props.valueText}
      onKeyDown={(event) => {
        const delta = deltaOfKey(event)
        if (delta === null) return
        event.preventDefault()
        moveTo((focus ?? 0) + delta)
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        scrub(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event)
      }}
    >
      <canvas ref={canvas} style={size} />
    </div>
  )
}
