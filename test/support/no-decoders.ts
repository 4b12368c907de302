import type { OddGraph } from './odd-graphs.ts'
import { BOOL, FLOAT, floats, type GraphSpec, INT64, node, port, withField } from './onnx-writer.ts'
import { IDS, plainModel, WEIGHTS } from './small-models.ts'

const ports = (parts: GraphSpec) => () => plainModel(parts)

const KV = ['batch', 2, 'past', 4]
const cache = (name: string, shape: readonly (string | number)[] = KV) => port(name, FLOAT, shape)

/** Graphs that are sound, and no decoder that can be run here. */
export const NO_DECODERS: readonly OddGraph[] = [
  [
    'a classifier',
    ports({
      inputs: [port('pixels', FLOAT, ['batch', 3])],
      outputs: [port('rows', FLOAT, [512, 512])],
      nodes: [],
    }),
    /it has no input input_ids and no output logits/,
  ],
  [
    'no logits',
    ports({
      nodes: [node('Gather', ['rows', 'input_ids'], ['hidden'])],
      outputs: [port('hidden', FLOAT, ['b', 't', 512])],
    }),
    /it has no output logits/,
  ],
  [
    'ids of texts',
    ports({ inputs: [port('input_ids', FLOAT, ['b', 't'])] }),
    /"input_ids" is float32, and should be int64 or int32/,
  ],
  [
    'ids of three dimensions',
    ports({ inputs: [port('input_ids', INT64, ['b', 't', 1])] }),
    /should have 2 dimensions/,
  ],
  [
    'a fixed length',
    ports({ inputs: [port('input_ids', INT64, ['b', 128])] }),
    /exactly 128 tokens/,
  ],
  [
    'logits of two dimensions',
    ports({ outputs: [port('logits', FLOAT, ['t', 512])] }),
    /should have 3 dimensions/,
  ],
  [
    'other logits than config.json says',
    ports({ outputs: [port('logits', FLOAT, ['b', 't', 300])] }),
    /logits are of 300 tokens, and config.json says 512/,
  ],
  [
    'an input that nothing fills',
    ports({ inputs: [IDS, port('use_cache_branch', BOOL, [1])] }),
    /what to give its input "use_cache_branch"/,
  ],
  [
    'a key without its value',
    ports({ inputs: [IDS, cache('past_key_values.0.key')] }),
    /no input past_key_values.0.value/,
  ],
  [
    'a layer left out',
    ports({ inputs: [IDS, cache('past_key_values.1.key'), cache('past_key_values.1.value')] }),
    /no input past_key_values.0.key/,
  ],
  [
    'keys that do not come out',
    ports({ inputs: [IDS, cache('past_key_values.0.key'), cache('past_key_values.0.value')] }),
    /no output present.0.key/,
  ],
  [
    'an input that is no tensor',
    ports({ inputs: [IDS, withField(1, Buffer.from('list'), new Uint8Array(0))] }),
    /the input "list" has no type/,
  ],
  [
    'weights that are all there is',
    () =>
      plainModel({
        weights: [...WEIGHTS, floats('w', [4])],
        nodes: [],
        inputs: [IDS],
        outputs: [port('rows', FLOAT, [512, 512])],
      }),
    /no output logits/,
  ],
]
