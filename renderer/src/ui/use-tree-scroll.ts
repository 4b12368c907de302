import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { scrollToRow, scrollToShow } from '../draw/outline-window.ts'

/** Longer than between two repeats of a key held down. */
const REST_MS = 60

/** Moves an element's scroll position to where its rows are drawn. */
export interface Scroller {
  readonly moveTo: (top: number) => void
  /** Whether the element is where it was moved to last, and not where the user scrolled it since. */
  readonly isOwn: (top: number) => boolean
}

/**
 * To scroll an element lays the page out, and the rows are drawn in their place without it: while they move many
 * times a second, only the last move is made, when they pause.
 */
export function useScroller(scroller: RefObject<HTMLElement | null>): Scroller {
  const state = useRef({
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    movedAt: Number.NEGATIVE_INFINITY,
    top: null as number | null,
  })
  useEffect(() => {
    const { current } = state
    return () => clearTimeout(current.timer)
  }, [])
  return useMemo(() => {
    const { current } = state
    const scroll = (top: number): void => {
      if (scroller.current === null) return
      scroller.current.scrollTop = top
      current.top = top
    }
    return {
      moveTo: (top) => {
        const now = performance.now()
        const isQuick = now - current.movedAt < REST_MS
        current.movedAt = now
        clearTimeout(current.timer)
        if (isQuick) current.timer = setTimeout(() => scroll(top), REST_MS)
        else scroll(top)
      },
      isOwn: (top) => {
        // A screen with fractions of a pixel rounds to its own pixels.
        if (current.top !== null && Math.abs(top - current.top) < 1) return true
        current.top = null
        clearTimeout(current.timer)
        return false
      },
    }
  }, [scroller])
}

interface Followed {
  readonly focus: number | null
  readonly focusRow: number | null
  readonly rowCount: number
  readonly height: number
  /** Where the rows are laid out for. */
  readonly scrollTop: number
}

/**
 * Scrolls to the focus when it moves. It does not follow the outline: expanding a row must not move the rest. Tells
 * in what it returns that the rows will be laid out again for that.
 */
export function useFollowFocus(
  scroller: Scroller,
  followed: Followed,
  onScrollTop: (scrollTop: number) => void,
): RefObject<boolean> {
  const scrolls = useRef(false)
  const latest = useRef(followed)
  useLayoutEffect(() => {
    latest.current = followed
  })
  const { focus, focusRow, height } = followed
  const known = focusRow !== null && height > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus itself is what is followed
  useLayoutEffect(() => {
    const { focusRow: row, ...window } = latest.current
    if (row === null || !known) return
    // Where the rows are laid out for and not the element's own: to read that would lay the page out at every step.
    const top = scrollToRow(row, window)
    if (top === window.scrollTop) return
    scroller.moveTo(top)
    scrolls.current = true
    onScrollTop(top)
  }, [focus, known])
  return scrolls
}

/** A part of the tree to be shown; a new object is a new wish. */
export interface ShowRequest {
  readonly seq: number
  readonly at: 'top' | 'middle'
}

interface ShowTarget {
  readonly row: number
  readonly rowCount: number
  readonly height: number
}

/** Scrolls to what is asked for, once for each request; afterwards the user scrolls as before. */
export function useShow(
  scroller: Scroller,
  request: ShowRequest | null,
  targetOf: (seq: number) => ShowTarget,
  onScrollTop: (scrollTop: number) => void,
): void {
  const done = useRef(request)
  useLayoutEffect(() => {
    if (request === null || done.current === request) return
    done.current = request
    const { row, ...window } = targetOf(request.seq)
    const top = scrollToShow(row, request.at, window)
    scroller.moveTo(top)
    onScrollTop(top)
  })
}
