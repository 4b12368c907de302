import { env, InferenceSession, Tensor } from 'onnxruntime-node'
import type { Decoder, FeaturePort, Port } from '../model-folder/types.ts'
import type { Kv } from './kv.ts'

// What it would write to stderr, it also throws.
env.logLevel = 'fatal'

/** What the graph reads in one pass: of each row as many tokens. */
export interface GraphInput {
  /** Ids, row by row. */
  readonly ids: readonly (readonly number[])[]
  /** Features of the same tokens, row by row: all columns of the set, token by token. */
  readonly features: readonly Uint16Array[] | null
  /** What was read before; null reads from the beginning. */
  readonly past: Kv | null
  /** Of each row how many tokens are padding, of those read before or now; at the left with a past, else at the right. */
  readonly padding: readonly number[]
}

export interface GraphOutput {
  /** Keys and values of all that was read; null where the graph keeps none. */
  readonly kv: Kv | null
  /** Logits of row `row` behind its token `token` of this pass, both from 0. */
  readonly logitsAt: (row: number, token: number) => Float32Array
}

export interface SessionOptions {
  /** `cpu`, `cuda`, `webgpu` …, in onnxruntime's words. */
  readonly provider: string
  readonly threads: number
}

/** The one graph that is loaded. A pass cannot be stopped and hears nothing: only the end of its process ends it. */
export class GraphSession {
  readonly decoder: Decoder
  private readonly session: InferenceSession
  private readonly builder: InputBuilder
  private readonly presents: readonly string[]

  private constructor(session: InferenceSession, decoder: Decoder) {
    this.session = session
    this.decoder = decoder
    this.builder = new InputBuilder(decoder)
    const layers = decoder.cache?.layers ?? []
    this.presents = layers.flatMap(({ presentKey, presentValue }) => [presentKey, presentValue])
  }

  static async open(
    path: string,
    decoder: Decoder,
    options: SessionOptions,
  ): Promise<GraphSession> {
    const { provider, threads } = options
    const session = await InferenceSession.create(path, {
      executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
    })
    return new GraphSession(session, decoder)
  }

  /** One pass. Without `wantsLogits`, only keys and values are made. */
  async run(input: GraphInput, wantsLogits = true): Promise<GraphOutput> {
    const { decoder, presents } = this
    const fetches = wantsLogits ? [decoder.logits.name, ...presents] : presents
    const out = await this.session.run(this.builder.feedsOf(input), fetches)
    const [row] = input.ids
    const batch = input.ids.length
    const tokens = (input.past?.tokens ?? 0) + (row?.length ?? 0)
    const tensors = presents.map((name) => out[name] as Tensor)
    return {
      kv: decoder.cache === null ? null : { batch, tokens, tensors },
      logitsAt: logitsReader(out[decoder.logits.name], decoder.vocabulary),
    }
  }

  async close(): Promise<void> {
    await this.session.release()
  }
}

function logitsReader(logits: Tensor | undefined, size: number): GraphOutput['logitsAt'] {
  return (row, token) => {
    const data = logits?.data as Float32Array
    const from = (row * (logits?.dims[1] ?? 0) + token) * size
    const part = data.subarray(from, from + size)
    return part instanceof Float32Array ? part : Float32Array.from(part as ArrayLike<number>)
  }
}

type Whole = BigInt64Array | Int32Array | Uint8Array

/** Makes the tensors of a pass. */
class InputBuilder {
  private readonly decoder: Decoder
  /** Ones for masks without padding, as long as any so far. */
  private ones: Whole

  constructor(decoder: Decoder) {
    this.decoder = decoder
    this.ones = wholes(decoder.attentionMask ?? decoder.inputIds, 0)
  }

  feedsOf(input: GraphInput): Record<string, Tensor> {
    const { inputIds, attentionMask, positionIds, cache, features } = this.decoder
    const batch = input.ids.length
    const tokens = input.ids[0]?.length ?? 0
    const past = input.past?.tokens ?? 0
    const feeds: Record<string, Tensor> = {
      [inputIds.name]: tensor(inputIds, flat(inputIds, input.ids), [batch, tokens]),
    }
    if (attentionMask !== null) {
      feeds[attentionMask.name] = this.mask(attentionMask, input, [batch, past + tokens])
    }
    if (positionIds !== null) {
      const first = input.padding.map((padding) => (input.past === null ? 0 : past - padding))
      feeds[positionIds.name] = positions(positionIds, first, tokens)
    }
    for (const port of features) feeds[port.name] = featureTensor(port, input.features, tokens)
    cache?.layers.forEach(({ pastKey, pastValue }, layer) => {
      const { tensors } = input.past as Kv
      feeds[pastKey] = tensors[2 * layer] as Tensor
      feeds[pastValue] = tensors[2 * layer + 1] as Tensor
    })
    return feeds
  }

  private mask(port: Port, { padding, past }: GraphInput, [batch, tokens]: [number, number]) {
    const length = batch * tokens
    if (padding.every((count) => count === 0)) {
      if (this.ones.length < length) this.ones = filled(port, 2 * length)
      return tensor(port, this.ones.subarray(0, length), [batch, tokens])
    }
    const data = filled(port, length)
    padding.forEach((count, row) => {
      const from = row * tokens + (past === null ? tokens - count : 0)
      zero(data, from, from + count)
    })
    return tensor(port, data, [batch, tokens])
  }
}

function wholes({ type }: { readonly type: Port['type'] }, length: number): Whole {
  if (type === 'int64') return new BigInt64Array(length)
  return type === 'bool' ? new Uint8Array(length) : new Int32Array(length)
}

function filled(port: Port, length: number): Whole {
  const data = wholes(port, length)
  return data instanceof BigInt64Array ? data.fill(1n) : data.fill(1)
}

function zero(data: Whole, from: number, to: number): void {
  if (data instanceof BigInt64Array) data.fill(0n, from, to)
  else data.fill(0, from, to)
}

function put(data: Whole, at: number, value: number): void {
  if (data instanceof BigInt64Array) data[at] = BigInt(value)
  else data[at] = value
}

function tensor({ type }: { readonly type: Port['type'] }, data: Whole, dims: number[]): Tensor {
  return new Tensor(type, data as never, dims)
}

function flat(port: Port, ids: GraphInput['ids']): Whole {
  const tokens = ids[0]?.length ?? 0
  const data = wholes(port, ids.length * tokens)
  ids.forEach((row, at) => {
    for (let token = 0; token < tokens; token++) put(data, at * tokens + token, row[token] ?? 0)
  })
  return data
}

function positions(port: Port, first: readonly number[], tokens: number): Tensor {
  const data = wholes(port, first.length * tokens)
  first.forEach((from, row) => {
    for (let token = 0; token < tokens; token++) put(data, row * tokens + token, from + token)
  })
  return tensor(port, data, [first.length, tokens])
}

function featureTensor(
  { type, columns }: FeaturePort,
  features: GraphInput['features'],
  tokens: number,
): Tensor {
  const rows = features ?? []
  const data = wholes({ type }, rows.length * tokens * columns.length)
  let at = 0
  for (const row of rows) {
    const width = row.length / tokens
    for (let token = 0; token < tokens; token++) {
      for (const column of columns) put(data, at++, row[token * width + column] ?? 0)
    }
  }
  return tensor({ type }, data, [rows.length, tokens, columns.length])
}
