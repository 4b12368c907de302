import { inQuotes } from '../../../shared/base/words.ts'
import {
  type ModelCard,
  ModelCardSchema,
  modelCardJsonSchema,
} from '../../../shared/contract/model-card-schema.ts'
import { refusalOf } from '../../../shared/contract/read-document.ts'
import { CODEC_IDS, codecById } from '../../../shared/grammar/codecs.ts'
import { SLOTS_1 } from '../../../shared/grammar/slots/codec.ts'
import { SLOTS_FEATURES } from '../../../shared/grammar/slots/features.ts'
import { quoted, refuse } from '../refuse.ts'
import { parseObject } from '../strict-json.ts'

/** What a codec derives from its tokens for a model, by codec. */
const FEATURE_SETS = new Map([[SLOTS_1.id, SLOTS_FEATURES]])

/** An input that workbench.json says the codec fills. */
export interface FeatureInput {
  readonly features: string
  /** Places of the columns in the set. */
  readonly columns: readonly number[]
}

export interface CheckedCard {
  readonly card: ModelCard
  readonly inputs: ReadonlyMap<string, FeatureInput>
}

/** Reads workbench.json, and refuses codecs and features that this version has not. */
export function readCard(bytes: Uint8Array): CheckedCard {
  const value = parseObject(bytes, 'workbench.json')
  const parsed = ModelCardSchema.safeParse(value)
  if (!parsed.success) {
    const refused = refusalOf(parsed.error, value, modelCardJsonSchema())
    return refuse(`workbench.json: ${refused.ok ? 'it is no model card.' : refused.error}`)
  }
  const card = parsed.data
  for (const [key, text] of Object.entries({ name: card.name, about: card.about })) {
    if (text !== undefined && /\p{Cc}/u.test(text)) {
      refuse(`workbench.json: At ${key}: takes one line of text without control characters.`)
    }
  }
  if (codecById(card.codec) === null) {
    refuse(
      `This model was trained on the codec ${quoted(card.codec)}, and this version has ${CODEC_IDS.join(', ')}.`,
    )
  }
  const inputs = Object.entries(card.inputs ?? {}).map(
    ([name, { features, columns }]) =>
      [name, readFeatures(card.codec, { name, features, columns })] as const,
  )
  return { card, inputs: new Map(inputs) }
}

function readFeatures(
  codec: string,
  input: { name: string; features: string; columns: readonly string[] | undefined },
): FeatureInput {
  const set = FEATURE_SETS.get(codec)
  const name = inQuotes(input.name)
  if (set === undefined) {
    return refuse(`The model takes features as ${name}, and the codec ${codec} has none.`)
  }
  if (set.id !== input.features) {
    refuse(
      `The model was trained with the features ${quoted(input.features)}, and this version has ${set.id}.`,
    )
  }
  const known: readonly string[] = set.columns.map((column) => column.name)
  const wanted = input.columns ?? known
  const columns = wanted.map((column) => {
    const at = known.indexOf(column)
    if (at >= 0) return at
    return refuse(
      `The model takes the feature ${quoted(column)}, and ${set.id} has ${known.join(', ')}.`,
    )
  })
  return { features: set.id, columns }
}
