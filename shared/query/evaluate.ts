import { assertNever } from '../base/assert.ts'
import type { Value } from '../trace/event.ts'
import type { Condition, Ordering, Query, RowExpression, Rows, Scalar } from './expression.ts'
import { SEARCHED_BESIDE, THING_INFO, type Thing } from './fields.ts'
import { matchesPattern } from './patterns.ts'
import { foldText, textLength } from './texts.ts'
import { boolOf, lengthOf, numberOf, stringOf } from './values.ts'

/** What a field holds; null for None. */
export type FieldValue = number | string | boolean | Value | readonly string[] | null

/** A row in memory, by the names of shared/query/fields.ts. */
export interface Row {
  readonly field: (name: string) => FieldValue
  readonly one: (relation: string) => Row | null
  readonly many: (relation: string) => Iterable<Row>
}

type RowsInReach = ReadonlyMap<number, Row>

function isValue(value: FieldValue): value is Value {
  return typeof value === 'object' && value !== null && 'text' in value
}

function finite(number: number): number | null {
  return Number.isNaN(number) ? null : number
}

class Evaluation {
  private readonly rows: RowsInReach

  constructor(rows: RowsInReach) {
    this.rows = rows
  }

  private with(row: number, value: Row): Evaluation {
    return new Evaluation(new Map([...this.rows, [row, value]]))
  }

  private row(expression: RowExpression): Row | null {
    switch (expression.kind) {
      case 'row':
        return this.rows.get(expression.row) ?? null
      case 'related':
        return this.row(expression.of)?.one(expression.relation) ?? null
      case 'variable':
        return this.variable(expression.of, expression.name)
    }
  }

  private variable(of: RowExpression, name: string): Row | null {
    for (const variable of this.row(of)?.many('vars') ?? []) {
      if (variable.field('name') === name) return variable
    }
    return null
  }

  private number(scalar: Scalar): number | null {
    const value = this.scalar(scalar)
    return typeof value === 'number' ? value : null
  }

  private text(scalar: Scalar): string | null {
    const value = this.scalar(scalar)
    return typeof value === 'string' ? value : null
  }

  private scalar(scalar: Scalar): FieldValue {
    switch (scalar.kind) {
      case 'literal':
        return scalar.value
      case 'field':
        return this.row(scalar.row)?.field(scalar.field) ?? null
      case 'as':
        return asType(this.scalar(scalar.part), scalar.type)
      case 'part': {
        const value = this.scalar(scalar.of)
        if (!isValue(value)) return null
        return scalar.part === 'length' ? lengthOf(value) : value[scalar.part]
      }
      case 'arithmetic': {
        const [left, right] = [this.number(scalar.left), this.number(scalar.right)]
        return left === null || right === null ? null : calculate(left, scalar.operation, right)
      }
      case 'length': {
        const value = this.scalar(scalar.part)
        if (typeof value === 'string') return textLength(value)
        return isValue(value) ? lengthOf(value) : null
      }
      case 'lower': {
        const text = this.text(scalar.part)
        return text === null ? null : foldText(text)
      }
      case 'absolute': {
        const number = this.number(scalar.part)
        return number === null ? null : Math.abs(number)
      }
      case 'aggregate':
        return this.aggregate(scalar)
      case 'flip':
        return flipOf([...(this.row(scalar.of)?.many('predictions') ?? [])], scalar)
      default:
        return assertNever(scalar)
    }
  }

  private *each(rows: Rows): Iterable<Evaluation> {
    for (const row of this.row(rows.of)?.many(rows.relation) ?? []) yield this.with(rows.row, row)
  }

