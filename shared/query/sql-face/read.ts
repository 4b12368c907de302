import { checkSyntax, parseQuery } from '../check.ts'
import { type Query, type QueryProblem, QueryProblemError } from '../expression.ts'
import type { Level } from '../fields.ts'
import { conjuncts, joinParts, partsOf } from '../parts.ts'
import { printSyntax } from '../print.ts'
import type { Syntax } from '../syntax.ts'
import { SqlMeaning } from './meaning.ts'
import { LEVEL_TABLES } from './names.ts'
import { readSqlSyntax } from './syntax.ts'
import { readSqlTokens, sqlProblem } from './tokens.ts'
import type { SqlNode, SqlSelect } from './tree.ts'
import { writeCondition } from './write.ts'

export type SqlRead =
  | { readonly ok: true; readonly where: string; readonly query: Query }
  | { readonly ok: false; readonly error: QueryProblem }

/** The condition of the whole text; null for every row. */
function conditionOf(read: SqlSelect | SqlNode, level: Level, meaning: SqlMeaning): SqlNode | null {
  if (!('what' in read)) return read
  const { what, from, alias, where } = read
  const [table] = from
  if (what !== '*') {
    sqlProblem(
      what.position,
      what.end,
      'Only SELECT * is read; columns are chosen above the table.',
    )
  }
  const wanted = LEVEL_TABLES[level]
  if (table === undefined || from.length > 1 || table.name.toLowerCase() !== wanted) {
    const [position, end] = [table?.position ?? 0, from.at(-1)?.end ?? 0]
    sqlProblem(
      position,
      end,
      `The rows are ${wanted}: write FROM ${wanted} (character ${position + 1}); other rows are chosen above the table.`,
    )
  }
  if (alias !== null) meaning.scopes.nameQueried(alias.name)
  return where
}

/** Refuses a text of nothing: it is emptied to write another, and the query stays until that is read. */
function refuseNothing(text: string, level: Level): void {
  const [first] = readSqlTokens(text)
  if (first?.kind !== 'end') return
  sqlProblem(
    0,
    text.length,
    `Write a condition, or SELECT * FROM ${LEVEL_TABLES[level]} to keep every row.`,
  )
}

/** A part as it was written before, where it says the same. */
function asBefore(part: string, before: ReadonlyMap<string, string>, level: Level): string {
  const said = sqlOf(part, level)
  return (said === null ? undefined : before.get(said)) ?? part
}

function sqlOf(text: string, level: Level): string | null {
  const parsed = parseQuery(text, level)
  return parsed.ok ? writeCondition(parsed.value) : null
}

function withOldParts(syntax: Syntax, before: string, level: Level): string {
  const old = new Map(
    (partsOf(before) ?? []).flatMap((part): [string, string][] => {
      const said = sqlOf(part, level)
      return said === null ? [] : [[said, part]]
    }),
  )
  return joinParts(conjuncts(syntax).map((part) => asBefore(printSyntax(part), old, level)))
}

/**
 * The query that an edited SQL of `writeSql` asks for, in the query language. Nothing is ever run from it: what cannot
 * be said in the query language is refused with its place and a sentence. Parts that say what a part of the query
 * `before` said stay as they were written there.
 */
export function readSql(text: string, level: Level, before = ''): SqlRead {
  try {
    refuseNothing(text, level)
    const meaning = new SqlMeaning(level)
    const condition = conditionOf(readSqlSyntax(text), level, meaning)
    if (condition === null) return read('', level)
    const syntax = meaning.holds(condition)
    const checked = checkSyntax(syntax, level)
    if (!checked.ok) return checked
    return read(withOldParts(syntax, before, level), level)
  } catch (error) {
    if (error instanceof QueryProblemError) return { ok: false, error: error.problem }
    throw error
  }
}

/** What was read, as a query that stands by itself; a text that grew too long or deep is none. */
function read(where: string, level: Level): SqlRead {
  const parsed = parseQuery(where, level)
  if (parsed.ok) return { ok: true, where, query: parsed.value }
  const message = `As a query it is refused: ${parsed.error.message}`
  return { ok: false, error: { position: 0, end: 0, message, replacement: null } }
}
