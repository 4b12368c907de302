import type { Prng } from '../../shared/base/prng.ts'
import type { Vocabulary } from '../../shared/grammar/constrain/types.ts'
import type { Codec } from '../../shared/grammar/types.ts'

const utf8 = new TextEncoder()
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/**
 * A vocabulary with a token for every byte, or for those of ASCII alone, the codec's special tokens at ids between them, and pieces cut out of texts
 * wherever it may be: over the borders of values and names, and through characters.
 */
export function cutVocabulary(
  codec: Codec,
  texts: readonly string[],
  {
    pieces,
    longest,
    singles = 256,
    prng,
  }: { pieces: number; longest: number; singles?: 256 | 128; prng: Prng },
): Vocabulary {
  const bytes: (Uint8Array | null)[] = Array.from({ length: singles }, (_, byte) =>
    Uint8Array.of(byte),
  )
  const special = new Map<string, number>()
  for (const name of codec.specialTokens) {
    special.set(name, bytes.length)
    // What its text is must not matter: it is one thing.
    bytes.push(prng.nextBelow(2) === 0 ? null : utf8.encode(name), null)
  }
  const parts = texts.flatMap((text) =>
    text.split(/<\|[a-z_]+\|>/).map((part) => utf8.encode(part)),
  )
  const whole = parts.filter((part) => part.length > 1)
  for (let piece = 0; piece < pieces && whole.length > 0; piece++) {
    const part = whole[prng.nextBelow(whole.length)] ?? Uint8Array.of(0x20)
    const start = prng.nextBelow(part.length)
    bytes.push(part.slice(start, start + 1 + prng.nextBelow(longest)))
  }
  return { size: bytes.length + 3, bytes, special }
}

/** Splits texts into tokens of a vocabulary, each of those that may stand there as likely as another. */
export function createSplitter({
  bytes,
  special,
}: Vocabulary): (text: string, prng: Prng) => number[] {
  const byText = new Map<string, number[]>()
  const specialIds = new Set(special.values())
  let longest = 1
  bytes.forEach((token, id) => {
    if (token === null || token.length === 0 || specialIds.has(id)) return
    const key = latin1(token)
    byText.set(key, [...(byText.get(key) ?? []), id])
    longest = Math.max(longest, token.length)
  })
  const splitPart = (text: string, prng: Prng): number[] => {
    const all = latin1(utf8.encode(text))
    const ids: number[] = []
    for (let at = 0; at < all.length; ) {
      const fits: number[] = []
      for (let length = 1; length <= longest && at + length <= all.length; length++) {
        fits.push(...(byText.get(all.slice(at, at + length)) ?? []))
      }
      const id = fits[prng.nextBelow(fits.length)] ?? 0
      ids.push(id)
      at += bytes[id]?.length ?? 1
    }
    return ids
  }
  return (text, prng) =>
    text
      .split(/(<\|[a-z_]+\|>)/)
      .filter((part) => part !== '')
      .flatMap((part) => {
        const id = special.get(part)
        return id === undefined ? splitPart(part, prng) : [id]
      })
}

export function bytesOfIds({ bytes, special }: Vocabulary, ids: readonly number[]): Uint8Array {
  const names = new Map([...special].map(([name, id]) => [id, name]))
  const parts = ids.map((id) => {
    const name = names.get(id)
    return name === undefined ? (bytes[id] ?? Uint8Array.of()) : utf8.encode(name)
  })
  return Buffer.concat(parts)
}

/** The text of tokens, as whoever runs a model reads it. */
export function textOfIds(vocabulary: Vocabulary, ids: readonly number[]): string {
  return new TextDecoder().decode(bytesOfIds(vocabulary, ids))
}
