import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { errorCode, errorText } from '../../api/errors.ts'
import { useSession } from '../../api/session.ts'
import { findStop, type StopRequest } from '../../api/stops.ts'

/** A search through the states of a trace that is under way. */
export interface SearchProgress {
  readonly direction: StopRequest['direction']
  readonly looked: number
  readonly total: number
}

export interface StopSearch {
  readonly progress: SearchProgress | null
  /** One sentence when the last search failed. */
  readonly error: string | null
  /** Looks for a stop and then goes to it, or with none to where it was told to; a search under way is given up. */
  readonly start: (request: StopRequest, otherwise: number, goTo: (seq: number) => void) => void
  readonly cancel: () => void
}

/** Searches for breakpoints that only the services can answer. The page stays free while one runs. */
export function useStopSearch(): StopSearch {
  const session = useSession()
  const [progress, setProgress] = useState<SearchProgress | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const cancel = useCallback(() => {
    // Every move gives up the search before: without one it must cost nothing, as a scrub moves many times a frame.
    if (running.current === null) return
    running.current.abort()
    running.current = null
    setProgress(null)
    setError(null)
  }, [])
  useEffect(() => cancel, [cancel])
  const start = useCallback<StopSearch['start']>(
    (request, otherwise, goTo) => {
      cancel()
      const { direction, from, until } = request
      const search = new AbortController()
      running.current = search
      const onLooked = (looked: number): void => {
        if (search.signal.aborted) return
        setProgress({ direction, looked, total: until - from })
      }
      onLooked(0)
      findStop(session, request, { signal: search.signal, onLooked }).then(
        (seq) => {
          if (search.signal.aborted) return
          cancel()
          goTo(seq ?? otherwise)
        },
        (failure: unknown) => {
          if (search.signal.aborted || errorCode(failure) === 'cancelled') return
          setProgress(null)
          setError(errorText(failure))
        },
      )
    },
    [session, cancel],
  )
  return useMemo(() => ({ progress, error, start, cancel }), [progress, error, start, cancel])
}
