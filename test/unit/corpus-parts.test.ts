import { describe, expect, it } from 'vitest'
import {
  exactPart,
  notPart,
  partOf,
  valueWords,
} from '../../renderer/src/views/corpus/facet-parts.ts'
import { columnAbout, LEVEL_INFO } from '../../renderer/src/views/corpus/level-columns.ts'
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

describe('a column that the chooser offers', () => {
  it('is told by words where it has any, and not by its expression twice', () => {
    expect(columnAbout('program', 'max(t.events for t in traces)')).toBe('Most events')
    expect(columnAbout('program', 'min(t.events for t in traces)')).toBe(
      'min(t.events for t in traces)',
    )
  })
})

describe('a moment', () => {
  it('is shown as a date, which no condition can say', () => {
    expect(exactPart('trace', 'recorded', 1_796_054_763_352)).toBe(null)
    expect(exactPart('trace', 'events', 30)).toBe('events == 30')
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

  it('is a percentage where it is a share', () => {
    expect(valueWords('trajectory', 'accuracy', 0.5, true)).toBe('50 % – 100 %')
    expect(valueWords('trajectory', 'accuracy', 0.02, true)).toBe('2 % – 5 %')
    expect(valueWords('trace', 'accuracy', 1, true)).toBe('100 %')
  })
})

describe('facets of predictions', () => {
  it.each(['trace', 'trajectory'] as const)('of %s keep a value, or all others', (level) => {
    const values = { accuracy: 0.5, worst_error: 'wrong_value' } as const
    const [, , first = ''] = LEVEL_INFO[level].predictionFacets ?? []
    expect(LEVEL_INFO[level].titles?.[first]).toBe('First divergence')
    const parts = [
      partOf(level, 'accuracy', values.accuracy),
      partOf(level, 'accuracy', null),
      partOf(level, 'worst_error', values.worst_error),
      partOf(level, first, 20),
      partOf(level, first, null),
    ]
    expect(parts.slice(0, 4)).toEqual([
      '0.5 <= accuracy < 1',
      'accuracy is None',
      'worst_error == "wrong_value"',
      `20 <= ${first} < 50`,
    ])
    for (const part of parts.flatMap((one) => [one, notPart(one)])) {
      expect(parseQuery(part, level), part).toMatchObject({ ok: true })
    }
  })
})
