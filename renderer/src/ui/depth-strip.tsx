import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type TraceAccuracy, tallyBetween, tallyWords } from '../draw/accuracy.ts'
import { fitCanvas } from '../draw/canvas.ts'
import {
  FLAG_HEIGHT,
  OVERVIEW_HEIGHT,
  paintProfile,
  type StripTicks,
} from '../draw/paint-profile.ts'
import { bandOf, profileMarks, profileShapes, seqAtX, ticksOf } from '../draw/profile.ts'
import { isWhole, panSpan, type Span, showSeq, wholeSpan, zoomSpan } from '../draw/span.ts'
import type { TreeModel } from '../draw/tree-model.ts'
import { AccuracyLane } from './accuracy-lane.tsx'
import { keyOf } from './key-notation.ts'
import { isStripKey, type StripEffect, stripKeyEffect } from './strip-keys.ts'
import { type ElementSize, useCanvasLook, useElementSize } from './use-palette.ts'

/** A marked event; one that is not kept is of this moment only. */
export interface StripMark {
  readonly seq: number
  readonly kept: boolean
}

/** What the strip shows besides depth; seqs rise. */
export interface StripContent {
  readonly stops: readonly number[]
  readonly labels: readonly number[]
  readonly gaps: readonly number[]
  readonly marks: readonly StripMark[]
  /** First and last event of the part that playing goes round in. */
  readonly range: readonly [first: number, last: number] | null
  /** Why recording ended before the program did, as a sentence; null where it did not. */
  readonly cut: string | null
  /** Predictions to paint in a lane below the depth; absent or null, there is none. */
  readonly accuracy?: TraceAccuracy | null
}

export interface DepthStripProps {
  readonly model: TreeModel
  /** Nodes in the model so far. */
  readonly loaded: number
  readonly eventCount: number
  readonly focus: number
  /** Seqs of the first and last row of the outline on screen. */
  readonly window: readonly [first: number, last: number] | null
  readonly content: StripContent
  readonly onFocus: (seq: number) => void
  /** Keys and gestures that are not about the part on screen. */
  readonly onEffect: (effect: StripEffect) => void
  /** What the focused position is, for assistive technology. */
  readonly valueText: string
}

/** The part of the trace on screen: all of it until it is zoomed, then a part that goes along with the focus. */
function useSpan(focus: number, total: number) {
  const [zoomed, setZoomed] = useState<Span | null>(null)
  const [seen, setSeen] = useState(focus)
  if (seen !== focus) {
    setSeen(focus)
    if (zoomed !== null) setZoomed(showSeq(zoomed, Math.min(focus, total - 1), total))
  }
  const span = useMemo(() => zoomed ?? wholeSpan(total), [zoomed, total])
  const setSpan = (next: Span): void => setZoomed(isWhole(next, total) ? null : next)
  return { span, setSpan }
}

function useTicks({ model, loaded, content }: DepthStripProps, span: Span, size: ElementSize) {
  const { stops, labels, gaps, marks, range, cut } = content
  const { width } = size
  return useMemo<StripTicks>(() => {
    const at = (rising: readonly number[]) => ticksOf(rising, span, width)
    const shown = marks.filter(({ seq }) => seq >= span.from && seq < span.to)
    const isPart = !isWhole(span, loaded)
    return {
      exceptions: at(model.exceptions),
      stops: at(stops),
      labels: at(labels),
      gaps: at(gaps),
      marks: shown.map(({ seq, kept }) => ({ x: at([seq])[0] ?? 0, kept })),
      range: range === null ? null : bandOf(span, width, range),
      cutX: cut === null || span.to < loaded ? null : width,
      overview: isPart ? bandOf(wholeSpan(loaded), width, [span.from, span.to - 1]) : null,
    }
  }, [model, loaded, stops, labels, gaps, marks, range, cut, span, width])
}

type Gesture =
  | { readonly kind: 'scrub' }
  | { readonly kind: 'range'; readonly from: number }
  /** `perPixel`: events that a pixel of the pointer's way moves the part on screen by. */
  | { readonly kind: 'pan'; readonly x: number; readonly span: Span; readonly perPixel: number }

