import { createStoredAtom } from '../../../state/stored.ts'
import { acceptDesk, FIRST_DESK, type PolicyDesk } from './policy-desk.ts'

/** The policies of this browser and what is being changed in them. */
export const policyDeskAtom = createStoredAtom<PolicyDesk>('policies', FIRST_DESK, acceptDesk)
