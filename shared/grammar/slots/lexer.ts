import { createSpacing, passCharacters, passToken, type Spacing, wantsSpace } from './spacing.ts'
import {
  CHARACTER_IDS,
  FIRST_DIGIT,
  FIRST_HEX,
  findToken,
  GLUE,
  GROUP_OF,
  PLACES,
  TEXT_OF,
  tokenId,
} from './vocabulary.ts'

/** The slot of a name, 0 where it has none. */
export type FindSlot = (name: string) => number

const NO_SLOTS: FindSlot = () => 0

/** A triple-quoted string that a line leaves open, by its quotes; null outside of one. */
export type OpenString = "'''" | '"""' | null

interface Lexer {
  readonly text: string
  readonly ids: number[]
  readonly slotOf: FindSlot
  readonly spacing: Spacing
  /** Where the next token begins. */
  at: number
  /** Up to here the text has been told; white space between is still to be told. */
  told: number
}

const SPACE = 1
const LETTER = 2
const DIGIT = 3
const QUOTE = 4

/** Which way a token goes, by the code of its first character. */
const CLASSES: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/\s/.test(char)) return SPACE
  if (/[A-Za-z_]/.test(char)) return LETTER
  if (/[0-9]/.test(char)) return DIGIT
  return char === "'" || char === '"' ? QUOTE : 0
})

/** Beyond ASCII everything but halves of pairs counts as a letter: no table of Unicode decides what is written. */
function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code < 128) return CLASSES[code] ?? 0
  return code < 0xd800 || code > 0xdfff ? LETTER : 0
}

function writeCharacters({ text, ids, spacing }: Lexer, from: number, to: number): void {
  if (from === to) return
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    const id = code < 128 ? (CHARACTER_IDS[code] ?? 0) : 0
    if (id !== 0) ids.push(id)
    else for (let shift = 12; shift >= 0; shift -= 4) ids.push(FIRST_HEX + ((code >> shift) & 15))
  }
  passCharacters(spacing)
}

/** Tells the text up to an end character by character, with the space before it. */
function tellCharacters(lexer: Lexer, end: number): void {
  writeCharacters(lexer, lexer.told, end)
  lexer.at = end
  lexer.told = end
}

/** Tells the white space before a token that begins at `at`, if it is not the usual. */
function tellSpace(lexer: Lexer, id: number): void {
  const { text, told, at, ids, spacing } = lexer
  const isUsual = wantsSpace(spacing, id)
  if (at === told && isUsual) ids.push(GLUE)
  else if (at > told && !(isUsual && at === told + 1 && text[told] === ' ')) {
    writeCharacters(lexer, told, at)
  }
}

function tellToken(lexer: Lexer, id: number, end: number): void {
  tellSpace(lexer, id)
  lexer.ids.push(id)
  passToken(lexer.spacing, id)
  lexer.at = end
  lexer.told = end
}

function endOfName(text: string, from: number): number {
  let at = from + 1
  while (at < text.length) {
    const found = classAt(text, at)
    if (found !== LETTER && found !== DIGIT) break
    at += 1
  }
  return at
}

const WORD_GROUPS: ReadonlySet<string> = new Set(['keyword', 'builtin'])

/** The token of a keyword or builtin, 0 for any other text. */
export function wordToken(name: string): number {
  const id = findToken(name)
  return id !== undefined && WORD_GROUPS.has(GROUP_OF[id] ?? '') ? id : 0
}

function lexName(lexer: Lexer): void {
  const end = endOfName(lexer.text, lexer.at)
  const name = lexer.text.slice(lexer.at, end)
  const id = wordToken(name) || lexer.slotOf(name)
  if (id === 0) tellCharacters(lexer, end)
  else tellToken(lexer, id, end)
}

/** Everything that could belong to a number; only plain integers are told by digits. */
const NUMBER = /[0-9](?:[eE][+-](?=[0-9])|[\w.])*/y
const INTEGER = /^(?:0|[1-9][0-9]*)$/

/** The tokens of a number's decimal digits, the last first, each with its place. */
export function writeDigits(ids: number[], digits: string): void {
  for (let place = 0; place < digits.length; place++) {
    ids.push(FIRST_DIGIT + place * 10 + Number(digits[digits.length - 1 - place]))
  }
}

