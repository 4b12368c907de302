import { go } from 'fuzzysort'
import { formatCount } from '../../../../shared/base/words.ts'
import type { PaletteItem, PaletteList } from './palette-item.ts'

/** More lines than these are looked through by typing on, not by the eye. */
const SHOWN = 100
const LEAST_SCORE = 0.2
/** What cannot be chosen comes after what fits about as well and can. */
const BLOCKED = 0.8

function rank(query: string, items: readonly PaletteItem[]): readonly PaletteItem[] {
  if (query === '') {
    return [...items].sort((a, b) => Number(a.reason !== null) - Number(b.reason !== null))
  }
  const found = go(query, items, {
    key: 'title',
    limit: 0,
    threshold: LEAST_SCORE,
    scoreFn: ({ score, obj }) => (obj.reason === null ? score : score * BLOCKED),
  })
  return found.map(({ obj, indexes }) => ({ ...obj, marks: [...indexes] }))
}

/** The items whose titles hold the letters of the query in their order, best first. */
export function rankItems(query: string, items: readonly PaletteItem[]): PaletteList {
  const found = rank(query, items)
  const hidden = found.length - SHOWN
  return {
    items: found.slice(0, SHOWN),
    note: hidden > 0 ? `${formatCount(hidden)} more; type on to find them.` : null,
  }
}
