const PAGE = 8

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
}

/** The line of a list below a field that a key moves to; round at the ends by arrows, not by pages. */
export function movedLine(active: number, count: number, key: string): number | null {
  const step = STEPS[key]
  if (step === undefined || count === 0) return null
  if (Math.abs(step) === 1) return (active + step + count) % count
  return Math.max(0, Math.min(count - 1, active + step))
}
