import type { TraceSort } from '../../../../shared/contract/traces.ts'
import { createAtom } from '../../state/atom.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { acceptRecord, FIRST_RECORD, type RecordDraft } from './record-draft.ts'
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
export const recordOpenAtom = createAtom(false)

export interface StartedRecording {
  readonly job: string
  /** Name of the one program recorded; null when there were many. */
  readonly program: string | null
}

/** Code pasted into the form outlives a look at another view, and a reload. */
export const recordDraftAtom = createStoredAtom<RecordDraft>(
  'corpus.draft',
  FIRST_RECORD,
  acceptRecord,
  'tab',
)
export const startedRecordingAtom = createAtom<StartedRecording | null>(null)
