import { FAILURE_CLASSES, type FailureClass } from '../../../../shared/corpus/failure-classes.ts'
import { errorText } from '../../api/errors.ts'
import { useSetLabel, useUndoLabel } from '../../api/labels.ts'
import { setFocus } from '../../state/place.ts'
import { dismissToast, showToast } from '../../state/toasts.ts'
import type { Steps } from '../common/use-steps.ts'

/** A failure class as people read it: `wrong value`. */
export function classWords(name: FailureClass): string {
  return name.replaceAll('_', ' ')
}

export interface Labelling {
  /** Sets the class on the step in focus; null takes its label off. */
  readonly set: (name: FailureClass | null) => void
  /** Takes the last decision back and goes to where it was made. */
  readonly undo: () => void
  /** Why nothing can be labelled here; null when it can. */
  readonly blocked: string | null
}

function blockedReason(steps: Steps, readOnly: string | null): string | null {
  if (readOnly !== null) return readOnly
  if (steps.detail === undefined) return 'Choose an item of the queue first.'
  if (steps.detail.steps.length === 0) return 'This trajectory has no steps to label.'
  if (steps.current === 0) {
    return 'The start is given, not predicted: choose a step below it to label.'
  }
  return null
}

let shown: number | null = null

/** One toast at a time tells of the last decision: a labeller makes one a second. */
function tell(text: string, undo: (() => void) | null): void {
  if (shown !== null) dismissToast(shown)
  shown = showToast(text, {
    tone: undo === null ? 'info' : 'success',
    action: undo === null ? null : { label: 'Undo', run: undo },
  })
}

function complain(error: unknown): void {
  showToast(errorText(error), { tone: 'error' })
}

/** Labels the step in focus, at once: there is no batch to lose. */
export function useLabelling(steps: Steps, readOnly: string | null): Labelling {
  const setLabel = useSetLabel()
  const undoLabel = useUndoLabel()
  const blocked = blockedReason(steps, readOnly)

  const undo = (): void => {
    if (readOnly !== null) {
      tell(readOnly, null)
      return
    }
    undoLabel.mutate(undefined, {
      onError: complain,
      onSuccess: (act) => {
        if (act === null) return tell('There is no decision to undo.', null)
        setFocus({ trajectory: act.trajectory, trajectoryStep: act.step })
        const what = act.class === null ? 'no label' : classWords(act.class)
        tell(`Undone: ${what} on step ${act.step}.`, null)
      },
    })
  }
  const set = (name: FailureClass | null): void => {
    const { detail, current } = steps
    if (blocked !== null || detail === undefined) {
      tell(blocked ?? '', null)
      return
    }
    setLabel.mutate(
      { trajectory: detail.row.trajectory, step: current - 1, class: name },
      {
        onError: complain,
        onSuccess: () => {
          const what = name === null ? 'no label' : classWords(name)
          tell(`Step ${current - 1}: ${what}.`, undo)
        },
      },
    )
  }
  return { set, undo, blocked }
}

/** The class of a digit key, `1` to `9`. */
export function classOfDigit(digit: string): FailureClass | undefined {
  return FAILURE_CLASSES[Number(digit) - 1]
}
