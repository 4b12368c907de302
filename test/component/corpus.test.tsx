import { describe, expect, it } from 'vitest'
import { acceptRecord, FIRST_RECORD, nameOf } from '../../renderer/src/views/corpus/record-draft.ts'

describe('a program without a name', () => {
  it.each([
    ['def größe(näme): return näme', null, 'größe'],
    ['x = 1\nclass Übung:\n    pass', null, 'Übung'],
    ['def f(): pass\ndef 面积(x): return x', '面积(3)', '面积'],
    ['async def main(): pass', null, 'main'],
    ['def f(): pass', '[f(1)]', 'f'],
    ['print(1)', null, 'program'],
  ])('is named after what it calls or defines: %s', (code, entry, name) =>
    expect(nameOf(code, entry)).toBe(name),
  )
})

describe('a draft that was kept', () => {
  it('is taken back whole, or not at all', () => {
    const draft = { ...FIRST_RECORD, code: 'print(1)' }
    expect(acceptRecord(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
    for (const damaged of [null, 'x', {}, { ...draft, from: 'mail' }, { ...draft, code: 1 }]) {
      expect(acceptRecord(damaged)).toBe(null)
    }
  })
})
