import { call, stream } from '../rpc/contract.ts'
import { Empty, PAGE_LIMIT } from './common.ts'
import { z } from './schema.ts'

const LOAD_STAGES = ['tokenizer', 'graph', 'first pass'] as const

/** What the one model that is loaded here is doing. */
export const ModelState = z.object({
  phase: z.enum(['none', 'loading', 'ready', 'answering', 'failed']),
  model: z.string().nullable(),
  stage: z.enum(LOAD_STAGES).nullable(),
  /** What runs it: `cpu`, `cuda` …, and why it is not another one. */
  provider: z.string().nullable(),
  note: z.string().nullable(),
  /** Why it could not be loaded, in one sentence. */
  error: z.string().nullable(),
  /** When this phase began, in milliseconds since 1970. */
  since: z.number(),
})
export type ModelState = z.infer<typeof ModelState>

export const ProviderRow = z.object({
  provider: z.string(),
  name: z.string(),
  /** Why it cannot be used, in one sentence; null where it can. */
  reason: z.string().nullable(),
  /** Of the test graph; null where it did not run. */
  tokensPerSecond: z.number().nullable(),
  loadMs: z.number().nullable(),
})
export type ProviderRow = z.infer<typeof ProviderRow>

/** The model folders that run on this machine, in a process that holds one of them. */
export const runtime = {
  /** The state now, and each that comes after. */
  'runtime.follow': stream({ input: Empty, item: ModelState }),
  /** Loads a model folder before it is asked for anything, telling the states on the way; another one is ended. */
  'runtime.load': stream({
    input: z.object({ model: z.string().min(1).max(200) }),
    item: ModelState,
  }),
  /** Ends the process of the model, which frees its memory; what it was asked is cancelled. */
  'runtime.eject': call({ input: Empty, output: Empty }),
  /** Tries every provider on a small graph, which takes some seconds: the rows, and a text to copy. */
  'runtime.selfTest': stream({
    input: Empty,
    item: z.object({ rows: z.array(ProviderRow).max(PAGE_LIMIT), text: z.string() }),
  }),
}
