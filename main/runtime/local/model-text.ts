import { join } from 'node:path'
import { codecById } from '../../../shared/grammar/codecs.ts'
import { constrain } from '../../../shared/grammar/constrain/constrain.ts'
import type { TokenConstraint, Vocabulary } from '../../../shared/grammar/constrain/types.ts'
import { ownVocabulary } from '../../../shared/grammar/constrain/vocabulary.ts'
import {
  createFeatureReader,
  FEATURE_COUNT,
  SLOTS_FEATURES,
} from '../../../shared/grammar/slots/features.ts'
import type { Tokenizer } from '../../../shared/grammar/tokenizer.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import type { ModelFolder } from '../model-folder/types.ts'
import { refuse } from '../refuse.ts'
import { loadTokenizer } from '../tokenizer/hf-tokenizer.ts'
import type { FeatureSource } from './decoding-loop.ts'

/** How a model reads and writes the texts of one codec. */
export interface ModelText {
  readonly codec: Codec
  readonly tokenizer: Tokenizer
  /** Ids of the codec's stop tokens. */
  readonly stops: ReadonlySet<number>
  /** A reader of features for one answer; null where the graph wants none. */
  readonly features: () => FeatureSource | null
  /** What may answer a prompt; a ServiceError where nothing can. */
  readonly constrain: (prompt: string) => TokenConstraint
}

/** Opens a codec for a model; a ServiceError where the model was not trained on it. */
export async function openModelText(folder: ModelFolder, id: string): Promise<ModelText> {
  const codec = codecById(id)
  if (codec === null || !folder.codecs.includes(id)) {
    return refuse(
      `${folder.name} reads and writes ${folder.codecs.join(', ')}, not ${id}; ask it in that.`,
    )
  }
  const { tokenizer, vocabulary } = await openTokens(folder, codec)
  return {
    codec,
    tokenizer,
    stops: stopIds(codec, vocabulary),
    features: featuresFor(folder),
    constrain: (prompt) => {
      const made = constrain(codec, prompt, vocabulary)
      return made.ok ? made.value : refuse(made.error)
    },
  }
}

async function openTokens(
  { path, tokenizer: { kind }, decoder: { vocabulary: size } }: ModelFolder,
  codec: Codec,
): Promise<{ readonly tokenizer: Tokenizer; readonly vocabulary: Vocabulary }> {
  if (kind === 'own') return { tokenizer: codec.tokenizer, vocabulary: ownVocabulary(codec, size) }
  const file = join(path, 'tokenizer.json')
  const tokenizer = await loadTokenizer(file, codec.specialTokens, codec.id)
  return { tokenizer, vocabulary: tokenizer.vocabulary(size) }
}

function stopIds({ stopTokens }: Codec, { special }: Vocabulary): ReadonlySet<number> {
  return new Set(stopTokens.flatMap((token) => special.get(token) ?? []))
}

/** The sets of features there are, by their names in workbench.json. */
function featuresFor({ decoder }: ModelFolder): ModelText['features'] {
  const [first] = decoder.features
  if (first === undefined) return () => null
  if (first.features !== SLOTS_FEATURES.id) {
    return refuse(`There are no features ${first.features}; there are ${SLOTS_FEATURES.id}.`)
  }
  return () => ({ width: FEATURE_COUNT, pass: createFeatureReader().pass })
}
