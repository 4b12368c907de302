import { quoted } from '../base/words.ts'
import {
  type Condition,
  type Query,
  QueryProblemError,
  type RowExpression,
  type Scalar,
} from './expression.ts'
import { type Level, THING_INFO, type Thing, VALUE_PARTS, type ValuePart } from './fields.ts'
import { checkCall } from './functions.ts'
import {
  asCondition,
  asScalar,
  fail,
  type Meaning,
  meaningWord,
  type Names,
  scalar,
  scalarOf,
} from './meaning.ts'
import { checkBinary } from './operators.ts'
import { suggest } from './suggest.ts'
import { readSyntax, type Syntax } from './syntax.ts'

type Member = Syntax & { is: 'member' }

export type Parsed =
  | { readonly ok: true; readonly value: Query }
  | { readonly ok: false; readonly error: QueryProblemError['problem'] }

const FUNCTIONS = [
  ...['any', 'all', 'count', 'len', 'sum', 'min', 'max', 'lower', 'abs', 'var'],
  ...['first_divergence', 'flip'],
]

/** Every name that can be written after a dot, or for the queried row alone. */
export function namesOf(thing: Thing): string[] {
  const { fields, relations } = THING_INFO[thing]
  return [...Object.keys(fields), ...Object.keys(relations)]
}

/** A field or relation of a row, or null where it has none of that name. */
function memberOf(row: RowExpression, name: string): Meaning | null {
  const { fields, relations } = THING_INFO[row.thing]
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field !== undefined) return scalar({ kind: 'field', type: field.type, row, field: name })
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined
  if (relation === undefined) return null
  if (relation.many) return { is: 'rows', thing: relation.to, of: row, relation: name }
  return { is: 'row', row: { kind: 'related', thing: relation.to, of: row, relation: name } }
}

/** The end of a sentence about an unknown name. */
function hint(
  name: string,
  known: readonly string[],
): { words: string; replacement: string | null } {
  const nearest = suggest(name, known)
  if (nearest !== null) return { words: `did you mean ${nearest}?`, replacement: nearest }
  return { words: `it can be ${known.join(', ')}.`, replacement: null }
}

function variableOf(step: RowExpression, name: string): RowExpression {
  return { kind: 'variable', thing: 'variable', of: step, name }
}

function heldBy(variable: RowExpression): Scalar {
  return { kind: 'field', type: 'value', row: variable, field: 'value' }
}

/** A variable that stands for its value is the variable again where something of it is asked for: `items.length`. */
function variableBehind(meaning: Meaning): Meaning {
  if (meaning.is !== 'scalar' || meaning.scalar.kind !== 'field') return meaning
  const { row, field } = meaning.scalar
  return row.kind === 'variable' && field === 'value' ? { is: 'row', row } : meaning
}

/** Refuses a name after a dot, with what could stand there. */
function unknown(syntax: Member, owner: string, names: readonly string[]): never {
  const { words, replacement } = hint(syntax.name, names)
  throw new QueryProblemError({
    position: syntax.nameAt,
    end: syntax.end,
    message: `${owner} has no name ${quoted(syntax.name)} (character ${syntax.nameAt + 1}); ${words}`,
    replacement,
  })
}

/** `value.type` and its like. */
function valuePart(of: Scalar, syntax: Member): Meaning {
  const { name } = syntax
  if (!Object.hasOwn(VALUE_PARTS, name)) {
    return unknown(syntax, 'A recorded value', Object.keys(VALUE_PARTS))
  }
  const part = name as ValuePart
  return scalar({ kind: 'part', type: VALUE_PARTS[part].type, of, part })
}

class Checker implements Names {
  readonly level: Level
  readonly self: RowExpression
  private readonly rows = new Map<string, RowExpression>()
  private readonly takesVariables: boolean
  private nextRow = 1

  constructor(level: Level, takesVariables = false) {
    this.level = level
    this.self = { kind: 'row', thing: level, row: 0 }
    this.takesVariables = takesVariables
  }

  read(syntax: Syntax): Meaning {
    switch (syntax.is) {
      case 'literal':
        return this.literal(syntax.value)
      case 'name':
        return this.named(syntax)
      case 'member':
        return this.member(syntax)
      case 'call':
        return checkCall(this, syntax)
      case 'loop':
        return fail(
          syntax,
          'Rows are gone over inside any(), all(), count(), sum(), min() or max() only',
        )
      case 'list':
        return { is: 'list', items: syntax.items }
      case 'binary':
        return this.binary(syntax)
      case 'unary':
        return this.unary(syntax)
    }
  }

  private literal(value: number | string | boolean | null): Meaning {
    if (value === null) return { is: 'none' }
    const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'bool' : 'text'
    return scalar({ kind: 'literal', type, value })
  }