  private aggregate(scalar: Scalar & { kind: 'aggregate' }): number | null {
    const numbers: number[] = []
    for (const inner of this.each(scalar.rows)) {
      if (scalar.condition !== null && !inner.holds(scalar.condition)) continue
      const number = scalar.of === null ? 1 : inner.number(scalar.of)
      if (number !== null) numbers.push(number)
    }
    switch (scalar.function) {
      case 'count':
        return numbers.length
      case 'sum':
        return finite(numbers.reduce((sum, number) => sum + number, 0))
      case 'min':
        return numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b))
      case 'max':
        return numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b))
    }
  }

  holds(condition: Condition): boolean {
    switch (condition.kind) {
      case 'constant':
        return condition.value
      case 'all':
        return condition.parts.every((part) => this.holds(part))
      case 'any':
        return condition.parts.some((part) => this.holds(part))
      case 'not':
        return !this.holds(condition.part)
      case 'holds':
        return this.scalar(condition.part) === true
      case 'order':
        return ordered(
          this.number(condition.left),
          condition.operator,
          this.number(condition.right),
        )
      case 'equal':
        return this.scalar(condition.left) === this.scalar(condition.right)
      case 'absent':
        return this.isAbsent(condition.part)
      case 'python-none': {
        const value = this.scalar(condition.part)
        return isValue(value) && value.type === 'NoneType'
      }
      case 'text':
        return this.holdsText(condition)
      case 'matches': {
        const text = this.text(condition.part)
        return text !== null && matchesPattern(text, condition.pattern)
      }
      case 'member':
        return this.isMember(condition)
      case 'some': {
        for (const inner of this.each(condition.rows)) {
          if (inner.holds(condition.condition)) return true
        }
        return false
      }
      case 'every': {
        for (const inner of this.each(condition.rows)) {
          if (!inner.holds(condition.condition)) return false
        }
        return true
      }
      case 'search':
        return this.isFound(condition)
      default:
        return assertNever(condition)
    }
  }

  private isAbsent(part: Scalar | RowExpression): boolean {
    if (part.kind === 'row' || part.kind === 'related' || part.kind === 'variable') {
      return this.row(part) === null
    }
    return this.scalar(part) === null
  }

  private holdsText({ where, part, text }: Condition & { kind: 'text' }): boolean {
    const [whole, wanted] = [this.text(part), this.text(text)]
    if (whole === null || wanted === null) return false
    if (where === 'inside') return whole.includes(wanted)
    return where === 'start' ? whole.startsWith(wanted) : whole.endsWith(wanted)
  }

  private isMember({ item, list }: Condition & { kind: 'member' }): boolean {
    const [wanted, items] = [this.text(item), this.scalar(list)]
    return Array.isArray(items) && wanted !== null && items.includes(wanted)
  }

  private isFound({ row, text }: Condition & { kind: 'search' }): boolean {
    const own = this.row(row)
    if (own === null) return false
    const folded = foldText(text)
    const beside = (SEARCHED_BESIDE[row.thing] ?? []).flatMap((relation) => {
      const other = own.one(relation)
      return other === null ? [] : [[relation as Thing, other] as const]
    })
    return [[row.thing, own] as const, ...beside].some(
      ([thing, one]) =>
        (Object.hasOwn(THING_INFO[thing].fields, 'id') && one.field('id') === text) ||
        THING_INFO[thing].searched.some((field) =>
          foldText(textOf(one.field(field))).includes(folded),
        ),
    )
  }
}

/** The step of a trajectory, and how it was asked: what the predictions of two engines are paired by. */
function pairOf(prediction: Row): string | null {
  const trajectory = prediction.one('trajectory')?.field('id') ?? null
  if (trajectory === null) return null
  return JSON.stringify([trajectory, prediction.field('position'), prediction.field('suite')])
}

function flipOf(
  predictions: readonly Row[],
  { first, second }: { readonly first: string; readonly second: string },
): 'lost' | 'won' | 'same' | null {
  const isBy = (one: Row, name: string): boolean =>
    one.field('model') === name || one.field('run') === name
  const isRight = (one: Row): boolean => one.field('verdict') === 'match'
  const others = predictions.filter((one) => isBy(one, second))
  let found: 'won' | 'same' | null = null
  for (const one of predictions) {
    const pair = isBy(one, first) ? pairOf(one) : null
    for (const other of pair === null ? [] : others) {
      if (pairOf(other) !== pair) continue
      if (isRight(one) && !isRight(other)) return 'lost'
      found = isRight(other) && !isRight(one) ? 'won' : (found ?? 'same')
    }
  }
  return found
}

function textOf(value: FieldValue): string {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'string' ? value : ''
}

function asType(value: FieldValue, type: 'number' | 'text' | 'bool'): FieldValue {
  if (!isValue(value)) return null
  if (type === 'number') return numberOf(value)
  return type === 'text' ? stringOf(value) : boolOf(value)
}

function calculate(left: number, operation: '+' | '-' | '*' | '/', right: number): number | null {
  switch (operation) {
    case '+':
      return finite(left + right)
    case '-':
      return finite(left - right)
    case '*':
      return finite(left * right)
    case '/':
      return right === 0 ? null : finite(left / right)
  }
}

function ordered(left: number | null, operator: Ordering, right: number | null): boolean {
  if (left === null || right === null) return false
  switch (operator) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
  }
}

/** Whether a query keeps a row of its level. */
export function matches(query: Query, row: Row): boolean {
  return new Evaluation(new Map([[0, row]])).holds(query.condition)
}
