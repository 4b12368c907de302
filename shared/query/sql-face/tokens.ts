import { QueryProblemError } from '../expression.ts'

export interface SqlToken {
  /** `word` is a name or a keyword, `name` a name in double quotes. */
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end'
  /** What was written; of a text or a name in quotes what is between them. */
  readonly text: string
  readonly position: number
  readonly end: number
}

/** Characters of an edited SQL; a longer one is no query of ours. */
export const MAX_SQL = 20_000

const SPACE = /(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/y
const WORD = /[\p{ID_Start}_][\p{ID_Continue}]*/uy
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const QUOTED: Readonly<Record<string, RegExp>> = {
  "'": /'(?:[^']|'')*'/y,
  '"': /"(?:[^"]|"")*"/y,
}
const SIGNS = [
  '<=',
  '>=',
  '<>',
  '!=',
  '==',
  '=',
  '<',
  '>',
  '(',
  ')',
  ',',
  '.',
  '+',
  '-',
  '*',
  '/',
  ';',
]

export function sqlProblem(position: number, end: number, message: string): never {
  throw new QueryProblemError({ position, end, message, replacement: null })
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function readQuoted(text: string, at: number): SqlToken | null {
  const quote = text[at] ?? ''
  const pattern = Object.hasOwn(QUOTED, quote) ? QUOTED[quote] : undefined
  if (pattern === undefined) return null
  const whole = match(pattern, text, at)
  if (whole === null) {
    return sqlProblem(at, text.length, `The quote at character ${at + 1} is not closed.`)
  }
  const inside = whole.slice(1, -1).replaceAll(quote + quote, quote)
  const kind = quote === "'" ? 'text' : 'name'
  return { kind, text: inside, position: at, end: at + whole.length }
}

function readOne(text: string, at: number): SqlToken {
  const quoted = readQuoted(text, at)
  if (quoted !== null) return quoted
  for (const [kind, pattern] of [
    ['word', WORD],
    ['number', NUMBER],
  ] as const) {
    const found = match(pattern, text, at)
    if (found !== null) return { kind, text: found, position: at, end: at + found.length }
  }
  const sign = SIGNS.find((one) => text.startsWith(one, at))
  if (sign !== undefined) return { kind: 'sign', text: sign, position: at, end: at + sign.length }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return sqlProblem(
    at,
    at + character.length,
    `The character ${JSON.stringify(character)} at ${at + 1} is not read here.`,
  )
}

/** The words and signs of an SQL text, the end last; throws a QueryProblemError. */
export function readSqlTokens(text: string): SqlToken[] {
  if (text.length > MAX_SQL) {
    sqlProblem(
      MAX_SQL,
      text.length,
      `The SQL is longer than ${MAX_SQL.toLocaleString('en')} characters.`,
    )
  }
  const tokens: SqlToken[] = []
  let at = 0
  while (true) {
    at += match(SPACE, text, at)?.length ?? 0
    if (at >= text.length) break
    const token = readOne(text, at)
    tokens.push(token)
    at = token.end
  }
  return [...tokens, { kind: 'end', text: '', position: text.length, end: text.length }]
}
