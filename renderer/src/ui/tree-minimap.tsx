import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { fitCanvas } from '../draw/canvas.ts'
import { paintProfile, type StripTicks } from '../draw/paint-profile.ts'
import { profileMarks, profileShapes, seqAtX, ticksOf } from '../draw/profile.ts'
import type { TreeModel } from '../draw/tree-model.ts'
import { useCanvasLook, useElementSize } from './use-palette.ts'

interface TreeMinimapProps {
  readonly model: TreeModel
  /** Nodes in the model so far. */
  readonly loaded: number
  readonly eventCount: number
  /** The profile is drawn anew when this changes: a whole one of a long trace is too much for each of its chunks. */
  readonly stage: number
  readonly focus: number | null
  /** Labelled states, rising. */
  readonly labels?: readonly number[]
  /** Seqs of the first and last row of the tree on screen; null while there is none. */
  readonly window: readonly [first: number, last: number] | null
  /** Id of the tree that it moves. */
  readonly controls: string
  /** The tree is to show this seq: as its first row, or in the middle. */
  readonly onShow: (seq: number, at: 'top' | 'middle') => void
}

/** Of all that a strip can show the minimap has the exceptions and the labels. */
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

const NONE: readonly number[] = []

const KEY_PAGES: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -1,
  PageDown: 1,
}

/**
 * The whole trace beside its tree, from top to bottom: depth to the left, exceptions at the edge, labels, a frame around what
 * the tree shows. A click shows that part, a drag moves the frame; the focus stays where it is.
 */
export function TreeMinimap(props: TreeMinimapProps) {
  const { model, loaded, eventCount, stage, focus, window, onShow, labels = NONE } = props
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const grab = useRef(0)
  const look = useCanvasLook(canvas)
  const size = useElementSize(host)
  // The strip of the profile lies on its side: its x runs down.
  const turned = useMemo(() => ({ width: size.height, height: size.width }), [size])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stage stands for the length of the growing model
  const { shapes, ticks } = useMemo(() => {
    const span = { from: 0, to: Math.max(1, eventCount, model.levels.length) }
    const at = (seqs: readonly number[]) => ticksOf(seqs, span, turned.width)
    const ticks = { ...NO_TICKS, exceptions: at(model.exceptions), labels: at(labels) }
    return { shapes: profileShapes(model, span, turned), ticks }
  }, [model, stage, turned, labels])
  const { span } = shapes
  useLayoutEffect(() => {
    if (canvas.current === null || look === null || size.width === 0) return
    const pixelRatio = globalThis.devicePixelRatio || 1
    const context = fitCanvas(canvas.current, { ...size, pixelRatio })
    if (context === null) return
    context.transform(0, 1, 1, 0, 0, 0)
    const marks = profileMarks(span, turned.width, loaded === 0 ? null : focus, window)
    const surface = { ...turned, pixelRatio }
    paintProfile(context, { shapes, marks, ticks, surface, palette: look.palette })
  }, [shapes, span, ticks, look, size, turned, focus, loaded, window])

  const [first, last] = window ?? [0, 0]
  const seqAt = (event: PointerEvent<HTMLElement>): number => {
    const box = event.currentTarget.getBoundingClientRect()
    return Math.min(loaded - 1, seqAtX(span, box.height, event.clientY - box.top))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || loaded === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const seq = seqAt(event)
    const isInside = seq >= first && seq <= last
    grab.current = isInside ? seq - first : Math.round((last - first) / 2)
    if (!isInside) onShow(seq, 'middle')
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    onShow(Math.max(0, seqAt(event) - grab.current), 'top')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const pages = KEY_PAGES[event.key]
    if (pages === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onShow(pages < 0 ? first : last, 'middle')
  }
  return (
    <div
      ref={host}
      className="tree-minimap"
      role="scrollbar"
      tabIndex={0}
      aria-label="Part of the trace in view"
      aria-controls={props.controls}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, loaded - 1)}
      aria-valuenow={first}
      aria-valuetext={`Events ${first} to ${last} of ${loaded}`}
      title="The whole trace. Drag the frame, or click, to see another part of the tree."
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      <canvas ref={canvas} style={size} />
    </div>
  )
}
