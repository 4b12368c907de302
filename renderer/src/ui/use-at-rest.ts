import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The value at once while it changes now and then; of changes in quick succession, as of a key held down or a pointer
 * that scrubs, the last one, when they pause. For what nobody can take in while it changes.
 */
export function useAtRest<T>(value: T, pauseMs: number): T {
  const [rested, setRested] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    const now = performance.now()
    const isQuick = now - changedAt.current < pauseMs
    changedAt.current = now
    if (!isQuick) {
      setRested(() => value)
      return
    }
    const timer = setTimeout(() => setRested(() => value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return rested
}
