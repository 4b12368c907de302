import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import type { Decoding } from '../../shared/model/engine.ts'
import { NEXT_LINE } from '../../shared/model/next-line.ts'
import type { CompletionBody } from './endpoint-simulator.ts'

const DECODING: Decoding = { mode: 'greedy', temperature: 1, topP: 1, seed: 0, maxTokens: 4096 }
const STOPS = new RegExp(
  `(${ND_1.stopTokens.map((stop) => stop.replaceAll('|', '\\|')).join('|')})`,
)

/**
 * Answers what the baseline says, in pieces, as a model does: a server that can be held against an engine that is
 * known. The probe of a check, which is no prompt of the codec, gets one token.
 */
export async function nextLineAnswer({ prompt, ...body }: CompletionBody): Promise<string[]> {
  if (body.max_tokens === 1) return ['x']
  const asked = { prompt, codec: ND_1, decoding: DECODING, truth: null }
  let text = ''
  for await (const token of NEXT_LINE.predict(asked, new AbortController().signal)) {
    text += token.text
  }
  return text.split(STOPS).flatMap((part) => (STOPS.test(part) ? [part] : part.split(/(?<=\s)/)))
}
