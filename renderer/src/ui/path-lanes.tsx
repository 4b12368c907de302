import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { formatNoun } from '../../../shared/base/words.ts'
import { fitCanvas } from '../draw/canvas.ts'
import { paintPathLanes } from '../draw/paint-path-lanes.ts'
import {
  LANE_HEIGHT,
  LANE_PADDING,
  LANE_TEXT,
  laneAtY,
  nearestState,
  type PathCourse,
  pathLanes,
} from '../draw/path-lanes.ts'
import { profileMarks, seqAtX } from '../draw/profile.ts'
import type { Span } from '../draw/span.ts'
import { useCanvasLook, useElementSize } from './use-palette.ts'

export interface PathLanesProps {
  readonly paths: readonly PathCourse[]
  /** The part of the trace that is drawn. */
  readonly span: Span
  /** Seq in focus. */
  readonly focus: number | null
  /** Index of the path whose steps are looked at; null for all of them. */
  readonly chosen: number | null
  readonly onChosen: (path: number | null) => void
  /** A state of a path: 0 is its start. */
  readonly onState: (path: number, state: number) => void
  /** Enter: the state in focus. */
  readonly onOpen: () => void
  /** Which state of the chosen path is in focus. */
  readonly state: number
  readonly label: string
}

function keyEffect(event: KeyboardEvent, props: PathLanesProps): (() => void) | null {
  const { paths, chosen, state, onChosen, onState, onOpen } = props
  const last = paths.length - 1
  const to = (path: number) => (): void => onChosen(Math.max(0, Math.min(last, path)))
  const move = (by: number) => (): void => {
    const path = paths[chosen ?? 0]
    if (path !== undefined) {
      onState(chosen ?? 0, Math.max(0, Math.min(path.steps.length, state + by)))
    }
  }
  const effects: Readonly<Record<string, () => void>> = {
    ArrowDown: to(chosen === null ? 0 : chosen + 1),
    ArrowUp: to(chosen === null ? last : chosen - 1),
    Home: to(0),
    End: to(last),
    ArrowRight: move(1),
    ArrowLeft: move(-1),
    Enter: onOpen,
  }
  if (event.key === 'Escape') return chosen === null ? null : () => onChosen(null)
  return effects[event.key] ?? null
}

/** Sampled paths over a trace, a lane each: Up and Down choose one, Left and Right go along it. */
export function PathLanes(props: PathLanesProps) {
  const { paths, span, focus, chosen, onChosen, onState, label } = props
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const look = useCanvasLook(canvas)
  const size = useElementSize(host)
  const width = Math.max(1, size.width - LANE_TEXT - 2 * LANE_PADDING)
  const lanes = useMemo(() => pathLanes(paths, { span, width }), [paths, span, width])
  const height = Math.max(1, paths.length) * LANE_HEIGHT
  useLayoutEffect(() => {
    if (canvas.current === null || look === null || size.width === 0) return
    const surface = { width: size.width, height, pixelRatio: globalThis.devicePixelRatio || 1 }
    const context = fitCanvas(canvas.current, surface)
    if (context === null) return
    const { focusX } = profileMarks(span, width, focus, null)
    const { palette, font } = look
    paintPathLanes(context, { lanes, chosen, focusX, palette, font, surface, width })
  }, [lanes, chosen, focus, look, size.width, width, height, span])
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const lane = laneAtY(event.clientY - box.top + event.currentTarget.scrollTop, paths.length)
    const path = lane === null ? undefined : paths[lane]
    if (lane === null || path === undefined) return
    onChosen(lane)
    const x = event.clientX - box.left - LANE_PADDING
    if (x <= width + LANE_PADDING) onState(lane, nearestState(path, seqAtX(span, width, x)))
  }
  return (
    <div
      ref={host}
      className="path-lanes"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      {...(chosen === null ? {} : { 'aria-activedescendant': `${id}-${chosen}` })}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const effect = keyEffect(event, props)
        if (effect === null) return
        event.preventDefault()
        effect()
      }}
      onClick={onClick}
    >
      <canvas ref={canvas} style={{ width: size.width, height }} />
      {paths.map((path, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a path is told by its place alone
          key={index}
          id={`${id}-${index}`}
          className="visually-hidden"
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
        >
          {`Path ${index + 1}: ${formatNoun(path.steps.length, 'action')}, ${path.end}`}
        </div>
      ))}
    </div>
  )
}
