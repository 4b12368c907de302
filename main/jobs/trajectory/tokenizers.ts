import { stat } from 'node:fs/promises'
import { OWN_TOKENIZER } from '../../../shared/contract/trajectories.ts'
import type { Tokenizer } from '../../../shared/grammar/tokenizer.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import { loadTokenizer } from '../../runtime/tokenizer/hf-tokenizer.ts'

/** Tokenizers kept at once; one of a large model takes some hundred megabytes. */
const KEPT = 2

/** Finds tokenizers by name. */
export interface Tokenizers {
  /** The codec's own for `own`, else the one in a tokenizer.json, read again when the file has changed. */
  readonly get: (name: string, codec: Codec) => Promise<Tokenizer>
}

export function createTokenizers(): Tokenizers {
  const kept = new Map<string, Promise<Tokenizer>>()
  return {
    get: async (name, codec) => {
      if (name === OWN_TOKENIZER) return codec.tokenizer
      const about = await stat(name).catch(() => null)
      const key = JSON.stringify([name, codec.id, about?.mtimeMs, about?.size])
      const known = kept.get(key) ?? loadTokenizer(name, codec.specialTokens, codec.id)
      // The latest is the last to go.
      kept.delete(key)
      kept.set(key, known)
      for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old)
      known.catch(() => kept.delete(key))
      return known
    },
  }
}
