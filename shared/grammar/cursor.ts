import { findBadEscape, unescapeRaw } from './escape.ts'
import type { DecodeProblem } from './types.ts'

/**
 * A reader that moves through a text and remembers the first problem. Every `read…` returns null and leaves a
 * problem behind when the text does not go on as asked.
 */
export interface Cursor {
  readonly position: () => number
  readonly isAtEnd: () => boolean
  readonly problem: () => DecodeProblem | null
  readonly fail: (expected: string, at?: number) => null
  /** Moves past a literal if it comes next. */
  readonly take: (literal: string) => boolean
  readonly expect: (literal: string) => true | null
  /** Moves past whichever of the literals comes next. */
  readonly expectOne: (literals: readonly string[]) => string | null
  /** Program text up to the next token or the end, with its escapes undone. */
  readonly readRaw: () => string | null
  readonly readJsonString: () => string | null
}

const SHOWN_LENGTH = 24

/** What stands at a position, for people: the token, or the first characters, or the end. */
function describe(text: string, at: number): string {
  if (at >= text.length) return 'the end of the text'
  const token = /^<\|[^|<>]{1,40}\|>/.exec(text.slice(at, at + 48))
  if (token !== null) return token[0]
  const snippet = text.slice(at, at + SHOWN_LENGTH)
  return JSON.stringify(at + SHOWN_LENGTH < text.length ? `${snippet}…` : snippet)
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Position after the closing quote of the JSON string at `start`, or where it stops being one. */
function scanJsonString(text: string, start: number): { end: number; expected: string | null } {
  let at = start + 1
  while (at < text.length) {
    const character = text[at]
    if (character === '"') return { end: at + 1, expected: null }
    if (character === '\\') {
      ESCAPE.lastIndex = at
      const escaped = ESCAPE.exec(text)
      if (escaped === null) return { end: at, expected: 'a JSON escape' }
      at += escaped[0].length
      continue
    }
    if (text.charCodeAt(at) < 0x20) return { end: at, expected: 'a control character escaped' }
    if (character === '<' && text[at + 1] === '|') return { end: at, expected: 'a closing quote' }
    at += 1
  }
  return { end: at, expected: 'a closing quote' }
}

export function createCursor(text: string): Cursor {
  let at = 0
  let problem: DecodeProblem | null = null

  const fail = (expected: string, position = at): null => {
    problem ??= { position, expected, found: describe(text, position) }
    return null
  }
  const take = (literal: string): boolean => {
    if (!text.startsWith(literal, at)) return false
    at += literal.length
    return true
  }
  const expectOne = (literals: readonly string[]): string | null =>
    literals.find((literal) => take(literal)) ?? fail(literals.join(' or '))
  const readRaw = (): string | null => {
    const token = text.indexOf('<|', at)
    const end = token === -1 ? text.length : token
    const raw = text.slice(at, end)
    const bad = findBadEscape(raw)
    if (bad !== -1) return fail('<\\ escaped as <\\\\', at + bad)
    at = end
    return unescapeRaw(raw)
  }
  const readJsonString = (): string | null => {
    if (text[at] !== '"') return fail('a JSON string')
    const { end, expected } = scanJsonString(text, at)
    if (expected !== null) return fail(expected, end)
    const value: unknown = JSON.parse(text.slice(at, end))
    at = end
    return String(value)
  }
  return {
    position: () => at,
    isAtEnd: () => at >= text.length,
    problem: () => problem,
    fail,
    take,
    expect: (literal) => (take(literal) ? true : fail(literal)),
    expectOne,
    readRaw,
    readJsonString,
  }
}
