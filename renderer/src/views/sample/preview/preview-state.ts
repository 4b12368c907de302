import { createAtom } from '../../../state/atom.ts'

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
