import { assertNever } from '../../../shared/base/assert.ts'
import { parseColumn } from '../../../shared/query/check.ts'
import type {
  Condition,
  Query,
  RowExpression,
  Rows,
  Scalar,
} from '../../../shared/query/expression.ts'
import { type Level, SEARCHED_BESIDE, type Thing } from '../../../shared/query/fields.ts'
import { foldText } from '../../../shared/query/texts.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { fixed, joinSql, type SqlQuery, sql } from '../sql.ts'
import { type Aspect, aspectSql, equalsColumnSql, fieldSql, valueKeySql } from './fields.ts'
import { flipSql } from './flip.ts'
import { possibleSql } from './possible-traces.ts'
import { readQuery } from './read-query.ts'
import { relationSql } from './relations.ts'
import { searchedSql } from './search.ts'

/** Alias of each level's rows in the statements that a query is put into. */
const ALIASES: Readonly<Record<Level, string>> = {
  program: 'p',
  trace: 't',
  step: 'n',
  trajectory: 'j',
}

const ASPECT_OF_TYPE: Readonly<Record<'number' | 'text' | 'bool', Aspect>> = {
  number: 'number',
  text: 'string',
  bool: 'bool',
}
const AGGREGATES = { count: 'count', sum: 'total', min: 'min', max: 'max' } as const

/** Alias of a step's own trace: what speaks of nothing else is looked at once a trace and not for each of its steps. */
const HOST = 'host'

/** Compiles the conditions of one query. Every literal is a parameter; names come from the tables of fields. */
class Compiler {
  private readonly level: Level
  private fresh = 0

  constructor(level: Level) {
    this.level = level
  }

  private aliasOf(row: number): string {
    return row === 0 ? ALIASES[this.level] : `q${row}`
  }

  /** The trace of the queried step, which the statement has at hand. */
  private isHost(row: RowExpression): boolean {
    if (this.level !== 'step' || row.kind !== 'related' || row.relation !== 'trace') return false
    return row.of.kind === 'row' && row.of.row === 0
  }

  /** The row that a relation is read from; to the queried step's program the way is through the trace at hand. */
  private ownerOf(row: Exclude<RowExpression, { kind: 'row' }>): RowExpression {
    const trace: RowExpression = { kind: 'related', thing: 'trace', of: row.of, relation: 'trace' }
    const isProgram = row.kind === 'related' && row.relation === 'program'
    return isProgram && this.isHost(trace) ? trace : row.of
  }

  /** Puts the alias of a row that is in reach into `use`; one that must be read first gets its own SELECT. */
  private withRow(row: RowExpression, use: (alias: string) => SqlQuery): SqlQuery {
    if (row.kind === 'row') return use(this.aliasOf(row.row))
    if (this.isHost(row)) return use(HOST)
    const alias = `f${this.fresh++}`
    const of = this.ownerOf(row)
    return this.withRow(of, (owner) => {
      const relation = row.kind === 'variable' ? 'vars' : row.relation
      const { from, where } = relationSql(of.thing, relation, owner, alias)
      const named =
        row.kind === 'variable'
          ? sql` AND ${fixed(alias)}.name_key = (SELECT qn.name_key FROM name AS qn WHERE qn.text = ${row.name})`
          : fixed('')
      return sql`(SELECT ${use(alias)} FROM ${fixed(from)} WHERE ${fixed(where)}${named})`
    })
  }

  private overRows(rows: Rows, use: (from: SqlQuery, where: SqlQuery) => SqlQuery): SqlQuery {
    return this.withRow(rows.of, (owner) => {
      const { from, where } = relationSql(
        rows.of.thing,
        rows.relation,
        owner,
        this.aliasOf(rows.row),
      )
      return use(fixed(from), fixed(where))
    })
  }

  private field(row: RowExpression, field: string): SqlQuery {
    return this.withRow(row, (alias) => fixed(fieldSql(row.thing, field, alias)))
  }

  private aspect(part: Scalar, which: Aspect): SqlQuery {
    if (part.kind !== 'field') throw new Error(`${part.kind} as a recorded value`)
    return this.withRow(part.row, (alias) =>
      fixed(aspectSql(valueKeySql(part.row.thing, part.field, alias), which)),
    )
  }

