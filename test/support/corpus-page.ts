import type { WritableDb } from '../../main/store/database.ts'
import type { Reads } from '../../main/store/read-types.ts'
import { corpusRows } from '../../main/store/readers/corpus-reader.ts'
import type { CorpusRow } from '../../shared/contract/corpus.ts'

type Wanted = Omit<Reads['corpusRows']['input'], 'after' | 'sort'>

/** The first rows in the order of their keys, in however many answers a busy machine gives them. */
export function corpusPage(db: WritableDb, wanted: Wanted): CorpusRow[] {
  const rows: CorpusRow[] = []
  let after: Reads['corpusRows']['input']['after'] = null
  do {
    const limit = wanted.limit - rows.length
    const part = corpusRows(db, { ...wanted, sort: [], after, limit })
    rows.push(...part.rows)
    after = part.next
  } while (after !== null && rows.length < wanted.limit)
  return rows
}
