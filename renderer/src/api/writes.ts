import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { VariableWrite } from '../../../shared/contract/trees.ts'
import { type Session, useSession } from './session.ts'

/** A variable of a Python frame of a trace. */
export interface VariablePlace {
  readonly trace: string
  /** Frame counter (StateNode.frame). */
  readonly frame: number
  readonly variable: string
}

export interface Writes {
  /** At or before the event, newest first. */
  readonly before: readonly VariableWrite[]
  /** After it, oldest first. */
  readonly after: readonly VariableWrite[]
}

interface Looked {
  readonly seq: number
  readonly count: number
  /** Events there were: a trace that is still recorded may come to more writes. */
  readonly events: number
}

function writesQuery(session: Session, place: VariablePlace | null, looked: Looked) {
  const { seq, count } = looked
  return queryOptions({
    queryKey: ['tree', 'writes', place, looked],
    queryFn: ({ signal }): Promise<Writes> =>
      session.call(
        'tree.writes',
        { trace: '', frame: 0, variable: '', ...place, seq, before: count, after: count },
        { signal },
      ),
    enabled: place !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  })
}

/** Writes of a variable around an event, `count` on each side; idle while there is no place. */
export function useWrites(place: VariablePlace | null, looked: Looked) {
  return useQuery(writesQuery(useSession(), place, looked))
}

/** The same, asked for by an act. */
export function useReadWrites(): (place: VariablePlace, looked: Looked) => Promise<Writes> {
  const session = useSession()
  const client = useQueryClient()
  return useCallback(
    (place, looked) => client.fetchQuery(writesQuery(session, place, looked)),
    [client, session],
  )
}

/** The return that gave what a variable holds at the event `seq`; idle while that is null. */
export function useWriteOrigin(place: VariablePlace | null, seq: number | null) {
  const session = useSession()
  return useQuery({
    queryKey: ['tree', 'writeOrigin', place, seq],
    queryFn: ({ signal }) =>
      session.call(
        'tree.writeOrigin',
        { trace: '', frame: 0, variable: '', ...place, seq: seq ?? 0 },
        { signal },
      ),
    enabled: place !== null && seq !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  })
}
