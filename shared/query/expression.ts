import type { FieldType, Level, Thing, ValuePart } from './fields.ts'

/** A row that an expression speaks of: the queried one, one that a loop goes over, or one reached from those. */
export type RowExpression =
  | { readonly kind: 'row'; readonly thing: Thing; readonly row: number }
  | {
      readonly kind: 'related'
      readonly thing: Thing
      readonly of: RowExpression
      readonly relation: string
    }
  | {
      readonly kind: 'variable'
      readonly thing: 'variable'
      readonly of: RowExpression
      readonly name: string
    }

/** Rows to go over: `many` relation of a row. `row` is what the loop calls each of them. */
export interface Rows {
  readonly row: number
  readonly thing: Thing
  readonly of: RowExpression
  readonly relation: string
}

export type Ordering = '<' | '<=' | '>' | '>='
export type Operation = '+' | '-' | '*' | '/'

export interface Literal {
  readonly kind: 'literal'
  readonly type: 'number' | 'text' | 'bool'
  readonly value: number | string | boolean
}

/** Numbers, texts and recorded values; None where there is nothing. */
export type Scalar =
  | Literal
  | {
      readonly kind: 'field'
      readonly type: FieldType
      readonly row: RowExpression
      readonly field: string
    }
  /** A recorded value seen as a number, a text or a bool; None where it is none. */
  | { readonly kind: 'as'; readonly type: 'number' | 'text' | 'bool'; readonly part: Scalar }
  /** Something about a recorded value; None without one. */
  | {
      readonly kind: 'part'
      readonly type: FieldType
      readonly of: Scalar
      readonly part: ValuePart
    }
  | {
      readonly kind: 'arithmetic'
      readonly type: 'number'
      readonly operation: Operation
      readonly left: Scalar
      readonly right: Scalar
    }
  /**
   * What became of the row's steps from one engine's predictions to another's, of those that both predicted: `lost`
   * where the second has one wrong that the first has right, else `won` the other way round, else `same`; None where
   * there is no such step.
   */
  | {
      readonly kind: 'flip'
      readonly type: 'text'
      readonly of: RowExpression
      readonly first: string
      readonly second: string
    }
  /** Characters of a text. */
  | { readonly kind: 'length'; readonly type: 'number'; readonly part: Scalar }
  | { readonly kind: 'lower'; readonly type: 'text'; readonly part: Scalar }
  | { readonly kind: 'absolute'; readonly type: 'number'; readonly part: Scalar }
  | {
      readonly kind: 'aggregate'
      readonly type: 'number'
      readonly function: 'count' | 'sum' | 'min' | 'max'
      readonly rows: Rows
      readonly of: Scalar | null
      readonly condition: Condition | null
    }

/** Either true or not: a comparison with None is not, but for `is None`, `==` and `!=`. */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'all'; readonly parts: readonly Condition[] }
  | { readonly kind: 'any'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'holds'; readonly part: Scalar }
  | {
      readonly kind: 'order'
      readonly operator: Ordering
      readonly left: Scalar
      readonly right: Scalar
    }
  | { readonly kind: 'equal'; readonly left: Scalar; readonly right: Scalar }
  | { readonly kind: 'absent'; readonly part: Scalar | RowExpression }
  /** A recorded value that is Python's None. */
  | { readonly kind: 'python-none'; readonly part: Scalar }
  | {
      readonly kind: 'text'
      readonly where: 'inside' | 'start' | 'end'
      readonly part: Scalar
      readonly text: Scalar
    }
  /** A regular expression is found anywhere in the text. */
  | { readonly kind: 'matches'; readonly part: Scalar; readonly pattern: string }
  | { readonly kind: 'member'; readonly item: Scalar; readonly list: Scalar }
  | {
      readonly kind: 'some' | 'every'
      readonly rows: Rows
      readonly condition: Condition
    }
  /** The text in any searched text of the row, upper and lower case alike, or the row's whole id. */
  | { readonly kind: 'search'; readonly row: RowExpression; readonly text: string }

/** A query that was read: a condition on rows of one level. The queried row is row 0. */
export interface Query {
  readonly level: Level
  readonly condition: Condition
}

/** Where a query text stops making sense: a range of it, one plain sentence, and what could stand there instead. */
export interface QueryProblem {
  readonly position: number
  readonly end: number
  readonly message: string
  readonly replacement: string | null
}

export class QueryProblemError extends Error {
  readonly problem: QueryProblem
  constructor(problem: QueryProblem) {
    super(problem.message)
    this.problem = problem
  }
}
