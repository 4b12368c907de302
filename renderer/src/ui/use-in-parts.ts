import { useEffect, useState } from 'react'
import type { InParts } from '../../../shared/base/parts.ts'

/** Shorter than a frame, so that keys and pointer are answered between two slices. */
const SLICE_MS = 8

/** Runs a long computation in slices of a few milliseconds; the function it gives stops that. */
export function runInParts<Result>(
  parts: InParts<Result>,
  onResult: (result: Result) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = (): void => {
    const until = performance.now() + SLICE_MS
    do {
      const step = parts.next()
      if (step.done === true) {
        onResult(step.value)
        return
      }
    } while (performance.now() < until)
    timer = setTimeout(run)
  }
  run()
  return () => clearTimeout(timer)
}

/**
 * The result of a long computation, run in slices. A new `start` begins anew; until that is done the result before
 * stays. `start` must be the same function while its inputs are, and null while they are not there.
 */
export function useInParts<Result>(start: (() => InParts<Result>) | null): Result | null {
  const [result, setResult] = useState<Result | null>(null)
  useEffect(() => (start === null ? undefined : runInParts(start(), setResult)), [start])
  return result
}
