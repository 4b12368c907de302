import { must } from '../base/assert.ts'
import type { TokenizedText, Tokenizer } from './tokenizer.ts'

const BYTES = 256
const LESS_THAN = 0x3c
const BAR = 0x7c

/** A text's ids and ends while they are made. */
interface Output {
  readonly ids: number[]
  readonly ends: number[]
}

/**
 * A tokenizer that needs no training and no file: a token for every byte of the text's UTF-8, at its value, and after
 * them one for each special token, which is never made of bytes. Half a surrogate pair, which UTF-8 has no form for,
 * has the three bytes it would have there, so that every text comes back.
 */
export function createByteTokenizer(specialTokens: readonly string[]): Tokenizer {
  const special = new Map(specialTokens.map((token, index) => [token, BYTES + index]))
  const longest = Math.max(0, ...specialTokens.map((token) => token.length))
  return {
    name: 'bytes@1',
    size: BYTES + specialTokens.length,
    tokenize: (text) => tokenize(text, special, longest),
    detokenize: (ids) => detokenize(ids, specialTokens),
  }
}

function tokenize(
  text: string,
  special: ReadonlyMap<string, number>,
  longest: number,
): TokenizedText {
  const output: Output = { ids: [], ends: [] }
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === LESS_THAN && text.charCodeAt(at + 1) === BAR) {
      const token = specialAt(text, at, longest)
      const id = special.get(token)
      if (id !== undefined) {
        at += token.length
        output.ids.push(id)
        output.ends.push(at)
        continue
      }
    }
    if (unit < 0x80) {
      at += 1
      output.ids.push(unit)
      output.ends.push(at)
    } else at = addCharacter(output, text, at)
  }
  return output
}

function specialAt(text: string, at: number, longest: number): string {
  const end = text.indexOf('|>', at + 2)
  return end === -1 || end + 2 - at > longest ? '' : text.slice(at, end + 2)
}

/** Adds the bytes of a character above ASCII; answers with where it ends. */
function addCharacter({ ids, ends }: Output, text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0
  const end = at + (code > 0xffff ? 2 : 1)
  const rest = code > 0xffff ? 3 : code > 0x7ff ? 2 : 1
  const lead = [0, 0xc0, 0xe0, 0xf0][rest] ?? 0
  ids.push(lead | (code >> (6 * rest)))
  for (let left = rest - 1; left >= 0; left--) {
    ends.push(at)
    ids.push(0x80 | ((code >> (6 * left)) & 0x3f))
  }
  ends.push(end)
  return end
}

function detokenize(ids: readonly number[], specialTokens: readonly string[]): string {
  const pieces: string[] = []
  for (let i = 0; i < ids.length; ) {
    const id = must(ids[i], 'id')
    const length = id < BYTES ? bytesAt(ids, i) : 1
    if (id >= BYTES) pieces.push(must(specialTokens[id - BYTES], `special token ${id}`))
    else pieces.push(characterOf(ids.slice(i, i + length)))
    i += length
  }
  return pieces.join('')
}

/** How many bytes follow a lead byte. */
function followersOf(lead: number): number {
  return lead < 0xc0 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
}

/** A lead byte with those of the bytes after it that may follow it. */
function bytesAt(ids: readonly number[], at: number): number {
  const most = followersOf(ids[at] ?? 0)
  let length = 1
  while (length <= most && ((ids[at + length] ?? 0) & ~0x3f) === 0x80) length++
  return length
}

const REPLACEMENT = '\ufffd'

/** The character that bytes are; a replacement character where they are none. */
function characterOf([lead = 0, ...others]: readonly number[]): string {
  if (lead < 0x80) return String.fromCharCode(lead)
  const code = others.reduce(
    (high, byte) => (high << 6) | (byte & 0x3f),
    lead & (0x3f >> others.length),
  )
  const isWhole = lead >= 0xc0 && others.length === followersOf(lead) && code <= 0x10ffff
  return isWhole ? String.fromCodePoint(code) : REPLACEMENT
}
