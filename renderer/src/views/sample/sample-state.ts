import { createAtom } from '../../state/atom.ts'
import { FIRST_DRAFT, type SampleDraft } from './sample-draft.ts'

/** What the form holds, and the job it started last; both outlive a look at another view. */
export const sampleDraftAtom = createAtom<SampleDraft>(FIRST_DRAFT)
export const sampleJobAtom = createAtom<string | null>(null)
/** The list shows the trajectories of every trace, not only of the one in focus. */
export const listAllAtom = createAtom(false)
