import { must } from '../../../shared/base/assert.ts'
import type { TokenConstraint } from '../../../shared/grammar/constrain/types.ts'
import type { Decoding } from '../../../shared/model/engine.ts'
import { TOKENS_OF_A_PASS } from '../model-folder/memory.ts'
import type { Decoder } from '../model-folder/types.ts'
import { type ChosenToken, TokenChooser } from './choose-token.ts'
import type { GraphInput, GraphOutput } from './graph-session.ts'
import { emptyKv, headOfKv, type Kv, stackKv } from './kv.ts'
import { PrefixCache } from './prefix-cache.ts'

/** One answer that is wanted. */
export interface WantedAnswer {
  /** The prompt's tokens; at least one. */
  readonly ids: readonly number[]
  readonly decoding: Decoding
  /** Tokens that end it; the one that does is told too. */
  readonly stops: ReadonlySet<number>
  /** Ids from here on are padding of the graph and never come. */
  readonly size: number
  /** Which tokens may come; null for any. */
  readonly constraint: TokenConstraint | null
  /** Features of tokens that come one after the other; null where the graph wants none. */
  readonly features: FeatureSource | null
  readonly isCancelled: () => boolean
  readonly onToken: (token: ChosenToken) => void
  /** Ends this answer and no other. */
  readonly onError: (error: unknown) => void
  /** Called after each pass, whatever it was for. */
  readonly onPass: () => void
}

/** What a graph is fed with beside the tokens: the features of each, read in order. */
export interface FeatureSource {
  readonly width: number
  readonly pass: (id: number, row: Uint16Array, at: number) => void
}

/** A loaded graph, as the loop sees it. */
export interface Graph {
  readonly decoder: Decoder
  readonly run: (input: GraphInput, wantsLogits?: boolean) => Promise<GraphOutput>
}

/** An answer under way. */
class Answering {
  readonly wanted: WantedAnswer
  private readonly chooser: TokenChooser
  /** Tokens of the prompt and of the answer so far. */
  readonly ids: number[]
  /** Features of all of them. */
  private features: Uint16Array | null = null
  private featured = 0
  private isDone = false

  constructor(wanted: WantedAnswer) {
    this.wanted = wanted
    this.ids = [...wanted.ids]
    this.chooser = new TokenChooser(wanted.decoding)
  }

  /** Chooses the next token by its logits. */
  take(logits: Float32Array): void {
    try {
      this.choose(logits)
    } catch (error) {
      this.isDone = true
      this.wanted.onError(error)
    }
    this.wanted.onPass()
  }

  private choose(logits: Float32Array): void {
    const { wanted, ids } = this
    const { constraint, decoding, stops, size } = wanted
    const left = decoding.maxTokens - (ids.length - wanted.ids.length)
    const row = size < logits.length ? logits.subarray(0, size) : logits
    const token = this.chooser.choose(row, constraint?.allowed(left) ?? null)
    ids.push(token.id)
    constraint?.accept(token.id)
    wanted.onToken(token)
    this.isDone = stops.has(token.id) || left <= 1
  }

  get hasEnded(): boolean {
    return this.isDone || this.wanted.isCancelled()
  }

  featuresOf(from: number, to: number): Uint16Array | null {
    const source = this.wanted.features
    if (source === null) return null
    const { width } = source
    if (this.features === null || this.features.length < to * width) {
      const larger = new Uint16Array(2 * to * width)
      if (this.features !== null) larger.set(this.features)
      this.features = larger
    }
    for (; this.featured < to; this.featured++) {
      source.pass(must(this.ids[this.featured], 'id'), this.features, this.featured * width)
    }
    return this.features.subarray(from * width, to * width)
  }
}

/**
 * Answers of one graph. A prompt's keys and values are always made by passes of two tokens or more, and those of answers
 * are not kept: onnxruntime computes a pass of one token by other instructions, in the last digits, so only then is what
 * comes out the same to the bit whatever was read before.
 */
export class DecodingLoop {
  private readonly graph: Graph
  private readonly cache: PrefixCache

  /** `cacheBytes` bounds what is kept of prompts that were read. */
  constructor(graph: Graph, cacheBytes: number) {
    this.graph = graph
    this.cache = new PrefixCache(cacheBytes)
  }

  /** How much is kept of prompts that were read. */
  get kept(): { readonly prompts: number; readonly bytes: number } {
    return { prompts: this.cache.size, bytes: this.cache.bytes }
  }

  /** Answers all that is wanted, as many at once as the graph takes. */
  async answer(wanted: readonly WantedAnswer[]): Promise<void> {
    const width = this.graph.decoder.batch ?? wanted.length
    for (let at = 0; at < wanted.length; at += width) {
      const some = wanted.slice(at, at + width).map((one) => new Answering(one))
      if (this.graph.decoder.cache === null) await this.rereading(some)
      else await this.keeping(some)
    }
  }

