import { useEffect, useMemo, useState } from 'react'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { errorText } from '../../../api/errors.ts'
import { useOwnPolicies, usePolicyChanges } from '../../../api/policies.ts'
import { inOneAct, useAtom } from '../../../state/atom.ts'
import { showToast } from '../../../state/toasts.ts'
import { mixAtom } from '../mix/mix-state.ts'
import {
  chosenText,
  copyName,
  drawnPolicy,
  freeName,
  isShipped,
  type PolicyDesk,
  withOwnOf,
  withoutDraft,
  withoutOwn,
  withRenamed,
  withSaved,
  withTaken,
  withText,
} from './policy-desk.ts'
import { policyDeskAtom, takeOwn } from './policy-desk-state.ts'
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
  /** Why there is nothing to duplicate or to export, one sentence. */
  readonly duplicateReason: string | null
  readonly reset: () => void
  readonly remove: () => void
  readonly rename: () => void
  readonly renameTo: (name: string) => void
  /** Keeps a document that came from elsewhere, under a free name, and chooses it. */
  readonly take: (policy: PolicyDocument) => void
  /** The name that is asked for: to save under, or to have from now on. */
  readonly asking: 'save' | 'rename' | null
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

type Changes = ReturnType<typeof usePolicyChanges>

/** Does what the workspace has to agree to, then what follows on the desk; a refusal is told and changes nothing. */
async function agreed(asked: Promise<void>, follow: () => void): Promise<void> {
  try {
    await asked
  } catch (error) {
    showToast(errorText(error), { tone: 'error' })
    return
  }
  follow()
}

/** Takes a policy off the desk; the toast gives it back. */
async function removeOwn(changes: Changes, name: string): Promise<void> {
  const before = policyDeskAtom.get()
  const document = before.own[name]
  const giveBack = (): Promise<void> =>
    agreed(document === undefined ? Promise.resolve() : changes.save(document, null), () =>
      policyDeskAtom.set((now) => withOwnOf(now, before, name)),
    )
  await agreed(document === undefined ? Promise.resolve() : changes.remove(name), () => {
    policyDeskAtom.set((now) => withoutOwn(now, name))
    showToast(`${name} was deleted.`, { action: { label: 'Undo', run: () => void giveBack() } })
  })
}

/** Gives an own policy another name, in the mix too. */
async function renameOwn(changes: Changes, was: string, name: string): Promise<void> {
  const document = policyDeskAtom.get().own[was]
  const asked =
    document === undefined ? Promise.resolve() : changes.save({ ...document, name }, was)
  await agreed(asked, () =>
    inOneAct(() => {
      policyDeskAtom.set((now) => withRenamed(now, was, name))
      mixAtom.set((mix) => ({
        ...mix,
        parts: mix.parts.map((part) => (part.policy === was ? { ...part, policy: name } : part)),
      }))
      showToast(`${was} is ${name} now.`)
    }),
  )
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
  const own = useOwnPolicies()
  useEffect(() => {
    if (own !== undefined) takeOwn(own)
  }, [own])
  const changes = usePolicyChanges()
  const [asking, setAsking] = useState<PolicyActs['asking']>(null)
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
    void agreed(changes.save({ ...valid, name }, null), () => {
      policyDeskAtom.set((now) => withSaved(now, valid, name))
      showToast(`Saved as ${name}.`)
    })
  }
  const take = (policy: PolicyDocument): void => {
    const name = freeName(desk, policy.name)
    void agreed(changes.save({ ...policy, name }, null), () => {
      policyDeskAtom.set((now) => withTaken(now, policy, name))
      showToast(`Imported as ${name}.`)
    })
  }
  const acts: PolicyActs = {
    choose: (name) => {
      setAsking(null)
      policyDeskAtom.set((now) => ({ ...now, chosen: name }))
    },
    setText,
    setPolicy: (policy) => setText(policyText(policy)),
    saveReason: saveReasonOf(desk, reading),
    save: () => (isShipped(chosen) ? setAsking('save') : saveAs(chosen)),
    saveAs,
    duplicateReason: valid === null ? UNDRAWABLE : null,
    duplicate: () => saveAs(copyName(desk, chosen)),
    reset: () => policyDeskAtom.set(withoutDraft),
    remove: () => void removeOwn(changes, chosen),
    rename: () => setAsking('rename'),
    renameTo: (name) => void renameOwn(changes, chosen, name),
    take,
    asking,
    stopAsking: () => setAsking(null),
  }
  return { desk, text, reading, drawn, acts }
}
