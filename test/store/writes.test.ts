import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BatchAssembler } from '../../main/jobs/record/batch-assembler.ts'
import { reads } from '../../main/store/reads.ts'
import { runWrite } from '../../main/store/writes.ts'
import { FLAG_YIELDED } from '../../shared/trace/event.ts'
import type { EventRecord, TracerRecord } from '../../shared/trace/wire-records.ts'
import { openDirectStore } from '../support/direct-store.ts'
import { headOf, SMALL_TAIL } from './samples.ts'

const HEAD = headOf('one')
let db: ReturnType<typeof openDirectStore>['db']

function keep(records: readonly TracerRecord[]): void {
  const assembler = new BatchAssembler()
  for (const record of records) assembler.push(record)
  const tail = { ...SMALL_TAIL, events: assembler.events }
  runWrite(db, 'traceWhole', { head: HEAD, batches: [assembler.finish()], tail })
}

function event(changes: Partial<EventRecord>): EventRecord {
  const plain = { event: 'line', code: 0, line: 1, frame: 0, thread: 0, flags: 0, arg: -1 } as const
  return { kind: 'event', changes: [], ...plain, ...changes }
}

const HEADS: readonly TracerRecord[] = [
  { kind: 'code', id: 0, name: '<module>', qualname: '<module>', file: 'a.py', firstLine: 1 },
  { kind: 'name', id: 0, text: 'x' },
  { kind: 'name', id: 1, text: 'other' },
  { kind: 'value', id: 0, value: { text: "'one'", size: 5, type: 'str' } },
  { kind: 'value', id: 1, value: { text: "'two'", size: 5, type: 'str' } },
]

beforeEach(() => {
  db = openDirectStore().db
})
afterEach(() => db.close())

function writes(seq: number, before = 10, after = 10): unknown {
  const input = { trace: HEAD.trace, frame: 0, variable: 'x', seq, before, after }
  const found = reads.treeWrites(db, input)
  const shown = (list: typeof found.before) =>
    list.map((write) => `${write.seq} ${write.value?.text ?? 'gone'}`)
  return [shown(found.before), shown(found.after)]
}

describe('writes of a variable', () => {
  it('follow a name that is deleted and set again into its next slot', () => {
    keep([
      ...HEADS,
      event({ event: 'call', changes: [0, 0, 0, 1, 1, 0] }),
      event({ changes: [0, 0, -1] }),
      event({ changes: [2, 0, 1] }),
      // Deleted and set again between two events: what is left is the value.
      event({ changes: [2, 0, -1, 3, 0, 0] }),
      event({ event: 'return', arg: 0 }),
    ])
    expect(writes(4)).toEqual([["3 'one'", "2 'two'", '1 gone', "0 'one'"], []])
    expect(writes(1)).toEqual([
      ['1 gone', "0 'one'"],
      ["2 'two'", "3 'one'"],
    ])
    expect(writes(2, 2, 1)).toEqual([["2 'two'", '1 gone'], ["3 'one'"]])
    expect(writes(2, 0, 0)).toEqual([[], []])
  })

  it('are none where a value is only told again', () => {
    keep([
      ...HEADS,
      event({ event: 'call', changes: [0, 0, 0] }),
      event({ changes: [0, 0, 0] }),
      event({ changes: [0, 0, 1] }),
      event({ changes: [0, 0, 1] }),
      event({ event: 'return', arg: 0 }),
    ])
    expect(writes(4)).toEqual([["2 'two'", "0 'one'"], []])
    expect(writes(3)).toEqual([["2 'two'", "0 'one'"], []])
    expect(writes(1)).toEqual([["0 'one'"], ["2 'two'"]])
    expect(writes(0, 1, 1)).toEqual([["0 'one'"], ["2 'two'"]])
  })

  it('name the yield that gave the value, and no call that gave another', () => {
    const call = { code: 0, frame: 1 }
    keep([
      ...HEADS,
      event({ event: 'call', changes: [] }),
      event({}),
      event({ ...call, event: 'call' }),
      event({ ...call, event: 'return', arg: 1, flags: FLAG_YIELDED }),
      event({ ...call, event: 'call', frame: 2 }),
      event({ ...call, event: 'return', arg: 0, frame: 2 }),
      event({ changes: [0, 0, 1, 1, 1, 0] }),
      event({ changes: [0, 0, 0] }),
      event({ event: 'return', arg: 0 }),
    ])
    const origin = (variable: string, seq: number) =>
      reads.treeWriteOrigin(db, { trace: HEAD.trace, frame: 0, variable, seq }).returned
    expect(origin('x', 6)).toEqual({ seq: 3, yielded: true })
    expect(origin('other', 8)).toEqual({ seq: 5, yielded: false })
    expect(origin('x', 8)).toBeNull()
    expect(origin('x', 1)).toBeNull()
    expect(origin('none', 8)).toBeNull()
  })
})