  private scalar(scalar: Scalar): SqlQuery {
    switch (scalar.kind) {
      case 'literal':
        return sql`${typeof scalar.value === 'boolean' ? Number(scalar.value) : scalar.value}`
      case 'field':
        return this.field(scalar.row, scalar.field)
      case 'as':
        return this.aspect(scalar.part, ASPECT_OF_TYPE[scalar.type])
      case 'part':
        return this.aspect(scalar.of, scalar.part)
      case 'arithmetic': {
        const operation = fixed(scalar.operation)
        return sql`(CAST(${this.scalar(scalar.left)} AS REAL) ${operation} CAST(${this.scalar(scalar.right)} AS REAL))`
      }
      case 'length':
        return sql`text_length(${this.scalar(scalar.part)})`
      case 'lower':
        return sql`fold(${this.scalar(scalar.part)})`
      case 'absolute':
        return sql`abs(${this.scalar(scalar.part)})`
      case 'aggregate':
        return this.aggregate(scalar)
      case 'flip':
        return this.withRow(scalar.of, (owner) => flipSql(scalar, owner, this.fresh++))
      default:
        return assertNever(scalar)
    }
  }

  shown(scalar: Scalar): SqlQuery {
    return scalar.type === 'value' ? this.aspect(scalar, 'text') : this.scalar(scalar)
  }

  ordered(scalar: Scalar): SqlQuery[] {
    if (scalar.type !== 'value') return [this.scalar(scalar)]
    return [this.aspect(scalar, 'number'), this.aspect(scalar, 'text')]
  }

  private aggregate(scalar: Scalar & { kind: 'aggregate' }): SqlQuery {
    const name = fixed(AGGREGATES[scalar.function])
    const of = scalar.of === null ? fixed('*') : this.scalar(scalar.of)
    const condition = scalar.condition === null ? fixed('TRUE') : this.condition(scalar.condition)
    const read = this.overRows(
      scalar.rows,
      (from, where) => sql`(SELECT ${name}(${of}) FROM ${from} WHERE ${where} AND ${condition})`,
    )
    const isTotal = scalar.function === 'count' || scalar.function === 'sum'
    return isTotal ? sql`coalesce(${read}, 0)` : read
  }

  /** A condition that is true, or else false or NULL, which are the same: `not` asks for IS NOT TRUE. */
  condition(condition: Condition): SqlQuery {
    switch (condition.kind) {
      case 'constant':
        return fixed(condition.value ? 'TRUE' : 'FALSE')
      case 'all':
        return this.joined(condition.parts, ' AND ', 'TRUE')
      case 'any':
        return this.joined(condition.parts, ' OR ', 'FALSE')
      case 'not':
        return sql`((${this.condition(condition.part)}) IS NOT TRUE)`
      case 'holds':
        return this.scalar(condition.part)
      case 'order':
        return sql`(${this.scalar(condition.left)} ${fixed(condition.operator)} ${this.scalar(condition.right)})`
      case 'equal':
        return this.equal(condition.left, condition.right)
      case 'absent':
        return this.absent(condition.part)
      case 'python-none':
        return sql`(${this.aspect(condition.part, 'type')} = 'NoneType')`
      case 'text':
        return this.text(condition)
      case 'matches':
        return sql`text_matches(${this.scalar(condition.part)}, ${condition.pattern})`
      case 'member':
        return sql`is_line_of(${this.scalar(condition.item)}, ${this.scalar(condition.list)})`
      case 'some':
      case 'every':
        return this.quantifier(condition)
      case 'search':
        return this.search(condition.row, condition.text)
      default:
        return assertNever(condition)
    }
  }

  private joined(parts: readonly Condition[], separator: string, empty: string): SqlQuery {
    if (parts.length === 0) return fixed(empty)
    return sql`(${joinSql(
      parts.map((part) => this.condition(part)),
      separator,
    )})`
  }

