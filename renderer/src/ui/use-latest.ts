import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that never changes and calls the newest `run`: for event handlers of memoised children. */
export function useLatest<Args extends readonly unknown[]>(
  run: (...args: Args) => void,
): (...args: Args) => void {
  const newest = useRef(run)
  useLayoutEffect(() => {
    newest.current = run
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
