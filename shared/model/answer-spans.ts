import type { Codec, TextSpan } from '../grammar/types.ts'
import type { Answer } from './engine.ts'

/** Where a part that is written like this ends in a text that has it at a place, whatever its spaces; null if it has not. */
function endOfPart(part: string, text: string, from: number): number | null {
  let at = from
  for (const character of part) {
    if (text.startsWith(character, at)) at += character.length
    else if (character !== ' ') {
      while (text[at] === ' ') at++
      if (!text.startsWith(character, at)) return null
      at += character.length
    }
  }
  return at
}

/** Characters by which the beginning of a part is looked for: the more, the less likely something else reads so. */
const HEADS = [16, 8, 4]

/** Where a part begins in a text behind a place, though what is before it is written in another way; null if nowhere. */
function beginningOf(part: string, text: string, from: number): number | null {
  for (const length of HEADS) {
    const at = text.indexOf(part.slice(0, length), from)
    if (at >= 0) return at
  }
  return null
}

/**
 * What the parts of an answer tell, by position in its text: those that the codec would write it with. A part that the
 * answer has in another way than the codec would, as in more words, ends where the next one begins. What could not be
 * read as a state or an exit has none. The stop token is a marker behind the text.
 */
export function answerSpans(
  codec: Codec,
  prompt: string,
  { text, stop }: Pick<Answer, 'text' | 'stop'>,
): readonly TextSpan[] {
  const { transcript, hints } = codec.decode(prompt + text + (stop ?? ''))
  if (codec.refuses(transcript) !== null) return []
  const encoded = codec.encode(transcript, hints)
  if (!encoded.text.startsWith(prompt)) return []
  const parts = encoded.spans.filter((span) => span.end > prompt.length)
  const writtenAs = ({ start, end }: TextSpan): string =>
    encoded.text.slice(Math.max(start, prompt.length), end)
  const spans: TextSpan[] = []
  let at = 0
  for (const [index, part] of parts.entries()) {
    if (at >= text.length) break
    const next = parts[index + 1]
    const behind = next === undefined ? text.length : beginningOf(writtenAs(next), text, at)
    const end = endOfPart(writtenAs(part), text, at) ?? behind
    if (end === null) break
    if (end > at) spans.push({ ...part, start: at, end: Math.min(end, text.length) })
    at = end
  }
  const { end: read, step } = spans.at(-1) ?? { end: 0, step: -1 }
  if (stop === null || read < text.length) return spans
  return [...spans, { start: read, end: read + stop.length, role: 'marker', step }]
}
