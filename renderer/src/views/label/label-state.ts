import { createAtom } from '../../state/atom.ts'

/** Trajectories without a label: what there is to do first. */
export const UNLABELLED = 'labelled:no'

/** Filter of the queue; it outlives a look at another view. */
export const labelFilterAtom = createAtom(UNLABELLED)
