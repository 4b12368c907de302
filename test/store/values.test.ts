import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type WritableDb } from '../../main/store/database.ts'
import { runMigrations } from '../../main/store/migrate.ts'
import { EXTENTS_OF_BINDINGS } from '../../main/store/migrations/0011-extents.ts'
import { openWorkspace } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import { sql } from '../../main/store/sql.ts'
import type { TraceBatch } from '../../main/store/write-types.ts'
import { runWrite } from '../../main/store/writes.ts'
import type { Value } from '../../shared/trace/event.ts'
import { temporaryFolder } from './folders.ts'
import { EMPTY_BATCH, headOf, jobRow, SELF, SMALL_BATCH, SMALL_TAIL } from './samples.ts'

let db: WritableDb
beforeEach(async () => {
  const workspace = await openWorkspace(join(temporaryFolder(), 'some.ndw'))
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  db = workspace.db
  runWrite(db, 'jobAdd', { row: jobRow('k_1', { state: 'running' }), input: null, owner: SELF })
})
afterEach(() => db.close())

const HEAD = headOf('one')
const TRACE = HEAD.trace

function visibleTraces(): string[] {
  return reads.traceIds(db, { where: '' })
}

/** A trace of one frame of which every event binds one value. */
function batchOfValues(values: readonly Value[]): TraceBatch {
  const seqs = values.map((_, seq) => seq)
  const fill = (value: number): number[] => seqs.map(() => value)
  return {
    ...EMPTY_BATCH,
    codes: [{ id: 5, name: 'f', qualname: 'f', file: 'a.py', firstLine: 1 }],
    names: [[9, 'x']],
    values: values.map((value, id) => [id, value] as const),
    activations: [
      { activation: 0, frame: 3, code: 5, thread: 1, open: 0, close: values.length - 1 },
    ],
    nodes: {
      from: 0,
      close: seqs,
      parent: fill(-1),
      depth: fill(1),
      activation: fill(0),
      kind: fill(1),
      line: fill(1),
      flags: fill(0),
      arg: seqs,
    },
    bindings: { frame: fill(3), slot: fill(2), from: seqs, name: fill(9), value: seqs },
  }
}

function storeValues(values: readonly Value[]): void {
  const tail = { ...SMALL_TAIL, events: values.length }
  runWrite(db, 'traceWhole', { head: HEAD, batches: [batchOfValues(values)], tail })
}

describe('values', () => {
  it('come back as they went in: unicode, NUL, quotes, 100 kB, and equal texts of other types', () => {
    const texts = [
      "'é 😀 \u2028'",
      "'a\0b'",
      '"\'\\"',
      'x'.repeat(100_000),
      '',
      '1',
      '1.0',
      '\ufeff',
      '\ufffd',
    ]
    const values = texts.flatMap((text) => [
      { text, size: text.length, type: 'str' },
      { text, size: text.length + 1, type: 'str' },
      { text, size: text.length, type: 'int' },
      { text, size: text.length + 1, type: 'str', digest: '0123456789abcdef' },
      { text, size: text.length + 1, type: 'str', digest: 'fedcba9876543210' },
    ])
    storeValues(values)
    const events = reads.traceEvents(db, { trace: TRACE, offset: 0, limit: 500 }).rows
    expect(events.map((event) => event.locals)).toEqual(values.map((value) => [['x', value]]))
    expect(events.map((event) => event.arg)).toEqual(values)
  })

  it('come back as they went in, whatever well-formed text they are', () => {
    const value = fc.record({
      text: fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      size: fc.nat(),
      type: fc.string({ unit: 'grapheme' }),
    })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const memory = connect(':memory:', { readonly: false })
        runMigrations(memory)
        const tail = { ...SMALL_TAIL, events: values.length }
        runWrite(memory, 'traceWhole', { head: HEAD, batches: [batchOfValues(values)], tail })
        const seqs = values.map((_, seq) => seq)
        const states = reads.treeStates(memory, { trace: TRACE, seqs })
        expect(states.map((state) => state.arg)).toEqual(values)
        memory.close()
      }),
    )
  })

  it('of many large states come as far as one answer holds them, and at least one', () => {
    const large = { text: 'x'.repeat(1000), size: 1000, type: 'str' }
    storeValues([large, large, large])
    const read = (weight?: number) =>
      reads
        .treeStates(db, {
          trace: TRACE,
          seqs: [2, 0, 1],
          ...(weight === undefined ? {} : { weight }),
        })
        .map(({ seq }) => seq)
    expect(read(1)).toEqual([2])
    expect(read(2500)).toEqual([2, 0])
    expect(read()).toEqual([2, 0, 1])
  })

  it('that are whole numbers need no row, and nothing else passes for one', () => {
    const text = fc.oneof(
      fc.maxSafeInteger().map(String),
      fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(String),
      fc.constantFrom('-0', '00', '+1', '1e3', ' 1', '1\n', '-', '', '0x1', '١'),
    )
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
        const memory = connect(':memory:', { readonly: false })
        runMigrations(memory)
        const values = texts.flatMap((text) => [
          { text, size: text.length, type: 'int' },
          { text, size: text.length, type: 'bool' },
          { text, size: text.length + 1, type: 'int' },
        ])
        const tail = { ...SMALL_TAIL, result: null, events: values.length }
        runWrite(memory, 'traceWhole', { head: HEAD, batches: [batchOfValues(values)], tail })
        const { rows } = reads.traceEvents(memory, { trace: TRACE, offset: 0, limit: 500 })
        expect(rows.map((row) => row.arg)).toEqual(values)
        const input = { trace: TRACE, from: 0, output: 0, limit: 500 }
        const slice = reads.traceSlice(memory, input)
        expect(slice.events.map(({ arg }) => slice.values[arg])).toEqual(values)
        const isWhole = (one: string): boolean => /^(0|-?[1-9]\d{0,14})$/.test(one) && one !== '-0'
        expect(memory.get(sql`SELECT count(*) AS count FROM value`)).toEqual({
          count: new Set(texts).size * 3 - new Set(texts.filter(isWhole)).size,
        })
        memory.close()
      }),
    )
  })

  it('reach as far as the migration finds that they do', () => {
    const text = fc.oneof(
      fc.double().map(String),
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
      fc.constantFrom('inf', '-inf', 'nan', '-0.0', '', 'abc'),
    )
    const value = fc.tuple(text, fc.constantFrom('int', 'float', 'str'), fc.constantFrom(0, 5000))
    const extents = sql`SELECT e.*, t.value_size FROM variable_extent AS e JOIN trace AS t USING (trace_key)`
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (drawn) => {
        const memory = connect(':memory:', { readonly: false })
        runMigrations(memory)
        const values = drawn.map(([one, type, more]) => ({
          text: one,
          size: one.length + more,
          type,
        }))
        const tail = { ...SMALL_TAIL, result: null, events: values.length }
        runWrite(memory, 'traceWhole', { head: HEAD, batches: [batchOfValues(values)], tail })
        const written = memory.all(extents)
        expect(written).toHaveLength(1)
        memory.exec(`DELETE FROM variable_extent; ${EXTENTS_OF_BINDINGS}`)
        expect(memory.all(extents)).toEqual(written)
        memory.close()
      }),
    )
  })

  it('are kept once', () => {
    // The three, and what the call returned.
    storeValues(Array.from({ length: 50 }, (_, i) => ({ text: `${i % 3}`, size: 1, type: 'str' })))
    runWrite(db, 'traceWhole', { head: headOf('two'), batches: [SMALL_BATCH], tail: SMALL_TAIL })
    expect(db.get(sql`SELECT count(*) AS count FROM value`)).toEqual({ count: 4 })
  })

  it('with half of a surrogate pair are refused with their place, and nothing is written', () => {
    const values = [
      { text: 'fine', size: 4, type: 'str' },
      { text: 'a\ud83d', size: 2, type: 'str' },
    ]
    expect(() => storeValues(values)).toThrow(
      /batches\[0\]\.values\[1\]\[1\]\.text holds half of a surrogate pair at position 1/,
    )
    expect(db.get(sql`SELECT count(*) AS count FROM trace`)).toEqual({ count: 0 })
    expect(db.get(sql`SELECT count(*) AS count FROM value`)).toEqual({ count: 0 })
  })

  it('beyond 2^53 are refused rather than rounded', () => {
    const head = { ...HEAD, recordedAt: 2 ** 53 }
    expect(() =>
      runWrite(db, 'traceWhole', { head, batches: [SMALL_BATCH], tail: SMALL_TAIL }),
    ).toThrow(/recordedAt is 9007199254740992/)
    expect(visibleTraces()).toEqual([])
  })
})

