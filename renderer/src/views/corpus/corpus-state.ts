import type { TraceSort } from '../../../../shared/contract/traces.ts'
import { createAtom } from '../../state/atom.ts'
import { FIRST_RECORD } from './record-draft.ts'

/** Kept outside the view, so that coming back finds the table as it was left. */
export const corpusFilterAtom = createAtom('')
export const corpusSortAtom = createAtom<TraceSort | null>(null)
export const recordOpenAtom = createAtom(false)

export interface StartedRecording {
  readonly job: string
  /** Name of the one program recorded; null when there were many. */
  readonly program: string | null
}

/** Code pasted into the form outlives a look at another view. */
export const recordDraftAtom = createAtom(FIRST_RECORD)
export const startedRecordingAtom = createAtom<StartedRecording | null>(null)
