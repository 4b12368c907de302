import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo } from 'react'
import { MAX_HEIGHT, ROW_HEIGHT, useScaledScroll } from './grid-scroll.ts'

const OVERSCAN = 6

export interface VirtualRows {
  readonly items: readonly { readonly index: number; readonly top: number }[]
  /** Pixels of the scrolled element. */
  readonly height: number
  /** Pixels by which the items' own places are moved down. */
  readonly top: number
  /** Scrolls as little as shows the row. */
  readonly reveal: (index: number) => void
  /** Whole rows that fit, less one that stays in sight when a page is turned. */
  readonly pageRows: () => number
}

/** The rows in sight of a list of any length, and where they are. */
export function useVirtualRows(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  headerHeight: number,
): VirtualRows {
  const full = count * ROW_HEIGHT
  const scroll = useScaledScroll(scroller, full, headerHeight)
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    observeElementOffset: scroll.observe,
    scrollToFn: scroll.scrollTo,
  })
  const items = virtualizer.getVirtualItems()
  // Offsets from the first row, where the full ones are more than a browser can place.
  const origin = full <= MAX_HEIGHT ? 0 : (items[0]?.start ?? 0)
  const placed = useMemo(
    () => items.map((item) => ({ index: item.index, top: item.start - origin })),
    [items, origin],
  )
  const reveal = (index: number): void => {
    const top = index * ROW_HEIGHT
    const bottom = top + ROW_HEIGHT - scroll.viewHeight()
    if (top < scroll.offset()) scroll.scrollTo(top)
    else if (bottom > scroll.offset()) scroll.scrollTo(bottom)
  }
  return {
    items: placed,
    height: Math.min(full, MAX_HEIGHT),
    top: origin + scroll.shift,
    reveal,
    pageRows: () => Math.max(1, Math.floor(scroll.viewHeight() / ROW_HEIGHT) - 1),
  }
}
