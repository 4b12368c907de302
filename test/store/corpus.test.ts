import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { querySql, whereSql } from '../../main/store/query/compile.ts'
import { ChunkSize, chunkAt, levelTotal } from '../../main/store/readers/corpus-chunks.ts'
import {
  corpusFacets,
  corpusRows,
  corpusRowsSql,
  corpusSql,
} from '../../main/store/readers/corpus-reader.ts'
import { corpusPosition, corpusSlice } from '../../main/store/readers/corpus-slice.ts'
import { type SqlQuery, sql } from '../../main/store/sql.ts'
import type { Cell, CorpusCursor, CorpusRow } from '../../shared/contract/corpus.ts'
import { parseQuery } from '../../shared/query/check.ts'
import { LEVELS, type Level } from '../../shared/query/fields.ts'
import { rangeEnd, rangeOf } from '../../shared/query/ranges.ts'
import { keptBy } from '../support/query-rows.ts'
import { drawnTrace, filledStore } from '../support/query-store.ts'

let db: WritableDb | null = null
afterEach(() => {
  db?.close()
  db = null
})

const traces = fc.array(drawnTrace, { minLength: 1, maxLength: 4 })
const WHERE: Readonly<Record<Level, string>> = {
  program: 'len(traces) > 0',
  trace: 'exit != "error"',
  step: 'event in ("line", "return")',
  trajectory: 'not labelled',
}

function filled(drawn: Parameters<typeof filledStore>[0]): WritableDb {
  db?.close()
  db = filledStore(drawn)
  return db
}

function keptKeys(store: WritableDb, level: Level): string[] {
  const parsed = parseQuery(WHERE[level], level)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return keptBy(store, level, querySql(parsed.value)).sort()
}

