import { createStoredAtom } from '../../../state/stored.ts'
import { acceptMix, FIRST_MIX, type MixDraft } from './mix-draft.ts'

/** The recipe that is put together, kept over reloads. */
export const mixAtom = createStoredAtom<MixDraft>('mix', FIRST_MIX, acceptMix)
