import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Alignment, swapAlignment } from '../../../../shared/tree/align.ts'
import { type Direction, type Moment, searchPlace } from '../../../../shared/tree/differences.ts'
import { findDifference } from '../../api/differences.ts'
import { errorCode, errorText } from '../../api/errors.ts'
import { useSession } from '../../api/session.ts'
import { moveBoth, type Side } from '../../state/place.ts'

/** What a search for a difference says of itself; null while there is nothing to say. */
type SearchNote =
  | { readonly kind: 'looking'; readonly pairs: number }
  | { readonly kind: 'none'; readonly direction: Direction }
  | { readonly kind: 'failed'; readonly text: string }
  | null

export interface DifferenceSearch {
  readonly note: SearchNote
  /** `first`: of the whole runs, whatever is in focus. */
  readonly find: (which: Direction | 'first') => void
}

interface Standing {
  readonly alignment: Alignment | null
  readonly traces: { readonly a: string; readonly b: string }
  /** Seqs in focus, and the side from which it is looked. */
  readonly at: Moment
  readonly side: Side
}

function placeFrom(alignment: Alignment, at: Moment, side: Side, direction: Direction): Moment {
  if (side === 'focus') return searchPlace(alignment, at, direction)
  const { a, b } = searchPlace(swapAlignment(alignment), { a: at.b, b: at.a }, direction)
  return { a: b, b: a }
}

interface Running {
  readonly direction: Direction
  readonly abort: AbortController
  /** Pressed again meanwhile: so many more differences on. */
  more: number
}

function sameMoment(a: Moment | null, b: Moment): boolean {
  return a !== null && a.a === b.a && a.b === b.b
}

/**
 * Goes from one difference of two runs to another; asked again in the same direction it goes on from what it finds.
 * Whoever moves meanwhile wants to be where they went.
 */
export function useDifferenceSearch(standing: Standing): DifferenceSearch {
  const session = useSession()
  const [note, setNote] = useState<SearchNote>(null)
  const running = useRef<Running | null>(null)
  const led = useRef<Moment | null>(null)
  const newest = useRef(standing)
  useEffect(() => {
    newest.current = standing
  })
  const cancel = useCallback(() => {
    running.current?.abort.abort()
    running.current = null
    setNote(null)
  }, [])
  const { a, b } = standing.at
  useEffect(() => {
    if (!sameMoment(led.current, { a, b })) cancel()
  }, [a, b, cancel])
  useEffect(() => cancel, [cancel])

  const search = useCallback(
    async (alignment: Alignment, start: Moment, run: Running) => {
      const { direction, abort } = run
      const { traces, side } = newest.current
      const onLooked = (pairs: number): void => {
        if (!abort.signal.aborted) setNote({ kind: 'looking', pairs })
      }
      let from: Moment = start
      do {
        const request = { alignment, traces, from, direction }
        const found = await findDifference(session, request, { signal: abort.signal, onLooked })
        if (abort.signal.aborted) return
        setNote(found === null ? { kind: 'none', direction } : null)
        if (found === null) break
        led.current = found
        moveBoth({ step: found.a }, { step: found.b })
        from = placeFrom(alignment, found, side, direction)
      } while (run.more-- > 0)
      running.current = null
    },
    [session],
  )
  const find = useCallback(
    (which: Direction | 'first') => {
      const { alignment, at, side } = newest.current
      if (alignment === null) return
      const direction = which === 'first' ? 'forward' : which
      if (which === running.current?.direction) {
        running.current.more += 1
        return
      }
      cancel()
      const run: Running = { direction, abort: new AbortController(), more: 0 }
      running.current = run
      const from = which === 'first' ? { a: 0, b: 0 } : placeFrom(alignment, at, side, direction)
      search(alignment, from, run).catch((error: unknown) => {
        if (run.abort.signal.aborted || errorCode(error) === 'cancelled') return
        running.current = null
        setNote({ kind: 'failed', text: errorText(error) })
      })
    },
    [cancel, search],
  )
  return useMemo(() => ({ note, find }), [note, find])
}
