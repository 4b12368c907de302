import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BatchAssembler } from '../../main/jobs/record/batch-assembler.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { openWorkspace } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import { runWrite } from '../../main/store/writes.ts'
import { FLAG_RESUMED, FLAG_YIELDED } from '../../shared/trace/event.ts'
import type { EventRecord, TracerRecord } from '../../shared/trace/wire-records.ts'
import { temporaryFolder } from './folders.ts'
import { headOf, SMALL_TAIL } from './samples.ts'

let db: WritableDb
beforeEach(async () => {
  const workspace = await openWorkspace(join(temporaryFolder(), 'some.ndw'))
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  db = workspace.db
})
afterEach(() => db.close())

const HEAD = headOf('one')
const TRACE = HEAD.trace
const NAMES = ['a', 'b', 'c']

function event(changes: Partial<EventRecord>): EventRecord {
  const plain = { event: 'line', code: 0, line: 1, frame: 0, thread: 0, flags: 0, arg: -1 } as const
  return { kind: 'event', changes: [], ...plain, ...changes }
}

/** A generator whose variables share a list from its second event on, yields, goes on and then shares nothing. */
const RECORDS: readonly TracerRecord[] = [
  { kind: 'code', id: 0, name: 'f', qualname: 'f', file: 'a.py', firstLine: 1 },
  ...NAMES.map((text, id): TracerRecord => ({ kind: 'name', id, text })),
  { kind: 'value', id: 0, value: { text: '[]', size: 2, type: 'list' } },
  event({ event: 'call', changes: [0, 0, 0, 1, 1, 0, 2, 2, 0] }),
  event({ aliases: [0, 0, 2, 0] }),
  event({ event: 'return', flags: FLAG_YIELDED, arg: 0 }),
  event({ event: 'call', flags: FLAG_RESUMED }),
  event({ aliases: [] }),
  event({ event: 'return', arg: 0 }),
]
const SHARED = [['a', 'c']]
const EXPECTED = [undefined, SHARED, SHARED, SHARED, undefined, undefined]

describe('which variables share an object', () => {
  beforeEach(() => {
    const assembler = new BatchAssembler()
    for (const record of RECORDS) assembler.push(record)
    const tail = { ...SMALL_TAIL, events: assembler.events }
    runWrite(db, 'traceWhole', { head: HEAD, batches: [assembler.finish()], tail })
  })

  it('is told of every event, also of a resumed frame and of pages that begin anywhere', () => {
    for (let offset = 0; offset < EXPECTED.length; offset++) {
      const { rows } = reads.traceEvents(db, { trace: TRACE, offset, limit: 3 })
      const expected = EXPECTED.slice(offset, offset + 3)
      expect(rows.map(({ aliases }) => aliases)).toEqual(expected)
    }
  })

  it('is told of single states', () => {
    const seqs = [5, 3, 0, 1]
    const states = reads.treeStates(db, { trace: TRACE, seqs })
    expect(states.map(({ aliases }) => aliases)).toEqual(seqs.map((seq) => EXPECTED[seq]))
  })
})
