import { SEARCH_EVENTS, type StopTrigger } from '../../../shared/contract/trees.ts'
import type { Session } from './session.ts'

export interface StopRequest {
  readonly trace: string
  /** Searched are the events from `from` on and before `until`. */
  readonly from: number
  readonly until: number
  readonly direction: 'forward' | 'backward'
  readonly triggers: readonly StopTrigger[]
}

export interface StopProgress {
  readonly signal: AbortSignal
  /** Called with how many events have been looked at. */
  readonly onLooked: (events: number) => void
}

/**
 * The first event that a trigger stops at, going backward the last; null for none. The services look through a
 * trace piece by piece, each within a read's time limit, so that a search can be given up between any two and says
 * how far it is. Rejects in words, and with `cancelled` when given up.
 */
export async function findStop(
  session: Pick<Session, 'call'>,
  { trace, from, until, direction, triggers }: StopRequest,
  { signal, onLooked }: StopProgress,
): Promise<number | null> {
  for (let looked = 0; looked < until - from; looked += SEARCH_EVENTS) {
    const part =
      direction === 'forward'
        ? { from: from + looked, until: Math.min(until, from + looked + SEARCH_EVENTS) }
        : { from: Math.max(from, until - looked - SEARCH_EVENTS), until: until - looked }
    const input = { trace, direction, triggers: [...triggers], ...part }
    const { seq } = await session.call('tree.findStop', input, { signal })
    if (seq !== null) return seq
    onLooked(Math.min(until - from, looked + SEARCH_EVENTS))
  }
  return null
}
