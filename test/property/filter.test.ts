import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { filterSql } from '../../main/store/filter-sql.ts'
import { sql } from '../../main/store/sql.ts'
import { type FilterTest, matches } from '../../shared/corpus/filter.ts'
import { parseFilter } from '../../shared/corpus/filter-parse.ts'
import { type DrawnTrace, filterAt, letter, trace, word } from './filter-arbitrary.ts'
import { filled, rowOf, trajectoryRowsOf } from './filter-rows.ts'

let open: WritableDb | null = null
afterEach(() => {
  open?.close()
  open = null
})

function withRows(traces: readonly DrawnTrace[], check: (db: WritableDb) => void): void {
  open?.close()
  open = filled(traces)
  check(open)
}

describe('a filter in memory and the same filter in SQL', () => {
  it('keep the same traces', () => {
    fc.assert(
      fc.property(
        fc.array(trace, { maxLength: 6 }),
        fc.array(filterAt('trace'), { minLength: 1, maxLength: 8 }),
        (traces, filters) => {
          withRows(traces, (db) => {
            for (const filter of filters) {
              const kept = db.all<{
                id: string
              }>(sql`SELECT t.id FROM trace AS t JOIN program AS p USING (program_key)
              WHERE ${filterSql(filter, 'trace')} ORDER BY t.trace_key`)
              const expected = traces.map(rowOf).filter((row) => matches(filter, row))
              expect(kept.map((row) => row.id)).toEqual(expected.map((row) => row.trace))
            }
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('keep the same trajectories', () => {
    fc.assert(
      fc.property(
        fc.array(trace, { maxLength: 6 }),
        fc.array(filterAt('trajectory'), { minLength: 1, maxLength: 8 }),
        (traces, filters) => {
          withRows(traces, (db) => {
            for (const filter of filters) {
              const kept = db.all<{
                id: string
              }>(sql`SELECT j.id FROM trajectory AS j
              WHERE j.staged_job_key IS NULL AND ${filterSql(filter, 'trajectory')} ORDER BY j.trajectory_key`)
              const expected = traces
                .flatMap(trajectoryRowsOf)
                .filter((row) => matches(filter, row))
              expect(kept.map((row) => row.id)).toEqual(expected.map((row) => row.trajectory))
            }
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('depends on the values in its parameters alone: equal shapes have equal texts', () => {
    fc.assert(
      fc.property(word(6), word(6), (one, other) => {
        const textFor = (text: string): string =>
          filterSql([{ negated: false, test: { kind: 'text', text } }], 'trajectory').text
        expect(textFor(one)).toBe(textFor(other))
      }),
    )
  })
})

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

function printTest(test: FilterTest): string {
  switch (test.kind) {
    case 'text':
      return quoted(test.text)
    case 'contains':
      return `${test.field}:${quoted(test.text)}`
    case 'labelled':
      return `labelled:${test.value ? 'yes' : 'no'}`
    case 'number':
      return `${test.field}:${test.comparison}${test.value}`
    default:
      return `${test.kind}:${test.value}`
  }
}

describe('a filter text', () => {
  it('reads back as the filter it was printed from', () => {
    const readable = filterAt('trajectory').filter((filter) =>
      filter.every(({ test }) => test.kind !== 'contains' || test.text !== ''),
    )
    fc.assert(
      fc.property(readable, (filter) => {
        const text = filter
          .map((term) => `${term.negated ? '-' : ''}${printTest(term.test)}`)
          .join('  ')
        expect(parseFilter(text, 'trajectory')).toEqual({ ok: true, value: filter })
      }),
    )
  })

  it('is read or refused with a place in it, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.array(letter),
        (any, letters) => {
          for (const text of [any, letters.join(''), `events:${any}`]) {
            const parsed = parseFilter(text, 'trace')
            if (parsed.ok) continue
            expect(parsed.error.position).toBeGreaterThanOrEqual(0)
            expect(parsed.error.position).toBeLessThanOrEqual(text.length)
            expect(parsed.error.message).toMatch(/[.?]$/)
          }
        },
      ),
    )
  })
})
