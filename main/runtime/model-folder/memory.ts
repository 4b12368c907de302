import { formatBytes, formatCount } from '../../../shared/base/words.ts'
import type { Decoder, MemoryVerdict } from './types.ts'

/** Tokens of a prompt that are read in one pass. */
export const PREFILL = 512

const BYTES = { float32: 4, float16: 2 } as const

interface Sizes {
  /** Bytes of all constants, and those of them that stand in model.onnx itself. */
  readonly weights: number
  readonly inGraph: number
  readonly decoder: Decoder
  /** Size of the activations of a token, where it is known. */
  readonly width: number | null
  readonly contextLength: number
  /** Bytes that are free. */
  readonly memory: number
}

/** What a model will take, and whether that is there, for one sequence. */
export function memoryVerdict(sizes: Sizes): MemoryVerdict {
  const { weights, inGraph, decoder, contextLength, memory } = sizes
  const { cache } = decoder
  const perToken =
    cache === null ? 0 : cache.layers.length * 2 * cache.heads * cache.headSize * BYTES[cache.type]
  const pass = passBytes(sizes)
  const workspace = pass * Math.min(PREFILL, contextLength)
  // Each pass gives new keys and values beside the old ones; without them, it reads the whole text.
  const growth = cache === null ? pass : 2 * perToken
  const fixed = weights + (cache === null ? 0 : workspace)
  const whileLoading = weights + inGraph
  const room = whileLoading > memory ? 0 : Math.max(0, memory - fixed)
  const largestContext = Math.min(contextLength, Math.floor(room / Math.max(1, growth)))
  const verdict = {
    ...{ weights, perToken, whileLoading, workspace, largestContext },
    atFullContext: fixed + growth * contextLength,
    fits: largestContext >= contextLength,
  }
  return { ...verdict, sentence: verdictWords(verdict, sizes) }
}

/** Of one token in a pass: its logits, and its activations at the widest, which a layer has four times the width. */
function passBytes({ decoder, width }: Sizes): number {
  const logits =
    decoder.vocabulary * BYTES[decoder.logits.type === 'float16' ? 'float16' : 'float32']
  return logits + 4 * (width ?? 0) * 2 * BYTES.float32
}

function verdictWords(
  { atFullContext, whileLoading, largestContext, fits }: Omit<MemoryVerdict, 'sentence'>,
  { contextLength, memory }: Sizes,
): string {
  const free = `${formatBytes(memory)} ${memory === 1 ? 'is' : 'are'} free`
  const full = `${formatCount(contextLength)} tokens`
  if (fits)
    return `It fits: about ${formatBytes(atFullContext)} with its whole context of ${full}; ${free}.`
  if (largestContext === 0) {
    return `It does not fit: it takes about ${formatBytes(Math.max(whileLoading, atFullContext))} with ${full}, and ${free}.`
  }
  return `It fits with a context of up to ${formatCount(largestContext)} tokens: with all ${full} it would take about ${formatBytes(atFullContext)}, and ${free}.`
}
