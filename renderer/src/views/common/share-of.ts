import { useSyncExternalStore } from 'react'

/** A first size for a pane: a share of the window, within bounds. The user's own choice is remembered. */
export function shareOf(share: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(most, share * globalThis.innerWidth)))
}

function subscribe(onResize: () => void): () => void {
  globalThis.addEventListener('resize', onResize)
  return () => globalThis.removeEventListener('resize', onResize)
}

/** The same, which follows the window when its size changes. */
export function useShareOf(share: number, least: number, most: number): number {
  return useSyncExternalStore(subscribe, () => shareOf(share, least, most))
}
