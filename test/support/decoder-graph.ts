import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChosenToken } from '../../main/runtime/local/choose-token.ts'
import type { DecodingLoop, WantedAnswer } from '../../main/runtime/local/decoding-loop.ts'
import { GraphSession } from '../../main/runtime/local/graph-session.ts'
import type { Decoder, Port } from '../../main/runtime/model-folder/types.ts'
import type { Decoding } from '../../shared/model/engine.ts'

/** The graph of test/fixtures/decoder-graph: random weights, and tokens that were computed elsewhere. */
const folder = join(import.meta.dirname, '..', 'fixtures', 'decoder-graph')
export const GRAPH_FILE = join(folder, 'model.onnx')
export const VOCABULARY_SIZE = 512

interface Reference {
  readonly prompt: readonly number[]
  readonly greedy: readonly number[]
  readonly logprobs: readonly number[]
}

export const REFERENCES = JSON.parse(
  readFileSync(join(folder, 'reference.json'), 'utf8'),
) as readonly Reference[]

function port(name: string, ...shape: (string | number)[]): Port {
  return { name, type: 'int64', shape }
}

export const GRAPH_DECODER: Decoder = {
  inputIds: port('input_ids', 'batch', 'sequence'),
  attentionMask: port('attention_mask', 'batch', 'total'),
  positionIds: port('position_ids', 'batch', 'sequence'),
  cache: {
    layers: [0, 1, 2].map((layer) => ({
      pastKey: `past_key_values.${layer}.key`,
      pastValue: `past_key_values.${layer}.value`,
      presentKey: `present.${layer}.key`,
      presentValue: `present.${layer}.value`,
    })),
    type: 'float32',
    heads: 2,
    headSize: 32,
  },
  features: [],
  logits: { name: 'logits', type: 'float32', shape: ['batch', 'sequence', VOCABULARY_SIZE] },
  batch: null,
  vocabulary: VOCABULARY_SIZE,
}

export function openGraph(threads = 1): Promise<GraphSession> {
  return GraphSession.open(GRAPH_FILE, GRAPH_DECODER, { provider: 'cpu', threads })
}

export const GREEDY: Decoding = {
  ...{ mode: 'greedy', temperature: 1, topP: 1, seed: 0, maxTokens: 40 },
}

/** Asks for several answers at once; the tokens of each. */
export async function answers(
  loop: DecodingLoop,
  prompts: readonly (readonly number[])[],
  changes: Partial<WantedAnswer> = {},
): Promise<ChosenToken[][]> {
  const all: ChosenToken[][] = prompts.map(() => [])
  await loop.answer(
    prompts.map((ids, at) => ({
      ...{ ids, decoding: GREEDY, stops: new Set<number>(), size: VOCABULARY_SIZE },
      ...{ constraint: null, features: null, isCancelled: () => false },
      onToken: (token) => void all[at]?.push(token),
      onPass: () => {},
      onError: (error) => {
        throw error
      },
      ...changes,
    })),
  )
  return all
}

export const idsOf = (tokens: readonly ChosenToken[]): number[] => tokens.map(({ id }) => id)

/** `length` ids that look like no others of another seed. */
export function someIds(length: number, seed = 1): number[] {
  return Array.from({ length }, (_, at) => (at * 37 * seed + at * at + seed) % 500)
}
