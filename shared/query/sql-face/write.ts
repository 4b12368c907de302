import { assertNever } from '../../base/assert.ts'
import type { Condition, Query, RowExpression, Rows, Scalar } from '../expression.ts'
import { type Level, THING_INFO } from '../fields.ts'
import { LEVEL_TABLES, NAMED_ROWS, sqlName, sqlText } from './names.ts'

/** Thrown where a query says what the readable SQL cannot. */
class NoSqlError extends Error {}

const AGGREGATES = { count: 'count', sum: 'total', min: 'min', max: 'max' } as const

/** Writes conditions in SQL over the names of the query language, as people would. */
class SqlWriter {
  private readonly level: Level
  private readonly aliases = new Map<number, string>()
  private depth = 0

  constructor(level: Level) {
    this.level = level
  }

  private aliasOf(row: number): string {
    return row === 0 ? this.level : (this.aliases.get(row) ?? '')
  }

  /** A row and what is asked of it, by names with dots between. */
  private path(row: RowExpression, names: readonly string[]): string {
    if (row.kind === 'related') return this.path(row.of, [row.relation, ...names])
    if (row.kind === 'variable') {
      return this.path(row.of, [NAMED_ROWS, row.name, ...names])
    }
    // Names of the queried rows need no table where there is no other.
    const isBare = row.row === 0 && this.depth === 0 && names.length > 0
    return [...(isBare ? [] : [this.aliasOf(row.row)]), ...names].map(sqlName).join('.')
  }

  private freshAlias({ thing }: Rows): string {
    const letter = thing.charAt(0)
    const taken = new Set([...this.aliases.values(), this.level])
    for (let count = 1; ; count++) {
      const alias = count === 1 ? letter : `${letter}${count}`
      if (!taken.has(alias)) return alias
    }
  }

  /** `SELECT what FROM rows WHERE condition`. */
  private select(rows: Rows, what: () => string, condition: Condition | null): string {
    const from = this.path(rows.of, [rows.relation])
    const alias = this.freshAlias(rows)
    this.aliases.set(rows.row, alias)
    this.depth++
    const isWhole = condition === null || (condition.kind === 'constant' && condition.value)
    const where = isWhole ? '' : ` WHERE ${this.kept(condition, rows.row)}`
    const text = `SELECT ${what()} FROM ${from} AS ${sqlName(alias)}${where}`
    this.depth--
    this.aliases.delete(rows.row)
    return text
  }

  /** The condition on the rows of a loop, which alone may search them. */
  private kept(condition: Condition, row: number): string {
    const parts = condition.kind === 'all' ? condition.parts : [condition]
    const texts = parts.map((part) =>
      part.kind === 'search' && part.row.kind === 'row' && part.row.row === row
        ? this.searched(part)
        : this.bracketed(part, parts.length > 1),
    )
    return texts.join(' AND ')
  }

  private searched({ row, text }: Condition & { kind: 'search' }): string {
    return `search(${this.path(row, [])}, ${sqlText(text)})`
  }

  /** `isWhole`: with the name of the field even where its row stands for it. */
  scalar(scalar: Scalar, isWhole = false): string {
    switch (scalar.kind) {
      case 'literal':
        return sqlLiteral(scalar.value)
      case 'field': {
        const { row, field } = scalar
        const isOwn = THING_INFO[row.thing].scalar === field && row.kind !== 'row'
        return this.path(row, isOwn && !isWhole ? [] : [field])
      }
      case 'as':
        return this.scalar(scalar.part)
      case 'part': {
        // Of a variable by its name, `.length` is a column of its own.
        const isNamed = scalar.of.kind === 'field' && scalar.of.row.kind === 'variable'
        if (isNamed && scalar.part === 'length') return `length(${this.scalar(scalar.of)})`
        return `${this.scalar(scalar.of, true)}.${scalar.part}`
      }
      case 'arithmetic':
        return `(${this.scalar(scalar.left)} ${scalar.operation} ${this.scalar(scalar.right)})`
      case 'length':
        return `length(${this.scalar(scalar.part)})`
      case 'lower':
        return `lower(${this.scalar(scalar.part)})`
      case 'absolute':
        return `abs(${this.scalar(scalar.part)})`
      case 'flip': {
        const { of, first, second } = scalar
        // Its table's name may be that of a relation of the rows in reach.
        const isOwn = of.kind === 'row' && of.row === 0
        const names = [first, second].map(sqlText)
        return `flip(${[...(isOwn ? [] : [this.path(of, [])]), ...names].join(', ')})`
      }
      case 'aggregate': {
        const { rows, of, condition } = scalar
        const name = AGGREGATES[scalar.function]
        const what = (): string => `${name}(${of === null ? '*' : this.scalar(of)})`
        return `(${this.select(rows, what, condition)})`
      }
      default:
        return assertNever(scalar)
    }
  }

  private bracketed(condition: Condition, isPart: boolean): string {
    const text = this.condition(condition)
    const isLoose = condition.kind === 'all' || condition.kind === 'any'
    return isPart && isLoose && / (AND|OR) /.test(text) ? `(${text})` : text
  }

