import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Alignment, swapAlignment } from '../../../../shared/tree/align.ts'
import { type Direction, type Moment, searchPlace } from '../../../../shared/tree/differences.ts'
import { type DifferenceRequest, findDifference } from '../../api/differences.ts'
import { errorCode, errorText } from '../../api/errors.ts'
import { useSession } from '../../api/session.ts'
import { moveBoth, type Side } from '../../state/place.ts'

/** What a search for a difference says of itself; null while there is nothing to say. */
export type SearchNote =
  | { readonly kind: 'looking'; readonly pairs: number }
  | { readonly kind: 'none'; readonly direction: Direction }
  | { readonly kind: 'failed'; readonly text: string }
  | null

export interface DifferenceSearch {
  readonly note: SearchNote
  /** `first`: of the whole runs, whatever is in focus. */
  readonly find: (which: Direction | 'first') => void
  readonly cancel: () => void
}

interface Standing {
  readonly alignment: Alignment | null
  readonly traces: { readonly a: string; readonly b: string }
  /** Seqs in focus, and the side from which it is looked. */
  readonly at: Moment
  readonly side: Side
}

function placeFrom(alignment: Alignment, { at, side }: Standing, direction: Direction): Moment {
  if (side === 'focus') return searchPlace(alignment, at, direction)
  const { a, b } = searchPlace(swapAlignment(alignment), { a: at.b, b: at.a }, direction)
  return { a: b, b: a }
}

/** Goes from one difference of two runs to another. A search under way is given up by the next, or by a move. */
export function useDifferenceSearch(standing: Standing): DifferenceSearch {
  const session = useSession()
  const [note, setNote] = useState<SearchNote>(null)
  const running = useRef<AbortController | null>(null)
  const { a, b } = standing.at
  const cancel = useCallback(() => {
    running.current?.abort()
    running.current = null
    setNote(null)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever moves meanwhile wants to be where they went
  useEffect(() => cancel, [a, b, cancel])
  const newest = useRef(standing)
  useEffect(() => {
    newest.current = standing
  })
  const find = useCallback(
    (which: Direction | 'first') => {
      const { alignment, traces } = newest.current
      if (alignment === null) return
      cancel()
      const direction = which === 'first' ? 'forward' : which
      const from =
        which === 'first' ? { a: 0, b: 0 } : placeFrom(alignment, newest.current, direction)
      const search = new AbortController()
      running.current = search
      const request: DifferenceRequest = { alignment, traces, from, direction }
      const onLooked = (pairs: number): void => {
        if (!search.signal.aborted) setNote({ kind: 'looking', pairs })
      }
      findDifference(session, request, { signal: search.signal, onLooked }).then(
        (found) => {
          if (search.signal.aborted) return
          cancel()
          if (found === null) setNote({ kind: 'none', direction })
          else moveBoth({ step: found.a }, { step: found.b })
        },
        (error: unknown) => {
          if (search.signal.aborted || errorCode(error) === 'cancelled') return
          setNote({ kind: 'failed', text: errorText(error) })
        },
      )
    },
    [session, cancel],
  )
  return useMemo(() => ({ note, find, cancel }), [note, find, cancel])
}
