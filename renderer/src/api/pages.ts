import { type QueryKey, useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** Rows asked for at once; the contract allows 500. */
export const PAGE_ROWS = 200

export interface PageOf<Row> {
  readonly rows: readonly Row[]
  /** Null where it is not known; the list then goes on as far as its pages do. */
  readonly total: number | null
}

/** A long list of which only the pages on screen are read. */
export interface PagedRows<Row, Page extends PageOf<Row>> {
  /** Rows in the whole list; null before the first answer. */
  readonly total: number | null
  /** The row, or undefined while its page is on its way. */
  readonly rowAt: (index: number) => Row | undefined
  /** What is shown belongs to an earlier filter or sort. */
  readonly stale: boolean
  readonly error: Error | null
  /** The last page answered, for the totals it carries. */
  readonly latest: Page | null
  /** Says which rows are on screen, both ends included. */
  readonly show: (first: number, last: number) => void
}

interface Memory<Page> {
  readonly list: string
  /** Number of the first of the pages. */
  readonly first: number
  readonly pages: readonly (Page | undefined)[]
}

/**
 * Reads a list by pages of PAGE_ROWS. `key` names the list with its filter and sort; until the first page of a
 * new list is there, the rows of the old one stay.
 */
export function usePagedRows<Row, Page extends PageOf<Row>>(
  key: QueryKey,
  fetchPage: (offset: number, limit: number, signal: AbortSignal) => Promise<Page>,
): PagedRows<Row, Page> {
  const [span, setSpan] = useState({ first: 0, last: 0 })
  const wanted = Array.from({ length: span.last - span.first + 1 }, (_, i) => span.first + i)
  const list = JSON.stringify(key)
  const results = useQueries({
    queries: wanted.map((page) => ({
      queryKey: [...key, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchPage(page * PAGE_ROWS, PAGE_ROWS, signal),
    })),
  })

  const here = useSame(results.map((result) => result.data as Page | undefined))
  const first = span.first
  const memory = useRef<Memory<Page> | null>(null)
  const answered = here.some((page) => page !== undefined)
  useEffect(() => {
    if (answered) memory.current = { list, first, pages: here }
  }, [answered, list, first, here])

  const { current } = memory
  const isOld = !answered && current !== null && current.list !== list
  const shown: Memory<Page> = answered || current === null ? { list, first, pages: here } : current
  const { pages, first: from } = shown
  const latest = pages.findLast((page) => page !== undefined) ?? null
  const rowAt = useCallback(
    (index: number): Row | undefined =>
      pages[Math.floor(index / PAGE_ROWS) - from]?.rows[index % PAGE_ROWS],
    [pages, from],
  )
  const show = useCallback((first: number, last: number) => {
    const next = { first: Math.floor(first / PAGE_ROWS), last: Math.floor(last / PAGE_ROWS) }
    setSpan((old) => (old.first === next.first && old.last === next.last ? old : next))
  }, [])
  const total = latest === null ? null : (latest.total ?? knownTotal(pages, from))
  const error = results.find((result) => result.error !== null)?.error ?? null
  return useMemo(
    () => ({ total, rowAt, stale: isOld, error, latest, show }),
    [total, rowAt, isOld, error, latest, show],
  )
}

/** Rows up to the last page read, and one page more where that was full. */
function knownTotal(pages: readonly (PageOf<unknown> | undefined)[], from: number): number {
  const last = pages.findLastIndex((page) => page !== undefined)
  const count = pages[last]?.rows.length ?? 0
  return (from + last) * PAGE_ROWS + count + (count === PAGE_ROWS ? PAGE_ROWS : 0)
}

/** The array given before, as long as the new one holds the same. */
function useSame<T>(next: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(next)
  const same = kept.length === next.length && kept.every((item, i) => item === next[i])
  if (!same) setKept(next)
  return same ? kept : next
}
