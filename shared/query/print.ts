import { quoted } from './parts.ts'
import type { Syntax } from './syntax.ts'

const RANKS: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
}
const NOT = 3
const COMPARISON = 4
const NEGATIVE = 7
const POSTFIX = 8

/** How tightly a part binds: one that binds less than its place asks for stands in brackets. */
function rankOf(syntax: Syntax): number {
  if (syntax.is === 'binary') return RANKS[syntax.operator] ?? COMPARISON
  if (syntax.is === 'unary') return syntax.operator === 'not' ? NOT : NEGATIVE
  return POSTFIX
}

function printed(syntax: Syntax, least: number): string {
  const text = bare(syntax)
  return rankOf(syntax) < least ? `(${text})` : text
}

function printedLiteral(value: number | string | boolean | null): string {
  if (value === null) return 'None'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return Object.is(value, -0) ? '-0' : String(value)
}

function bare(syntax: Syntax): string {
  switch (syntax.is) {
    case 'literal':
      return printedLiteral(syntax.value)
    case 'name':
      return syntax.name
    case 'member':
      return `${printed(syntax.of, POSTFIX)}.${syntax.name}`
    case 'call':
      return `${printed(syntax.callee, POSTFIX)}(${syntax.arguments.map(bare).join(', ')})`
    case 'loop': {
      const given = syntax.condition === null ? '' : ` if ${bare(syntax.condition)}`
      return `${bare(syntax.of)} for ${syntax.name} in ${printed(syntax.rows, POSTFIX)}${given}`
    }
    case 'list': {
      const items = syntax.items.map(bare)
      return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`
    }
    case 'unary': {
      const { operator, part } = syntax
      return operator === 'not' ? `not ${printed(part, NOT)}` : `-${printed(part, NEGATIVE)}`
    }
    case 'binary': {
      const rank = rankOf(syntax)
      const left = printed(syntax.left, rank === COMPARISON ? rank + 1 : rank)
      return `${left} ${syntax.operator} ${printed(syntax.right, rank + 1)}`
    }
  }
}

/** The text of a query's structure, with no more brackets than it needs. */
export function printSyntax(syntax: Syntax): string {
  return bare(syntax)
}
