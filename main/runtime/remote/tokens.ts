import type { Token } from '../../../shared/model/engine.ts'

/** A token as a server tells it: its text may be a piece of a character. */
export interface ToldToken extends Token {
  /** Its bytes, where the server gives them. */
  readonly bytes: readonly number[] | null
}

const REPLACEMENT = '\uFFFD'

/**
 * Puts the tokens that a server tells onto the text that it tells, which alone counts: a server keeps the text of a
 * character back until the character is whole, and shows the tokens before as broken. A token that is a piece of a
 * character has no text of its own; the last one of the pieces has the character.
 */
export class TokenAligner {
  private text = ''
  private waiting: ToldToken[] = []

  /** The tokens that are certain with this part of an answer. */
  push(text: string, told: readonly ToldToken[] | null): Token[] {
    if (told === null || (told.length === 0 && this.waiting.length === 0)) {
      const all = this.text + text
      this.text = ''
      this.waiting = []
      return all === '' ? [] : [{ text: all, logProbability: null }]
    }
    this.text += text
    this.waiting.push(...told)
    return this.placed()
  }

  /** What is left at the end of an answer; tokens whose text was cut off are no part of it. */
  end(): Token[] {
    const { text } = this
    const [first] = this.waiting
    this.text = ''
    this.waiting = []
    if (text === '') return []
    return [first === undefined ? { text, logProbability: null } : plain(first, text)]
  }

  private placed(): Token[] {
    const made: Token[] = []
    while (this.waiting.length > 0 && this.text !== '') {
      const pieces = this.nextWhole()
      if (pieces === null) break
      made.push(...pieces)
    }
    return made
  }

  /** The next tokens that make whole characters of the text; null where more must come first. */
  private nextWhole(): Token[] | null {
    const first = this.waiting[0]
    if (first === undefined) return null
    if (isWhole(first)) {
      if (this.text.startsWith(first.text)) return this.take(1, first.text.length)
      if (first.text.startsWith(this.text)) return null
    }
    const count = this.pieces()
    const next = this.waiting[count]
    if (next === undefined) {
      const length = this.lengthOf(count)
      return length === 0 ? null : this.take(count, length)
    }
    return this.take(count, this.placeOf(next, count))
  }

  /** Where the text of the next whole token begins, which follows what is whole at the end of the last piece. */
  private placeOf(next: ToldToken, count: number): number {
    const bytes = this.bytesOf(count)
    const told = bytes === null ? null : decoded(bytes)
    if (told !== null && this.text.startsWith(told)) return told.length
    const texts = this.waiting.slice(0, count).map(({ text }) => text)
    // All that is whole in the pieces, and at least one character that they make together.
    const least = texts.join('').replaceAll(REPLACEMENT, '').length + 1
    const tail = /[^\uFFFD]*$/.exec(texts.at(-1) ?? '')?.[0] ?? ''
    const at = this.text.indexOf(tail + next.text, least - tail.length)
    return at < 0 ? this.text.length : at + tail.length
  }

  /** How many of the waiting tokens are pieces of characters, at least one. */
  private pieces(): number {
    const whole = this.waiting.findIndex((token, at) => at > 0 && isWhole(token))
    return whole < 0 ? this.waiting.length : whole
  }

  /** Length of the text that so many tokens make; the whole text where their bytes are not known. 0 where more bytes must come. */
  private lengthOf(count: number): number {
    const bytes = this.bytesOf(count)
    if (bytes === null) return this.text.length
    const text = decoded(bytes)
    if (text === null) return 0
    return this.text.startsWith(text) ? text.length : this.text.length
  }

  private bytesOf(count: number): readonly number[] | null {
    const bytes = this.waiting.slice(0, count).map((token) => token.bytes)
    return bytes.every((one) => one !== null) ? bytes.flat() : null
  }

  private take(count: number, length: number): Token[] {
    const text = this.text.slice(0, length)
    this.text = this.text.slice(length)
    const pieces = this.waiting.splice(0, count)
    return pieces.map((piece, at) => plain(piece, at === count - 1 ? text : ''))
  }
}

/** Null where the bytes are no whole characters. */
function decoded(bytes: readonly number[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}

function isWhole({ text, bytes }: ToldToken): boolean {
  if (bytes !== null) return decoded(bytes) === text
  return text !== '' && !text.includes(REPLACEMENT) && !/^byte(?:s)?:\s*\\x/.test(text)
}

function plain({ logProbability, alternatives }: ToldToken, text: string): Token {
  return { text, logProbability, ...(alternatives === undefined ? {} : { alternatives }) }
}
