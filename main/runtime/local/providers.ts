import { listSupportedBackends } from 'onnxruntime-node'
import type { Decoder } from '../model-folder/types.ts'
import { DecodingLoop } from './decoding-loop.ts'
import { GraphSession } from './graph-session.ts'
import type { Tried } from './protocol.ts'

/** Providers that this build of onnxruntime was made with, in its words. */
export function supportedNames(): string[] {
  return listSupportedBackends().map(({ name }) => name)
}

const PROMPT = [1, 2, 3, 4, 5]
const TOKENS = 32

/** Loads a small graph on a provider and makes a few tokens: nothing else tells whether it works. */
export async function tryProvider(
  graph: string,
  decoder: Decoder,
  provider: string,
): Promise<Tried> {
  const began = performance.now()
  const session = await GraphSession.open(graph, decoder, { provider, threads: 1 })
  try {
    const loadMs = performance.now() - began
    const tokens: number[] = []
    const failed: unknown[] = []
    const ask = new DecodingLoop(session, 0)
    const startedAt = performance.now()
    await ask.answer([
      {
        ids: PROMPT,
        decoding: { mode: 'greedy', temperature: 1, topP: 1, seed: 0, maxTokens: TOKENS },
        ...{ stops: new Set<number>(), size: decoder.vocabulary, constraint: null, features: null },
        isCancelled: () => false,
        onToken: ({ id }) => void tokens.push(id),
        onError: (error) => void failed.push(error),
        onPass: () => {},
      },
    ])
    if (failed.length > 0) throw failed[0]
    const seconds = (performance.now() - startedAt) / 1000
    return { tokens, loadMs, tokensPerSecond: tokens.length / seconds }
  } finally {
    await session.close()
  }
}
