import { createAtom } from '../../../state/atom.ts'
import { createStoredAtom } from '../../../state/stored.ts'
import { acceptMix, FIRST_MIX, type MixDraft } from './mix-draft.ts'

/** Query of the traces a mix is drawn from, as typed; null follows the one of the corpus. */
export const mixWhereAtom = createAtom<string | null>(null)

/** The recipe that is put together, kept over reloads. */
export const mixAtom = createStoredAtom<MixDraft>('mix', FIRST_MIX, acceptMix)
