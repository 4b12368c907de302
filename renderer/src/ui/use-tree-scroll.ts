import { type RefObject, useLayoutEffect, useRef } from 'react'
import { scrollToRow, scrollToShow } from '../draw/outline-window.ts'

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
  scroller: RefObject<HTMLElement | null>,
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
    const element = scroller.current
    const { focusRow: row, ...window } = latest.current
    if (element === null || row === null || !known) return
    // Where the rows are laid out for and not the element's own: to read that would lay the page out at every step.
    const top = scrollToRow(row, window)
    if (top === window.scrollTop) return
    element.scrollTop = top
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
  scroller: RefObject<HTMLElement | null>,
  request: ShowRequest | null,
  targetOf: (seq: number) => ShowTarget,
  onScrollTop: (scrollTop: number) => void,
): void {
  const done = useRef(request)
  useLayoutEffect(() => {
    const element = scroller.current
    if (request === null || done.current === request || element === null) return
    done.current = request
    const { row, ...window } = targetOf(request.seq)
    const top = scrollToShow(row, request.at, window)
    element.scrollTop = top
    onScrollTop(top)
  })
}
