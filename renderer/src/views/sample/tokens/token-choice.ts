import { OWN_TOKENIZER } from '../../../../../shared/contract/trajectories.ts'
import { ND_1 } from '../../../../../shared/grammar/nd/codec.ts'
import { createStoredAtom } from '../../../state/stored.ts'

/** How a trajectory is written for a model, and how much of it one wants to fit. */
export interface TokenChoice {
  readonly codec: string
  /** A codec's own tokenizer, or a `tokenizer.json` whose path is typed. */
  readonly tokenizer: 'own' | 'file'
  readonly path: string
  readonly context: number
  readonly keep: 'first' | 'last'
}

/** The sequence length of the paper (neural-debugger.md 1.9). */
const CONTEXT = 16_384

export const FIRST_TOKEN_CHOICE: TokenChoice = {
  codec: ND_1.id,
  tokenizer: 'own',
  path: '',
  context: CONTEXT,
  keep: 'first',
}

function accept(stored: unknown): TokenChoice | null {
  if (typeof stored !== 'object' || stored === null) return null
  const choice = { ...FIRST_TOKEN_CHOICE, ...stored }
  const { codec, tokenizer, path, context, keep } = choice
  const isText = typeof codec === 'string' && typeof path === 'string'
  const isKnown =
    (tokenizer === 'own' || tokenizer === 'file') && (keep === 'first' || keep === 'last')
  return isText && isKnown && Number.isSafeInteger(context) && context >= 0 ? choice : null
}

export const tokenChoiceAtom = createStoredAtom<TokenChoice>('tokens', FIRST_TOKEN_CHOICE, accept)

/** What the services are asked for; null while a file is wanted and none is named. */
export function tokenizerOf({ tokenizer, path }: TokenChoice): string | null {
  if (tokenizer === 'own') return OWN_TOKENIZER
  return path.trim() === '' ? null : path.trim()
}
