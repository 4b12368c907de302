import { createAtom, useAtomPart } from './atom.ts'
import {
  corpusPlaceAtom,
  differsInQuery,
  type ListPlace,
  sameList,
  WRITING_MS,
} from './corpus-place.ts'
import { type Place, placeAtom, samePlace } from './place.ts'
import { tabsAtom } from './tabs.ts'
import { addressNow, goTo } from './url.ts'

const MAX_ENTRIES = 500
/** Small moves closer together than this, as from a key held down, are one entry. */
const MERGE_MS = 400

/** A place that was shown, with what the corpus listed where that was the view. */
export interface Visited extends Place {
  readonly list?: ListPlace | null
}

export interface FocusHistory {
  readonly entries: readonly Visited[]
  readonly index: number
  /** When the current entry was last written, in milliseconds. */
  readonly at: number
}

function isNear(a: number | null, b: number | null): boolean {
  return a === b || (a !== null && b !== null && Math.abs(a - b) <= 1)
}

/**
 * Whether a move is one of many small ones: to a neighbouring event or step, to something else at the same one, or
 * from row to row of a list. A jump is never merged, or the way back from it would be lost.
 */
function isSmallMove(from: Visited, to: Visited): boolean {
  if (from.view !== to.view || from.pin?.trace !== to.pin?.trace) return false
  if (from.list && to.list && !differsInQuery(from.list, to.list)) return false
  if (to.view === 'corpus' || to.view === 'label') return true
  const { trace, trajectory, step, trajectoryStep } = from.focus
  if (trace !== to.focus.trace || trajectory !== to.focus.trajectory) return false
  // A neighbouring step of a trajectory may be an event far away.
  if (trajectoryStep !== to.focus.trajectoryStep) {
    return isNear(trajectoryStep, to.focus.trajectoryStep)
  }
  return isNear(step, to.focus.step) && isNear(from.pin?.step ?? null, to.pin?.step ?? null)
}

/** For how long a move like the one before is part of it. */
function mergeTime(from: Visited, to: Visited): number {
  const isWritten = from.list?.where !== to.list?.where
  return isWritten ? WRITING_MS : MERGE_MS
}

/** The history after a move to `place` at time `now`: what lay ahead is dropped. */
export function visit(past: FocusHistory, place: Visited, now: number): FocusHistory {
  const current = past.entries[past.index]
  if (current === undefined) return { entries: [place], index: 0, at: now }
  if (samePlace(current, place) && sameList(current.list ?? null, place.list ?? null)) return past
  const isSoon = now - past.at < mergeTime(current, place)
  const merge = isSoon && past.index > 0 && isSmallMove(current, place)
  const kept = past.entries.slice(0, merge ? past.index : past.index + 1)
  const entries = [...kept, place].slice(-MAX_ENTRIES)
  return { entries, index: entries.length - 1, at: now }
}

const EMPTY: FocusHistory = { entries: [], index: -1, at: 0 }
/** Each tab has its own, by its id. */
const historiesAtom = createAtom<Readonly<Record<number, FocusHistory>>>({})
let walking = false

/** Changes the history of the tab in front. */
function changeHistory(change: (past: FocusHistory) => FocusHistory): void {
  const { front } = tabsAtom.get()
  historiesAtom.set((all) => {
    const past = all[front] ?? EMPTY
    const next = change(past)
    return next === past ? all : { ...all, [front]: next }
  })
}

/** Follows the place from now on. */
export function startFocusHistory(): () => void {
  const note = (): void => {
    if (walking) return
    const { place, list } = addressNow()
    const visited = list === null ? place : { ...place, list }
    changeHistory((past) => visit(past, visited, Date.now()))
  }
  note()
  const stops = [placeAtom.subscribe(note), corpusPlaceAtom.subscribe(note)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Walks the history of the tab by `delta` entries, as Alt+Left and Alt+Right do; false at its end. */
export function walkHistory(delta: -1 | 1): boolean {
  const past = historiesAtom.get()[tabsAtom.get().front] ?? EMPTY
  const visited = past.entries[past.index + delta]
  if (visited === undefined) return false
  const { list = null, ...place } = visited
  walking = true
  goTo({ place, list })
  walking = false
  changeHistory(() => ({ ...past, index: past.index + delta, at: 0 }))
  return true
}

/** Whether there is a place to walk back or forward to. */
export function useFocusWays(): { readonly back: boolean; readonly forward: boolean } {
  const front = useAtomPart(tabsAtom, (tabs) => tabs.front)
  const { entries, index } = useAtomPart(historiesAtom, (all) => all[front] ?? EMPTY)
  return { back: index > 0, forward: index < entries.length - 1 }
}