interface Pressed {
  readonly event: PointerEvent<HTMLElement>
  readonly x: number
  readonly y: number
  readonly width: number
  /** Of the depth, without the lane below it. */
  readonly height: number
}

function pressedAt(event: PointerEvent<HTMLElement>, { height }: ElementSize): Pressed {
  const box = event.currentTarget.getBoundingClientRect()
  const { clientX, clientY } = event
  const { width } = box
  return { event, x: clientX - box.left, y: clientY - box.top, width, height }
}

/** What a press begins: with Shift a range, on the overview or with Ctrl or the middle button panning, else scrubbing. */
function gestureOf({ event, x, y, width, height }: Pressed, span: Span, total: number): Gesture {
  const isPart = !isWhole(span, total)
  const grip = { x: event.clientX, span }
  if (isPart && y >= height - OVERVIEW_HEIGHT - 2 && y <= height) {
    return { kind: 'pan', ...grip, perPixel: total / Math.max(1, width) }
  }
  if (isPart && (event.ctrlKey || event.metaKey || event.button === 1)) {
    return { kind: 'pan', ...grip, perPixel: -(span.to - span.from) / Math.max(1, width) }
  }
  return event.shiftKey ? { kind: 'range', from: seqAtX(span, width, x) } : { kind: 'scrub' }
}

/** The mark whose flag is under a point, or null. */
function flagAt({ x, y, width }: Pressed, marks: readonly StripMark[], span: Span) {
  if (y > FLAG_HEIGHT + 2) return null
  const near = marks.filter((mark) => {
    const left = ticksOf([mark.seq], span, width)[0]
    return left !== undefined && x >= left - 3 && x <= left + 9
  })
  return near.at(-1) ?? null
}

/** Ctrl and the wheel zoom where the pointer is; a sideways wheel, or one with Shift, pans. */
function useWheel(
  host: RefObject<HTMLElement | null>,
  latest: RefObject<{ span: Span; total: number; setSpan: (span: Span) => void }>,
): void {
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const onWheel = (event: WheelEvent): void => {
      const { span, total, setSpan } = latest.current
      const width = Math.max(1, element.clientWidth)
      const perPixel = (span.to - span.from) / width
      const sideways = event.deltaX + (event.shiftKey ? event.deltaY : 0)
      if (event.ctrlKey || event.metaKey) {
        const anchor = span.from + (event.clientX - element.getBoundingClientRect().left) * perPixel
        setSpan(zoomSpan(span, Math.exp(event.deltaY / 300), anchor, total))
      } else if (sideways !== 0) setSpan(panSpan(span, sideways * perPixel, total))
      else return
      event.preventDefault()
    }
    // React listens passively, where the page's own zoom could not be kept off.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [host, latest])
}

/** What the predictions under a point of the lane come to. */
function laneTip({ x, y, width, height }: Pressed, { content }: DepthStripProps, span: Span) {
  if (y <= height || (content.accuracy ?? null) === null) return ''
  const perPixel = (span.to - span.from) / Math.max(1, width)
  const first = Math.floor(span.from + Math.floor(x) * perPixel)
  const last = Math.max(first, Math.ceil(span.from + (Math.floor(x) + 1) * perPixel) - 1)
  return tallyWords(tallyBetween(content.accuracy as TraceAccuracy, first, last))
}

function tipAt(pressed: Pressed, props: DepthStripProps, span: Span): string {
  const { content, model } = props
  const { x, width } = pressed
  const near = (rising: readonly number[]): boolean =>
    ticksOf(rising, span, width).some((tick) => Math.abs(tick - x) <= 3)
  const flag = flagAt(pressed, content.marks, span)
  const tips = [
    laneTip(pressed, props, span),
    flag === null ? '' : `${flag.kept ? 'Permanent mark' : 'Mark'} at event ${flag.seq}`,
    content.cut !== null && span.to >= model.levels.length && x > width - 8 ? content.cut : '',
    near(content.gaps) ? 'Passes of a loop were left out here' : '',
    near(content.labels) ? 'A labelled state' : '',
    near(content.stops) ? 'A breakpoint stops here' : '',
    near(model.exceptions) ? 'An exception is raised' : '',
  ]
  return tips.filter((tip) => tip !== '').join('; ')
}

