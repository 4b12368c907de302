import type {
  Condition,
  Literal,
  Ordering,
  Query,
  RowExpression,
  Rows,
  Scalar,
} from '../../../shared/query/expression.ts'
import type { Thing } from '../../../shared/query/fields.ts'
import { fixed, joinSql, type SqlQuery, sql } from '../sql.ts'
import { readQuery } from './read-query.ts'

/** Things that belong to one trace: relations between them never lead to another. */
const OF_TRACE: ReadonlySet<Thing> = new Set(['trace', 'step', 'variable'])

const FLIPPED: Readonly<Record<Ordering, Ordering>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/** A comparison with a number that is known when the query is read. */
interface Comparison {
  readonly left: Scalar
  readonly operator: Ordering
  readonly number: number
}

function isNumber(scalar: Scalar): scalar is Literal & { value: number } {
  return scalar.kind === 'literal' && typeof scalar.value === 'number'
}

function comparisonOf({ left, right, operator }: Condition & { kind: 'order' }): Comparison | null {
  if (isNumber(right)) return { left, operator, number: right.value }
  if (isNumber(left)) return { left: right, operator: FLIPPED[operator], number: left.value }
  return null
}

function isAbove(operator: Ordering): boolean {
  return operator === '>' || operator === '>='
}

/**
 * Weakens a query to what is kept of a whole trace: its depth, and the extents of its variables. What it cannot
 * weaken it leaves out, as null; so a trace that fails holds no row that the query keeps.
 */
class Weakener {
  private readonly trace: SqlQuery
  private readonly rows = new Set([0])
  /** Alias of the extent for each loop over variables. */
  private readonly extents = new Map<number, SqlQuery>()
  private fresh = 0

  constructor(trace: string) {
    this.trace = fixed(trace)
  }

  private isOfTrace(row: RowExpression): boolean {
    if (!OF_TRACE.has(row.thing)) return false
    return row.kind === 'row' ? this.rows.has(row.row) : this.isOfTrace(row.of)
  }

  condition(condition: Condition): SqlQuery | null {
    switch (condition.kind) {
      case 'constant':
        return condition.value ? null : fixed('FALSE')
      case 'all':
        return this.all(condition.parts)
      case 'any':
        return this.any(condition.parts)
      case 'some':
        return this.some(condition.rows, [condition.condition])
      case 'order': {
        const comparison = comparisonOf(condition)
        return comparison === null ? null : this.compared(comparison)
      }
      case 'equal':
        return this.equal(condition.left, condition.right)
      default:
        return null
    }
  }

  private all(parts: readonly Condition[]): SqlQuery | null {
    const known = parts.flatMap((part) => this.condition(part) ?? [])
    return known.length === 0 ? null : sql`(${joinSql(known, ' AND ')})`
  }

  private any(parts: readonly Condition[]): SqlQuery | null {
    const known = parts.flatMap((part) => this.condition(part) ?? [])
    return known.length === 0 || known.length < parts.length
      ? null
      : sql`(${joinSql(known, ' OR ')})`
  }

  /** One of the rows meets all of the conditions. */
  private some({ row, thing, of }: Rows, conditions: readonly Condition[]): SqlQuery | null {
    if (!this.isOfTrace(of) || !OF_TRACE.has(thing)) return null
    const alias = thing === 'variable' ? this.freshAlias() : null
    this.rows.add(row)
    if (alias !== null) this.extents.set(row, alias)
    const met = this.all(conditions)
    return met === null || alias === null ? met : this.extent(alias, met)
  }

  private freshAlias(): SqlQuery {
    return fixed(`e${this.fresh++}`)
  }

  private extent(alias: SqlQuery, condition: SqlQuery): SqlQuery {
    // Not EXISTS, which SQLite makes a join: the rows would come in no order.
    return sql`(SELECT TRUE FROM variable_extent AS ${alias}
      WHERE ${alias}.trace_key = ${this.trace}.trace_key AND ${condition} LIMIT 1)`
  }

