import { createAtom } from '../../../state/atom.ts'
import { PREVIEWED } from './use-preview.ts'

/** Name of the policy whose paths stand beside those of the edited one; null for none. */
export const comparedPolicyAtom = createAtom<string | null>(null)

interface PathPlace {
  readonly path: number | null
  readonly state: number
}

/** Which path of the preview is looked at, null for all of them, and which of its states. */
export const previewPlaceAtom = createAtom<PathPlace>({ path: null, state: 0 })
/** The same of the policy beside it. */
export const comparedPlaceAtom = createAtom<PathPlace>({ path: null, state: 0 })

/** How many paths coverage is told by: those that are shown, or more that are drawn for it. */
export const COVERAGE_COUNTS = [PREVIEWED, 100, 1000] as const
export const coverageCountAtom = createAtom<number>(PREVIEWED)
