import { useEffect, useState } from 'react'
import type { InParts } from '../draw/calls.ts'

/** Shorter than a frame, so that keys and pointer are answered between two slices. */
const SLICE_MS = 8

/**
 * Runs a long computation in slices of a few milliseconds and renders again with its result. A new `start` begins
 * anew; until that is done the result before stays. `start` must be the same function
 * while its inputs are, and null while they are not there.
 */
export function useInParts<Result>(start: (() => InParts<Result>) | null): Result | null {
  const [result, setResult] = useState<Result | null>(null)
  useEffect(() => {
    if (start === null) return
    const parts = start()
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = (): void => {
      const until = performance.now() + SLICE_MS
      do {
        const step = parts.next()
        if (step.done === true) {
          setResult(step.value)
          return
        }
      } while (performance.now() < until)
      timer = setTimeout(run)
    }
    run()
    return () => clearTimeout(timer)
  }, [start])
  return result
}
