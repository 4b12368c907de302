import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { querySql } from '../../main/store/query/compile.ts'
import { parseQuery } from '../../shared/query/check.ts'
import { LEVELS, type Level } from '../../shared/query/fields.ts'
import { printSyntax } from '../../shared/query/print.ts'
import { readSql } from '../../shared/query/sql-face/read.ts'
import { writeSql } from '../../shared/query/sql-face/write.ts'
import { readSyntax } from '../../shared/query/syntax.ts'
import { normalOf } from '../support/query-normal.ts'
import { keptBy } from '../support/query-rows.ts'
import { type DrawnTrace, drawnTrace, filledStore } from '../support/query-store.ts'
import { QueryWriter } from '../support/query-text.ts'

const choices = fc.array(fc.nat({ max: 9999 }), { minLength: 3, maxLength: 40, size: 'max' })

function queryOf(text: string, level: Level) {
  const parsed = parseQuery(text, level)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`)
  return parsed.value
}

describe('a query shown as SQL', () => {
  it.each(LEVELS)('is read back as the same query of the level %s', (level) => {
    let [shown, all] = [0, 0]
    fc.assert(
      fc.property(choices, (numbers) => {
        const text = new QueryWriter(numbers).condition(level)
        const query = queryOf(text, level)
        const sql = writeSql(query)
        all++
        if (sql === null) return
        shown++
        const back = readSql(sql, level)
        if (!back.ok) throw new Error(`${text}\n${sql}\n${back.error.message}`)
        expect(normalOf(back.query.condition), `${text}\n${sql}\n${back.where}`).toEqual(
          normalOf(query.condition),
        )
      }),
      { numRuns: Number(process.env.NDW_QUERY_RUNS ?? 1000) },
    )
    // What has no SQL are searches within a loop's condition.
    expect(shown / all).toBeGreaterThan(0.95)
  })

  it('leaves the parts that were not edited as they were written', () => {
    const where = "exit=='error' and (events>3 or 'x' in error) and program == \"a\""
    const sql = writeSql(queryOf(where, 'trace'))
    const edited = sql?.replace("'a'", "'b'") ?? ''
    expect(readSql(edited, 'trace', where)).toMatchObject({
      ok: true,
      where: "exit=='error' and (events>3 or 'x' in error) and program == \"b\"",
    })
  })
})

describe('the structure of a query', () => {
  it.each(LEVELS)('is the same when it is printed, at the level %s', (level) => {
    fc.assert(
      fc.property(choices, (numbers) => {
        const text = new QueryWriter(numbers).condition(level)
        const printed = printSyntax(readSyntax(text))
        expect(queryOf(printed, level), `${text}\n${printed}`).toEqual(queryOf(text, level))
      }),
      { numRuns: 300 },
    )
  })
})

describe('any text as SQL', () => {
  it('is read or refused with a place in it, and soon', () => {
    const pieces = fc.constantFrom(
      ...['SELECT ', '* FROM ', 'traces', ' WHERE ', '(', ')', ' AND ', ' NOT ', ' OR ', 'events'],
      ...[
        ' = ',
        '1',
        "'a'",
        '"',
        "'",
        ' IS ',
        'NULL',
        ' IN ',
        ',',
        '.',
        ' EXISTS ',
        'steps',
        ' AS s',
      ],
      ...[
        ' BETWEEN ',
        ' LIKE ',
        'instr(',
        'search(',
        'count(*)',
        '-',
        ';',
        '/*',
        '--',
        'vars',
        '😀',
      ],
    )
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(pieces, { maxLength: 20 }),
        fc.constantFrom(...LEVELS),
        (any, parts, level) => {
          for (const text of [
            any,
            parts.join(''),
            `SELECT * FROM ${level}s WHERE ${parts.join('')}`,
          ]) {
            const began = performance.now()
            const back = readSql(text, level)
            expect(performance.now() - began).toBeLessThan(1000)
            if (back.ok) {
              expect(querySql(back.query).text.length).toBeGreaterThan(0)
              continue
            }
            const { position, end, message } = back.error
            expect(position).toBeGreaterThanOrEqual(0)
            expect(end).toBeGreaterThanOrEqual(position)
            expect(end).toBeLessThanOrEqual(text.length)
            expect(message).toMatch(/[.?]$/)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('is refused where it is endless: nested, long or chained', () => {
    for (const text of [
      '('.repeat(5000),
      `${'NOT '.repeat(4000)}TRUE`,
      `${'-'.repeat(1)}${' - '.repeat(3000)}1 = 1`,
      Array.from({ length: 2500 }, () => 'depth = 1').join(' AND '),
      `depth IN (${Array.from({ length: 4000 }, (_, at) => at).join(',')})`,
      'x'.repeat(30_000),
      `/*${'*'.repeat(19_000)}`,
    ]) {
      const began = performance.now()
      expect(readSql(text, 'trace').ok).toBe(false)
      expect(performance.now() - began).toBeLessThan(2000)
    }
  })
})

function withoutNul(drawn: DrawnTrace): DrawnTrace {
  const plain = (text: string | null): string | null => text?.replaceAll('\0', '0') ?? null
  return { ...drawn, entry: plain(drawn.entry), error: plain(drawn.error) }
}

/** Conditions on the plain columns of a trace, by the rules of SQL. */
const COLUMNS = ['events', 'depth', 'error_line', 'entry', 'error', 'exit'] as const
const number = fc.constantFrom('0', '1', '2', '3', '-1', '0.5')
const text = fc.constantFrom("'a'", "'b'", "''", "'é'", "'error'", "'normal'")
const numeric = fc.constantFrom(
  'events',
  'depth',
  'error_line',
  'length(error)',
  'abs(error_line - 2)',
)
const textual = fc.constantFrom('entry', 'error')
const leaf = fc
  .oneof(
    fc.tuple(
      numeric,
      fc.constantFrom('=', '<>', '<', '<=', '>', '>=', 'IS', 'IS NOT'),
      fc.oneof(number, numeric),
    ),
    fc.tuple(textual, fc.constantFrom('=', '<>', 'IS', 'IS NOT'), fc.oneof(text, textual)),
    fc.tuple(fc.constantFrom(...COLUMNS), fc.constantFrom('IS', 'IS NOT'), fc.constant('NULL')),
    fc.tuple(
      textual,
      fc.constantFrom('IN', 'NOT IN'),
      fc.constantFrom("('a', 'b')", "('')", "('B', 'aa')"),
    ),
    fc.tuple(
      numeric,
      fc.constantFrom('BETWEEN', 'NOT BETWEEN'),
      fc.constantFrom('1 AND 2', '-1 AND 0'),
    ),
    fc.tuple(
      textual,
      fc.constantFrom('GLOB', 'NOT GLOB'),
      fc.constantFrom("'a*'", "'*b*'", "'*B'", "'a'"),
    ),
    fc.tuple(
      fc.constantFrom("instr(error, 'a')", 'instr(error, entry)'),
      fc.constant('>'),
      fc.constant('0'),
    ),
  )
  .map((parts) => parts.join(' '))
const condition = fc.letrec<{ whole: string }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(tie('whole'), fc.constantFrom('AND', 'OR'), tie('whole'))
      .map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
    tie('whole').map((part) => `NOT (${part})`),
    fc
      .tuple(tie('whole'), fc.constantFrom('IS TRUE', 'IS NOT TRUE', 'IS FALSE', 'IS NOT FALSE'))
      .map(([part, test]) => `(${part}) ${test}`),
  ),
})).whole

