import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BatchAssembler } from '../../main/jobs/record/batch-assembler.ts'
import type { ReadableDb, Statement } from '../../main/store/database.ts'
import { reads } from '../../main/store/reads.ts'
import { runWrite } from '../../main/store/writes.ts'
import type { EventRecord, TracerRecord } from '../../shared/trace/wire-records.ts'
import { openDirectStore } from '../support/direct-store.ts'
import { headOf, SMALL_TAIL } from './samples.ts'

const FIRST = headOf('one').trace
const SECOND = headOf('two').trace
const FRAMES = 600
/** Call, two lines and return of each frame. */
const STEPS = 4
const PAIRS = FRAMES * STEPS

const HEADS: readonly TracerRecord[] = [
  { kind: 'code', id: 0, name: 'f', qualname: 'f', file: 'a.py', firstLine: 1 },
  { kind: 'name', id: 0, text: 'x' },
  { kind: 'name', id: 1, text: 'y' },
  ...Array.from({ length: 8 }, (_, id) => {
    const value = { text: `'v${id}'`, size: 4, type: 'str' }
    return { kind: 'value', id, value } as const
  }),
]

let db: ReturnType<typeof openDirectStore>['db']

function keepEvents(name: string, events: readonly Partial<EventRecord>[]): void {
  const assembler = new BatchAssembler()
  for (const record of HEADS) assembler.push(record)
  for (const event of events) {
    const plain = {
      event: 'line',
      code: 0,
      line: 1,
      frame: 0,
      thread: 0,
      flags: 0,
      arg: -1,
    } as const
    assembler.push({ kind: 'event', changes: [], ...plain, ...event })
  }
  const tail = { ...SMALL_TAIL, events: assembler.events }
  runWrite(db, 'traceWhole', { head: headOf(name), batches: [assembler.finish()], tail })
}

/** Many short frames, each binding `x` at its second step; to a value of no other frame in those of `others`. */
function keep(name: string, others: readonly number[]): void {
  const frames = Array.from({ length: FRAMES }, (_, frame): Partial<EventRecord>[] => [
    { frame, event: 'call' },
    { frame, changes: [0, 0, others.includes(frame) ? 7 : frame % 7] },
    { frame },
    { frame, event: 'return', arg: 0 },
  ])
  keepEvents(name, frames.flat())
}

/** The connection, counting what is asked of it. */
function counted(): { db: ReadableDb; asked: { statements: number; rows: number } } {
  const asked = { statements: 0, rows: 0 }
  const prepare = (text: string): Statement => {
    const statement = db.prepare(text)
    const all = (...parameters: unknown[]): unknown[] => {
      const rows = statement.all(...parameters)
      asked.statements += 1
      asked.rows += rows.length
      return rows
    }
    return { all, get: (...parameters: unknown[]) => statement.get(...parameters) } as Statement
  }
  return { db: Object.assign(Object.create(db) as ReadableDb, { prepare }), asked }
}

function find(direction: 'forward' | 'backward', from = 0, count = PAIRS, of: ReadableDb = db) {
  const [first, second] = [FIRST, SECOND].map((trace) => ({ trace, from }))
  if (first === undefined || second === undefined) throw new Error('two traces')
  return reads.treeFindDifference(of, { first, second, count, direction })
}

beforeEach(() => {
  db = openDirectStore().db
  keep('one', [])
})
afterEach(() => db.close())

describe('the next difference over many short frames', () => {
  it('is found wherever it is, from both ends', () => {
    for (const frame of [0, 63, 64, 319, 320, FRAMES - 1]) {
      keep('two', [frame])
      expect(find('forward')).toBe(frame * STEPS + 1)
      expect(find('backward')).toBe(frame * STEPS + 1)
      db.exec(`DELETE FROM trace WHERE id = '${SECOND}'`)
    }
  })

  it('is the first of several forward and the last backward, and counted from where one asks', () => {
    keep('two', [10, 20, 400, 500])
    expect(find('forward')).toBe(41)
    expect(find('backward')).toBe(2001)
    expect(find('forward', 42, PAIRS - 42)).toBe(81 - 42)
  })

  it('is looked for with few statements, however many frames there are', () => {
    keep('two', [])
    const { db: counting, asked } = counted()
    expect(find('forward', 0, PAIRS, counting)).toBeNull()
    expect(asked.rows).toBeGreaterThan(2 * PAIRS)
    expect(asked.statements).toBeLessThan(20)
  })

  it('reads no more than a few times as much as lies before it', () => {
    keep('two', [70])
    const { db: counting, asked } = counted()
    expect(find('forward', 0, PAIRS, counting)).toBe(70 * STEPS + 1)
    expect(asked.rows).toBeLessThan(2 * PAIRS)
  })

  it('reads little where it is near', () => {
    keep('two', [2, FRAMES - 3])
    const { db: counting, asked } = counted()
    find('forward', 0, PAIRS, counting)
    find('backward', 0, PAIRS, counting)
    expect(asked.rows).toBeLessThan(PAIRS)
  })

  it('is none where a name went and was bound again on both sides alike', () => {
    const again: Partial<EventRecord>[] = [
      { event: 'call', changes: [0, 0, 0, 1, 1, 5] },
      { changes: [0, 0, -1] },
      { changes: [2, 0, 1] },
      { changes: [1, 1, 6] },
      { event: 'return', arg: 0 },
    ]
    keepEvents('again', again)
    keepEvents('likewise', again)
    const [first, second] = ['again', 'likewise'].map((name) => ({
      trace: headOf(name).trace,
      from: 0,
    }))
    if (first === undefined || second === undefined) throw new Error('two traces')
    const input = { first, second, count: again.length, direction: 'forward' as const }
    expect(reads.treeFindDifference(db, input)).toBeNull()
  })
})
