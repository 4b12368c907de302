import { call } from '../rpc/contract.ts'
import { z } from './schema.ts'

const PortSchema = z.object({
  name: z.string(),
  type: z.string(),
  shape: z.array(z.union([z.number(), z.string(), z.null()])),
})

/** All that is known of a model folder before it is run. */
export const ModelFolderRow = z.object({
  path: z.string(),
  name: z.string(),
  about: z.string().nullable(),
  /** One string that differs where graph, weights, tokenizer, codec or features differ. */
  identity: z.string(),
  /** SHA-256 of its files, by name. */
  checksums: z.array(z.object({ file: z.string(), sha256: z.string() })),
  /** Codecs that it can be asked in. */
  codecs: z.array(z.string()),
  tokenizer: z.enum(['own', 'tokenizer.json']),
  contextLength: z.int(),
  producer: z.string(),
  nodes: z.int(),
  opsets: z.array(z.object({ domain: z.string(), version: z.int() })),
  inputs: z.array(PortSchema),
  logits: PortSchema,
  vocabulary: z.int(),
  /** Null where the graph reads the whole text at each token. */
  cache: z
    .object({ layers: z.int(), heads: z.int(), headSize: z.int(), type: z.string() })
    .nullable(),
  features: z.array(
    z.object({ input: z.string(), features: z.string(), columns: z.array(z.string()) }),
  ),
  /** In bytes; `largestContext` in tokens. */
  memory: z.object({
    weights: z.number(),
    perToken: z.number(),
    whileLoading: z.number(),
    atFullContext: z.number(),
    largestContext: z.int(),
    fits: z.boolean(),
    sentence: z.string(),
  }),
})
export type ModelFolderRow = z.infer<typeof ModelFolderRow>

export const modelFolders = {
  /** Looks at a model folder of this machine, without running any of it; `bad-input` says why it is none. */
  'model.check': call({
    /** An absolute path, or the name of a model that was added. */
    input: z.object({ place: z.string().min(1).max(4096), loops: z.boolean().default(false) }),
    output: ModelFolderRow,
  }),
}