  private compared(comparison: Comparison): SqlQuery | null {
    const { left, operator, number } = comparison
    if (left.kind === 'aggregate') return this.aggregate(left, comparison)
    if (left.kind === 'as' && left.type === 'number' && left.part.kind === 'field') {
      const { row, field } = left.part
      if (row.thing !== 'variable' || field !== 'value') return null
      const bound = fixed(isAbove(operator) ? 'most' : 'least')
      return this.ofVariable(row, (of) => sql`${of}.${bound} ${fixed(operator)} ${number}`)
    }
    if (left.kind !== 'field' || !isAbove(operator)) return null
    return this.reaches(left.row, left.field, sql`${fixed(operator)} ${number}`)
  }

  /** A depth or a size that is so large: `above` is the rest of a comparison. */
  private reaches(row: RowExpression, field: string, above: SqlQuery): SqlQuery | null {
    if (row.thing === 'step' && field === 'depth') {
      return this.isOfTrace(row) ? sql`${this.trace}.depth ${above}` : null
    }
    if (row.thing !== 'variable' || field !== 'size') return null
    // Of most traces the longest value of all tells, without a look at each variable.
    return this.ofVariable(
      row,
      (of) => sql`(${this.trace}.value_size ${above} AND ${of}.size ${above})`,
    )
  }

  /** What holds of the extent of a variable that a loop goes over, or that is named. */
  private ofVariable(row: RowExpression, use: (extent: SqlQuery) => SqlQuery): SqlQuery | null {
    if (!this.isOfTrace(row)) return null
    if (row.kind === 'row') {
      const alias = this.extents.get(row.row)
      return alias === undefined ? null : use(alias)
    }
    if (row.kind !== 'variable') return null
    const alias = this.freshAlias()
    return this.extent(alias, sql`${this.named(alias, row.name)} AND ${use(alias)}`)
  }

  private named(alias: SqlQuery, name: string): SqlQuery {
    return sql`${alias}.name_key = (SELECT qn.name_key FROM name AS qn WHERE qn.text = ${name})`
  }

  private equal(left: Scalar, right: Scalar): SqlQuery | null {
    if (left.kind === 'literal') return right.kind === 'literal' ? null : this.equal(right, left)
    if (right.kind !== 'literal') return null
    if (isNumber(right)) {
      const bounds = (['>=', '<='] as const).flatMap(
        (operator) => this.compared({ left, operator, number: right.value }) ?? [],
      )
      return bounds.length === 0 ? null : sql`(${joinSql(bounds, ' AND ')})`
    }
    if (left.kind !== 'field' || left.field !== 'name') return null
    return this.ofVariable(left.row, (of) => this.named(of, String(right.value)))
  }

  /** A greatest above a number, a least below one and a count of at least one say that there is such a row. */
  private aggregate(
    { function: name, rows, of, condition }: Scalar & { kind: 'aggregate' },
    { operator, number }: Comparison,
  ): SqlQuery | null {
    const conditions = condition === null ? [] : [condition]
    if (name === 'count') {
      const needsOne = operator === '>' ? number >= 0 : operator === '>=' && number > 0
      return needsOne ? this.some(rows, conditions) : null
    }
    const tells = name === 'max' ? isAbove(operator) : name === 'min' && !isAbove(operator)
    if (!tells || of === null) return null
    const right: Literal = { kind: 'literal', type: 'number', value: number }
    return this.some(rows, [...conditions, { kind: 'order', operator, left: of, right }])
  }
}

const TRACES: Readonly<Partial<Record<Query['level'], string>>> = { trace: 't', step: 'host' }

/**
 * What the trace of a row that the query keeps must meet, by what is kept of finished traces as a whole: `t` is the
 * queried trace, `host` that of the queried step. Null where every trace may hold such a row, as far as that tells.
 */
export function possibleSql({ level, condition }: Query): SqlQuery | null {
  const trace = TRACES[level]
  return trace === undefined ? null : new Weakener(trace).condition(condition)
}

/** The same of the trace `host` for a query of its steps: TRUE where it tells nothing. */
export function possibleTraceSql(where: string): SqlQuery {
  return possibleSql(readQuery(where, 'step')) ?? sql`TRUE`
}
