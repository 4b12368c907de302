import { useMemo, useState } from 'react'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { useAtom } from '../../../state/atom.ts'
import { showToast } from '../../../state/toasts.ts'
import {
  chosenText,
  copyName,
  drawnPolicy,
  isShipped,
  type PolicyDesk,
  withOwnOf,
  withoutDraft,
  withoutOwn,
  withSaved,
  withText,
} from './policy-desk.ts'
import { policyDeskAtom } from './policy-desk-state.ts'
import { policyText } from './policy-text.ts'
import { type DraftReading, readDraft } from './read-draft.ts'

export interface PolicyActs {
  readonly choose: (name: string) => void
  readonly setText: (text: string) => void
  readonly setPolicy: (policy: PolicyDocument) => void
  /** Saves an own policy in place; of a shipped one it asks for a name. */
  readonly save: () => void
  readonly saveAs: (name: string) => void
  /** Why it cannot be saved, one sentence. */
  readonly saveReason: string | null
  readonly duplicate: () => void
  /** Why there is nothing to duplicate, one sentence. */
  readonly duplicateReason: string | null
  readonly reset: () => void
  readonly remove: () => void
  /** The name is being asked for. */
  readonly asking: boolean
  readonly stopAsking: () => void
}

export interface EditedPolicy {
  readonly desk: PolicyDesk
  readonly text: string
  readonly reading: DraftReading
  /** What is drawn by; null while the text cannot be. */
  readonly drawn: PolicyDocument | null
  readonly acts: PolicyActs
}

/** Takes a policy off the desk; the toast gives it back. */
function removeOwn(name: string): void {
  const before = policyDeskAtom.get()
  policyDeskAtom.set(withoutOwn(before, name))
  showToast(`${name} was deleted.`, {
    action: {
      label: 'Undo',
      run: () => policyDeskAtom.set((now) => withOwnOf(now, before, name)),
    },
  })
}

const UNDRAWABLE = 'What cannot be drawn by is not saved; the reason stands below.'

function saveReasonOf(desk: PolicyDesk, reading: DraftReading): string | null {
  if (reading.valid === null) return UNDRAWABLE
  if (desk.drafts[desk.chosen] === undefined) return 'Nothing was changed.'
  return null
}

/** The policy that is edited: its text, what that says, and what can be done with it. */
export function useEditedPolicy(): EditedPolicy {
  const desk = useAtom(policyDeskAtom)
  const [asking, setAsking] = useState(false)
  const text = chosenText(desk)
  const reading = useMemo(() => readDraft(text), [text])
  const drawn = useMemo(
    () => (reading.valid === null ? null : drawnPolicy(reading.valid)),
    [reading],
  )
  const { chosen } = desk
  const { valid } = reading
  const setText = (next: string): void => policyDeskAtom.set((now) => withText(now, next))
  const saveAs = (name: string): void => {
    if (valid === null) return
    policyDeskAtom.set((now) => withSaved(now, valid, name))
    showToast(`Saved as ${name}.`)
  }
  const acts: PolicyActs = {
    choose: (name) => {
      setAsking(false)
      policyDeskAtom.set((now) => ({ ...now, chosen: name }))
    },
    setText,
    setPolicy: (policy) => setText(policyText(policy)),
    saveReason: saveReasonOf(desk, reading),
    save: () => (isShipped(chosen) ? setAsking(true) : saveAs(chosen)),
    saveAs,
    duplicateReason: valid === null ? UNDRAWABLE : null,
    duplicate: () => {
      if (valid !== null) saveAs(copyName(desk, chosen))
    },
    reset: () => policyDeskAtom.set(withoutDraft),
    remove: () => removeOwn(chosen),
    asking,
    stopAsking: () => setAsking(false),
  }
  return { desk, text, reading, drawn, acts }
}