  private named(syntax: Syntax & { is: 'name' }): Meaning {
    const { name } = syntax
    const row = this.rows.get(name) ?? (name === this.self.thing ? this.self : undefined)
    if (row !== undefined) return { is: 'row', row }
    const own = memberOf(this.self, name)
    if (own !== null) return own
    if (this.takesVariables) return scalar(heldBy(variableOf(this.self, name)))
    if (FUNCTIONS.includes(name)) return fail(syntax, `${name} is a function; write ${name}(…)`)
    const known = [...this.rows.keys(), ...namesOf(this.self.thing), ...FUNCTIONS]
    const { words, replacement } = hint(name, known)
    throw new QueryProblemError({
      position: syntax.position,
      end: syntax.end,
      message: `A ${this.self.thing} has no name ${quoted(name)} (character ${syntax.position + 1}); ${words} To search for it as text, put it in quotes.`,
      replacement,
    })
  }

  private member(syntax: Member): Meaning {
    const of = variableBehind(this.read(syntax.of))
    if (of.is === 'rows') {
      return fail(
        syntax,
        `${syntax.name} is asked of each ${of.thing}, not of all at once; write any(one.${syntax.name} … for one in …)`,
      )
    }
    if (of.is === 'scalar' && of.scalar.type === 'value') return valuePart(of.scalar, syntax)
    if (of.is !== 'row') {
      return fail(syntax, `${meaningWord(of)} has nothing named ${syntax.name}`)
    }
    const found = memberOf(of.row, syntax.name)
    return found ?? unknown(syntax, `A ${of.row.thing}`, namesOf(of.row.thing))
  }

  private binary(syntax: Syntax & { is: 'binary' }): Meaning {
    const { operator } = syntax
    if (operator !== 'and' && operator !== 'or') return checkBinary(this, syntax)
    // A chain is one list, so that a long one is not deep.
    const parts = chainOf(syntax, operator).map((part) => this.condition(part))
    return { is: 'condition', condition: { kind: operator === 'and' ? 'all' : 'any', parts } }
  }

  private unary(syntax: Syntax & { is: 'unary' }): Meaning {
    if (syntax.operator === 'not') {
      return { is: 'condition', condition: { kind: 'not', part: this.condition(syntax.part) } }
    }
    const part = asScalar(this.read(syntax.part), syntax.part, 'number')
    if (part.kind === 'literal' && typeof part.value === 'number') {
      return scalar({ ...part, value: -part.value })
    }
    const zero = { kind: 'literal', type: 'number', value: 0 } as const
    return scalar({ kind: 'arithmetic', type: 'number', operation: '-', left: zero, right: part })
  }

  condition(syntax: Syntax): Condition {
    return asCondition(this.read(syntax), syntax, this.self)
  }

  within<T>(name: string, thing: Thing, read: (row: number) => T): T {
    const row = this.nextRow++
    const hidden = this.rows.get(name)
    this.rows.set(name, { kind: 'row', thing, row })
    const result = read(row)
    if (hidden === undefined) this.rows.delete(name)
    else this.rows.set(name, hidden)
    return result
  }

  freshRow(): number {
    return this.nextRow++
  }
}

function chainOf(syntax: Syntax, operator: string): Syntax[] {
  const parts: Syntax[] = []
  let at = syntax
  while (at.is === 'binary' && at.operator === operator) {
    parts.push(at.right)
    at = at.left
  }
  return [...parts, at].reverse()
}

export type ParsedColumn =
  | { readonly ok: true; readonly value: Scalar }
  | { readonly ok: false; readonly error: QueryProblemError['problem'] }

/** Reads what a column shows of each row of `level`: a name such as `events`, or `max(s.depth for s in steps)`. */
export function parseColumn(text: string, level: Level): ParsedColumn {
  try {
    const syntax = readSyntax(text)
    const found = scalarOf(new Checker(level).read(syntax))
    if (found !== null) return { ok: true, value: found }
    return fail(syntax, 'A column shows a number, a text or a value, and this is none')
  } catch (error) {
    if (error instanceof QueryProblemError) return { ok: false, error: error.problem }
    throw error
  }
}

/**
 * Reads a condition on a step as a breakpoint has it: a query in which a name that a step has not is a variable of its
 * frame, `n == 3`. One that is not bound there compares with nothing, as None does.
 */
export function parseStepCondition(text: string): Parsed {
  return parsed(text, new Checker('step', true))
}

/**
 * Reads a query on rows of `level`: Python's words and precedence, names of shared/query/fields.ts. The empty text
 * keeps every row. What does not parse, or names what there is not, is a problem with its place.
 */
export function parseQuery(text: string, level: Level): Parsed {
  if (text.trim() === '') {
    return { ok: true, value: { level, condition: { kind: 'constant', value: true } } }
  }
  return parsed(text, new Checker(level))
}

/** Reads a query whose structure is known already, as `parseQuery` does. */
export function checkSyntax(syntax: Syntax, level: Level): Parsed {
  return checked(() => syntax, new Checker(level))
}

function parsed(text: string, checker: Checker): Parsed {
  return checked(() => readSyntax(text), checker)
}

function checked(read: () => Syntax, checker: Checker): Parsed {
  try {
    const condition = checker.condition(read())
    return { ok: true, value: { level: checker.level, condition } }
  } catch (error) {
    if (error instanceof QueryProblemError) return { ok: false, error: error.problem }
    throw error
  }
}
