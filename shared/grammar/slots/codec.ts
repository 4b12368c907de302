import { TRAJECTORY_EXITS } from '../../trajectory/types.ts'
import type { Codec } from '../types.ts'
import { decodeSlots } from './decode.ts'
import { encodeSlots, promptAtSlots } from './encode.ts'
import { SLOTS_TOKENIZER } from './tokenizer.ts'
import { END, EXIT_TOKENS, VOCABULARY } from './vocabulary.ts'

/** Ours, for small models: `resources/formats/slots-1.md`. */
export const SLOTS_1: Codec = {
  id: 'slots@1',
  refuses: () => null,
  encode: encodeSlots,
  promptAt: promptAtSlots,
  stopTokens: [END, ...TRAJECTORY_EXITS.map(EXIT_TOKENS.idOf)].map((id) => VOCABULARY[id] ?? ''),
  decode: decodeSlots,
  tokenizer: SLOTS_TOKENIZER,
  specialTokens: [],
}
