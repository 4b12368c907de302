import { assertNever } from '../../shared/base/assert.ts'
import type {
  Comparison,
  ContainsField,
  Filter,
  FilterLevel,
  FilterTest,
  NumberField,
} from '../../shared/corpus/filter.ts'
import { parseFilter } from '../../shared/corpus/filter-parse.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { joinSql, type SqlQuery, sql } from './sql.ts'

/** Columns searched by a bare word: `t` is the trace, `p` its program, `j` a trajectory. */
const TRACE_TEXTS = [
  'p.name',
  't.id',
  "coalesce(t.entry, '')",
  't.functions',
  "coalesce(t.error, '')",
]
const TRAJECTORY_TEXTS = [...TRACE_TEXTS, 'j.id', 'j.policy']

const CONTAINS_COLUMN: Readonly<Record<ContainsField, string>> = {
  program: 'p.name',
  trace: 't.id',
  function: 't.functions',
}
const NUMBER_COLUMN: Readonly<Record<NumberField, string>> = {
  events: 't.events',
  depth: 't.depth',
  exceptions: 't.exceptions',
}
const COMPARISON_SQL: Readonly<Record<Comparison, string>> = {
  '>=': '>=',
  '<=': '<=',
  '>': '>',
  '<': '<',
  '=': '=',
}

function fixed(text: string): SqlQuery {
  return { text, parameters: [] }
}

// instr and not LIKE: a search text has no wildcards to escape, may hold NUL, and folds as in memory.
function containsSql(column: string, folded: string): SqlQuery {
  return sql`instr(fold(${fixed(column)}), ${folded}) > 0`
}

/** A condition on trajectory `j`, or at the trace level on some visible trajectory `j` of trace `t`. */
function onTrajectory(level: FilterLevel, condition: SqlQuery): SqlQuery {
  if (level === 'trajectory') return sql`(${condition})`
  return sql`EXISTS (SELECT 1 FROM trajectory AS j WHERE j.trace_key = t.trace_key AND j.staged_job_key IS NULL AND (${condition}))`
}

function exitSql(level: FilterLevel, value: string): SqlQuery {
  if (level === 'trace') return sql`t.exit = ${value}`
  return sql`coalesce(j.exit, 'none') = ${value}`
}

function testSql(test: FilterTest, level: FilterLevel): SqlQuery {
  switch (test.kind) {
    case 'text': {
      const columns = level === 'trace' ? TRACE_TEXTS : TRAJECTORY_TEXTS
      return sql`(${joinSql(
        columns.map((column) => containsSql(column, test.text)),
        ' OR ',
      )})`
    }
    case 'contains':
      return containsSql(CONTAINS_COLUMN[test.field], test.text)
    case 'exit':
      return exitSql(level, test.value)
    case 'stop':
      return sql`t.stop_reason = ${test.value}`
    case 'policy':
      return onTrajectory(level, sql`j.policy = ${test.value}`)
    case 'direction':
      return onTrajectory(level, sql`j.direction = ${test.value}`)
    case 'label':
      return onTrajectory(
        level,
        sql`EXISTS (SELECT 1 FROM label_in_force AS l WHERE l.trajectory_key = j.trajectory_key AND l.class = ${test.value})`,
      )
    case 'labelled': {
      const some = onTrajectory(
        level,
        sql`EXISTS (SELECT 1 FROM label_in_force AS l WHERE l.trajectory_key = j.trajectory_key)`,
      )
      return test.value ? some : sql`NOT ${some}`
    }
    case 'number':
      return sql`${fixed(NUMBER_COLUMN[test.field])} ${fixed(COMPARISON_SQL[test.comparison])} ${test.value}`
    default:
      return assertNever(test)
  }
}

/** The filter as a condition over `t`, `p` and at the trajectory level `j`; the empty filter is `TRUE`. */
export function filterSql(filter: Filter, level: FilterLevel): SqlQuery {
  if (filter.length === 0) return sql`TRUE`
  const terms = filter.map((term) => {
    const test = testSql(term.test, level)
    return term.negated ? sql`NOT (${test})` : test
  })
  return joinSql(terms, ' AND ')
}

/** The filter text as a condition; a text that does not parse is `bad-input` with its own sentence. */
export function whereSql(where: string, level: FilterLevel): SqlQuery {
  const parsed = parseFilter(where, level)
  if (!parsed.ok) throw new ServiceError('bad-input', parsed.error.message)
  return filterSql(parsed.value, level)
}
