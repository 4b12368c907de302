import type { TraceSort } from '../../../../shared/contract/traces.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { toTraceSort } from './trace-sort.ts'

function acceptSort(stored: unknown): TraceSort | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { column, descending } = stored as Record<string, unknown>
  return toTraceSort({ column: String(column), descending: descending === true })
}

/** Kept outside the view and over a reload, so that coming back finds the table as it was left. */
export const corpusFilterAtom = createStoredAtom(
  'corpus.filter',
  '',
  (stored) => (typeof stored === 'string' ? stored : null),
  'tab',
)
export const corpusSortAtom = createStoredAtom<TraceSort | null>(
  'corpus.sort',
  null,
  acceptSort,
  'tab',
)
