import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { PAGE_LIMIT } from '../../../shared/contract/common.ts'
import type {
  CorpusCount,
  CorpusCursor,
  CorpusRow,
  CorpusSort,
  SavedView,
} from '../../../shared/contract/corpus.ts'
import type { Level } from '../../../shared/query/fields.ts'
import { type PagedRows, usePagedRows } from './pages.ts'
import { useSession } from './session.ts'
import { streamed } from './streamed.ts'

const PAGE_ROWS = 200

export interface CorpusList {
  readonly level: Level
  readonly where: string
  readonly columns: readonly string[]
  /** The first decides first; none for the order they were recorded in. */
  readonly sort: readonly CorpusSort[]
}

export interface CorpusRows {
  /** Rows found so far; null before the first answer. */
  readonly total: number | null
  readonly rowAt: (index: number) => CorpusRow | undefined
  readonly stale: boolean
  readonly error: Error | null
  /** Says which rows are on screen; near the end of those found more are looked for. */
  readonly show: (first: number, last: number) => void
  /** Looks for more until the row with this number is found; false where it was not. */
  readonly reach: (index: number) => Promise<boolean>
}

/** Rows that are gone through one by one to show a row that has the focus; one further down is read by its number. */
export const MOST_REACHED = 10_000

/** Writes of any of these areas may change which rows there are; see api/changes.ts. */
function keyOf(level: Level, ...rest: readonly unknown[]): readonly unknown[] {
  return [level === 'trajectory' ? 'trajectory' : 'trace', 'corpus', level, ...rest]
}

