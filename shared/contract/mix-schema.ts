import { MIX_FORMAT, type MixDocument } from '../trajectory/mix-document.ts'
import { MAX_WEIGHT } from '../trajectory/policy-document.ts'
import { DIRECTIONS } from '../trajectory/types.ts'
import { Seed } from './common.ts'
import { PolicySchema } from './policy-schema.ts'
import { z } from './schema.ts'

const Amount = z.int().min(1).max(1_000_000_000_000)

/** The shape of a mix, published as resources/formats/mix-1.schema.json. */
export const MixSchema: z.ZodType<MixDocument> = z.strictObject({
  format: z.literal(MIX_FORMAT),
  name: z.string().min(1).max(80),
  about: z.string().min(1).max(1000),
  seed: Seed,
  budget: z.union([
    z.strictObject({ tokens: Amount }),
    z.strictObject({ actions: Amount }),
    z.strictObject({ trajectories: Amount }),
  ]),
  codec: z.string().min(1).max(40).exactOptional(),
  caps: z
    .strictObject({ per_program: Amount.exactOptional(), per_trace: Amount.exactOptional() })
    .exactOptional(),
  parts: z
    .array(
      z.strictObject({
        share: z.int().min(0).max(MAX_WEIGHT),
        policy: z.union([z.string().min(1).max(80), PolicySchema]),
        direction: z.enum(DIRECTIONS),
      }),
    )
    .min(1)
    .max(40),
})

/** The published JSON Schema of mixes. */
export function mixJsonSchema(): unknown {
  return z.toJSONSchema(MixSchema)
}
