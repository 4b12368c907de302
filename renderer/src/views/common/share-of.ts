import { useSyncExternalStore } from 'react'

function shareOf(share: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(most, share * globalThis.innerWidth)))
}

function subscribe(onResize: () => void): () => void {
  globalThis.addEventListener('resize', onResize)
  return () => globalThis.removeEventListener('resize', onResize)
}

/**
 * A first size for a pane: a share of the window, within bounds, which follows when that changes. The user's own choice
 * is remembered.
 */
export function useShareOf(share: number, least: number, most: number): number {
  return useSyncExternalStore(subscribe, () => shareOf(share, least, most))
}
