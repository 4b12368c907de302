import { refuse } from '../refuse.ts'
import { parseObject } from '../strict-json.ts'

/** What config.json tells of sizes, null where it does not. */
export interface ModelConfig {
  readonly type: string | null
  readonly vocabulary: number | null
  readonly contextLength: number | null
  readonly layers: number | null
  /** Of keys and values. */
  readonly heads: number | null
  readonly attentionHeads: number | null
  readonly headSize: number | null
  readonly width: number | null
}

const LARGEST = 1_000_000_000

/** Reads config.json under the names that model families use. */
export function readConfig(bytes: Uint8Array): ModelConfig {
  const top = parseObject(bytes, 'config.json')
  // Models of text and images have the sizes of their decoder one level below.
  const below = top.text_config
  const inner = typeof below === 'object' && below !== null ? below : {}
  const all: Readonly<Record<string, unknown>> = { ...inner, ...top }
  const size = (...names: readonly string[]): number | null => {
    for (const name of names) {
      const value = all[name]
      if (value === undefined || value === null) continue
      if (Number.isInteger(value) && Number(value) > 0 && Number(value) <= LARGEST) {
        return Number(value)
      }
      refuse(`config.json has a ${name} that is no size: ${JSON.stringify(value).slice(0, 60)}.`)
    }
    return null
  }
  const heads = size('num_attention_heads', 'n_head')
  const width = size('hidden_size', 'n_embd', 'd_model')
  return {
    type: typeof top.model_type === 'string' ? top.model_type : null,
    vocabulary: size('vocab_size'),
    contextLength: size('max_position_embeddings', 'n_positions', 'n_ctx', 'max_seq_len'),
    layers: size('num_hidden_layers', 'n_layer'),
    heads: size('num_key_value_heads') ?? heads,
    attentionHeads: heads,
    headSize: size('head_dim') ?? (heads !== null && width !== null ? width / heads : null),
    width,
  }
}