/** The trace at a glance: depth over events and what is marked. Drag to scrub; with Shift to loop a part. */
export function DepthStrip(props: DepthStripProps) {
  const { model, loaded, eventCount, focus, content, onFocus, onEffect } = props
  const { accuracy = null } = content
  const profile = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const gesture = useRef<Gesture | null>(null)
  const [tip, setTip] = useState('')
  const look = useCanvasLook(canvas)
  const size = useElementSize(profile)
  const total = Math.max(eventCount, loaded)
  const { span, setSpan } = useSpan(focus, total)
  const latest = useRef({ span, total, setSpan })
  useLayoutEffect(() => {
    latest.current = { span, total, setSpan }
  })
  useWheel(host, latest)
  const shapes = useMemo(
    () => (loaded < 0 ? null : profileShapes(model, span, size)),
    [model, loaded, span, size],
  )
  const ticks = useTicks(props, span, size)
  useLayoutEffect(() => {
    if (canvas.current === null || look === null || shapes === null || size.width === 0) return
    const surface = { ...size, pixelRatio: globalThis.devicePixelRatio || 1 }
    const context = fitCanvas(canvas.current, surface)
    const marks = profileMarks(span, size.width, loaded === 0 ? null : focus, props.window)
    const scene = { shapes, marks, ticks, surface, palette: look.palette }
    if (context !== null) paintProfile(context, scene)
  }, [shapes, ticks, look, size, span, focus, loaded, props.window])

  const last = Math.max(0, loaded - 1)
  // The exit is one past the last event of a whole trace.
  const end = loaded >= eventCount ? total : last
  const moveTo = (seq: number): void => onFocus(Math.max(0, Math.min(last, seq)))
  const onGesture = (pressed: Pressed): void => {
    const { current } = gesture
    const seq = seqAtX(span, pressed.width, pressed.x)
    if (current === null) setTip(tipAt(pressed, props, span))
    else if (current.kind === 'scrub') moveTo(seq)
    else if (current.kind === 'pan') {
      const moved = (pressed.event.clientX - current.x) * current.perPixel
      setSpan(panSpan(current.span, moved, total))
    } else {
      const ends = [current.from, seq].map((end) => Math.max(0, Math.min(last, end)))
      onEffect({ kind: 'range', range: [Math.min(...ends), Math.max(...ends)] })
    }
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
      aria-valuenow={Math.min(last, focus)}
      aria-valuetext={props.valueText}
      title={tip === '' ? undefined : tip}
      onKeyDown={(event) => {
        const key = keyOf(event.nativeEvent)
        if (!isStripKey(key, content)) return
        event.preventDefault()
        const marks = content.marks.map(({ seq }) => seq)
        const effect = stripKeyEffect(key, { span, total, focus, range: content.range, marks })
        if (effect?.kind === 'span') setSpan(effect.span)
        else if (effect?.kind === 'focus') onFocus(Math.max(0, Math.min(end, effect.seq)))
        else if (effect !== null) onEffect(effect)
      }}
      onPointerDown={(event) => {
        if (event.button > 1) return
        const pressed = pressedAt(event, size)
        const flag = flagAt(pressed, content.marks, span)
        if (flag !== null) return onFocus(flag.seq)
        event.currentTarget.setPointerCapture(event.pointerId)
        gesture.current = gestureOf(pressed, span, total)
        onGesture(pressed)
      }}
      onPointerMove={(event) => onGesture(pressedAt(event, size))}
      onPointerUp={() => {
        gesture.current = null
      }}
      onDoubleClick={() => setSpan(wholeSpan(total))}
    >
      <div ref={profile} className="depth-canvas">
        <canvas ref={canvas} style={size} />
      </div>
      {accuracy === null ? null : (
        <AccuracyLane accuracy={accuracy} span={span} width={size.width} />
      )}
    </div>
  )
}
