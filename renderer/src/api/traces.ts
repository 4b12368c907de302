import { queryOptions, useQuery } from '@tanstack/react-query'
import type {
  OutputPieces,
  TraceDetail,
  TraceRow,
  TraceSort,
  TraceTurns,
} from '../../../shared/contract/traces.ts'
import { joinParts, quoted } from '../../../shared/query/parts.ts'
import type { SourceFile } from '../../../shared/trace/source.ts'
import { type PagedRows, usePagedRows } from './pages.ts'
import { type Session, useSession } from './session.ts'

export interface TracePage {
  readonly rows: readonly TraceRow[]
  readonly total: number | null
  readonly unfiltered: number
}

/** The corpus table: traces that `where` keeps, in the order of `sort`. */
export function useTraceRows(
  where: string,
  sort: TraceSort | null,
): PagedRows<TraceRow, TracePage> {
  const session = useSession()
  return usePagedRows<TraceRow, TracePage>(
    ['trace', 'page', where, sort],
    (offset, limit, signal) =>
      session.call('trace.page', { where, sort, offset, limit }, { signal }),
  )
}

export function traceQuery(session: Session, trace: string | null) {
  return queryOptions({
    queryKey: ['trace', 'get', trace],
    queryFn: ({ signal }): Promise<TraceDetail> =>
      session.call('trace.get', { trace: trace ?? '' }, { signal }),
    enabled: trace !== null,
  })
}

/** Everything about one trace but its nodes; idle while `trace` is null. */
export function useTrace(trace: string | null) {
  return useQuery(traceQuery(useSession(), trace))
}

const NO_LANES: TraceTurns['lanes'] = []

/** Threads of the trace's run and when each had its events; none where the run had one. */
export function useTurns({ trace, lanes, recording }: TraceDetail): TraceTurns['lanes'] {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['trace', 'turns', trace],
    queryFn: async ({ signal }) => (await session.call('trace.turns', { trace }, { signal })).lanes,
    enabled: lanes.length > 1 && !recording,
  })
  return data ?? NO_LANES
}

const NO_FILES: readonly SourceFile[] = []

/** Texts of a trace's files where it has several; none while they are on their way. */
export function useFileTexts(trace: TraceDetail | undefined): readonly SourceFile[] {
  const session = useSession()
  const id = trace?.trace ?? ''
  // A trace that is still recorded comes to more files.
  const count = trace?.files.length ?? 0
  const { data } = useQuery({
    queryKey: ['trace', 'files', id, count],
    queryFn: async ({ signal }): Promise<readonly SourceFile[]> =>
      (await session.call('trace.files', { trace: id }, { signal })).files,
    enabled: count > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? NO_FILES
}

/** When a trace's output was printed. */
export function useTraceOutput(trace: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['trace', 'output', trace],
    queryFn: ({ signal }): Promise<OutputPieces> =>
      session.call('trace.output', { trace }, { signal }),
  })
}

/** The trace recorded last, for an empty view's "Open newest". */
export function useNewestTrace() {
  const session = useSession()
  return useQuery({
    queryKey: ['trace', 'newest'],
    queryFn: async ({ signal }): Promise<TraceRow | null> => {
      const sort = { column: 'recordedAt', descending: true } as const
      const page = await session.call(
        'trace.page',
        { where: '', sort, offset: 0, limit: 1 },
        { signal },
      )
      return page.rows[0] ?? null
    },
  })
}

const NAMED_ROWS = 30

/** The newest traces that every word of `words` is found in; idle while it is null. The rows before stay meanwhile. */
export function useTracesWithWords(words: string | null) {
  const session = useSession()
  const typed = (words ?? '').split(/\s+/).filter((word) => word !== '')
  const where = joinParts(typed.map(quoted))
  return useQuery({
    queryKey: ['trace', 'words', where],
    queryFn: ({ signal }): Promise<TracePage> => {
      const sort = { column: 'recordedAt', descending: true } as const
      const input = { where, sort, offset: 0, limit: NAMED_ROWS }
      return session.call('trace.page', input, { signal })
    },
    enabled: words !== null,
    placeholderData: (previous) => previous,
  })
}