describe('rows of a level', () => {
  it.each(LEVELS)('of %s come once each, in order, whatever the size of a page', (level) => {
    fc.assert(
      fc.property(traces, fc.integer({ min: 1, max: 7 }), (drawn, limit) => {
        const store = filled(drawn)
        const ids: string[] = []
        let after: CorpusCursor | null = null
        do {
          const page = corpusRows(store, {
            level,
            where: WHERE[level],
            columns: [],
            sort: [],
            after,
            limit,
          })
          expect(page.rows.length).toBeLessThanOrEqual(limit)
          ids.push(...page.rows.map((row) => row.id))
          after = page.next
        } while (after !== null)
        expect([...ids].sort()).toEqual(keptKeys(store, level))
        const count = corpusFacets(store, { level, where: WHERE[level], facets: [], after: null })
        expect(count).toMatchObject({ matched: ids.length, next: null })
      }),
      { numRuns: 40 },
    )
  })

  it.each(LEVELS)('of %s fall in chunks that follow one another and leave none out', (level) => {
    fc.assert(
      fc.property(traces, fc.integer({ min: 1, max: 20 }), (drawn, rows) => {
        const store = filled(drawn)
        let next: CorpusCursor | null = { key: Number.MIN_SAFE_INTEGER, seq: 0 }
        let [steps, counted] = [0, 0]
        while (next !== null) {
          const chunk = chunkAt(store, { level, where: '' }, next, rows)
          counted += chunk.rows
          next = chunk.next
          expect(steps++).toBeLessThan(1000)
        }
        if (level === 'step') expect(counted).toBe(levelTotal(store, level))
      }),
      { numRuns: 40 },
    )
  })

  it('of steps are all counted and none is left out, though traces without them are passed over', () => {
    const wheres = ['depth > 2', 'var("x") < 0', 'any(v.size > 20 for v in vars)', 'var("y") > 98']
    fc.assert(
      fc.property(
        traces,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(...wheres),
        (drawn, rows, where) => {
          const store = filled(drawn)
          const read = (range: SqlQuery): unknown[] => {
            const query = corpusRowsSql({ level: 'step', where, columns: [] }, range, 1000)
            const rows = store.prepare(query.text).raw(true)
            return rows.all(...query.parameters).map((row) => (row as unknown[])[0])
          }
          let next: CorpusCursor | null = { key: Number.MIN_SAFE_INTEGER, seq: 0 }
          let counted = 0
          const found: unknown[] = []
          while (next !== null) {
            const chunk = chunkAt(store, { level: 'step', where }, next, rows)
            counted += chunk.rows
            found.push(...read(chunk.range))
            next = chunk.next
          }
          expect(counted).toBe(levelTotal(store, 'step'))
          expect(found).toEqual(read(sql`TRUE`))
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([
    ['trace.exit == "error" and line > 3', 200_000],
    ['event == "exception" and program == "a.py"', 200_000],
    ['line > 3 and var("x") < 0', 10_000],
    ['any(v.size > 1000 for v in vars)', 10_000],
    ['trace.exit == "error" and any(a.function == "f" for a in ancestors)', 10_000],
    ['any(s.event == "call" for s in trace.steps)', 10_000],
  ])(
    'are refused fast for long and then looked into, and an answer stays short: %s',
    (where, most) => {
      const size = new ChunkSize(whereSql(where, 'step'))
      for (let chunk = 0; chunk < 30; chunk++) size.took(1)
      expect(size.rows).toBe(most)
      for (let chunk = 0; chunk < 30; chunk++) size.took(1000)
      expect(size.rows).toBe(50)
    },
  )

  it('show columns of any expression, and cut long texts', () => {
    const [drawn] = fc.sample(drawnTrace, { numRuns: 1, seed: 5 })
    if (drawn === undefined) throw new Error('nothing drawn')
    const store = filled([{ ...drawn, source: 'x'.repeat(1000) }])
    const columns = ['len(program.source)', 'program.source', 'result', 'functions', 'labelled']
    const [row] = corpusRows(store, {
      level: 'trace',
      where: '',
      columns,
      sort: [],
      after: null,
      limit: 5,
    }).rows
    expect(row?.cells[0]).toBe(1000)
    expect(String(row?.cells[1])).toMatch(/^x{299}…$/)
    expect(row?.cells).toHaveLength(5)
    expect([0, 1]).toContain(row?.cells[4])
  })

  it('are counted by the values of a facet, numbers in ranges', () => {
    fc.assert(
      fc.property(traces, (drawn) => {
        const store = filled(drawn)
        const input = { level: 'step' as const, where: '', facets: ['event', 'line', 'value'] }
        const { values, matched } = corpusFacets(store, { ...input, after: null })
        for (const one of values)
          expect(one.reduce((sum, { count }) => sum + count, 0)).toBe(matched)
        const columns = ['event', 'line']
        const all = corpusRows(store, {
          ...input,
          columns,
          sort: [],
          after: null,
          limit: 10_000,
        }).rows
        const counted = new Map<Cell, number>()
        for (const { cells } of all)
          counted.set(cells[0] ?? null, (counted.get(cells[0] ?? null) ?? 0) + 1)
        expect(new Map(values[0]?.map(({ value, count }) => [value, count]))).toEqual(counted)
        for (const { value } of values[1] ?? []) expect(rangeOf(Number(value))).toBe(value)
      }),
      { numRuns: 30 },
    )
  })

  it('are sorted by any expressions, page after page as all at once', () => {
    fc.assert(
      fc.property(
        traces,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (drawn, limit, descending) => {
          const store = filled(drawn)
          const sort = [
            { by: 'len(vars)', descending },
            { by: 'line', descending: !descending },
          ]
          const input = {
            level: 'step' as const,
            where: WHERE.step,
            columns: ['len(vars)', 'line'],
            sort,
          }
          const all = corpusRows(store, { ...input, after: null, limit: 10_000 }).rows
          const keys = all.map(({ cells }) => [Number(cells[0]), Number(cells[1])] as const)
          const sign = descending ? -1 : 1
          for (const [at, [vars, line]] of keys.entries()) {
            const [before, above] = keys[at - 1] ?? [vars, line]
            expect(sign * (vars - before) || -sign * (line - above)).toBeGreaterThanOrEqual(0)
          }
          const paged: string[] = []
          let after: CorpusCursor | null = null
          do {
            const page = corpusRows(store, { ...input, after, limit })
            paged.push(...page.rows.map((row) => row.id))
            after = page.next
          } while (after !== null)
          expect(paged).toEqual(all.map((row) => row.id))
          expect([...paged].sort()).toEqual(keptKeys(store, 'step'))
        },
      ),
      { numRuns: 40 },
    )
  })

  it.each(LEVELS)('of %s are found by their number, and their number by them', (level) => {
    fc.assert(
      fc.property(
        traces,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (drawn, limit, isSorted) => {
          const store = filled(drawn)
          const by = { program: 'len(traces)', trace: 'depth', step: 'line', trajectory: 'steps' }
          const sort = isSorted ? [{ by: by[level], descending: true }] : []
          const list = { level, where: WHERE[level], sort }
          const all = corpusRows(store, {
            ...list,
            columns: [by[level]],
            after: null,
            limit: 10_000,
          })
          const sliced: CorpusRow[] = []
          while (true) {
            const part = { ...list, columns: [by[level]], offset: sliced.length, limit }
            const { rows, total, unfiltered } = corpusSlice(store, part)
            if (total !== null) expect(total).toBe(all.rows.length)
            expect(unfiltered).toBe(levelTotal(store, level))
            if (rows.length === 0) break
            sliced.push(...rows)
          }
          expect(sliced).toEqual(all.rows)
          for (const [index, { id }] of all.rows.entries()) {
            expect(corpusPosition(store, { ...list, id })).toEqual({ index })
          }
          for (const id of ['', 't_0 x', 't_99', 'no 3', 't_0 999']) {
            expect(corpusPosition(store, { ...list, where: 'False', id })).toEqual({ index: null })
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('have ranges that hold their numbers', () => {
    const edges = [1, 2, 5].flatMap((digit) =>
      [-2, -1, 0, 1, 2, 3, 4, 5, 6].map((e) => digit * 10 ** e),
    )
    const sorted = [...edges].sort((a, b) => a - b)
    fc.assert(
      fc.property(fc.double({ min: 0.011, max: 4_999_999, noNaN: true }), (number) => {
        const expected = sorted.findLast((edge) => edge <= number) ?? 0
        expect(rangeOf(number) / expected).toBeCloseTo(1, 9)
        expect(rangeOf(-number)).toBeLessThanOrEqual(-number)
        expect(rangeOf(-number)).toBeGreaterThanOrEqual(-number * 2.5 - 1e-9)
        for (const one of [number, -number]) {
          expect(rangeEnd(rangeOf(one))).toBeGreaterThan(one)
          expect(rangeOf(rangeEnd(rangeOf(one)))).toBeCloseTo(rangeEnd(rangeOf(one)), 9)
        }
      }),
    )
    expect([0, 1, 9, 10, 99, 1000, -1, -3, -10].map(rangeOf)).toEqual([
      0, 1, 5, 10, 50, 1000, -1, -5, -10,
    ])
  })

  it('come of SQL that can be read and copied', () => {
    const store = filled([])
    const { sql } = corpusSql(store, {
      level: 'trace',
      where: `program == "it's ?" and events > 3`,
    })
    expect(sql).toContain("'it''s ?'")
    expect(store.all({ text: sql, parameters: [] })).toEqual([])
  })
})