describe('edited SQL', () => {
  let open: WritableDb | null = null
  afterEach(() => {
    open?.close()
    open = null
  })

  it('keeps the rows that SQL itself keeps, also where something is NULL', () => {
    let [kept, all] = [0, 0]
    fc.assert(
      fc.property(
        // SQLite's own patterns end at a NUL.
        fc.array(drawnTrace.map(withoutNul), { minLength: 2, maxLength: 4 }),
        fc.array(condition, { minLength: 1, maxLength: 8 }),
        (traces, conditions) => {
          open?.close()
          const db = filledStore(traces)
          open = db
          for (const where of conditions) {
            const sql = `SELECT id FROM trace WHERE state = 'recorded' AND (${where})`
            const expected = db.all<{ id: string }>({ text: sql, parameters: [] })
            const back = readSql(`SELECT * FROM traces WHERE ${where}`, 'trace')
            if (!back.ok) throw new Error(`${where}: ${back.error.message}`)
            const found = keptBy(db, 'trace', querySql(back.query))
            expect(found.sort(), `${where}\n${back.where}`).toEqual(
              expected.map(({ id }) => id).sort(),
            )
            kept += found.length
            all += traces.length
          }
        },
      ),
      { numRuns: 200 },
    )
    expect(kept / all).toBeGreaterThan(0.1)
    expect(kept / all).toBeLessThan(0.9)
  })
})
