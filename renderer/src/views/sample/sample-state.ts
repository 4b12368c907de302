import { createAtom } from '../../state/atom.ts'
import { FIRST_DRAFT, type SampleDraft } from './sample-draft.ts'

/** What the form holds, and the job it started last; both outlive a look at another view. */
export const sampleDraftAtom = createAtom<SampleDraft>(FIRST_DRAFT)
export const sampleJobAtom = createAtom<string | null>(null)
/** The list shows the trajectories of every trace, not only of the one in focus. */
export const listAllAtom = createAtom(false)

/** The policy editor is out of sight, so that trajectories have the whole window. */
export const aloneAtom = createAtom(false)

export const SHOWN = ['preview', 'trajectories', 'mix'] as const
/** What stands beside the policy: what it would draw, or what was drawn. */
export type Shown = (typeof SHOWN)[number]

interface ShownChoice {
  readonly shown: Shown
  /** The trajectory that was in focus when it was chosen. */
  readonly trajectory: string | null
}

export const shownAtom = createAtom<ShownChoice>({ shown: 'preview', trajectory: null })

/** A trajectory that came into focus since, from wherever, is what one wants to see. */
export function shownNow({ shown, trajectory }: ShownChoice, focused: string | null): Shown {
  return focused !== null && focused !== trajectory ? 'trajectories' : shown
}