  condition(condition: Condition): string {
    switch (condition.kind) {
      case 'constant':
        return condition.value ? 'TRUE' : 'FALSE'
      case 'all':
        return this.joined(condition.parts, ' AND ', 'TRUE')
      case 'any':
        return this.listed(condition.parts) ?? this.joined(condition.parts, ' OR ', 'FALSE')
      case 'not':
        return this.not(condition.part)
      case 'holds':
        return this.scalar(condition.part)
      case 'order': {
        const { left, operator, right } = condition
        return `${this.scalar(left)} ${operator} ${this.scalar(right)}`
      }
      case 'equal':
        return this.equal(condition, false)
      case 'absent':
        return this.absent(condition.part, 'IS NULL')
      case 'python-none':
        return `${this.scalar(condition.part, true)} IS NULL`
      case 'text':
        return this.text(condition)
      case 'matches':
        return `${this.scalar(condition.part)} REGEXP ${sqlText(condition.pattern)}`
      case 'member':
        return `has(${this.scalar(condition.list)}, ${this.scalar(condition.item)})`
      case 'some':
        return `EXISTS (${this.select(condition.rows, () => '1', condition.condition)})`
      case 'every': {
        const unless: Condition = { kind: 'not', part: condition.condition }
        return `NOT EXISTS (${this.select(condition.rows, () => '1', unless)})`
      }
      case 'search':
        // Of any row but the queried one a text is searched for in a loop alone.
        if (condition.row.kind !== 'row' || condition.row.row !== 0) throw new NoSqlError()
        return `search(${sqlText(condition.text)})`
      default:
        return assertNever(condition)
    }
  }

  private joined(parts: readonly Condition[], separator: string, empty: string): string {
    if (parts.length === 0) return empty
    return parts.map((part) => this.bracketed(part, parts.length > 1)).join(separator)
  }

  /** `x IN ('a', 'b')`, where every part compares the same with a text, a number or a yes or no. */
  private listed(parts: readonly Condition[]): string | null {
    if (parts.length < 2) return null
    const items: string[] = []
    let of: string | null = null
    for (const part of parts) {
      if (part.kind !== 'equal' || part.right.kind !== 'literal') return null
      if (part.left.kind === 'literal') return null
      const left = this.scalar(part.left)
      of ??= left
      if (left !== of) return null
      items.push(this.scalar(part.right))
    }
    return `${of} IN (${items.join(', ')})`
  }

  /** SQL's own NOT keeps no row where something is NULL; these keep it, as the query does. */
  private not(part: Condition): string {
    if (part.kind === 'equal') return this.equal(part, true)
    if (part.kind === 'absent') return this.absent(part.part, 'IS NOT NULL')
    if (part.kind === 'python-none') return `${this.scalar(part.part, true)} IS NOT NULL`
    if (part.kind === 'some') return `NOT ${this.condition(part)}`
    if (part.kind === 'holds') return `${this.condition(part)} IS NOT TRUE`
    return `(${this.condition(part)}) IS NOT TRUE`
  }

  private equal({ left, right }: Condition & { kind: 'equal' }, isInverted: boolean): string {
    const isCompared = left.kind === 'literal' || right.kind === 'literal'
    const isTruth = right.kind === 'literal' && typeof right.value === 'boolean'
    const whole = `${this.scalar(left)} ${isCompared ? '=' : 'IS'} ${this.scalar(right)}`
    if (!isInverted) return whole
    // IS NOT TRUE would ask whether something holds, and not whether it equals TRUE.
    if (isTruth) return `(${whole}) IS NOT TRUE`
    return `${this.scalar(left)} IS NOT ${this.scalar(right)}`
  }

  private absent(part: Scalar | RowExpression, test: string): string {
    const isRow = part.kind === 'row' || part.kind === 'related' || part.kind === 'variable'
    return `${isRow ? this.path(part, []) : this.scalar(part, true)} ${test}`
  }

  private text({ where, part, text }: Condition & { kind: 'text' }): string {
    const given = `(${this.scalar(part)}, ${this.scalar(text)})`
    if (where === 'inside') return `instr${given} > 0`
    return where === 'start' ? `starts_with${given}` : `ends_with${given}`
  }
}

function sqlLiteral(value: number | string | boolean): string {
  if (typeof value === 'string') return sqlText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return Object.is(value, -0) ? '-0' : String(value)
}

/** The condition of a query as SQL over the names of the query language; null where SQL has no words for it. */
export function writeCondition({ level, condition }: Query): string | null {
  try {
    return new SqlWriter(level).condition(condition)
  } catch (error) {
    if (error instanceof NoSqlError) return null
    throw error
  }
}

/**
 * The query as a readable SELECT, which `readSql` reads back. It is no statement of the store, whose tables are
 * others: the tables are the rows that the query language speaks of, and the columns its names.
 */
export function writeSql(query: Query): string | null {
  const { level, condition } = query
  const parts = condition.kind === 'all' ? condition.parts : [condition]
  const isWhole = condition.kind === 'constant' && condition.value
  const texts = parts.map((part) => {
    const text = writeCondition({ level, condition: part })
    const isLoose = parts.length > 1 && (part.kind === 'all' || part.kind === 'any')
    return isLoose && text !== null && / (AND|OR) /.test(text) ? `(${text})` : text
  })
  if (texts.includes(null)) return null
  const from = `SELECT * FROM ${LEVEL_TABLES[level]}`
  return isWhole ? from : `${from}\nWHERE ${texts.join('\n  AND ')}`
}
