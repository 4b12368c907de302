import { useRef } from 'react'
import { parseQuery } from '../../../../shared/query/check.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import { useDebounced } from '../../api/debounced.ts'

export interface AskedQuery {
  /** The text of the rows: the last that could be read, once typing pauses. */
  readonly where: string
  /** It is what stands in the field. */
  readonly settled: boolean
  /** What stands in the field cannot be read, so that the rows are of a query before it. */
  readonly refused: boolean
}

/** The query to ask for while one is typed: half a query is no question, and the rows of the last one stay. */
export function useAskedQuery(level: Level, text: string): AskedQuery {
  const typed = useDebounced(text.trim())
  const last = useRef('')
  const isRead = parseQuery(typed, level).ok
  if (isRead) last.current = typed
  return { where: last.current, settled: last.current === text.trim(), refused: !isRead }
}
