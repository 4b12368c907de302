import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { querySql, whereSql } from '../../main/store/query/compile.ts'
import { corpusRows } from '../../main/store/readers/corpus-reader.ts'
import { CELL_CHARACTERS, type CorpusCursor } from '../../shared/contract/corpus.ts'
import { parseQuery } from '../../shared/query/check.ts'
import { type FieldValue, matches } from '../../shared/query/evaluate.ts'
import type { Query } from '../../shared/query/expression.ts'
import { LEVELS, type Level, THING_INFO } from '../../shared/query/fields.ts'
import { keptBy, SlowStore } from '../support/query-rows.ts'
import { drawnTrace, filledStore, word } from '../support/query-store.ts'
import { QueryWriter } from '../support/query-text.ts'
import { SEED } from '../support/seed.ts'

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

/** A field as a cell of the corpus shows it. */
function shownCell(value: FieldValue): string | number | null {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'object' && value !== null && 'text' in value) return shownText(value.text)
  return typeof value === 'string' ? shownText(value) : (value as number | null)
}

function shownText(text: string): string {
  return text.length <= CELL_CHARACTERS ? text : `${text.slice(0, CELL_CHARACTERS - 1)}…`
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
            // With what is kept of whole traces asked first.
            expect(keptBy(open, level, whereSql(text, level)).sort(), text).toEqual(expected)
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

  it.each(LEVELS)(
    'see the same in every field and relation of every row of the level %s',
    (level) => {
      const drawn = fc.sample(drawnTrace, { numRuns: 40, seed: 3 })
      open = filledStore(drawn)
      const rows = new Map(new SlowStore(open).rows(level).map(({ key, row }) => [key, row]))
      const { fields, relations } = THING_INFO[level]
      const many = Object.keys(relations).filter((name) => relations[name]?.many)
      const columns = [
        ...Object.keys(fields).filter((name) => fields[name]?.type !== 'texts'),
        ...many.map((name) => `len(${name})`),
        ...(level === 'step'
          ? ['sum(v.length for v in vars)', 'max(c.old.size for c in changes)']
          : []),
      ]
      const input = { level, where: '', columns: columns.slice(0, 40), sort: [], after: null }
      const seen = columns.map(() => new Set<unknown>())
      for (
        let after = null as CorpusCursor | null, first = true;
        first || after !== null;
        first = false
      ) {
        const page = corpusRows(open, { ...input, after, limit: 500 })
        after = page.next
        for (const { id, cells } of page.rows) {
          const row = rows.get(id)
          if (row === undefined) throw new Error(id)
          for (const [at, name] of Object.keys(fields).entries()) {
            const column = columns.indexOf(name)
            if (column < 0) continue
            const expected = shownCell(row.field(name))
            expect(cells[column], `${id} ${name} ${at}`).toEqual(expected)
            seen[column]?.add(expected)
          }
          for (const name of many) {
            expect(cells[columns.indexOf(`len(${name})`)], `${id} ${name}`).toBe(
              [...row.many(name)].length,
            )
          }
        }
      }
      // What is the same in every row would be right whatever it was read from.
      for (const flag of ['yielded', 'resumed', 'unwound', 'labelled']) {
        const column = columns.indexOf(flag)
        if (column >= 0) expect(seen[column]?.size, flag).toBe(2)
      }
    },
  )

  it('of engines keep the same rows, whatever became of them', () => {
    const pairs = ['"mix0", "mix1"', '"mix1", "mix0"', '"r_0", "r_3"', '"mix1", "mix1"']
    const queries = pairs.flatMap((pair) =>
      ['lost', 'won', 'same'].map((word) => `flip(${pair}) == "${word}"`),
    )
    const kept = new Map<string, number>()
    const keepTheSame = fc.property(
      fc.array(drawnTrace, { minLength: 1, maxLength: 3 }),
      (traces) => {
        open?.close()
        open = filledStore(traces)
        const store = new SlowStore(open)
        for (const level of ['trace', 'step', 'trajectory'] as const) {
          const rows = store.rows(level)
          const asked = level === 'step' ? [] : ['first_divergence("mix0") <= 1']
          for (const text of [...queries, ...asked]) {
            const query = read(text, level)
            const expected = rows.filter(({ row }) => matches(query, row)).map(({ key }) => key)
            expect(keptBy(open, level, querySql(query)).sort(), text).toEqual(expected.sort())
            kept.set(text, (kept.get(text) ?? 0) + expected.length)
          }
        }
      },
    )
    // Each of them is met sooner or later, but that an engine with one run of each suite differs from itself.
    const itself = ['lost', 'won'].map((word) => `flip("mix1", "mix1") == "${word}"`)
    const never = (): string[] =>
      [...kept].flatMap(([text, count]) => (count === 0 ? [text] : [])).toSorted()
    for (let round = 0; round < 20; round++) {
      fc.assert(keepTheSame, { numRuns: 60, seed: SEED + round })
      if (never().length === itself.length) break
    }
    expect(never()).toEqual(itself)
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
