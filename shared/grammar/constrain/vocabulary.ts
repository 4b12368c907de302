import { SLOTS_1 } from '../slots/codec.ts'
import { VOCABULARY } from '../slots/vocabulary.ts'
import type { Codec } from '../types.ts'
import type { Vocabulary } from './types.ts'

const BYTES = 256

/** The vocabulary of a codec's own tokenizer, for a model with so many logits. */
export function ownVocabulary(codec: Codec, size = codec.tokenizer.size): Vocabulary {
  if (codec.id === SLOTS_1.id) {
    return { size, bytes: [], special: new Map(VOCABULARY.map((name, id) => [name, id])) }
  }
  const special = codec.specialTokens.map((name, index) => [name, BYTES + index] as const)
  const bytes = Array.from({ length: BYTES }, (_, byte) => Uint8Array.of(byte))
  return { size, bytes, special: new Map(special) }
}
