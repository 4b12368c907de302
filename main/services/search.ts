import { setTimeout } from 'node:timers/promises'
import {
  SEARCH_KINDS,
  type SearchGroup,
  type SearchNews,
  type search,
} from '../../shared/contract/search.ts'
import type { Signal } from '../../shared/rpc/wire.ts'
import type { SearchProgress } from '../store/read-types.ts'
import type { Store } from '../store/store.ts'
import type { Area } from './area.ts'

/** Between two writes of the index, for another process that waits to write to the file. */
const PAUSE_MS = 25
/** Hits in what is indexed come anew this often while more is indexed. */
const NEWS_MS = 2000

interface Asked {
  readonly text: string
  readonly kind: SearchGroup['kind'] | null
  readonly offset: number
  readonly limit: number
}

async function groupsOf(store: Store, asked: Asked, signal: Signal): Promise<SearchGroup[]> {
  const { kind: only, text, offset, limit } = asked
  const groups: SearchGroup[] = []
  for (const kind of only === null ? SEARCH_KINDS : [only]) {
    // Half a surrogate pair is in no stored text and parts words like any other character that is no letter.
    const input = { text: text.toWellFormed(), kind, offset, limit }
    groups.push({ kind, ...(await store.read('searchHits', input, { signal })) })
  }
  return groups
}

const isWhole = ({ done, total }: SearchProgress): boolean => done >= total

function incompleteOf({ readOnlyReason }: Store): string | null {
  if (readOnlyReason === null) return null
  return `Not everything is indexed for search, and the index cannot be written here, so there may be more than this. ${readOnlyReason}`
}

export const searchHandlers: Area<typeof search> = ({ store }) => ({
  'search.find': async (asked, emit, { signal, drained }) => {
    let progress = await store.read('searchState', {}, { signal })
    const tell = async (incomplete: string | null): Promise<void> => {
      const groups: SearchNews['groups'] = await groupsOf(store, asked, signal)
      emit({ ...progress, incomplete, groups })
      await drained()
    }
    await tell(isWhole(progress) ? null : incompleteOf(store))
    if (isWhole(progress) || store.readOnlyReason !== null) return
    let told = performance.now()
    while (!isWhole(progress) && !signal.aborted) {
      progress = await store.write('searchIndex', {})
      if (isWhole(progress)) break
      if (performance.now() - told > NEWS_MS) {
        await tell(null)
        told = performance.now()
      } else emit({ ...progress, incomplete: null, groups: null })
      await setTimeout(PAUSE_MS)
    }
    if (!signal.aborted) await tell(null)
  },
})
