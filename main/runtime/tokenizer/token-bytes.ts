/** How the tokens of a tokenizer are written: as characters that stand for bytes, or as the text itself. */
export type TokenWriting = 'bytes' | 'text'

/** GPT-2's characters for bytes: those that can be seen stand for themselves, the others have one from 256 on. */
function byteCharacters(): ReadonlyMap<string, number> {
  const isSeen = (byte: number): boolean =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
  const map = new Map<string, number>()
  let unseen = 0
  for (let byte = 0; byte < 256; byte++) {
    map.set(String.fromCharCode(isSeen(byte) ? byte : 256 + unseen++), byte)
  }
  return map
}

const BYTE_OF = byteCharacters()
const SINGLE_BYTE = /^<0x([0-9A-Fa-f]{2})>$/
const utf8 = new TextEncoder()

/** The bytes of the text that a token stands for, as far as its writing tells. */
export function bytesOfToken(token: string, writing: TokenWriting): Uint8Array {
  if (writing === 'bytes') {
    return Uint8Array.from(
      [...token].flatMap((char) => BYTE_OF.get(char) ?? [...utf8.encode(char)]),
    )
  }
  const [, byte] = SINGLE_BYTE.exec(token) ?? []
  if (byte !== undefined) return Uint8Array.of(Number.parseInt(byte, 16))
  return utf8.encode(token.replaceAll('\u2581', ' ').replace(/^##/, ''))
}

/** For each number of bytes of a text, the UTF-16 units of the characters that are whole by then. */
function unitsByBytes(text: string, length: number): Uint32Array {
  const units = new Uint32Array(length + 1)
  let bytes = 0
  let at = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    units.fill(at, bytes, bytes + width)
    bytes += width
    at += char.length
  }
  units[bytes] = at
  return units
}

/** How far ahead a token is looked for that does not come next, as where a normaliser changed the text. */
const AHEAD = 32
const SPACE = 0x20

/**
 * Where each token of a text ends. What the tokens leave out belongs to the next one; a token that cannot be found,
 * because the tokenizer changed the text, is empty; the last one ends with the text.
 */
export function endsOfTokens(text: string, tokens: readonly Uint8Array[]): number[] {
  const bytes = utf8.encode(text)
  const stops = byteEnds(bytes, tokens)
  const isAscii = bytes.length === text.length
  const units = isAscii ? null : unitsByBytes(text, bytes.length)
  const ends = units === null ? stops : stops.map((stop) => units[stop] ?? text.length)
  if (ends.length > 0) ends[ends.length - 1] = text.length
  return ends
}

function byteEnds(bytes: Uint8Array, tokens: readonly Uint8Array[]): number[] {
  let at = 0
  const oneAfterTheOther = tokens.map((token) => {
    at += token.length
    return at
  })
  // Tokens with as many bytes as the text leave out none of it.
  if (at === bytes.length) return oneAfterTheOther
  at = 0
  return tokens.map((token) => {
    at = endOf(bytes, at, token)
    return at
  })
}

function endOf(bytes: Uint8Array, at: number, token: Uint8Array): number {
  if (isAt(bytes, at, token)) return at + token.length
  // A space put before the text.
  if (token[0] === SPACE && isAt(bytes, at, token.subarray(1))) return at + token.length - 1
  for (let later = at + 1; later <= at + AHEAD && later < bytes.length; later++) {
    if (token.length > 0 && isAt(bytes, later, token)) return later + token.length
  }
  return at
}

function isAt(bytes: Uint8Array, at: number, token: Uint8Array): boolean {
  if (at + token.length > bytes.length) return false
  for (let i = 0; i < token.length; i++) if (bytes[at + i] !== token[i]) return false
  return true
}
