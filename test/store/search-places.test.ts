import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BatchAssembler } from '../../main/jobs/record/batch-assembler.ts'
import type { TraceBatch } from '../../main/store/write-types.ts'
import {
  BINDING_FIRSTS,
  BINDINGS_ON_SQL,
  NODES_ON_SQL,
} from '../../main/store/writers/search-writer.ts'
import { runWrite } from '../../main/store/writes.ts'
import type { EventRecord, TracerRecord } from '../../shared/trace/wire-records.ts'
import { openDirectStore } from '../support/direct-store.ts'
import { headOf, SMALL_TAIL } from './samples.ts'

/** More than are gone through at once, in bindings and in events. */
const VALUES = 7000

let db: ReturnType<typeof openDirectStore>['db']

/**
 * One frame binds and raises values from the first and the last on, another binds them from the last on: what comes
 * first in the order of bindings is seldom what came first in time.
 */
function keep(name: string): void {
  const assembler = new BatchAssembler()
  const batches: TraceBatch[] = []
  const push = (record: TracerRecord): void => {
    const full = assembler.push(record)
    if (full !== null) batches.push(full)
  }
  push({
    kind: 'code',
    id: 0,
    name: 'f',
    qualname: 'f',
    file: 'a.py',
    firstLine: 1,
  })
  push({ kind: 'name', id: 0, text: 'x' })
  push({ kind: 'name', id: 1, text: 'y' })
  for (let id = 0; id < VALUES; id++) {
    push({ kind: 'value', id, value: { text: `'v${id}'`, size: 6, type: 'str' } })
  }
  const event = (changes: Partial<EventRecord>): void => {
    const plain = { event: 'line', code: 0, line: 1, thread: 0, flags: 0, arg: -1 } as const
    push({ kind: 'event', frame: 0, changes: [], ...plain, ...changes })
  }
  for (let at = 0; at < VALUES; at++) {
    const last = VALUES - 1 - at
    event({ event: at === 0 ? 'call' : 'line', changes: [0, 0, at], arg: at % 3 === 0 ? last : -1 })
    event({ event: at === 0 ? 'call' : 'line', frame: 1, changes: [0, 1, last] })
  }
  const tail = { ...SMALL_TAIL, events: assembler.events }
  runWrite(db, 'traceWhole', {
    head: headOf(name),
    batches: [...batches, assembler.finish()],
    tail,
  })
}

function indexAll(): void {
  for (;;) {
    const { done, total } = runWrite(db, 'searchIndex', {})
    if (done === total) return
  }
}

/** First places as a sort of everything gives them. */
const FIRSTS = (column: string, places: string): string => `
SELECT key, trace_key, frame, seq FROM (
  SELECT ${column} AS key, p.*, row_number() OVER (PARTITION BY ${column} ORDER BY trace_key, seq) AS nth
  FROM (${places}) AS p WHERE ${column} > 0) WHERE nth = 1 ORDER BY key`
const BINDINGS = 'SELECT value_key, name_key, trace_key, frame, from_seq AS seq FROM binding'
const ARGUMENTS = 'SELECT arg_value_key, NULL, trace_key, NULL, seq FROM node'

beforeEach(() => {
  db = openDirectStore().db
})
afterEach(() => db.close())

describe('the places of what is searched for', () => {
  it('are the first in time, over more bindings and events than are gone through at once', () => {
    keep('one')
    keep('two')
    indexAll()
    const kept = (table: string): unknown[] =>
      db
        .prepare(
          `SELECT ${table}_key AS key, trace_key, frame, seq FROM ${table}_first ORDER BY key`,
        )
        .all()
    const values = db.prepare(FIRSTS('value_key', `${BINDINGS} UNION ALL ${ARGUMENTS}`)).all()
    expect(values).toHaveLength(VALUES)
    expect(kept('value')).toEqual(values)
    expect(kept('name')).toEqual(db.prepare(FIRSTS('name_key', BINDINGS)).all())
  })

  it('are looked for in ranges of the key', () => {
    const from = { key: 1, frame: 0, slot: 0, seq: 0 }
    const to = { end: 9, keyTo: 2, frameTo: 0, slotTo: 0, seqTo: 0 }
    for (const text of [BINDINGS_ON_SQL, NODES_ON_SQL, ...BINDING_FIRSTS]) {
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all({ ...from, ...to })
      const details = plan.map((row) => (row as { detail: string }).detail)
      expect(details.filter((detail) => /^SCAN|B-TREE/.test(detail))).toEqual([])
      expect(details[0]).toMatch(/^SEARCH (b|binding|node) USING PRIMARY KEY \(.*trace_key/)
    }
  })
})
