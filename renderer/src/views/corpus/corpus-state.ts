import type { TraceSort } from '../../../../shared/contract/traces.ts'
import { createAtom } from '../../state/atom.ts'

/** Kept outside the view, so that coming back finds the table as it was left. */
export const corpusFilterAtom = createAtom('')
export const corpusSortAtom = createAtom<TraceSort | null>(null)
export const recordOpenAtom = createAtom(false)
