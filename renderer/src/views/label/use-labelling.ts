import { useEffect } from 'react'
import type { LabelAct } from '../../../../shared/contract/labels.ts'
import type { FailureClass } from '../../../../shared/corpus/failure-classes.ts'
import { useHost } from '../../api/host.ts'
import { useRecentLabels } from '../../api/labels.ts'
import { useSession } from '../../api/session.ts'
import { useAtom } from '../../state/atom.ts'
import type { Steps } from '../common/use-steps.ts'
import { decide, dismissUndone, takeBack, takeBackLast, tell } from './decide.ts'
import { ownActsAtom } from './own-acts.ts'

export interface Labelling {
  /** Sets the class on the step in focus; null takes its label off. */
  readonly set: (name: FailureClass | null) => void
  /** Takes the last decision of this window back and goes to where it was made. */
  readonly undoLast: () => void
  /** Takes back one decision, whoever made it. */
  readonly undo: (act: LabelAct) => void
  /** The last decisions still in force, newest first. */
  readonly acts: readonly LabelAct[]
  /** Numbers of the decisions made in this window. */
  readonly own: readonly number[]
  /** Why nothing can be labelled here; null when it can. */
  readonly blocked: string | null
  /** Why nothing can be undone; null when it can. */
  readonly readOnly: string | null
}

const NONE: readonly never[] = []

function blockedReason(steps: Steps): string | null {
  if (steps.detail === undefined) return 'Choose an item of the queue first.'
  if (steps.detail.steps.length === 0) return 'This trajectory has no steps to label.'
  if (steps.current === 0) {
    return 'The start is given, not predicted: choose a step below it to label.'
  }
  return null
}

/** Labels the step in focus, at once: there is no batch to lose. */
export function useLabelling(steps: Steps): Labelling {
  const session = useSession()
  const host = useHost()
  const acts = useRecentLabels(10).data ?? NONE
  const desk = { session, store: host?.store ?? '' }
  const ownActs = useAtom(ownActsAtom)
  const own = ownActs.store === desk.store ? ownActs.acts : NONE
  const readOnly =
    host?.readOnly === true ? (host.readOnlyReason ?? 'The store is read only.') : null
  const blocked = readOnly ?? blockedReason(steps)
  useEffect(() => dismissUndone(acts), [acts])

  return {
    set: (name) => {
      const { detail, current } = steps
      if (blocked !== null || detail === undefined) tell(blocked ?? '')
      else decide(desk, { trajectory: detail.row.trajectory, step: current - 1, class: name })
    },
    undoLast: () => (readOnly === null ? takeBackLast(desk) : tell(readOnly)),
    undo: (act) => (readOnly === null ? takeBack(desk, act) : tell(readOnly)),
    acts,
    own,
    blocked,
    readOnly,
  }
}