/** Rows of a level as far as they were scrolled to. An answer may hold few rows or none and still say where to go on. */
export function useCorpusRows({ level, where, columns, sort }: CorpusList): CorpusRows {
  const session = useSession()
  const query = useInfiniteQuery({
    queryKey: keyOf(level, where, columns, sort),
    queryFn: ({ pageParam, signal }) =>
      session.call(
        'corpus.page',
        {
          level,
          where,
          columns: [...columns],
          sort: [...sort],
          after: pageParam,
          limit: PAGE_ROWS,
        },
        { signal },
      ),
    initialPageParam: null as CorpusCursor | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, isFetching, isPlaceholderData, error, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data])
  const last = useRef(0)
  const goOn = useCallback(() => {
    const isNear = last.current >= rows.length - PAGE_ROWS / 2
    if (isNear && hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [rows, hasNextPage, isFetching, error, fetchNextPage])
  useEffect(goOn, [goOn])
  const show = useCallback(
    (_first: number, end: number) => {
      last.current = end
      goOn()
    },
    [goOn],
  )
  const reach = useReach(fetchNextPage, rows.length)
  return useMemo(
    () => ({
      // Nothing found yet is not nothing there.
      total: data === undefined || (rows.length === 0 && hasNextPage) ? null : rows.length,
      rowAt: (index) => rows[index],
      stale: isPlaceholderData,
      error,
      show,
      reach,
    }),
    [data, rows, hasNextPage, isPlaceholderData, error, show, reach],
  )
}

interface ReadSoFar {
  readonly data: { readonly pages: readonly { readonly rows: readonly unknown[] }[] } | undefined
  readonly hasNextPage: boolean
  readonly isError: boolean
}

function useReach(next: () => Promise<ReadSoFar>, found: number): CorpusRows['reach'] {
  const known = useRef(found)
  known.current = found
  return useCallback(
    async (index) => {
      let count = known.current
      while (index >= count) {
        const { data, hasNextPage, isError } = await next()
        const now = data?.pages.reduce((sum, page) => sum + page.rows.length, 0) ?? 0
        // An answer without rows may still say where to go on.
        if (isError || (!hasNextPage && now <= index)) return false
        count = now
      }
      return true
    },
    [next],
  )
}

export interface CorpusSlice {
  readonly rows: readonly CorpusRow[]
  readonly total: number | null
  /** Rows of the level, whatever the query. */
  readonly unfiltered: number
}

/** Rows of a level read by their numbers, so that its end is as near as its beginning. */
export function useCorpusSlices(list: CorpusList): PagedRows<CorpusRow, CorpusSlice> {
  const { level, where, columns, sort } = list
  const session = useSession()
  return usePagedRows<CorpusRow, CorpusSlice>(
    keyOf(level, 'slice', where, columns, sort),
    (offset, limit, signal) =>
      session.call(
        'corpus.slice',
        { level, where, columns: [...columns], sort: [...sort], offset, limit },
        { signal },
      ),
  )
}

/** Reads rows of a list by their numbers, ends included; an end behind the last row is that row. */
export function useReadRows(
  list: CorpusList,
): (ranges: readonly (readonly [first: number, last: number])[]) => Promise<CorpusRow[]> {
  const { level, where, columns, sort } = list
  const session = useSession()
  return useCallback(
    async (ranges) => {
      const all: CorpusRow[] = []
      const asked = { level, where, columns: [...columns], sort: [...sort] }
      for (const [first, last] of ranges) {
        for (let offset = first; offset <= last; offset += PAGE_LIMIT) {
          const limit = Math.min(PAGE_LIMIT, last - offset + 1)
          const { rows } = await session.call('corpus.slice', { ...asked, offset, limit })
          all.push(...rows)
          if (rows.length < limit) break
        }
      }
      return all
    },
    [session, level, where, columns, sort],
  )
}

/** Finds the number of a row by its id in the list of a query; null where the list does not hold it. */
export function useCorpusLocator({
  level,
  where,
  sort,
}: Omit<CorpusList, 'columns'>): (id: string) => Promise<number | null> {
  const session = useSession()
  return useCallback(
    (id) =>
      session.call('corpus.position', { level, id, where, sort: [...sort] }).then(
        ({ index }) => index,
        // Why the list cannot be read is said by the list itself.
        () => null,
      ),
    [session, level, where, sort],
  )
}

export interface CorpusCounting {
  readonly count: CorpusCount | null
  readonly stale: boolean
  readonly error: Error | null
}

/** How many rows a query keeps and the values of its facets, while they are counted. */
export function useCorpusCount(
  level: Level,
  where: string,
  facets: readonly string[],
): CorpusCounting {
  const session = useSession()
  const client = useQueryClient()
  const key = keyOf(level, 'count', where, facets)
  const { data, isPlaceholderData, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      streamed<'corpus.count', CorpusCount>(session, {
        name: 'corpus.count',
        input: { level, where, facets: [...facets] },
        signal,
        toAnswer: (count) => count,
        show: (count) => void client.setQueryData(key, count),
      }),
    placeholderData: keepPreviousData,
  })
  return { count: data ?? null, stale: isPlaceholderData, error }
}

/** The SQL that a query is answered with; idle while `where` is null. */
export function useCorpusSql(level: Level, where: string | null) {
  const session = useSession()
  return useQuery({
    queryKey: keyOf(level, 'sql', where),
    queryFn: async ({ signal }) =>
      (await session.call('corpus.sql', { level, where: where ?? '' }, { signal })).sql,
    enabled: where !== null,
  })
}

const VIEWS_KEY = ['view', 'all'] as const

/** The saved views, by name. */
export function useSavedViews() {
  const session = useSession()
  return useQuery({
    queryKey: VIEWS_KEY,
    queryFn: async ({ signal }): Promise<readonly SavedView[]> =>
      (await session.call('corpus.views', {}, { signal })).views,
  })
}

/** Saves a view, or removes one; both reject in words. */
export function useViewChanges() {
  const session = useSession()
  const client = useQueryClient()
  return useMemo(() => {
    const put = ({ views }: { views: readonly SavedView[] }): void =>
      void client.setQueryData(VIEWS_KEY, views)
    return {
      save: async (view: Omit<SavedView, 'savedAt'>) =>
        put(await session.call('corpus.saveView', { ...view, columns: [...view.columns] })),
      remove: async (name: string) => put(await session.call('corpus.removeView', { name })),
    }
  }, [session, client])
}
