import { formatCount, programTitle } from '../../../../shared/base/words.ts'
import {
  SEARCH_KINDS,
  type SearchGroup,
  type SearchHit,
  type SearchKind,
} from '../../../../shared/contract/search.ts'
import { lineWord } from '../../draw/line-word.ts'

export const KIND_TITLES: Readonly<Record<SearchKind, string>> = {
  source: 'Program lines',
  name: 'Names of variables',
  value: 'Recorded values',
}

/** A line of the list of hits: a hit, or what shows more hits of a kind. */
export type SearchRow =
  | { readonly kind: SearchKind; readonly hit: SearchHit }
  | { readonly kind: SearchKind; readonly hit: null }

/** Rows of the groups, one kind after another, each with a last row for what is not shown. */
export function rowsOf(groups: readonly SearchGroup[], canShowMore: boolean): readonly SearchRow[] {
  return SEARCH_KINDS.flatMap((kind) => {
    const group = groups.find((one) => one.kind === kind)
    if (group === undefined) return []
    const rows: SearchRow[] = group.hits.map((hit) => ({ kind, hit }))
    return group.more && canShowMore ? [...rows, { kind, hit: null }] : rows
  })
}

const EVENT_WORDS = { call: 'called', line: 'on a line', return: 'returned', exception: 'raised' }

/** What a hit says of itself before its text: what holds the value. */
export function holderOf({ kind, variable, event }: SearchHit): string | null {
  if (kind !== 'value') return null
  if (variable !== null) return `${variable} =`
  return event === null ? null : EVENT_WORDS[event]
}

/** Where a hit leads to, in words. */
export function placeOf({ program, entry, file, line, seq }: SearchHit): string {
  const place = file === null ? lineWord(line) : `${file}, ${lineWord(line)}`
  const event = seq === null ? 'did not run' : `event ${formatCount(seq)}`
  return `${programTitle(program, entry)} · ${place} · ${event}`
}
