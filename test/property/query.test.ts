import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { querySql } from '../../main/store/query/compile.ts'
import { parseQuery } from '../../shared/query/check.ts'
import { matches } from '../../shared/query/evaluate.ts'
import type { Query } from '../../shared/query/expression.ts'
import { LEVELS, type Level } from '../../shared/query/things.ts'
import { keptBy, SlowStore } from '../support/query-rows.ts'
import { drawnTrace, filledStore, word } from '../support/query-store.ts'
import { QueryWriter } from '../support/query-text.ts'

let open: WritableDb | null = null
afterEach(() => {
  open?.close()
  open = null
})

function read(text: string, level: Level): Query {
  const parsed = parseQuery(text, level)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`)
  return parsed.value
}

const choices = fc.array(fc.nat({ max: 9999 }), { minLength: 3, maxLength: 40, size: 'max' })

describe('a query in memory and the same query in SQL', () => {
  it.each(LEVELS)('keep the same rows of the level %s', (level) => {
    let [kept, all] = [0, 0]
    fc.assert(
      fc.property(
        fc.array(drawnTrace, { minLength: 1, maxLength: 3 }),
        fc.array(choices, { minLength: 1, maxLength: 6 }),
        (traces, drawn) => {
          open?.close()
          open = filledStore(traces)
          const rows = new SlowStore(open).rows(level)
          for (const numbers of drawn) {
            const text = new QueryWriter(numbers).condition(level)
            const query = read(text, level)
            const expected = rows.filter(({ row }) => matches(query, row)).map(({ key }) => key)
            expect(keptBy(open, level, querySql(query)).sort(), text).toEqual(expected.sort())
            kept += expected.length
            all += rows.length
          }
        },
      ),
      { numRuns: Number(process.env.NDW_QUERY_RUNS ?? 150) },
    )
    // Neither everything nor nothing, or the comparison says little.
    expect(kept / all).toBeGreaterThan(0.1)
    expect(kept / all).toBeLessThan(0.9)
  })

  it('depends on the values in its parameters alone: equal shapes have equal texts', () => {
    fc.assert(
      fc.property(word(6), word(6), (one, other) => {
        const textFor = (text: string): string =>
          querySql(read(`${JSON.stringify(text)} in program.source`, 'trajectory')).text
        expect(textFor(one)).toBe(textFor(other))
      }),
    )
  })
})

describe('a query text', () => {
  it('is read or refused with a place in it, whatever it is', () => {
    const pieces = fc.constantFrom(
      ...['any(', ')', ' for s in ', 'steps', '.', 'event', ' == ', '"line"', ' and ', 'not ', 'x'],
      ...[
        'len(',
        'None',
        ' is ',
        ' in ',
        '1',
        '-',
        '(',
        '[',
        ',',
        ']',
        'var("x")',
        ' if ',
        '😀',
        '"',
      ],
    )
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.array(pieces, { maxLength: 14 }),
        fc.constantFrom(...LEVELS),
        (any, parts, level) => {
          for (const text of [any, parts.join(''), `events > ${any}`]) {
            const parsed = parseQuery(text, level)
            if (parsed.ok) {
              // What was read can be compiled.
              expect(querySql(parsed.value).text.length).toBeGreaterThan(0)
              continue
            }
            const { position, end, message } = parsed.error
            expect(position).toBeGreaterThanOrEqual(0)
            expect(end).toBeGreaterThanOrEqual(position)
            expect(end).toBeLessThanOrEqual(text.length)
            expect(message).toMatch(/[.?]$/)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})