function lexNumber(lexer: Lexer): void {
  NUMBER.lastIndex = lexer.at
  const [number = ''] = NUMBER.exec(lexer.text) ?? []
  const end = lexer.at + number.length
  if (number.length > PLACES || !INTEGER.test(number)) {
    tellCharacters(lexer, end)
    return
  }
  tellSpace(lexer, FIRST_DIGIT)
  writeDigits(lexer.ids, number)
  passToken(lexer.spacing, FIRST_DIGIT)
  lexer.at = end
  lexer.told = end
}

/** Position of the quote that closes the string opened at `from`, -1 if nothing in this line does. */
function closingQuote(text: string, from: number): number {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === quote) return at
  }
  return -1
}

/** Tells a triple-quoted string as it is, from the lexer's place on; whether it is still open at the end. */
function lexTriple(lexer: Lexer, from: number, quotes: string): boolean {
  const close = lexer.text.indexOf(quotes, from)
  tellCharacters(lexer, close === -1 ? lexer.text.length : close + quotes.length)
  return close === -1
}

/** A string; the quotes of a triple-quoted one that the text leaves open. */
function lexString(lexer: Lexer): OpenString {
  const { text, at } = lexer
  const triple = text.startsWith("'''", at) ? "'''" : text.startsWith('"""', at) ? '"""' : null
  if (triple !== null) return lexTriple(lexer, at + 3, triple) ? triple : null
  const close = closingQuote(text, at)
  if (close === -1) {
    tellCharacters(lexer, text.length)
    return null
  }
  tellToken(lexer, tokenId(text[at] ?? ''), at + 1)
  tellCharacters(lexer, close)
  tellToken(lexer, tokenId(text[close] ?? ''), close + 1)
  return null
}

const LONGEST_SIGN = 3
const SIGN_GROUPS: ReadonlySet<string> = new Set([
  ...['operator', 'sign', 'assign', 'open', 'close', 'separator', 'colon', 'dot'],
])

function lexMethod(lexer: Lexer): boolean {
  const { text, at } = lexer
  if (text[at] !== '.' || classAt(text, at + 1) !== LETTER) return false
  const end = endOfName(text, at + 1)
  const id = findToken(text.slice(at, end))
  if (id === undefined || GROUP_OF[id] !== 'method') return false
  tellToken(lexer, id, end)
  return true
}

/** The longest operator or bracket at a position, 0 for none. */
function signAt(text: string, at: number): number {
  for (let length = LONGEST_SIGN; length > 0; length--) {
    const id = findToken(text.slice(at, at + length))
    if (id !== undefined && SIGN_GROUPS.has(GROUP_OF[id] ?? '')) return id
  }
  return 0
}

function lexSign(lexer: Lexer): void {
  if (lexMethod(lexer)) return
  const { text, at } = lexer
  const id = signAt(text, at)
  if (id !== 0) tellToken(lexer, id, at + (TEXT_OF[id] ?? '').length)
  else tellCharacters(lexer, text[at] === '#' ? text.length : at + 1)
}

/** One line of Python from a position on, as tokens behind `ids`; the triple-quoted string that it leaves open. */
export function lexLine(
  text: string,
  from: number,
  { ids, slotOf, open }: { ids: number[]; slotOf: FindSlot; open: OpenString },
): OpenString {
  const lexer: Lexer = { text, ids, slotOf, spacing: createSpacing(), at: from, told: from }
  let left = open
  if (left !== null && !lexTriple(lexer, from, left)) left = null
  while (lexer.at < text.length) {
    const found = classAt(text, lexer.at)
    if (found === SPACE) lexer.at += 1
    else if (found === LETTER) lexName(lexer)
    else if (found === DIGIT) lexNumber(lexer)
    else if (found === QUOTE) left = lexString(lexer)
    else lexSign(lexer)
  }
  tellCharacters(lexer, text.length)
  return left
}

/** A value's text: what looks like an object's is told as it is, all else as Python. Names have no slots in it. */
export function lexValue(text: string, ids: number[]): void {
  if (text.startsWith('<')) tellAsIs(text, ids)
  else lexLine(text, 0, { ids, slotOf: NO_SLOTS, open: null })
}

export function tellAsIs(text: string, ids: number[]): void {
  const spacing = createSpacing()
  writeCharacters({ text, ids, slotOf: NO_SLOTS, spacing, at: 0, told: 0 }, 0, text.length)
}
