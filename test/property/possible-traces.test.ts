import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { querySql } from '../../main/store/query/compile.ts'
import { possibleSql } from '../../main/store/query/possible-traces.ts'
import { readQuery } from '../../main/store/query/read-query.ts'
import { keptBy } from '../support/query-rows.ts'
import { drawnTrace, filledStore } from '../support/query-store.ts'

let db: WritableDb | null = null
afterEach(() => {
  db?.close()
  db = null
})

const name = fc.constantFrom('x', 'y', 'é')
const order = fc.constantFrom('<', '<=', '>', '>=', '==', '!=')
const number = fc.constantFrom(-8, -7, -1, 0, 0.5, 1, 2, 3, 98, 99, 2 ** 40, 1e16, 1e20)
const size = fc.constantFrom(0, 1, 2, 3, 5, 9, 20, 400, 4999, 5000, 9000)

/** A comparison about a variable that the loop calls `v`. */
const ofVariable = fc.oneof(
  fc.tuple(order, number).map(([op, one]) => `v.value ${op} ${one}`),
  fc.tuple(order, number).map(([op, one]) => `${one} ${op} v.value`),
  fc.tuple(order, size).map(([op, one]) => `v.size ${op} ${one}`),
  name.map((one) => `v.name == "${one}"`),
  fc.constantFrom('v.type == "int"', 'v.step.depth > 1', 'not v.value > 3'),
)
const joined = (part: fc.Arbitrary<string>) =>
  fc.tuple(part, fc.constantFrom('and', 'or'), part).map(([a, op, b]) => `(${a} ${op} ${b})`)
const condition = fc.oneof(ofVariable, joined(ofVariable))

/** Whether there is a variable like that among `rows`, in every way to ask it. */
const among = (rows: string) =>
  fc.oneof(
    condition.map((one) => `any(${one} for v in ${rows})`),
    fc
      .tuple(fc.constantFrom('max', 'min'), fc.constantFrom('value', 'size'), order, number)
      .map(
        ([function_, field, op, one]) => `${function_}(v.${field} for v in ${rows}) ${op} ${one}`,
      ),
    fc
      .tuple(condition, order, fc.constantFrom(0, 1, 2))
      .map(([one, op, count]) => `count(v for v in ${rows} if ${one}) ${op} ${count}`),
  )
const ofStep = (step: string) =>
  fc.oneof(
    fc.tuple(order, fc.nat({ max: 5 })).map(([op, one]) => `${step}depth ${op} ${one}`),
    fc.tuple(name, order, number).map(([of, op, one]) => `${step}var("${of}") ${op} ${one}`),
    fc.tuple(name, order, size).map(([of, op, one]) => `${step}var("${of}").size ${op} ${one}`),
    among(`${step}vars`),
    among(`${step}changes`),
  )
const ofSteps = (rows: string) =>
  fc.oneof(
    ofStep('s.').map((one) => `any(${one} for s in ${rows})`),
    fc
      .tuple(fc.constantFrom('max', 'min'), order, fc.nat({ max: 5 }))
      .map(([function_, op, one]) => `${function_}(s.depth for s in ${rows}) ${op} ${one}`),
  )
const QUERIES = {
  trace: fc.oneof(among('changes'), ofSteps('steps')),
  step: fc.oneof(ofStep(''), among('trace.changes'), ofSteps('before'), ofStep('parent.')),
}

describe('what is kept of a whole trace', () => {
  it.each(['trace', 'step'] as const)(
    'rules out no %s that a query keeps, and some others',
    (level) => {
      let [ruledOut, kept, all] = [0, 0, 0]
      const query = fc.oneof(QUERIES[level], joined(QUERIES[level]))
      fc.assert(
        fc.property(
          fc.array(drawnTrace, { minLength: 1, maxLength: 4 }),
          fc.array(query, { minLength: 1, maxLength: 8 }),
          (traces, texts) => {
            db?.close()
            db = filledStore(traces)
            for (const text of texts) {
              const read = readQuery(text, level)
              const found = keptBy(db, level, querySql(read))
              const rows = keptBy(db, level, { text: 'TRUE', parameters: [] })
              const possible = possibleSql(read)
              const left = possible === null ? rows : keptBy(db, level, possible)
              expect(left, text).toEqual(expect.arrayContaining(found))
              ruledOut += rows.length - left.length
              kept += found.length
              all += rows.length
            }
          },
        ),
        { numRuns: 150 },
      )
      // Neither nothing nor everything, or the comparison says little.
      expect(ruledOut / all).toBeGreaterThan(0.1)
      expect(kept / all).toBeGreaterThan(0.1)
    },
  )
})
