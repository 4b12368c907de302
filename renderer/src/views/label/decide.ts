import type { LabelAct } from '../../../../shared/contract/labels.ts'
import { classWords } from '../../../../shared/corpus/failure-classes.ts'
import { errorText } from '../../api/errors.ts'
import { type LabelRequest, setLabel, type UndoResult, undoLabel } from '../../api/labels.ts'
import type { Session } from '../../api/session.ts'
import { placeAtom, setFocus } from '../../state/place.ts'
import { dismissToast, showToast, toastsAtom } from '../../state/toasts.ts'
import { addOwnAct, dropOwnAct, ownActsIn } from './own-acts.ts'

/** Where decisions go: the services, and the path of the store that keeps them. */
export interface Desk {
  readonly session: Session
  readonly store: string
}

interface Told {
  readonly toast: number
  /** The decision that the toast offers to undo. */
  readonly act: number | null
  /** Whether the list of decisions has shown it. */
  listed: boolean
}

let told: Told | null = null

/** One toast at a time tells of the last decision: a labeller makes one a second. */
export function tell(text: string, undo?: { act: number; run: () => void }): void {
  if (told !== null) dismissToast(told.toast)
  const toast = showToast(text, {
    tone: undo === undefined ? 'info' : 'success',
    action: undo === undefined ? null : { label: 'Undo', run: undo.run },
  })
  told = { toast, act: undo?.act ?? null, listed: false }
}

function dismissUndoOf(act: number): void {
  if (told?.act === act) dismissToast(told.toast)
}

/** Takes the offer to undo off the page when somebody else has undone the decision. `acts`: those in force. */
export function dismissUndone(acts: readonly LabelAct[]): void {
  if (told === null || told.act === null) return
  const { act, toast } = told
  if (acts.some((one) => one.act === act)) told.listed = true
  // A list that has not shown the decision yet may have been read before it was made.
  else if (told.listed && toastsAtom.get().some(({ id }) => id === toast)) dismissToast(toast)
}

let last: Promise<void> = Promise.resolve()

/**
 * One decision after another, whatever view is open by then: an undo must know what the key before it did, and
 * nothing that is told may be lost with the view.
 */
function inTurn(run: () => Promise<void>): void {
  last = last.then(run).catch((error) => {
    showToast(errorText(error), { tone: 'error' })
  })
}

function wordsOf(name: LabelAct['class']): string {
  return name === null ? 'no label' : classWords(name)
}

/** Labels a step, and tells of it with a way back. */
export function decide(desk: Desk, request: LabelRequest): void {
  inTurn(async () => {
    const act = await setLabel(desk.session, request)
    const step = `Step ${request.step}`
    if (act === null) {
      tell(
        request.class === null
          ? `${step} has no label.`
          : `${step} is labelled ${wordsOf(request.class)} already.`,
      )
      return
    }
    addOwnAct(desk.store, act.act)
    tell(`${step}: ${wordsOf(act.class)}.`, { act: act.act, run: () => takeBack(desk, act) })
  })
}

function showUndone(act: LabelAct, { label }: UndoResult): void {
  // Another view shows something else by now, and keeps it.
  if (placeAtom.get().view === 'label') {
    setFocus({ trajectory: act.trajectory, trajectoryStep: act.step })
  }
  const now = label === null ? '' : ` It is labelled ${wordsOf(label)} now.`
  tell(`Undone: ${wordsOf(act.class)} on step ${act.step}.${now}`)
}

/** Whether there was something to undo. */
async function undo(desk: Desk, act: number): Promise<boolean> {
  const result = await undoLabel(desk.session, act)
  dropOwnAct(act)
  dismissUndoOf(act)
  if (result.undone === null) return false
  showUndone(result.undone, result)
  return true
}

/** Undoes exactly this decision, and says so when it had been undone before. */
export function takeBack(desk: Desk, act: LabelAct): void {
  inTurn(async () => {
    if (await undo(desk, act.act)) return
    tell(`Step ${act.step}: ${wordsOf(act.class)} was undone already.`)
  })
}

/** Undoes the last decision of this window that still stands; those of others are left alone. */
export function takeBackLast(desk: Desk): void {
  inTurn(async () => {
    for (const act of ownActsIn(desk.store).toReversed()) {
      if (await undo(desk, act)) return
    }
    tell('There is no decision of this window to undo. Those of others are undone in their list.')
  })
}
