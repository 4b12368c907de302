import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  FLOAT,
  floats,
  type GraphSpec,
  graph,
  INT64,
  ints,
  model,
  node,
  port,
  tensor,
} from './onnx-writer.ts'

/** As many as slots@1 has, and a few to round up. */
export const VOCABULARY = 512
const HEADS = 2
const SIZE = 4

export const IDS = port('input_ids', INT64, ['batch', 'tokens'])
export const LOGITS = port('logits', FLOAT, ['batch', 'tokens', VOCABULARY])
/** Each token has a number, and each number makes logits. */
export const WIDE = floats('wide', [1, VOCABULARY])
export const WEIGHTS = [floats('rows', [VOCABULARY, 1]), WIDE]
export const FIND = node('Gather', ['rows', 'input_ids'], ['found'], { name: 'find' })
/** Logits from what was found, or what was made of it. */
export const widen = (from: string): Uint8Array => node('Mul', [from, 'wide'], ['logits'])
export const LOOK_UP = [FIND, widen('found')]

/** The smallest decoder: no cache, and a table of logits. Parts are put before or in place of its own. */
export function plainGraph({ nodes, weights, inputs, outputs }: GraphSpec = {}): Uint8Array {
  return graph({
    nodes: nodes ?? LOOK_UP,
    weights: weights ?? WEIGHTS,
    inputs: inputs ?? [IDS],
    outputs: outputs ?? [LOGITS],
  })
}

export const plainModel = (parts: GraphSpec = {}): Uint8Array => model(plainGraph(parts))

const CACHE_SHAPE = ['batch', HEADS, 'past', SIZE] as const

/** A decoder of one layer that keeps its keys and values, and has use for neither. */
export function cachedModel(): Uint8Array {
  const shape = ints('shape', [0, 0, HEADS, SIZE])
  const parts = (['key', 'value'] as const).map((what) => ({
    weights: floats(`${what}s`, [VOCABULARY, HEADS * SIZE], 1),
    nodes: [
      node('Gather', [`${what}s`, 'input_ids'], [`flat_${what}`]),
      node('Reshape', [`flat_${what}`, 'shape'], [`split_${what}`]),
      node('Transpose', [`split_${what}`], [`new_${what}`], { attributes: { perm: [0, 2, 1, 3] } }),
      node('Concat', [`past_key_values.0.${what}`, `new_${what}`], [`present.0.${what}`], {
        attributes: { axis: 2 },
      }),
    ],
    input: port(`past_key_values.0.${what}`, FLOAT, CACHE_SHAPE),
    output: port(`present.0.${what}`, FLOAT, ['batch', HEADS, 'all', SIZE]),
  }))
  return plainModel({
    nodes: [...LOOK_UP, ...parts.flatMap((part) => part.nodes)],
    weights: [...WEIGHTS, shape, ...parts.map((part) => part.weights)],
    inputs: [
      IDS,
      port('attention_mask', INT64, ['batch', 'all']),
      ...parts.map((part) => part.input),
    ],
    outputs: [LOGITS, ...parts.map((part) => part.output)],
  })
}

/** Weights of the smallest decoder in a file beside it. */
export function externalModel(external: Readonly<Record<string, string>>): Uint8Array {
  return plainModel({
    weights: [tensor({ name: 'rows', dims: [VOCABULARY, 1], external }), WIDE],
  })
}

export const WEIGHT_BYTES = VOCABULARY * 4

export function weightFile(): Uint8Array {
  return new Uint8Array(new Float32Array(VOCABULARY).fill(0.5).buffer)
}

export const CONFIG = { model_type: 'test', vocab_size: VOCABULARY, max_position_embeddings: 4096 }
export const CARD = { format: 'model@1', codec: 'slots@1', tokenizer: 'own' }

/** Writes a model folder; what is null is left out. */
export function writeFolder(
  path: string,
  parts: {
    readonly model?: Uint8Array | null
    readonly config?: unknown
    readonly card?: unknown
    readonly tokenizer?: unknown
  } = {},
): string {
  mkdirSync(path, { recursive: true })
  const { model: bytes = plainModel(), config = CONFIG, card = CARD, tokenizer = null } = parts
  const write = (name: string, value: unknown): void => {
    if (value === null) return
    const isRaw = value instanceof Uint8Array || typeof value === 'string'
    writeFileSync(join(path, name), isRaw ? value : JSON.stringify(value))
  }
  write('model.onnx', bytes)
  write('config.json', config)
  write('workbench.json', card)
  write('tokenizer.json', tokenizer)
  return path
}
