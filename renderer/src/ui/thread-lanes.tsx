import { type PointerEvent, useMemo, useRef } from 'react'
import { type LaneTurns, laneStretches } from '../draw/lane-stretches.ts'
import { useElementSize } from './use-palette.ts'

export interface ThreadLane extends LaneTurns {
  readonly trace: string
  readonly name: string
  readonly hint: string
  /** Its events are those on screen. */
  readonly isShown: boolean
}

interface ThreadLanesProps {
  readonly lanes: readonly ThreadLane[]
  /** Number of the event in focus among all events of the run. */
  readonly moment: number
  readonly moments: number
  /** Asked for what a thread had come to at a moment. */
  readonly onGo: (lane: ThreadLane, moment: number) => void
}

/** The threads of a run, a line each, by the order of all their events: who had them when. */
export function ThreadLanes(props: ThreadLanesProps) {
  return (
    <fieldset className="thread-lanes" aria-label="Threads of this run">
      {props.lanes.map((lane) => (
        <LaneRow key={lane.trace} lane={lane} {...props} />
      ))}
    </fieldset>
  )
}

function LaneRow({ lane, moment, moments, onGo }: ThreadLanesProps & { lane: ThreadLane }) {
  const strip = useRef<HTMLDivElement>(null)
  const { width } = useElementSize(strip)
  const path = useMemo(
    () =>
      laneStretches(lane, moments, width)
        .map((one) => `M${one.x} 0h${one.width}v8h-${one.width}z`)
        .join(''),
    [lane, moments, width],
  )
  const x = ((moment + 0.5) / Math.max(1, moments)) * width
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - box.left) / Math.max(1, box.width)) * moments)
    onGo(lane, Math.max(0, Math.min(moments - 1, at)))
  }
  return (
    <div className="thread-lane" data-shown={lane.isShown}>
      <button
        type="button"
        className="text-button"
        aria-pressed={lane.isShown}
        title={lane.hint}
        onClick={() => onGo(lane, moment)}
      >
        {lane.name}
      </button>
      {/* What a press there does, keys do too. */}
      <div ref={strip} className="lane-strip" onPointerDown={onPointerDown}>
        <svg width={width} height={8} aria-hidden="true">
          <path d={path} />
          <line x1={x} x2={x} y1={0} y2={8} />
        </svg>
      </div>
    </div>
  )
}
