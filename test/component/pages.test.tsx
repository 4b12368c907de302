import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { PAGE_ROWS, usePagedRows } from '../../renderer/src/api/pages.ts'

afterEach(cleanup)

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

/** A list of `count` rows whose pages tell its length, or do not know it. */
function pagesOf(count: number, total: number | null) {
  return async (offset: number, limit: number) => ({
    rows: Array.from(
      { length: Math.max(0, Math.min(limit, count - offset)) },
      (_, at) => offset + at,
    ),
    total,
  })
}

describe('a list read by pages', () => {
  it('is as long as its pages say', async () => {
    const fetchPage = pagesOf(450, 450)
    const { result } = renderHook(() => usePagedRows(['known'], fetchPage), { wrapper })
    await waitFor(() => expect(result.current.total).toBe(450))
  })

  it('goes on page by page to its end where its length is not known', async () => {
    const count = 2 * PAGE_ROWS + 50
    const fetchPage = pagesOf(count, null)
    const { result } = renderHook(() => usePagedRows(['unknown'], fetchPage), { wrapper })
    await waitFor(() => expect(result.current.total).toBe(2 * PAGE_ROWS))
    expect(result.current.rowAt(PAGE_ROWS - 1)).toBe(PAGE_ROWS - 1)
    act(() => result.current.show(PAGE_ROWS - 5, PAGE_ROWS + 5))
    await waitFor(() => expect(result.current.total).toBe(3 * PAGE_ROWS))
    act(() => result.current.show(2 * PAGE_ROWS - 5, 2 * PAGE_ROWS + 5))
    await waitFor(() => expect(result.current.total).toBe(count))
    expect(result.current.rowAt(count - 1)).toBe(count - 1)
  })
})
