import { Tensor } from 'onnxruntime-node'
import type { CachePorts } from '../model-folder/types.ts'

/** What is needed here of the typed arrays of both element types. */
type Numbers = Float32Array

/**
 * Keys and values of `batch` sequences, each `tokens` long with what it is padded by at its left; of each layer the keys,
 * then the values. Never written to: sequences that begin alike share them.
 */
export interface Kv {
  readonly batch: number
  readonly tokens: number
  readonly tensors: readonly Tensor[]
}

/** One sequence of a batch: its keys and values, and how many of the tokens, at the left, are padding. */
export interface KvRow {
  readonly kv: Kv
  readonly row: number
  readonly padding: number
}

const HALF = (globalThis as unknown as { Float16Array?: new (length: number) => object })
  .Float16Array

function numbers(type: CachePorts['type'], length: number): Numbers {
  if (type === 'float32') return new Float32Array(length)
  // Copied as it is: where the runtime knows no halves, onnxruntime gives and takes their bits.
  return new (HALF ?? Uint16Array)(length) as unknown as Numbers
}

function tensorOf({ type, heads, headSize }: CachePorts, data: Numbers, [batch, tokens]: Size) {
  return new Tensor(type, data as never, [batch, heads, tokens, headSize])
}

type Size = readonly [batch: number, tokens: number]

/** Keys and values of no token. */
export function emptyKv(ports: CachePorts, batch = 1): Kv {
  const tensors = ports.layers.flatMap(() =>
    [0, 1].map(() => tensorOf(ports, numbers(ports.type, 0), [batch, 0])),
  )
  return { batch, tokens: 0, tensors }
}

/** Those of the first tokens of one sequence. */
export function headOfKv(ports: CachePorts, kv: Kv, tokens: number): Kv {
  return tokens === kv.tokens ? kv : gatherKv(ports, [{ kv, row: 0, padding: 0 }], tokens)
}

/** Sequences from anywhere as one batch, as long as the longest, each moved to the right end. */
export function stackKv(ports: CachePorts, rows: readonly KvRow[]): { kv: Kv; padding: number[] } {
  const lengths = rows.map(({ kv, padding }) => kv.tokens - padding)
  const tokens = Math.max(...lengths)
  const [only] = rows
  const isWhole = rows.length === 1 && only?.padding === 0 && only.kv.batch === 1
  const kv = isWhole ? only.kv : gatherKv(ports, rows, tokens)
  return { kv, padding: lengths.map((length) => tokens - length) }
}

/**
 * Copies `tokens` tokens of each row. A row that is longer gives its first ones, where it has no padding; one that is
 * shorter stands at the right.
 */
function gatherKv(ports: CachePorts, rows: readonly KvRow[], tokens: number): Kv {
  const { heads, headSize } = ports
  const tensors = ports.layers.flatMap((_, layer) =>
    [0, 1].map((part) => {
      const out = numbers(ports.type, rows.length * heads * tokens * headSize)
      rows.forEach(({ kv, row, padding }, at) => {
        const data = kv.tensors[2 * layer + part]?.data as Numbers
        const length = Math.min(tokens, kv.tokens - padding)
        for (let head = 0; head < heads; head++) {
          const from = ((row * heads + head) * kv.tokens + padding) * headSize
          const to = ((at * heads + head) * tokens + tokens - length) * headSize
          out.set(data.subarray(from, from + length * headSize), to)
        }
      })
      return tensorOf(ports, out, [rows.length, tokens])
    }),
  )
  return { batch: rows.length, tokens, tensors }
}

/** Bytes that it takes. */
export function bytesOfKv({ tensors }: Kv): number {
  return tensors.reduce((sum, { data }) => sum + (data as Numbers).byteLength, 0)
}
