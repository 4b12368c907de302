import { describe, expect, it } from 'vitest'
import { LaneDefinitions } from '../../main/jobs/record/lane-definitions.ts'
import type { EventRecord, TracerRecord } from '../../shared/trace/wire-records.ts'

const event = (thread: number, changes: readonly number[], arg = -1): EventRecord => ({
  kind: 'event',
  event: 'line',
  code: 0,
  line: 1,
  frame: thread,
  thread,
  flags: 0,
  arg,
  changes,
})
const value = (id: number): TracerRecord => ({
  kind: 'value',
  id,
  value: { text: String(id), size: 1, type: 'int' },
})

describe('the definitions of a lane', () => {
  it('are told once, when a thread first needs them, and anew after the tracer forgot its values', () => {
    const definitions = new LaneDefinitions()
    const code: TracerRecord = {
      kind: 'code',
      id: 0,
      name: 'f',
      qualname: 'f',
      file: 'a.py',
      firstLine: 1,
    }
    const name: TracerRecord = { kind: 'name', id: 0, text: 'x' }
    for (const record of [code, name, value(0), value(1)]) definitions.note(record)
    expect(definitions.neededBy(event(1, [0, 0, 1]))).toEqual([code, name, value(1)])
    expect(definitions.neededBy(event(1, [0, 0, 1], 0))).toEqual([value(0)])
    expect(definitions.neededBy(event(2, [0, 0, -1]))).toEqual([code, name])
    definitions.note({ kind: 'forget' })
    definitions.note(value(0))
    expect(definitions.neededBy(event(1, [0, 0, 0]))).toEqual([{ kind: 'forget' }, value(0)])
    expect(definitions.neededBy(event(1, [0, 0, 0]))).toEqual([])
  })
})
