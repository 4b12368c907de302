import { decodeNd } from './nd-decode.ts'
import { encodeNd, promptAtNd } from './nd-encode.ts'
import { ACTION_SEP, TRACE_END } from './tokens.ts'
import type { Codec } from './types.ts'

/** The format of neural-debugger.md 2.4 with our escapes. */
export const ND_1: Codec = {
  id: 'nd@1',
  refuses: () => null,
  encode: encodeNd,
  promptAt: promptAtNd,
  stopTokens: [ACTION_SEP, TRACE_END],
  decode: decodeNd,
}

export const CODECS: readonly Codec[] = [ND_1]

/** The codec written into files under this id, null for an unknown one. */
export function codecById(id: string): Codec | null {
  return CODECS.find((codec) => codec.id === id) ?? null
}
