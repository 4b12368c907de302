import { findBadEscape, unescapeRaw } from './escape.ts'
import type { Edit } from './repair.ts'
import type { DecodeProblem } from './types.ts'

/** What may help where a text does not go on: texts that would do there, and edits made for the very case. */
interface Help {
  readonly wanted?: readonly string[]
  readonly edits?: readonly Edit[]
}

export interface CursorProblem extends DecodeProblem {
  readonly wanted: readonly string[]
  readonly edits: readonly Edit[]
}

/**
 * A reader that moves through a text and remembers the first problem. Every `read…` returns null and leaves a
 * problem behind when the text does not go on as asked.
 */
export interface Cursor {
  readonly position: () => number
  readonly isAtEnd: () => boolean
  /** Characters from here to the end of the text. */
  readonly left: () => number
  /** The text from a position on, no longer than needed to say what may help. */
  readonly ahead: (at: number) => string
  readonly problem: () => CursorProblem | null
  readonly fail: (expected: string, at?: number, help?: Help) => null
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

/** The special token, known or not, that stands at a position. */
export function tokenAt(text: string, at: number): string | null {
  return /^<\|[^|<>]{1,40}\|>/.exec(text.slice(at, at + 48))?.[0] ?? null
}

/** What stands at a position, for people: the token, or the first characters, or the end. */
function describe(text: string, at: number): string {
  if (at >= text.length) return 'the end of the text'
  const token = tokenAt(text, at)
  if (token !== null) return token
  const snippet = text.slice(at, at + SHOWN_LENGTH)
  return JSON.stringify(at + SHOWN_LENGTH < text.length ? `${snippet}…` : snippet)
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Position after the closing quote of the JSON string at `start`, or where and how it stops being one. */
function scanJsonString(
  text: string,
  start: number,
): { end: number; bad: { expected: string; help: Help } | null } {
  let at = start + 1
  while (at < text.length) {
    const character = text[at]
    if (character === '"') return { end: at + 1, bad: null }
    if (character === '\\') {
      ESCAPE.lastIndex = at
      const escaped = ESCAPE.exec(text)
      if (escaped === null) return { end: at, bad: BAD_ESCAPE }
      at += escaped[0].length
      continue
    }
    if (text.charCodeAt(at) < 0x20) return { end: at, bad: badControl(character ?? '') }
    if (character === '<' && text[at + 1] === '|') return { end: at, bad: UNCLOSED }
    at += 1
  }
  return { end: at, bad: UNCLOSED }
}

const UNCLOSED = {
  expected: 'a closing quote',
  help: {
    edits: [
      { remove: 0, insert: '"' },
      { remove: 0, insert: '"}' },
      { remove: 1, insert: '\\u003c' },
    ],
  },
}
const BAD_ESCAPE = {
  expected: 'a JSON escape',
  help: { edits: [{ remove: 0, insert: '\\' }] },
}
const BARE_ESCAPE = { edits: [{ remove: 2, insert: '<\\\\' }] }

function badControl(character: string): { expected: string; help: Help } {
  const insert = JSON.stringify(character).slice(1, -1)
  return { expected: 'a control character escaped', help: { edits: [{ remove: 1, insert }] } }
}

export function createCursor(text: string): Cursor {
  let at = 0
  let problem: CursorProblem | null = null

  const fail = (expected: string, position = at, { wanted = [], edits = [] }: Help = {}): null => {
    problem ??= { position, expected, found: describe(text, position), wanted, edits }
    return null
  }
  const take = (literal: string): boolean => {
    if (!text.startsWith(literal, at)) return false
    at += literal.length
    return true
  }
  const expectOne = (literals: readonly string[]): string | null =>
    literals.find((literal) => take(literal)) ??
    fail(literals.join(' or '), at, { wanted: literals })
  const readRaw = (): string | null => {
    const token = text.indexOf('<|', at)
    const end = token === -1 ? text.length : token
    const raw = text.slice(at, end)
    const bad = findBadEscape(raw)
    if (bad !== -1) return fail('<\\ escaped as <\\\\', at + bad, BARE_ESCAPE)
    at = end
    return unescapeRaw(raw)
  }
  const readJsonString = (): string | null => {
    if (text[at] !== '"') return fail('a JSON string', at, { wanted: ['"', '""'] })
    const { end, bad } = scanJsonString(text, at)
    if (bad !== null) return fail(bad.expected, end, bad.help)
    const value: unknown = JSON.parse(text.slice(at, end))
    at = end
    return String(value)
  }
  return {
    position: () => at,
    isAtEnd: () => at >= text.length,
    left: () => text.length - at,
    ahead: (from) => text.slice(from, from + 4096),
    problem: () => problem,
    fail,
    take,
    expect: (literal) => (take(literal) ? true : fail(literal, at, { wanted: [literal] })),
    expectOne,
    readRaw,
    readJsonString,
  }
}
