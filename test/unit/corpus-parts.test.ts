import { describe, expect, it } from 'vitest'
import { exactPart, notPart, valueWords } from '../../renderer/src/views/corpus/facet-parts.ts'
import { parseQuery } from '../../shared/query/check.ts'

describe('a cell', () => {
  it.each([
    ['value', 'None', 'value is None'],
    ['value', 'True', 'value is True'],
    ['value', '-3', 'value == -3'],
    ['value', "'it\\'s'", 'value == "it\'s"'],
    ['value', '[1, 2]', null],
    ['value', '99999999999999999999', null],
    ['value', null, null],
    ['event', 'call', 'event == "call"'],
    ['file', null, 'file is None'],
    ['depth', 3, 'depth == 3'],
    ['yielded', 0, 'not yielded'],
    ['function', `${'x'.repeat(299)}…`, null],
  ])('of %s that shows %s is the condition %s', (by, cell, part) => {
    expect(exactPart('step', by, cell)).toBe(part)
    if (part !== null) {
      expect(parseQuery(part, 'step').ok).toBe(true)
      expect(parseQuery(notPart(part), 'step').ok).toBe(true)
    }
  })
})

describe('a value of a facet', () => {
  it.each([
    [1, '1'],
    [500, '500 – 1,000'],
    [100_000, '100,000 – 200,000'],
    [500_000, '500,000 – 1M'],
    [2_000_000, '2M – 5M'],
  ])('%s is written as its range, short enough for the pane', (value, words) => {
    expect(valueWords('trace', 'events', value, true)).toBe(words)
  })
})
