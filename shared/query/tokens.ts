import { inQuotes } from '../base/words.ts'
import { QueryProblemError } from './expression.ts'

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end'
  /** What was written; of a text what it means. */
  readonly text: string
  readonly position: number
  readonly end: number
}

/** Characters of a query; a longer one was not written by a person. */
export const MAX_QUERY = 4000

const SIGNS = ['==', '!=', '<=', '>=', '<', '>', '(', ')', '[', ']', ',', '.', '+', '-', '*', '/']
const NAME = /[\p{ID_Start}_][\p{ID_Continue}]*/uy
const NUMBER = /(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const SPACE = /\s+/y
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' }

function problem(
  position: number,
  end: number,
  message: string,
  replacement: string | null = null,
): never {
  throw new QueryProblemError({ position, end, message, replacement })
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** A text in single or double quotes; backslashes as in Python, those that mean nothing there kept. */
function readText(text: string, from: number): Token {
  const quote = text[from]
  let value = ''
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at] as string
    if (character === quote) return { kind: 'text', text: value, position: from, end: at + 1 }
    if (character !== '\\') {
      value += character
      continue
    }
    const next = text[at + 1]
    if (next === undefined) break
    const escaped = next === '\\' || next === '"' || next === "'" ? next : ESCAPES[next]
    value += escaped ?? `\\${next}`
    at++
  }
  return problem(
    from,
    text.length,
    `The quote at character ${from + 1} is not closed; add ${quote} where the text ends.`,
  )
}

function readNumber(text: string, from: number): Token | null {
  const written = match(NUMBER, text, from)
  if (written === null) return null
  const end = from + written.length
  const value = Number(written.replaceAll('_', ''))
  if (!Number.isFinite(value)) {
    problem(from, end, `The number at character ${from + 1} is too large to compare with.`)
  }
  return { kind: 'number', text: written.replaceAll('_', ''), position: from, end }
}

/** What was meant by signs of other languages. */
const MEANT: Readonly<Record<string, string>> = {
  '=': '==',
  '&': 'and',
  ':': '==',
  '|': 'or',
  '!': 'not',
}

function readSign(text: string, from: number): Token {
  const sign = SIGNS.find((one) => text.startsWith(one, from))
  if (sign !== undefined) {
    return { kind: 'sign', text: sign, position: from, end: from + sign.length }
  }
  const character = String.fromCodePoint(text.codePointAt(from) ?? 0)
  const end =
    from + (text.startsWith('&&', from) || text.startsWith('||', from) ? 2 : character.length)
  const meant = MEANT[character]
  return problem(
    from,
    end,
    meant === undefined
      ? `The character ${inQuotes(character)} at ${from + 1} means nothing in a query; put texts in quotes.`
      : `Write ${meant} in place of ${text.slice(from, end)} at character ${from + 1}.`,
    meant ?? null,
  )
}

/** The words and signs of a query text, the end last; throws a QueryProblemError. */
export function readTokens(text: string): Token[] {
  if (text.length > MAX_QUERY) {
    problem(
      MAX_QUERY,
      text.length,
      `The query has ${text.length.toLocaleString('en')} characters; ${MAX_QUERY.toLocaleString('en')} is the most.`,
    )
  }
  const half = text.search(/\p{Surrogate}/u)
  if (half >= 0) {
    problem(half, half + 1, `The query holds half of a surrogate pair at character ${half + 1}.`)
  }
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const space = match(SPACE, text, at)
    if (space !== null) {
      at += space.length
      continue
    }
    const name = match(NAME, text, at)
    const token: Token =
      name !== null
        ? { kind: 'name', text: name, position: at, end: at + name.length }
        : text[at] === '"' || text[at] === "'"
          ? readText(text, at)
          : (readNumber(text, at) ?? readSign(text, at))
    tokens.push(token)
    at = token.end
  }
  return [...tokens, { kind: 'end', text: '', position: text.length, end: text.length }]
}
