import { CODECS, codecById } from '../../../shared/grammar/codecs.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import { quoted, refuse } from '../refuse.ts'
import { parseTokenizer } from '../tokenizer/hf-tokenizer.ts'

/** What of a tokenizer.json must go together with a model. Made without building it, which takes much longer. */
export interface TokenizerFacts {
  /** Tokens that it adds to those of its vocabulary, where special tokens stand. */
  readonly added: ReadonlySet<string>
  /** One more than its largest id. */
  readonly size: number
}

/** Kinds that the library knows; very old files do not say theirs. */
const KINDS = ['BPE', 'Unigram', 'WordPiece']

export function readTokenizer(bytes: Uint8Array): TokenizerFacts {
  const { model, added_tokens: tokens } = parseTokenizer(bytes, 'tokenizer.json')
  const { type, vocab } = asObject(model)
  if (typeof vocab !== 'object' || vocab === null) {
    return refuse('tokenizer.json has no vocabulary (model.vocab), so that it is no tokenizer.')
  }
  if (typeof type === 'string' && !KINDS.includes(type)) {
    refuse(
      `tokenizer.json is of the kind ${quoted(type)}; those that can be used are ${KINDS.join(', ')}.`,
    )
  }
  const added = (Array.isArray(tokens) ? tokens : []).map(asObject)
  const largest = Array.isArray(vocab) ? vocab.length - 1 : largestId(Object.values(vocab))
  return {
    added: new Set(added.map(({ content }) => String(content))),
    size: 1 + Math.max(largest, largestId(added.map(({ id }) => id))),
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function largestId(ids: readonly unknown[]): number {
  let largest = -1
  for (const id of ids) {
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0) {
      return refuse('tokenizer.json has a token whose id is no number.')
    }
    largest = Math.max(largest, id)
  }
  return largest
}

/**
 * Codecs that a model can be asked in: the one it says, whose missing tokens are told, or else each whose special
 * tokens its tokenizer has. Null is the codec's own tokenizer.
 */
export function codecsOf(tokenizer: TokenizerFacts | null, wanted: string | null): Codec[] {
  const named = wanted === null ? null : codecById(wanted)
  if (tokenizer === null) return named === null ? [] : [named]
  const missing = (codec: Codec): string[] =>
    codec.specialTokens.filter((token) => !tokenizer.added.has(token))
  if (named !== null) {
    refuseMissing(missing(named), named)
    return [named]
  }
  // A codec without special tokens has a tokenizer of its own.
  const candidates = CODECS.filter(({ specialTokens }) => specialTokens.length > 0)
  const found = candidates.filter((codec) => missing(codec).length === 0)
  if (found.length > 0) return found
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
export function checkVocabulary(
  tokenizer: TokenizerFacts | null,
  codec: Codec,
  vocabulary: number,
): void {
  const { size } = tokenizer ?? codec.tokenizer
  const of = tokenizer === null ? `The tokenizer of ${codec.id}` : 'tokenizer.json'
  if (size <= vocabulary && vocabulary - size <= mostSpare(size)) return
  refuse(
    `${of} has ${size} tokens and the logits of model.onnx ${vocabulary}: they do not belong together.`,
  )
}
