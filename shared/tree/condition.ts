import { err, ok, type Result } from '../base/result.ts'
import type { Value } from '../trace/event.ts'

const OPERATORS = ['==', '!=', '<=', '>=', '<', '>'] as const
type Operator = (typeof OPERATORS)[number]

type Literal =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'constant'; readonly text: string }

interface Comparison {
  readonly name: string
  readonly operator: Operator
  readonly literal: Literal
}

/** What must hold of a frame's variables: any of the groups, each of which wants all its comparisons. */
export interface Condition {
  readonly anyOf: readonly (readonly Comparison[])[]
}

/** The variables of one state by name; undefined where a name is not bound. */
export type StateLookup = (name: string) => Value | undefined

const TOKEN =
  /\s*(?:(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<operator>[=!<>]=|[<>])|(?<number>-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))/uy

type Kind = 'name' | 'operator' | 'number' | 'text'

interface Token {
  readonly kind: Kind
  readonly text: string
}

function tokensOf(text: string): Result<readonly Token[], string> {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; text.slice(at).trim() !== ''; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const groups = TOKEN.exec(text)?.groups
    if (groups === undefined) return err(`“${text.slice(at).trim()}” cannot be read.`)
    for (const kind of ['name', 'operator', 'number', 'text'] as const) {
      const found = groups[kind]
      if (found !== undefined) tokens.push({ kind, text: found })
    }
  }
  return ok(tokens)
}

const CONSTANTS = ['True', 'False', 'None']
const SHAPE = 'A condition is comparisons such as n == 3 or name != "ada", joined by and / or.'

function literalOf({ kind, text }: Token): Literal | null {
  if (kind === 'number') return { kind, text }
  if (kind === 'text') return { kind, text: unquote(text) }
  return CONSTANTS.includes(text) ? { kind: 'constant', text } : null
}

/** Text of a Python string literal, or of the repr of a string. */
function unquote(literal: string): string {
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' }
  const pattern = /\\(x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|.)/gsu
  return literal
    .slice(1, -1)
    .replace(pattern, (_, code: string) =>
      [...code].length > 1
        ? String.fromCodePoint(Number.parseInt(code.slice(1), 16))
        : (escapes[code] ?? code),
    )
}

function comparisonOf(tokens: readonly Token[]): Result<Comparison, string> {
  const [name, operator, value] = tokens
  if (name?.kind !== 'name' || CONSTANTS.includes(name.text)) return err(SHAPE)
  if (operator?.kind !== 'operator') return err(`After ${name.text} comes one of == != < <= > >=.`)
  const literal = value === undefined ? null : literalOf(value)
  if (literal === null) {
    return err(`After ${operator.text} comes a number, a text in quotes, True, False or None.`)
  }
  const isOrder = operator.text.startsWith('<') || operator.text.startsWith('>')
  if (isOrder && literal.kind === 'constant') return err(`${literal.text} has no order.`)
  return ok({ name: name.text, operator: operator.text as Operator, literal })
}

function splitAt(tokens: readonly Token[], word: string): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'name' && token.text === word) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/**
 * Reads a condition: `n == 3 and name != "ada" or done == True`, where `and` binds more closely than `or`. Its whole
 * grammar is in this file, behind `parseCondition` and `conditionHolds`, so that a larger language can take its place.
 */
export function parseCondition(text: string): Result<Condition, string> {
  const tokens = tokensOf(text)
  if (!tokens.ok) return tokens
  const anyOf: Comparison[][] = []
  for (const group of splitAt(tokens.value, 'or')) {
    const all: Comparison[] = []
    for (const part of splitAt(group, 'and')) {
      const comparison = comparisonOf(part)
      if (!comparison.ok) return comparison
      if (part.length > 3) return err(SHAPE)
      all.push(comparison.value)
    }
    anyOf.push(all)
  }
  return ok({ anyOf })
}

const INTEGER = /^-?\d+$/

/** The sign of a minus b where both are numbers, else null. */
function compareNumbers(a: string, b: string): number | null {
  if (INTEGER.test(a) && INTEGER.test(b)) {
    const [left, right] = [BigInt(a), BigInt(b)]
    return left === right ? 0 : left < right ? -1 : 1
  }
  const [left, right] = [Number(a), Number(b)]
  if (Number.isNaN(left) || Number.isNaN(right)) return null
  return Math.sign(left - right)
}

const INFINITIES: Readonly<Record<string, string>> = { inf: 'Infinity', '-inf': '-Infinity' }

function order({ text, type }: Value, literal: Literal): number | null {
  switch (literal.kind) {
    case 'number':
      if (type === 'bool') return compareNumbers(text === 'True' ? '1' : '0', literal.text)
      if (type !== 'int' && type !== 'float') return null
      return compareNumbers(INFINITIES[text] ?? text, literal.text)
    case 'text': {
      if (type !== 'str') return null
      const own = unquote(text)
      return own === literal.text ? 0 : own < literal.text ? -1 : 1
    }
    case 'constant':
      return text === literal.text ? 0 : null
  }
}

/** What cannot be compared is neither equal, smaller nor larger; a value of which only a part is kept is unknown. */
function comparisonHolds({ name, operator, literal }: Comparison, state: StateLookup): boolean {
  const value = state(name)
  if (value === undefined || value.digest !== undefined) return false
  const sign = order(value, literal)
  if (sign === null) return operator === '!='
  switch (operator) {
    case '!=':
      return sign !== 0
    case '==':
      return sign === 0
    case '<':
      return sign < 0
    case '<=':
      return sign <= 0
    case '>':
      return sign > 0
    case '>=':
      return sign >= 0
  }
}

/** Whether a condition holds in a state; a comparison with a name that is not bound there does not. */
export function conditionHolds({ anyOf }: Condition, state: StateLookup): boolean {
  return anyOf.some((all) => all.every((comparison) => comparisonHolds(comparison, state)))
}
