/** A first size for a pane: a share of the window, within bounds. The user's own choice is remembered. */
export function shareOf(share: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(most, share * globalThis.innerWidth)))
}
