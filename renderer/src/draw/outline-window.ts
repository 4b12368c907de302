import { DISCLOSURE_WIDTH, type OutlineShapes, ROW_HEIGHT } from './outline-shapes.ts'

interface ScrollWindow {
  readonly scrollTop: number
  readonly height: number
  readonly rowCount: number
}

/**
 * Scroll position that shows a row with some context, or the present one when the row is well inside. A whole number:
 * a page would round another one, and lay out and paint the rows again for that.
 */
export function scrollToRow(row: number, window: ScrollWindow): number {
  const scrollTop = nearestShowing(row, window)
  return scrollTop === window.scrollTop ? scrollTop : Math.round(scrollTop)
}

function nearestShowing(row: number, window: ScrollWindow): number {
  const margin = Math.min(3 * ROW_HEIGHT, Math.max(0, (window.height - ROW_HEIGHT) / 2))
  const top = row * ROW_HEIGHT
  const most = Math.max(0, window.rowCount * ROW_HEIGHT - window.height)
  const far = top < window.scrollTop - window.height || top > window.scrollTop + 2 * window.height
  if (far) return Math.min(most, Math.max(0, top - window.height / 3))
  if (top < window.scrollTop + margin) return Math.min(most, Math.max(0, top - margin))
  if (top + ROW_HEIGHT > window.scrollTop + window.height - margin) {
    return Math.min(most, Math.max(0, top + ROW_HEIGHT + margin - window.height))
  }
  return window.scrollTop
}

/** The state at a point of the window, and whether the point is on its disclosure mark; null below the last row. */
export function hitOutline(
  shapes: OutlineShapes,
  x: number,
  y: number,
): { readonly seq: number; readonly onDisclosure: boolean } | null {
  const within = (shape: { readonly y: number }): boolean =>
    y >= shape.y && y < shape.y + ROW_HEIGHT
  if (shapes.exit !== null && within(shapes.exit)) {
    return { seq: shapes.exit.seq, onDisclosure: false }
  }
  const row = shapes.rows.find(within)
  if (row === undefined) return null
  const onDisclosure =
    row.expanded !== null && Math.abs(x - row.disclosureX) <= DISCLOSURE_WIDTH / 2 + 1
  return { seq: row.seq, onDisclosure }
}

/** Scroll position with a row at the top of the window or in its middle, as far as the rows reach. */
export function scrollToShow(
  row: number,
  at: 'top' | 'middle',
  { height, rowCount }: Omit<ScrollWindow, 'scrollTop'>,
): number {
  const above = at === 'top' ? 0 : Math.max(0, (height - ROW_HEIGHT) / 2)
  const most = Math.max(0, rowCount * ROW_HEIGHT - height)
  return Math.max(0, Math.min(most, Math.round(row * ROW_HEIGHT - above)))
}
