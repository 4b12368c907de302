import type { QueryClient } from '@tanstack/react-query'
import type { Change } from '../../../shared/contract/host.ts'

/** First word of every query key. */
export type Area = Change['area'] | 'tree' | 'host' | 'engine' | 'view' | 'search'

/** Which areas a write makes stale: a label also counts in the rows of its trajectory and trace. */
const STALE_AREAS: Readonly<Record<Change['area'], readonly Area[]>> = {
  trace: ['trace', 'tree'],
  trajectory: ['trajectory', 'trace'],
  label: ['label', 'trajectory', 'trace'],
  export: ['export'],
  job: ['job'],
  run: ['run', 'trajectory', 'trace'],
  policy: ['policy'],
}

const COALESCE_MS = 100

/**
 * Turns announced writes into refetches of what is on screen. Writes that come while a refetch runs are joined into
 * one more, so that a fast job neither floods the services nor starves the page.
 */
export function createInvalidator(queryClient: QueryClient): (change: Change) => void {
  const waiting = new Set<Area>()
  let running = false

  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      const areas = [...waiting]
      waiting.clear()
      await Promise.all(
        areas.map((area) =>
          queryClient.invalidateQueries({ queryKey: [area] }, { cancelRefetch: true }),
        ),
      )
      await new Promise((resolve) => setTimeout(resolve, COALESCE_MS))
    }
    running = false
  }

  return (change) => {
    for (const area of STALE_AREAS[change.area]) waiting.add(area)
    if (running) return
    running = true
    void run()
  }
}
