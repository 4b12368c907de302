import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from './use-latest.ts'

export const ROW_HEIGHT = 28
/** Browsers cut elements off at 17 to 33 million pixels; beyond this the scrollbar is scaled. */
export const MAX_HEIGHT = 8_000_000

type GridVirtualizer = Virtualizer<HTMLDivElement, Element>

export interface ScaledScroll {
  /** Pixels of rows that are in sight, the header's taken off. */
  readonly viewHeight: () => number
  /** Where the view is in the list at its full height. */
  readonly offset: () => number
  readonly scrollTo: (offset: number) => void
  /** For the virtualizer: reports offsets of the list at its full height. */
  readonly observe: (
    instance: GridVirtualizer,
    report: (offset: number, scrolling: boolean) => void,
  ) => (() => void) | undefined
  /** What to add to a place in the full list to have one in the scrolled element; 0 where they are the same. */
  readonly shift: number
}

/**
 * The scroll position of a list that is `full` pixels high, however high an element the browser can scroll. Where
 * the scrollbar is scaled, the wheel still moves by its own pixels.
 */
export function useScaledScroll(
  scroller: RefObject<HTMLDivElement | null>,
  full: number,
  headerHeight: number,
): ScaledScroll {
  const offset = useRef(0)
  const [shift, setShift] = useState(0)
  const viewHeight = useCallback(
    () => Math.max(0, (scroller.current?.clientHeight ?? 0) - headerHeight),
    [scroller, headerHeight],
  )
  const scaleOf = useCallback(
    () => (full <= MAX_HEIGHT ? 1 : (full - viewHeight()) / Math.max(1, MAX_HEIGHT - viewHeight())),
    [full, viewHeight],
  )
  const scale = useRef(scaleOf)
  scale.current = scaleOf

  const scrollTo = useCallback(
    (wanted: number) => {
      if (scroller.current === null) return
      offset.current = Math.max(0, Math.min(wanted, full - viewHeight()))
      scroller.current.scrollTop = offset.current / scaleOf()
    },
    [scroller, full, viewHeight, scaleOf],
  )
  const observe = useCallback<ScaledScroll['observe']>((instance, report) => {
    const element = instance.scrollElement
    if (element === null) return
    const read = (): void => {
      const by = scale.current()
      // The position asked for is kept where the browser only rounded it.
      const isAsked = by !== 1 && Math.abs(element.scrollTop - offset.current / by) <= 1
      if (!isAsked) offset.current = element.scrollTop * by
      setShift(by === 1 ? 0 : element.scrollTop - offset.current)
      report(offset.current, false)
    }
    element.addEventListener('scroll', read, { passive: true })
    return () => element.removeEventListener('scroll', read)
  }, [])
  const scrollBy = useLatest((pixels: number) => scrollTo(offset.current + pixels))
  useUnscaledWheel(scroller, full > MAX_HEIGHT, scrollBy)
  // An unscaled position is the element's own, which may have been moved before it could tell.
  const offsetNow = (): number =>
    full <= MAX_HEIGHT ? (scroller.current?.scrollTop ?? 0) : offset.current
  return { viewHeight, offset: offsetNow, scrollTo, observe, shift }
}

function useUnscaledWheel(
  scroller: RefObject<HTMLDivElement | null>,
  isScaled: boolean,
  scrollBy: (pixels: number) => void,
): void {
  useEffect(() => {
    const element = scroller.current
    if (element === null || !isScaled) return
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.deltaY === 0) return
      event.preventDefault()
      scrollBy(event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? ROW_HEIGHT : 1))
      // A move smaller than one scaled pixel scrolls nothing, and yet the rows must move.
      element.dispatchEvent(new Event('scroll'))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [scroller, isScaled, scrollBy])
}
