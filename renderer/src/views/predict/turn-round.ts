import type { Direction, StateRef } from '../../../../shared/trajectory/types.ts'
import { setFocus } from '../../state/place.ts'
import { type Start, startAtom } from './predict-state.ts'
import type { Desk } from './use-desk.ts'

export function opposite(direction: Direction): Direction {
  return direction === 'forward' ? 'inverse' : 'forward'
}

/** Begins stepping at a state of a trace, along no trajectory. */
export function stepFrom(start: Start): void {
  startAtom.set(start)
  setFocus({
    trace: start.trace,
    trajectory: null,
    trajectoryStep: null,
    step: start.start.seq,
  })
}

/** Steps from an event of a trace, in the whole of it. */
export function stepFromEvent(trace: string, seq: number, events: number): void {
  const whole = { open: 0, close: events - 1 }
  const start = { seq: Math.max(0, Math.min(seq, events - 1)), duplicate: false }
  stepFrom({ trace, direction: 'forward', scope: whole, start, back: null })
}

function startHere({ known, at }: Desk, ref: StateRef): Start {
  const { ground, trajectory } = known
  const back =
    trajectory === null
      ? null
      : { trajectory: trajectory.row.trajectory, trajectoryStep: at === 0 ? null : at - 1 }
  return {
    ...ground,
    direction: opposite(ground.direction),
    // Only going backwards a state with calls is there twice.
    start: { seq: ref.seq, duplicate: false },
    back,
  }
}

/** The same place in the other direction: on a way of its own, and back on the trajectory where one came from it. */
export function turnRound(desk: Desk): {
  readonly reason: string | null
  readonly run: () => void
} {
  const ref = desk.real.refs[desk.at]
  const start = startAtom.get()
  const isOwn = desk.known.trajectory === null
  if (isOwn && start?.back != null) {
    const { back, trace } = start
    return { reason: null, run: () => setFocus({ trace, ...back }) }
  }
  if (ref === undefined || ref === null) {
    return {
      reason: 'The recorded run is not at a state here, so there is none to turn round at.',
      run: () => {},
    }
  }
  return { reason: null, run: () => stepFrom(startHere(desk, ref)) }
}
