import { createContext, useContext } from 'react'
import { createAtom, useAtomPart } from './atom.ts'

export const VIEW_IDS = [
  'corpus',
  'record',
  'trace',
  'sample',
  'predict',
  'evaluate',
  'label',
  'exports',
] as const
export type ViewId = (typeof VIEW_IDS)[number]

/** What every pane shows (product.md 3.1). Every click sets it; the address and the history hold it. */
export interface Focus {
  readonly trace: string | null
  /** Seq of the event in the trace. */
  readonly step: number | null
  /**
   * The focus stands after the calls of the step's line, not before them: the first of the two stops that a step
   * back makes at a line with calls (neural-debugger.md 1.5).
   */
  readonly behind: boolean
  /** Frame counter (StateNode.frame) whose variables are shown; null for the step's own frame. */
  readonly frame: number | null
  readonly variable: string | null
  readonly trajectory: string | null
  /** Index of the step within the trajectory. */
  readonly trajectoryStep: number | null
}

export const NO_FOCUS: Focus = {
  trace: null,
  step: null,
  behind: false,
  frame: null,
  variable: null,
  trajectory: null,
  trajectoryStep: null,
}

/** The two sides of a comparison: what is in focus, and what is pinned beside it. */
export type Side = 'focus' | 'pin'

/** A view and what it shows: the unit of the history and of a link. */
export interface Place {
  readonly view: ViewId
  readonly focus: Focus
  /** A second focus for comparison; absent while nothing is pinned. */
  readonly pin?: Focus
}

export const placeAtom = createAtom<Place>({ view: 'corpus', focus: NO_FOCUS })

export function sameFocus(a: Focus, b: Focus): boolean {
  return (Object.keys(NO_FOCUS) as (keyof Focus)[]).every((key) => a[key] === b[key])
}

export function samePlace(a: Place, b: Place): boolean {
  const isPinned = a.pin !== undefined && b.pin !== undefined
  const samePin = isPinned ? sameFocus(a.pin, b.pin) : a.pin === b.pin
  return a.view === b.view && sameFocus(a.focus, b.focus) && samePin
}

/**
 * The focus after a move: another trace drops everything below it, another trajectory its step, another step
 * its frame, unless the move names them. A move that names a step means the event itself, not behind its calls.
 */
export function moveFocus(focus: Focus, patch: Partial<Focus>): Focus {
  const base = { ...focus }
  if ('trace' in patch && patch.trace !== focus.trace) Object.assign(base, NO_FOCUS)
  if ('trajectory' in patch && patch.trajectory !== focus.trajectory) base.trajectoryStep = null
  if ('step' in patch && patch.step !== focus.step) base.frame = null
  if ('step' in patch) base.behind = false
  const next = { ...base, ...patch }
  return sameFocus(next, focus) ? focus : next
}

/** How the other side of a comparison moves when one has moved to a focus; null where it stays. */
export type Follow = (side: Side, moved: Focus) => Partial<Focus> | null

let follow: Follow | null = null

/** Lets one side of a comparison follow the other, until the function it gives is called. */
export function followWith(next: Follow): () => void {
  follow = next
  return () => {
    if (follow === next) follow = null
  }
}

/** The place after one side moved, and the other with it where it follows: one act, and one entry of the history. */
function movePlace(place: Place, side: Side, patch: Partial<Focus>): Place {
  const own = side === 'focus' ? place.focus : (place.pin ?? NO_FOCUS)
  const next = moveFocus(own, patch)
  if (next === own) return place
  const moved = { ...place, [side]: next }
  const way = place.pin === undefined || next.trace !== own.trace ? null : follow?.(side, next)
  if (way === null || way === undefined) return moved
  return side === 'focus'
    ? { ...moved, pin: moveFocus(place.pin ?? NO_FOCUS, way) }
    : { ...moved, focus: moveFocus(place.focus, way) }
}

