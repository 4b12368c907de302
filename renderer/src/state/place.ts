import { createAtom, useAtomPart } from './atom.ts'

export const VIEW_IDS = ['corpus', 'record', 'trace', 'sample', 'label', 'exports'] as const
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

/** A view and what it shows: the unit of the history and of a link. */
export interface Place {
  readonly view: ViewId
  readonly focus: Focus
}

export const placeAtom = createAtom<Place>({ view: 'corpus', focus: NO_FOCUS })

export function sameFocus(a: Focus, b: Focus): boolean {
  return (Object.keys(NO_FOCUS) as (keyof Focus)[]).every((key) => a[key] === b[key])
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

/** Moves the focus; see `moveFocus` for what a partial move keeps. */
export function setFocus(patch: Partial<Focus>): void {
  placeAtom.set((place) => {
    const focus = moveFocus(place.focus, patch)
    return focus === place.focus ? place : { ...place, focus }
  })
}

/** Switches the view, and moves the focus in the same act. */
export function openView(view: ViewId, patch: Partial<Focus> = {}): void {
  placeAtom.set((place) => {
    const focus = moveFocus(place.focus, patch)
    return view === place.view && focus === place.focus ? place : { view, focus }
  })
}

export function useFocus(): Focus {
  return useAtomPart(placeAtom, (place) => place.focus)
}

export function useView(): ViewId {
  return useAtomPart(placeAtom, (place) => place.view)
}
