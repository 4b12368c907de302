import { createByteTokenizer } from '../byte-tokenizer.ts'
import { ACTION_SEP, ND_TOKENS, TRACE_END } from '../tokens.ts'
import type { Codec } from '../types.ts'
import { decodeNd } from './decode.ts'
import { encodeNd, promptAtNd } from './encode.ts'

/** The format of neural-debugger.md 2.4 with our escapes. */
export const ND_1: Codec = {
  id: 'nd@1',
  refuses: () => null,
  encode: encodeNd,
  promptAt: promptAtNd,
  stopTokens: [ACTION_SEP, TRACE_END],
  decode: decodeNd,
  tokenizer: createByteTokenizer(ND_TOKENS),
  specialTokens: ND_TOKENS,
}
