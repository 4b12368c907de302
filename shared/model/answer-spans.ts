import type { Codec, TextSpan } from '../grammar/types.ts'
import type { Answer } from './engine.ts'

function samePrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at] === b[at]) at++
  return at
}

/**
 * What the parts of an answer tell, by position in its text: the spans that the codec would write it with. What could
 * not be read as a state or an exit has none, nor has what reads the same but is written otherwise. The stop token is
 * a marker behind the text.
 */
export function answerSpans(
  codec: Codec,
  prompt: string,
  { text, stop }: Pick<Answer, 'text' | 'stop'>,
): readonly TextSpan[] {
  const whole = prompt + text
  const { transcript, hints } = codec.decode(whole + (stop ?? ''))
  if (codec.refuses(transcript) !== null) return []
  const encoded = codec.encode(transcript, hints)
  const end = samePrefix(encoded.text, whole)
  const spans: TextSpan[] = encoded.spans
    .filter((span) => span.end > prompt.length && span.start < end)
    .map((span) => ({
      ...span,
      start: Math.max(span.start, prompt.length) - prompt.length,
      end: Math.min(span.end, end) - prompt.length,
    }))
  const { end: read, step } = spans.at(-1) ?? { end: 0, step: -1 }
  if (stop === null || read < text.length) return spans
  return [...spans, { start: read, end: read + stop.length, role: 'marker', step }]
}
