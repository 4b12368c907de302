import { createByteTokenizer } from './byte-tokenizer.ts'
import { decodeCwm } from './cwm/decode.ts'
import { encodeCwm, promptAtCwm, refusesCwm } from './cwm/encode.ts'
import { decodeNd } from './nd/decode.ts'
import { encodeNd, promptAtNd } from './nd/encode.ts'
import { SLOTS_1 } from './slots/codec.ts'
import { ACTION_SEP, CWM_TOKENS, END_OF_TEXT, FRAME_SEP, ND_TOKENS, TRACE_END } from './tokens.ts'
import type { Codec } from './types.ts'

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

/** The format of Code World Model (neural-debugger.md 3.2) with our escapes. */
export const CWM_1: Codec = {
  id: 'cwm@1',
  refuses: refusesCwm,
  encode: encodeCwm,
  promptAt: promptAtCwm,
  stopTokens: [FRAME_SEP, END_OF_TEXT],
  decode: decodeCwm,
  tokenizer: createByteTokenizer(CWM_TOKENS),
  specialTokens: CWM_TOKENS,
}

export const CODECS: readonly Codec[] = [ND_1, CWM_1, SLOTS_1]

/** The codec written into files under this id, null for an unknown one. */
export function codecById(id: string): Codec | null {
  return CODECS.find((codec) => codec.id === id) ?? null
}
