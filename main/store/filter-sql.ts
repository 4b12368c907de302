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

/** Columns searched by a bare word: `t` is the trace, `p` its program. */
const TRACE_TEXTS = ['p.name', "coalesce(t.entry, '')", 't.functions', "coalesce(t.error, '')"]

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

/** A condition on trace `t` and its program `p`, or at the trajectory level on those of `j`: once a trace, not once a trajectory. */
function onTrace(level: FilterLevel, condition: SqlQuery): SqlQuery {
  if (level === 'trace') return sql`(${condition})`
  return sql`j.trace_key IN (SELECT t.trace_key FROM trace AS t JOIN program AS p USING (program_key) WHERE ${condition})`
}

function textSql(level: FilterLevel, text: string): SqlQuery {
  const columns = TRACE_TEXTS.map((column) => containsSql(column, text))
  const inTrace = onTrace(level, joinSql([sql`t.id = ${text}`, ...columns], ' OR '))
  if (level === 'trace') return inTrace
  // The policies are few, so each is folded once.
  return sql`(${inTrace} OR j.id = ${text} OR j.policy IN
    (SELECT used.policy FROM (SELECT DISTINCT policy FROM trajectory) AS used WHERE ${containsSql('used.policy', text)}))`
}

function labelSql(level: FilterLevel, condition: SqlQuery): SqlQuery {
  return onTrajectory(
    level,
    sql`EXISTS (SELECT 1 FROM label_in_force AS l WHERE l.trajectory_key = j.trajectory_key AND ${condition})`,
  )
}

function testSql(test: FilterTest, level: FilterLevel): SqlQuery {
  switch (test.kind) {
    case 'text':
      return textSql(level, test.text)
    case 'contains':
      return onTrace(level, containsSql(CONTAINS_COLUMN[test.field], test.text))
    case 'exit':
      if (level === 'trace') return sql`t.exit = ${test.value}`
      return sql`coalesce(j.exit, 'none') = ${test.value}`
    case 'stop':
      return onTrace(level, sql`t.stop_reason = ${test.value}`)
    case 'policy':
      return onTrajectory(level, sql`j.policy = ${test.value}`)
    case 'direction':
      return onTrajectory(level, sql`j.direction = ${test.value}`)
    case 'label':
      return labelSql(level, sql`l.class = ${test.value}`)
    case 'labelled':
      return test.value ? labelSql(level, sql`TRUE`) : sql`NOT ${labelSql(level, sql`TRUE`)}`
    case 'number': {
      const comparison = fixed(`${NUMBER_COLUMN[test.field]} ${COMPARISON_SQL[test.comparison]}`)
      return onTrace(level, sql`${comparison} ${test.value}`)
    }
    default:
      return assertNever(test)
  }
}

/** The filter as a condition over `t` and `p`, or at the trajectory level over `j` alone; the empty filter is `TRUE`. */
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
