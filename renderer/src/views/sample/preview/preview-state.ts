import { createAtom } from '../../../state/atom.ts'

/** Which path of the preview is looked at, null for all of them, and which of its states. */
export const previewPlaceAtom = createAtom<{
  readonly path: number | null
  readonly state: number
}>({ path: null, state: 0 })