  /** With keys and values: reads the prompts one by one, then goes on with all of them together. */
  private async keeping(all: readonly Answering[]): Promise<void> {
    const ports = must(this.graph.decoder.cache, 'cache')
    const read: { one: Answering; kv: Kv; row: number; padding: number }[] = []
    for (const one of all) {
      const prompt = await this.read(one)
      if (prompt === null) continue
      one.take(prompt.logits)
      if (!one.hasEnded) read.push({ one, kv: prompt.kv, row: 0, padding: 0 })
    }
    let live = read
    let { kv, padding } =
      live.length === 0 ? { kv: emptyKv(ports), padding: [] } : stackKv(ports, live)
    while (live.length > 0) {
      const out = await this.graph.run(nextInput(live, kv, padding))
      const next = must(out.kv, 'kv')
      live.forEach(({ one }, row) => {
        if (!one.hasEnded) one.take(out.logitsAt(row, 0))
      })
      const rows = live.map(({ one }, row) => ({ one, kv: next, row, padding: padding[row] ?? 0 }))
      live = rows.filter(({ one }) => !one.hasEnded)
      if (live.length === rows.length) kv = next
      else if (live.length > 0) ({ kv, padding } = stackKv(ports, live))
    }
  }

  /** Reads a prompt from where none before began alike; null once it is no longer wanted. */
  private async read(one: Answering): Promise<{ kv: Kv; logits: Float32Array } | null> {
    const { ids } = one
    const ports = must(this.graph.decoder.cache, 'cache')
    const known = this.cache.find(ids)
    if (known !== null && known.length === ids.length && known.prompt.ids.length === ids.length) {
      return known.prompt
    }
    const from = known === null ? 0 : Math.max(0, Math.min(known.length, ids.length - 2))
    let kv = known === null || from === 0 ? emptyKv(ports) : headOfKv(ports, known.prompt.kv, from)
    let logits: Float32Array | null = null
    for (let at = from; at < ids.length; ) {
      if (one.hasEnded) return null
      const to = chunkEnd(at, ids.length)
      const isLast = to === ids.length
      const input = {
        ...{ ids: [ids.slice(at, to)], past: kv, padding: [0] },
        features: listOf(one.featuresOf(at, to)),
      }
      const out = await this.graph.run(input, isLast)
      kv = must(out.kv, 'kv')
      if (isLast) logits = out.logitsAt(0, to - at - 1).slice()
      at = to
      one.wanted.onPass()
    }
    const prompt = { ids: [...ids], kv, logits: must(logits, 'logits') }
    // A prompt of one token is read by a pass of one.
    if (ids.length > 1) this.cache.add(prompt)
    return prompt
  }

  /** Without keys and values: each token costs a pass over everything before it. */
  private async rereading(all: readonly Answering[]): Promise<void> {
    let live = all.filter((one) => !one.hasEnded)
    while (live.length > 0) {
      const tokens = Math.max(...live.map(({ ids }) => ids.length))
      const padding = live.map(({ ids }) => tokens - ids.length)
      const features = live.map((one) => padded(one.featuresOf(0, one.ids.length), tokens, one))
      const input: GraphInput = {
        ids: live.map(({ ids }) => padIds(ids, tokens)),
        features: features.some((row) => row === null) ? null : (features as Uint16Array[]),
        past: null,
        padding,
      }
      const out = await this.graph.run(input)
      live.forEach((one, row) => {
        if (!one.hasEnded) one.take(out.logitsAt(row, one.ids.length - 1))
      })
      live = live.filter((one) => !one.hasEnded)
    }
  }
}

/** Never leaves a single token for the last pass. */
function chunkEnd(at: number, end: number): number {
  // Between two passes a cancel is heard.
  const to = Math.min(end, at + TOKENS_OF_A_PASS)
  return end - to === 1 ? end : to
}

function listOf(row: Uint16Array | null): readonly Uint16Array[] | null {
  return row === null ? null : [row]
}

function nextInput(
  live: readonly { one: Answering }[],
  kv: Kv,
  padding: readonly number[],
): GraphInput {
  const features = live.map(({ one }) => one.featuresOf(one.ids.length - 1, one.ids.length))
  return {
    ids: live.map(({ one }) => [must(one.ids.at(-1), 'id')]),
    features: features.some((row) => row === null) ? null : (features as Uint16Array[]),
    past: kv,
    padding,
  }
}

function padIds(ids: readonly number[], tokens: number): readonly number[] {
  if (ids.length === tokens) return ids
  return [...ids, ...new Array<number>(tokens - ids.length).fill(0)]
}

function padded(
  row: Uint16Array | null,
  tokens: number,
  { wanted }: Answering,
): Uint16Array | null {
  if (row === null || wanted.features === null) return row
  const whole = new Uint16Array(tokens * wanted.features.width)
  whole.set(row)
  return whole
}