describe('states', () => {
  it('hold for every frame and seq what a replay of the changes gives', () => {
    const change = fc.record({
      frame: fc.nat(2),
      slot: fc.nat(3),
      bound: fc.boolean(),
      value: fc.nat(4),
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), (changes) => {
        const memory = connect(':memory:', { readonly: false })
        runMigrations(memory)
        const seqs = changes.map((_, seq) => seq)
        const fill = (value: number): number[] => seqs.map(() => value)
        const batch: TraceBatch = {
          ...EMPTY_BATCH,
          codes: [{ id: 0, name: 'f', qualname: 'f', file: 'a.py', firstLine: 1 }],
          names: [0, 1, 2, 3].map((slot) => [slot, `v${slot}`] as const),
          values: [0, 1, 2, 3, 4].map(
            (id) => [id, { text: `${id}`, size: 1, type: 'int' }] as const,
          ),
          activations: [0, 1, 2].map((frame) => ({
            activation: frame,
            frame,
            code: 0,
            thread: 1,
            open: 0,
            close: 0,
          })),
          nodes: {
            from: 0,
            close: seqs,
            parent: fill(-1),
            depth: fill(1),
            activation: changes.map(({ frame }) => frame),
            kind: fill(1),
            line: fill(1),
            flags: fill(0),
            arg: fill(-1),
          },
          bindings: {
            frame: changes.map(({ frame }) => frame),
            slot: changes.map(({ slot }) => slot),
            from: seqs,
            name: changes.map(({ slot }) => slot),
            value: changes.map(({ bound, value }) => (bound ? value : -1)),
          },
        }
        const tail = { ...SMALL_TAIL, events: seqs.length }
        runWrite(memory, 'traceWhole', { head: HEAD, batches: [batch], tail })
        const expected = seqs.map((seq) => {
          const bound = new Map<number, number>()
          for (const { frame, slot, bound: isBound, value } of changes.slice(0, seq + 1)) {
            if (frame !== changes[seq]?.frame) continue
            if (isBound) bound.set(slot, value)
            else bound.delete(slot)
          }
          return [...bound]
            .sort(([a], [b]) => a - b)
            .map(([slot, value]) => [`v${slot}`, { text: `${value}`, size: 1, type: 'int' }])
        })
        const states = reads.treeStates(memory, { trace: TRACE, seqs: [...seqs].reverse() })
        expect(states.reverse().map((state) => state.locals)).toEqual(expected)
        for (const [offset, limit] of [
          [0, 500],
          [Math.floor(seqs.length / 2), 3],
        ] as const) {
          const events = reads.traceEvents(memory, { trace: TRACE, offset, limit }).rows
          expect(events.map((event) => event.locals)).toEqual(
            expected.slice(offset, offset + limit),
          )
        }
        memory.close()
      }),
    )
  })
})
