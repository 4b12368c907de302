import { createAtom } from '../../state/atom.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { acceptRecord, FIRST_RECORD, type RecordDraft } from './record-draft.ts'

/** The form outlives a look at another view, and a reload. */
export const recordDraftAtom = createStoredAtom<RecordDraft>(
  'record.draft',
  FIRST_RECORD,
  acceptRecord,
  'tab',
)

/** The recording whose programs are listed; null follows the one that runs, else the latest. */
export const chosenJobAtom = createStoredAtom<string | null>(
  'record.job',
  null,
  (stored) => (typeof stored === 'string' ? stored : null),
  'tab',
)

export const problemsOnlyAtom = createAtom(false)

export interface StartedProbe {
  readonly job: string
  /** The request it measured, as text: what it says goes with the next change of it. */
  readonly of: string
}
export const probeAtom = createAtom<StartedProbe | null>(null)
