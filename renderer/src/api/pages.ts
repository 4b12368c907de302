import { type QueryKey, useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Rows asked for at once; the contract allows 500. */
export const PAGE_ROWS = 200

export interface PageOf<Row> {
  readonly rows: readonly Row[]
  readonly total: number
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
  readonly pages: ReadonlyMap<number, Page>
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

  const here = new Map<number, Page>()
  wanted.forEach((page, i) => {
    const data = results[i]?.data as Page | undefined
    if (data !== undefined) here.set(page, data)
  })
  const memory = useRef<Memory<Page> | null>(null)
  const answered = here.size > 0
  useEffect(() => {
    if (here.size > 0) memory.current = { list, pages: here }
  })

  const pages = answered ? here : (memory.current?.pages ?? here)
  const latest = [...pages.values()].at(-1) ?? null
  const show = useCallback((first: number, last: number) => {
    const next = { first: Math.floor(first / PAGE_ROWS), last: Math.floor(last / PAGE_ROWS) }
    setSpan((old) => (old.first === next.first && old.last === next.last ? old : next))
  }, [])
  const rowAt = (index: number): Row | undefined =>
    pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS]
  return {
    total: latest?.total ?? null,
    rowAt,
    stale: !answered && memory.current !== null && memory.current.list !== list,
    error: results.find((result) => result.error !== null)?.error ?? null,
    latest,
    show,
  }
}
