import { join } from 'node:path'
import { CODECS, codecById } from '../../../shared/grammar/codecs.ts'
import type { Tokenizer } from '../../../shared/grammar/tokenizer.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import { refuse } from '../refuse.ts'
import { loadTokenizer, parseTokenizer } from '../tokenizer/hf-tokenizer.ts'
import type { ModelFolder, ModelTokenizer } from './types.ts'

/** The tokenizer of a model for one of its codecs; a ServiceError where the file is no longer what it was. */
export async function openTokenizer(
  { path, tokenizer }: Pick<ModelFolder, 'path' | 'tokenizer'>,
  codec: Codec,
): Promise<Tokenizer> {
  if (tokenizer.kind === 'own') return codec.tokenizer
  return loadTokenizer(join(path, 'tokenizer.json'), codec.specialTokens, codec.id)
}

/** The special tokens that a tokenizer.json adds to those of its vocabulary. */
function addedTokens(file: Readonly<Record<string, unknown>>): ReadonlySet<unknown> {
  const added = file.added_tokens
  if (!Array.isArray(added)) return new Set()
  return new Set(added.map((token: { content?: unknown } | null) => token?.content))
}

/**
 * Codecs that a model can be asked in: the one it says, whose missing tokens are told, or else each whose special
 * tokens its tokenizer has.
 */
export function codecsOf(file: Uint8Array | null, wanted: string | null): readonly string[] {
  const named = wanted === null ? null : codecById(wanted)
  if (file === null) return named === null ? [] : [named.id]
  const added = addedTokens(parseTokenizer(file, 'tokenizer.json'))
  const missing = (codec: Codec): string[] =>
    codec.specialTokens.filter((token) => !added.has(token))
  if (named !== null) {
    refuseMissing(missing(named), named)
    return [named.id]
  }
  // A codec without special tokens has a tokenizer of its own.
  const candidates = CODECS.filter(({ specialTokens }) => specialTokens.length > 0)
  const found = candidates.filter((codec) => missing(codec).length === 0)
  if (found.length > 0) return found.map(({ id }) => id)
  const [nearest] = [...candidates].sort((a, b) => missing(a).length - missing(b).length)
  if (nearest !== undefined) refuseMissing(missing(nearest), nearest)
  return []
}

function refuseMissing(missing: readonly string[], { id, specialTokens }: Codec): void {
  if (missing.length === 0) return
  const all = missing.length === specialTokens.length
  const first = missing.slice(0, 3).join(', ')
  const shown = missing.length > 4 ? `${first} and ${missing.length - 3} more` : missing.join(', ')
  refuse(
    `tokenizer.json has ${all ? 'none of the special tokens' : 'no special token'} ${shown}, which ${id} needs; add what is missing to its added_tokens, or name the codec in workbench.json.`,
  )
}

/** Ids that the logits have more than the tokenizer: exporters round up, but not by much. */
function mostSpare(size: number): number {
  return Math.max(256, size / 16)
}

/** Refuses a tokenizer that is not the one of the model's logits. */
export async function checkVocabulary(
  folder: { readonly path: string; readonly tokenizer: ModelTokenizer },
  codec: string,
  vocabulary: number,
): Promise<void> {
  const known = codecById(codec) ?? refuse(`There is no codec ${codec}.`)
  const tokenizer = await openTokenizer(folder, known)
  const { size } = tokenizer
  const of = folder.tokenizer.kind === 'own' ? `The tokenizer of ${codec}` : 'tokenizer.json'
  if (size > vocabulary || vocabulary - size > mostSpare(size)) {
    refuse(
      `${of} has ${size} tokens and the logits of model.onnx ${vocabulary}: they do not belong together.`,
    )
  }
}
