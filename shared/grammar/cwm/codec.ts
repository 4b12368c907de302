import { createByteTokenizer } from '../byte-tokenizer.ts'
import { CWM_TOKENS, END_OF_TEXT, FRAME_SEP } from '../tokens.ts'
import type { Codec } from '../types.ts'
import { decodeCwm } from './decode.ts'
import { encodeCwm, promptAtCwm, refusesCwm } from './encode.ts'

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