/** Moves the focus; see `moveFocus` for what a partial move keeps. */
export function setFocus(patch: Partial<Focus>): void {
  placeAtom.set((place) => movePlace(place, 'focus', patch))
}

function setPin(patch: Partial<Focus>): void {
  placeAtom.set((place) => movePlace(place, 'pin', patch))
}

/** What was in focus in the Trace view before another trace was opened in it without a step. */
export const leftFocusAtom = createAtom<Focus | null>(null)

/** Switches the view, and moves the focus in the same act. */
export function openView(view: ViewId, patch: Partial<Focus> = {}): void {
  const { view: from, focus } = placeAtom.get()
  const isOther = patch.trace !== undefined && patch.trace !== focus.trace
  const isStaying = view === 'trace' && from === 'trace' && isOther && !('step' in patch)
  leftFocusAtom.set(isStaying && focus.step !== null ? focus : null)
  placeAtom.set((place) => {
    const moved = movePlace(place, 'focus', patch)
    return view === place.view ? moved : { ...moved, view }
  })
}

/** Pins a trace, to be compared with the one that comes into focus then. */
export function pinTrace(trace: string): void {
  placeAtom.set((place) => ({ ...place, pin: { ...NO_FOCUS, trace } }))
}

/** Shows two traces beside each other: the one in focus, or `first`, and `second`. */
export function compareTraces(second: string, first?: string): void {
  placeAtom.set(({ focus }) => ({
    view: 'trace',
    focus: first === undefined ? focus : moveFocus(focus, { trace: first }),
    pin: { ...NO_FOCUS, trace: second },
  }))
}

/**
 * What stands beside the focus in the Trace view: another trace, or another moment of the same one. A trace that was
 * pinned without a moment waits for another to stand beside.
 */
export function besideFocus(focus: Focus, pin: Focus | null): Focus | null {
  return pin !== null && (pin.trace !== focus.trace || pin.step !== null) ? pin : null
}

/** Pins the moment in focus: it stays, beside whatever is gone to from here. */
export function pinMoment(): void {
  placeAtom.set((place) => ({ ...place, pin: { ...place.focus, step: place.focus.step ?? 0 } }))
}

/** Moves both sides of a comparison in one act. */
export function moveBoth(focus: Partial<Focus>, pin: Partial<Focus>): void {
  placeAtom.set((place) => ({
    ...place,
    focus: moveFocus(place.focus, focus),
    pin: moveFocus(place.pin ?? NO_FOCUS, pin),
  }))
}

/** The sides of a comparison change places. */
export function swapSides(): void {
  placeAtom.set((place) =>
    place.pin === undefined ? place : { ...place, focus: place.pin, pin: place.focus },
  )
}

/** Nothing is pinned any more; what is in focus stays. */
export function closeComparison(): void {
  placeAtom.set(({ view, focus }) => ({ view, focus }))
}

/** The side that what is drawn below it belongs to. */
export const SideContext = createContext<Side>('focus')

/** What is in focus; within a side of a comparison, that side's. */
export function useFocus(): Focus {
  const side = useContext(SideContext)
  return useAtomPart(placeAtom, ({ focus, pin }) => (side === 'pin' ? (pin ?? NO_FOCUS) : focus))
}

/** `setFocus` of the side that it is called in; always the same function there. */
export function useSetFocus(): (patch: Partial<Focus>) => void {
  return useContext(SideContext) === 'pin' ? setPin : setFocus
}

/** The second focus, null while nothing is pinned. */
export function usePin(): Focus | null {
  return useAtomPart(placeAtom, ({ pin }) => pin ?? null)
}

/** Both sides of a comparison, whatever side it is asked in. */
export function usePlaceSides(): { readonly focus: Focus; readonly pin: Focus | null } {
  return { focus: useAtomPart(placeAtom, ({ focus }) => focus), pin: usePin() }
}

export function useView(): ViewId {
  return useAtomPart(placeAtom, (place) => place.view)
}
