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
  it('begin with the file of a code, where there are several, once for each lane', () => {
    const definitions = new LaneDefinitions()
    const source = { kind: 'source', path: 'src/a.py', text: 'x = 1' } as const
    const other = { kind: 'source', path: 'src/b.py', text: 'y = 1' } as const
    const codes = [0, 1, 2].map((id): TracerRecord => {
      const file = id === 2 ? other.path : source.path
      return { kind: 'code', id, name: `f${id}`, qualname: `f${id}`, file, firstLine: 1 }
    })
    for (const record of [source, other, ...codes]) definitions.note(record)
    const needed = (thread: number, code: number) =>
      definitions.neededBy({ ...event(thread, []), code })
    expect(needed(1, 0)).toEqual([source, codes[0]])
    expect(needed(1, 1)).toEqual([codes[1]])
    expect(needed(1, 2)).toEqual([other, codes[2]])
    expect(needed(2, 1)).toEqual([source, codes[1]])
  })

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
