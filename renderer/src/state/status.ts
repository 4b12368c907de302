import { useEffect } from 'react'
import { createAtom, useAtom } from './atom.ts'

/** How many rows the view in front shows, of how many there are; null when it shows no rows. */
export interface RowStatus {
  readonly shown: number
  readonly total: number
  /** Plural noun: `traces`, `trajectories`. */
  readonly noun: string
}

const rowStatusAtom = createAtom<RowStatus | null>(null)

/** Tells the status bar the row counts of this view while it is in front. */
export function useRowStatus(shown: number | null, total: number | null, noun: string): void {
  useEffect(() => {
    if (shown === null || total === null) return
    rowStatusAtom.set({ shown, total, noun })
    return () => rowStatusAtom.set(null)
  }, [shown, total, noun])
}

export function useShownRows(): RowStatus | null {
  return useAtom(rowStatusAtom)
}
