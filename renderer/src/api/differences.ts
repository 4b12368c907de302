import { SEARCH_EVENTS } from '../../../shared/contract/trees.ts'
import type { Alignment } from '../../../shared/tree/align.ts'
import { type Direction, type Moment, nextStretch } from '../../../shared/tree/differences.ts'
import type { Session } from './session.ts'

export interface DifferenceRequest {
  readonly alignment: Alignment
  readonly traces: { readonly a: string; readonly b: string }
  /** A place between steps: forward what lies after it is looked at, backward what lies before. */
  readonly from: Moment
  readonly direction: Direction
}

export interface DifferenceProgress {
  readonly signal: AbortSignal
  /** Called with how many pairs of steps have been looked at. */
  readonly onLooked: (pairs: number) => void
}

/**
 * The next moment at which two runs differ: in their steps, by the alignment, or in what the steps changed, for which
 * the services compare the states piece by piece. Null where there is none. Rejects in words, and with `cancelled`
 * when given up.
 */
export async function findDifference(
  session: Pick<Session, 'call'>,
  { alignment, traces, from, direction }: DifferenceRequest,
  { signal, onLooked }: DifferenceProgress,
): Promise<Moment | null> {
  let looked = 0
  for (let place: Moment | null = from; place !== null; ) {
    const stretch = nextStretch(alignment, place, direction, SEARCH_EVENTS)
    const { count, differs, rest } = stretch
    if (count > 0) {
      const input = {
        first: { trace: traces.a, from: stretch.from.a },
        second: { trace: traces.b, from: stretch.from.b },
        count,
        direction,
      }
      const { offset } = await session.call('tree.findDifference', input, { signal })
      if (offset !== null) return { a: stretch.from.a + offset, b: stretch.from.b + offset }
      looked += count
      onLooked(looked)
    }
    if (differs !== null) return differs
    place = rest
  }
  return null
}
