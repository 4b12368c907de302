import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'

export const ROW_HEIGHT = 28
const OVERSCAN = 6
/** Browsers cut elements off at 17 to 33 million pixels; beyond this the scrollbar is scaled. */
const MAX_HEIGHT = 8_000_000

type GridVirtualizer = Virtualizer<HTMLDivElement, Element>

export interface VirtualRows {
  readonly items: readonly { readonly index: number; readonly top: number }[]
  /** Pixels of the scrolled element. */
  readonly height: number
  /** Pixels by which the items' own places are moved down. */
  readonly top: number
  /** Scrolls as little as shows the row. */
  readonly reveal: (index: number) => void
  /** Whole rows that fit. */
  readonly pageRows: () => number
}

/**
 * The rows in sight of a list of any length. Offsets are those of the full-height list; where that is too high for
 * a browser, the scroll position is scaled, and the wheel still moves by its own pixels.
 */
export function useVirtualRows(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  headerHeight: number,
): VirtualRows {
  const full = count * ROW_HEIGHT
  const offset = useRef(0)
  const [shift, setShift] = useState(0)
  const viewHeight = useCallback(
    () => Math.max(0, (scroller.current?.clientHeight ?? 0) - headerHeight),
    [scroller, headerHeight],
  )
  const scaleRef = useRef(1)
  scaleRef.current =
    full <= MAX_HEIGHT ? 1 : (full - viewHeight()) / Math.max(1, MAX_HEIGHT - viewHeight())

  const scrollTo = useCallback(
    (wanted: number) => {
      const element = scroller.current
      if (element === null) return
      offset.current = Math.max(0, Math.min(wanted, full - viewHeight()))
      element.scrollTop = offset.current / scaleRef.current
    },
    [scroller, full, viewHeight],
  )

  const observe = useCallback(
    (instance: GridVirtualizer, report: (offset: number, scrolling: boolean) => void) => {
      const element = instance.scrollElement
      if (element === null) return
      const read = (): void => {
        const scale = scaleRef.current
        const asked = offset.current / scale
        // The position asked for is kept where the browser only rounded it.
        if (scale === 1 || Math.abs(element.scrollTop - asked) > 1) {
          offset.current = element.scrollTop * scale
        }
        setShift(scale === 1 ? 0 : element.scrollTop - offset.current)
        report(offset.current, false)
      }
      element.addEventListener('scroll', read, { passive: true })
      return () => element.removeEventListener('scroll', read)
    },
    [],
  )

  useEffect(() => {
    const element = scroller.current
    if (element === null || full <= MAX_HEIGHT) return
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.deltaY === 0) return
      event.preventDefault()
      scrollTo(offset.current + event.deltaY * (event.deltaMode === 1 ? ROW_HEIGHT : 1))
      // A move smaller than one scaled pixel scrolls nothing, and yet the rows must move.
      element.dispatchEvent(new Event('scroll'))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [scroller, full, scrollTo])

  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    observeElementOffset: observe,
    scrollToFn: scrollTo,
  })
  const items = virtualizer.getVirtualItems()
  // Offsets from the first row, where the full ones are more than a browser can place.
  const origin = full <= MAX_HEIGHT ? 0 : (items[0]?.start ?? 0)
  const placed = useMemo(
    () => items.map((item) => ({ index: item.index, top: item.start - origin })),
    [items, origin],
  )
  const reveal = useCallback(
    (index: number) => {
      const top = index * ROW_HEIGHT
      const bottom = top + ROW_HEIGHT - viewHeight()
      if (top < offset.current) scrollTo(top)
      else if (bottom > offset.current) scrollTo(bottom)
    },
    [scrollTo, viewHeight],
  )
  return {
    items: placed,
    height: Math.min(full, MAX_HEIGHT),
    top: origin + shift,
    reveal,
    pageRows: () => Math.max(1, Math.floor(viewHeight() / ROW_HEIGHT) - 1),
  }
}
