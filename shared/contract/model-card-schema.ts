import { z } from './schema.ts'

export const MODEL_CARD_FORMAT = 'model@1'

/** What workbench.json tells of a model folder, published as resources/formats/model-1.schema.json. */
export const ModelCardSchema = z.strictObject({
  format: z.literal(MODEL_CARD_FORMAT),
  name: z.string().min(1).max(80).exactOptional(),
  about: z.string().min(1).max(1000).exactOptional(),
  codec: z.string().min(1).max(40),
  tokenizer: z.enum(['own', 'tokenizer.json']).exactOptional(),
  context_length: z.int().min(1).max(100_000_000).exactOptional(),
  inputs: z
    .record(
      z.string().min(1).max(200),
      z.strictObject({
        features: z.string().min(1).max(80),
        columns: z.array(z.string().min(1).max(80)).min(1).max(64).exactOptional(),
      }),
    )
    .exactOptional(),
})
export type ModelCard = z.infer<typeof ModelCardSchema>

/** The published JSON Schema of workbench.json. */
export function modelCardJsonSchema(): unknown {
  return z.toJSONSchema(ModelCardSchema)
}