  private equal(left: Scalar, right: Scalar): SqlQuery {
    if (left.kind === 'literal' && right.kind !== 'literal') return this.equal(right, left)
    if (right.kind !== 'literal') return sql`(${this.scalar(left)} IS ${this.scalar(right)})`
    if (left.kind === 'field' && left.row.kind === 'row' && typeof right.value === 'string') {
      const alias = this.aliasOf(left.row.row)
      const better = equalsColumnSql(left.row.thing, left.field, alias, right.value)
      if (better !== null) return better
    }
    return sql`(${this.scalar(left)} = ${this.scalar(right)})`
  }

  private absent(part: Scalar | RowExpression): SqlQuery {
    if (part.kind === 'row' || part.kind === 'related' || part.kind === 'variable') {
      return sql`(${this.withRow(part, () => fixed('1'))} IS NULL)`
    }
    return sql`(${this.scalar(part)} IS NULL)`
  }

  private text({ where, part, text }: Condition & { kind: 'text' }): SqlQuery {
    const [whole, wanted] = [this.scalar(part), this.scalar(text)]
    // instr and not LIKE: a text has no wildcards to escape and may hold NUL.
    if (where === 'inside') return sql`(instr(${whole}, ${wanted}) > 0)`
    return where === 'start'
      ? sql`text_starts(${whole}, ${wanted})`
      : sql`text_ends(${whole}, ${wanted})`
  }

  private quantifier({ kind, rows, condition }: Condition & { kind: 'some' | 'every' }): SqlQuery {
    const inner = this.condition(condition)
    if (kind === 'some') {
      return this.overRows(
        rows,
        (from, where) => sql`EXISTS (SELECT 1 FROM ${from} WHERE ${where} AND ${inner})`,
      )
    }
    const none = this.overRows(
      rows,
      (from, where) =>
        sql`NOT EXISTS (SELECT 1 FROM ${from} WHERE ${where} AND (${inner}) IS NOT TRUE)`,
    )
    return sql`coalesce(${none}, TRUE)`
  }

  private search(row: RowExpression, text: string): SqlQuery {
    const folded = foldText(text)
    const own = this.withRow(row, (alias) => searchedSql(row.thing, alias, text, folded))
    const beside = (SEARCHED_BESIDE[row.thing] ?? []).map((relation) => {
      const related: RowExpression = {
        kind: 'related',
        thing: relation as Thing,
        of: row,
        relation,
      }
      return this.withRow(related, (alias) => searchedSql(related.thing, alias, text, folded))
    })
    return sql`(${joinSql([own, ...beside], ' OR ')})`
  }
}

/**
 * The query as a condition on the rows of its level: `p` a program, `t` a trace, `n` a node whose trace is `host`, `j`
 * a trajectory. It reads no other row of the statement.
 */
export function querySql(query: Query): SqlQuery {
  return new Compiler(query.level).condition(query.condition)
}

/**
 * A column's value for each row of `level`; of a recorded value its text. A text that does not parse is `bad-input`
 * with its own sentence.
 */
export function columnSql(text: string, level: Level): SqlQuery {
  const parsed = parseColumn(text, level)
  if (!parsed.ok) throw new ServiceError('bad-input', parsed.error.message)
  return new Compiler(level).shown(parsed.value)
}

/** What rows are ordered by for a column: recorded values by their numbers, then by their texts. */
export function orderSql(text: string, level: Level, descending: boolean): SqlQuery {
  const parsed = parseColumn(text, level)
  if (!parsed.ok) throw new ServiceError('bad-input', parsed.error.message)
  const direction = fixed(descending ? ' DESC' : ' ASC')
  const terms = new Compiler(level).ordered(parsed.value)
  return joinSql(
    terms.map((term) => sql`${term}${direction}`),
    ', ',
  )
}

/**
 * The query text as a condition on rows of finished traces; a text that does not parse is `bad-input` with its own
 * sentence. What is kept of a whole trace is asked first.
 */
export function whereSql(where: string, level: Level): SqlQuery {
  const query = readQuery(where, level)
  const possible = possibleSql(query)
  const condition = querySql(query)
  return possible === null ? condition : sql`(${possible} AND ${condition})`
}
