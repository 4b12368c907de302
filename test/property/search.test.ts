import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { reads } from '../../main/store/reads.ts'
import { runWrite } from '../../main/store/writes.ts'
import { SEARCH_KINDS, type SearchHit } from '../../shared/contract/search.ts'
import { drawnTrace, filledStore, word } from '../support/query-store.ts'

const IS_LETTER = /[\p{L}\p{N}\p{M}_]/u

/** Words by looking at one character after another. */
function naiveWords(text: string): string[] {
  const words = ['']
  for (const character of text) {
    if (IS_LETTER.test(character)) words.push(`${words.pop() ?? ''}${character}`)
    else words.push('')
  }
  return words.filter((one) => one !== '').map((one) => one.toLowerCase())
}

function indexAll(db: WritableDb): void {
  for (;;) {
    const { done, total } = runWrite(db, 'searchIndex', {})
    if (done >= total) return
  }
}

interface Shown {
  readonly text: string
  readonly trace: string
  readonly seq: number
}

/** Every value and name with the first event of the first trace that shows it, by reading every row. */
function shownIn(db: WritableDb, kind: 'value' | 'name'): Shown[] {
  const places =
    kind === 'name'
      ? 'SELECT name_key AS key, trace_key, from_seq AS seq FROM binding'
      : `SELECT value_key AS key, trace_key, from_seq AS seq FROM binding WHERE value_key > 0
        UNION ALL SELECT arg_value_key, trace_key, seq FROM node WHERE arg_value_key > 0`
  const rows = db
    .prepare(`SELECT key, t.id AS trace, seq, x.text FROM (${places}) JOIN trace AS t USING (trace_key)
      JOIN ${kind} AS x ON x.${kind}_key = key ORDER BY trace_key, seq`)
    .all() as (Shown & { key: number })[]
  const first = new Map<number, Shown>()
  for (const { key, ...shown } of rows) if (!first.has(key)) first.set(key, shown)
  return [...first.values()]
}

const keyOf = ({ text, trace, seq }: Shown): string => JSON.stringify([text, trace, seq])

function find(db: WritableDb, kind: (typeof SEARCH_KINDS)[number], text: string): SearchHit[] {
  return reads.searchHits(db, { text, kind, offset: 0, limit: 500 }).hits
}

/** What a store is made of, whose texts are drawn too: few letters, and every one that a query could trip over. */
const contents = fc.record({
  traces: fc.array(drawnTrace, { minLength: 1, maxLength: 4 }),
  texts: fc.array(word(12), { minLength: 1, maxLength: 20 }),
  names: fc.uniqueArray(word(4), { minLength: 3, maxLength: 3 }),
})

type Contents = typeof contents extends fc.Arbitrary<infer Drawn> ? Drawn : never

function indexedStore({ traces, texts, names }: Contents): WritableDb {
  const db = filledStore(traces)
  const values = db.prepare('SELECT value_key AS key FROM value').all() as { key: number }[]
  for (const { key } of values) {
    db.prepare('UPDATE value SET text = ? WHERE value_key = ?').run(texts[key % texts.length], key)
  }
  db.prepare("UPDATE name SET text = 'old ' || name_key").run()
  for (const [at, name] of names.entries()) {
    db.prepare('UPDATE name SET text = ? WHERE name_key = ?').run(name, at + 1)
  }
  indexAll(db)
  return db
}

describe('a search', () => {
  it('finds every text that holds a word, at its first place, and nothing else', () => {
    let found = 0
    fc.assert(
      fc.property(contents, word(3), (drawn, other) => {
        const db = indexedStore(drawn)
        for (const kind of ['value', 'name'] as const) {
          const all = shownIn(db, kind)
          const words = new Set([
            ...all.flatMap(({ text }) => naiveWords(text)),
            ...naiveWords(other),
          ])
          for (const one of words) {
            // A blank behind it: the whole word.
            const hits = find(db, kind, `${one} `).map(({ text, trace, seq }) =>
              keyOf({ text, trace, seq: seq ?? -1 }),
            )
            const expected = all.filter(({ text }) => naiveWords(text).includes(one)).map(keyOf)
            expect(hits.toSorted()).toEqual(expected.toSorted())
            found += hits.length
          }
        }
        db.close()
      }),
      { numRuns: 60 },
    )
    expect(found).toBeGreaterThan(300)
  })

  it('takes the last word as a beginning, and all others whole', () => {
    fc.assert(
      fc.property(contents, word(6), (drawn, typed) => {
        const db = indexedStore(drawn)
        const words = naiveWords(typed)
        const last = words.at(-1)
        const isBegun =
          last !== undefined && [...last].length > 1 && IS_LETTER.test([...typed].at(-1) ?? '')
        const holds = (text: string): boolean => {
          const has = naiveWords(text)
          return (
            words.length > 0 &&
            words.every(
              (one, at) =>
                has.includes(one) ||
                (isBegun && at === words.length - 1 && has.some((each) => each.startsWith(one))),
            )
          )
        }
        const expected = shownIn(db, 'value')
          .map(({ text }) => text)
          .filter(holds)
        expect(
          find(db, 'value', typed)
            .map(({ text }) => text)
            .toSorted(),
        ).toEqual(expected.toSorted())
        const lines = db.prepare('SELECT source FROM program').all() as { source: string }[]
        expect(
          find(db, 'source', typed)
            .map(({ text }) => text)
            .toSorted(),
        ).toEqual(lines.flatMap(({ source }) => source.split('\n').filter(holds)).toSorted())
        db.close()
      }),
      { numRuns: 100 },
    )
  })

  it('answers whatever is typed, and marks words only', () => {
    const syntax = fc.constantFrom(
      '"',
      '*',
      '(',
      ')',
      ':',
      '^',
      '-',
      '+',
      '{',
      'NEAR(',
      ' AND ',
      ' OR ',
      ' NOT ',
    )
    const typed = fc.array(fc.oneof(syntax, word(3), fc.string({ unit: 'binary' })), {
      maxLength: 8,
    })
    const db = filledStore(fc.sample(drawnTrace, { numRuns: 4, seed: 5 }))
    indexAll(db)
    fc.assert(
      fc.property(typed, (parts) => {
        for (const kind of SEARCH_KINDS) {
          for (const { text, marks } of find(db, kind, parts.join('').toWellFormed())) {
            for (const [from, to] of marks) expect(naiveWords(text.slice(from, to))).toHaveLength(1)
          }
        }
      }),
    )
    db.close()
  })
})
