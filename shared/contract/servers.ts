import { call } from '../rpc/contract.ts'
import { ModelName } from './models.ts'
import { z } from './schema.ts'

/** Goes into a header of HTTP, which takes no other characters. */
const KEYS = 'a key is at most 4096 letters, digits and signs, without spaces'
const ServerKey = z
  .string()
  .max(4096, KEYS)
  .regex(/^[\x21-\x7e]+$/, KEYS)

/** What the server of a model was found to be. */
export const CheckedServer = z.object({
  server: z.string(),
  /** Null where it does not tell. */
  version: z.string().nullable(),
  models: z.array(z.string()),
  /** The one that is asked. */
  model: z.string(),
  logProbabilities: z.boolean(),
  /** Tokens that a prompt and its answer may have together; null where it does not tell. */
  contextLength: z.number().nullable(),
  /** Milliseconds until an answer of one token was there. */
  answerMs: z.number(),
  /** All of it in a sentence. */
  text: z.string(),
})

/** Completions servers that were added as models. */
export const servers = {
  /** Asks a server what it is, and for one token; rejects in a sentence that names where on the way it failed. */
  'server.check': call({ input: z.object({ name: ModelName }), output: CheckedServer }),
  /** Keeps the key for the server of a model, outside the store; null forgets it. */
  'server.setKey': call({
    input: z.object({ name: ModelName, key: ServerKey.nullable() }),
    output: z.object({ origin: z.string(), keptHow: z.string() }),
  }),
}
