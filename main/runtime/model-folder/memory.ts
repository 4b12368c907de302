import { formatBytes, formatCount } from '../../../shared/base/words.ts'
import type { Decoder, MemoryVerdict } from './types.ts'

/** Tokens of a prompt that the decoding loop reads in one pass. */
export const TOKENS_OF_A_PASS = 128

const BYTES = { float32: 4, float16: 2 } as const

// Measured on a decoder of 8 layers and 400 MB with onnxruntime 1.30 on the processor, and rounded up.
/** The process without a model. */
const PROCESS = 120_000_000
/** Weights are packed anew for the products they are in, and some are then there twice. */
const PACKED = 1.4
/** Of weights in model.onnx itself, some are there twice while they are read. */
const READ_TWICE = 0.5
/** Keys and values are kept between prompts, go into a pass and come out of it. */
const CACHE_COPIES = 3
/** A layer is four times as wide inside, going in and coming out. */
const WIDEST = 8
/** Scores of attention, and what becomes of them. */
const SCORES = 2

export interface Sizes {
  /** Bytes of all constants, and those of them that stand in model.onnx itself. */
  readonly weights: number
  readonly inGraph: number
  readonly decoder: Decoder
  /** Numbers that a token is told by, and heads of attention, where they are known. */
  readonly width: number | null
  readonly heads: number | null
  readonly contextLength: number
}

/** Bytes that a model takes for one sequence of so many tokens. */
export function bytesAt(tokens: number, sizes: Sizes): number {
  const { weights, decoder } = sizes
  const { cache } = decoder
  // Without a cache each pass reads the whole text.
  const read = cache === null ? tokens : Math.min(tokens, TOKENS_OF_A_PASS)
  const kept = CACHE_COPIES * perToken(decoder) * tokens
  return Math.ceil(PROCESS + PACKED * weights + kept + passBytes(read, tokens, sizes))
}

/** What a pass of `read` tokens needs, of `all` that it looks at. */
function passBytes(read: number, all: number, { decoder, width, heads }: Sizes): number {
  const { logits, cache, vocabulary } = decoder
  const scores = SCORES * BYTES.float32 * all * (heads ?? cache?.heads ?? 1)
  const activations = WIDEST * BYTES.float32 * (width ?? 0)
  return (
    read *
    (vocabulary * BYTES[logits.type === 'float16' ? 'float16' : 'float32'] + activations + scores)
  )
}

function perToken({ cache }: Decoder): number {
  if (cache === null) return 0
  return cache.layers.length * 2 * cache.heads * cache.headSize * BYTES[cache.type]
}

/** The most tokens, up to the model's context, that take no more than so many bytes. */
function mostTokens(sizes: Sizes, memory: number): number {
  let [fits, tooMany] = [0, sizes.contextLength + 1]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (bytesAt(middle, sizes) <= memory) fits = middle
    else tooMany = middle
  }
  return fits
}

/** What a model will take for one sequence, and whether so many bytes are enough. */
export function memoryVerdict(sizes: Sizes, memory: number): MemoryVerdict {
  const { weights, inGraph, contextLength, decoder } = sizes
  const whileLoading = Math.ceil(PROCESS + weights + READ_TWICE * inGraph)
  const largestContext = whileLoading > memory ? 0 : mostTokens(sizes, memory)
  const verdict = {
    ...{ weights, whileLoading, largestContext, perToken: perToken(decoder) },
    atFullContext: bytesAt(contextLength, sizes),
    fits: largestContext >= contextLength,
  }
  return { ...verdict, sentence: verdictWords(verdict, contextLength, memory) }
}

function verdictWords(
  { atFullContext, whileLoading, largestContext, fits }: Omit<MemoryVerdict, 'sentence'>,
  contextLength: number,
  memory: number,
): string {
  const free = `${formatBytes(memory)} are free`
  const full = `${formatCount(contextLength)} tokens`
  const whole = formatBytes(atFullContext)
  if (fits) return `It fits: about ${whole} with its whole context of ${full}; ${free}.`
  if (largestContext === 0) {
    return `It does not fit: it takes about ${formatBytes(whileLoading)} to be loaded and ${whole} with ${full}, and ${free}.`
  }
  return `It fits with a context of up to ${formatCount(largestContext)} tokens: with all ${full} it would take about ${whole}, and ${free}.`
}
