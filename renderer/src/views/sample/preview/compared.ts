import { useMemo } from 'react'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { useAtom } from '../../../state/atom.ts'
import { drawnPolicy, policyNames, textOf } from '../policy/policy-desk.ts'
import { policyDeskAtom } from '../policy/policy-desk-state.ts'
import { readDraft } from '../policy/read-draft.ts'
import { comparedPolicyAtom } from './preview-state.ts'

/** The policy beside the edited one: its document as it is changed now, or why there is none. */
export interface ComparedPolicy {
  readonly name: string
  readonly policy: PolicyDocument | null
  readonly error: string | null
}

/** What the edited policy is compared with; null for nothing, for itself, or once it is not there any more. */
export function useCompared(): ComparedPolicy | null {
  const desk = useAtom(policyDeskAtom)
  const name = useAtom(comparedPolicyAtom)
  return useMemo(() => {
    if (name === null || name === desk.chosen || !policyNames(desk).includes(name)) return null
    const { valid, error } = readDraft(textOf(desk, name))
    return { name, policy: valid === null ? null : drawnPolicy(valid), error }
  }, [desk, name])
}
