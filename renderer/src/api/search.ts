import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SearchGroup, SearchKind, SearchNews } from '../../../shared/contract/search.ts'
import { isEmptyQuery, wordQuery } from '../../../shared/query/search-words.ts'
import { useSession } from './session.ts'
import { streamed } from './streamed.ts'

/** Hits found so far, and how far the indexing has come. */
export type SearchFound = Omit<SearchNews, 'groups'> & { readonly groups: readonly SearchGroup[] }

export interface Searching {
  /** Null before the first answer, and where the text holds no word. */
  readonly found: SearchFound | null
  /** More may come. */
  readonly running: boolean
  /** What is found is of an earlier text. */
  readonly stale: boolean
  readonly error: Error | null
}

export interface SearchAsked {
  readonly text: string
  /** Null: all kinds. */
  readonly kind: SearchKind | null
  /** Hits of each kind. */
  readonly limit: number
}

/** What holds the words of a text, while it is looked for and while what was recorded since is indexed. */
export function useSearch({ text, kind, limit }: SearchAsked): Searching {
  const session = useSession()
  const client = useQueryClient()
  const key = ['search', text, kind, limit] as const
  const enabled = !isEmptyQuery(wordQuery(text))
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    queryKey: key,
    enabled,
    // Recording does not tell the search: a text is asked anew whenever it is searched again.
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      streamed<'search.find', SearchFound>(session, {
        name: 'search.find',
        input: { text, kind, limit },
        signal,
        toAnswer: ({ groups, ...news }, latest) => ({
          ...news,
          groups: groups ?? latest?.groups ?? [],
        }),
        show: (found) => void client.setQueryData(key, found),
      }),
    placeholderData: keepPreviousData,
  })
  return {
    found: enabled ? (data ?? null) : null,
    running: enabled && isFetching,
    stale: isPlaceholderData,
    error,
  }
}
