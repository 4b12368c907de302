import { describe, expect, it } from 'vitest'
import {
  type FilterLevel,
  type FilterRow,
  type FilterTerm,
  matches,
} from '../../shared/corpus/filter.ts'
import { type FilterProblem, parseFilter } from '../../shared/corpus/filter-parse.ts'
import { suggest } from '../../shared/corpus/filter-suggest.ts'

function parse(text: string, level: FilterLevel = 'trace'): readonly FilterTerm[] {
  const parsed = parseFilter(text, level)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

function problemOf(text: string, level: FilterLevel = 'trace'): FilterProblem {
  const parsed = parseFilter(text, level)
  if (parsed.ok) throw new Error(`${text} was read`)
  return parsed.error
}

describe('a filter text', () => {
  it('of nothing but white space keeps every row', () => {
    expect(parse('')).toEqual([])
    expect(parse(' \t\n ')).toEqual([])
  })

  it('has words, phrases, fields, numbers and negated terms', () => {
    expect(
      parse('Sort "Two Words" -exit:error events:>100 depth:<=3 exceptions:0 -"x" program:"A b"'),
    ).toEqual([
      { negated: false, test: { kind: 'text', text: 'sort' } },
      { negated: false, test: { kind: 'text', text: 'two words' } },
      { negated: true, test: { kind: 'exit', value: 'error' } },
      { negated: false, test: { kind: 'number', field: 'events', comparison: '>', value: 100 } },
      { negated: false, test: { kind: 'number', field: 'depth', comparison: '<=', value: 3 } },
      { negated: false, test: { kind: 'number', field: 'exceptions', comparison: '=', value: 0 } },
      { negated: true, test: { kind: 'text', text: 'x' } },
      { negated: false, test: { kind: 'contains', field: 'program', text: 'a b' } },
    ])
  })

  it('keeps the case of a policy and of nothing else', () => {
    expect(parse('policy:Paper-Mix STOP:Ended')).toEqual([
      { negated: false, test: { kind: 'policy', value: 'Paper-Mix' } },
      { negated: false, test: { kind: 'stop', value: 'ended' } },
    ])
  })

  it('takes a lone hyphen and escaped quotes as text', () => {
    expect(parse('- "a \\"b\\" \\\\"')).toEqual([
      { negated: false, test: { kind: 'text', text: '-' } },
      { negated: false, test: { kind: 'text', text: 'a "b" \\' } },
    ])
  })

  it('knows the exits of its level', () => {
    expect(parse('exit:inv_entry', 'trajectory')).toHaveLength(1)
    expect(parse('exit:none', 'trajectory')).toHaveLength(1)
    expect(problemOf('exit:inv_entry', 'trace').position).toBe(5)
  })
})

describe('a bare word', () => {
  const row: FilterRow = {
    trajectory: 'j_42ad',
    trace: 't_00ad42',
    program: 'merge-sort',
    entry: null,
    functions: ['merge_sort'],
    error: null,
    exit: 'normal',
    stopReason: 'ended',
    events: 1,
    depth: 1,
    exceptions: 0,
    trajectories: [{ policy: 'paper-mix', direction: 'forward', labels: [] }],
  }
  const keeps = (text: string): boolean => matches(parse(text, 'trajectory'), row)

  it.each(['42', 'ad', 't_', 'j_', 'j_42', '00ad42'])('is no part of an id: %s', (text) => {
    expect(keeps(text)).toBe(false)
    expect(keeps(`-${text}`)).toBe(true)
  })

  it.each(['t_00ad42', 'J_42AD', 'trace:ad', 'trace:t_00', 'merge', 'paper'])(
    'is a whole id or a part of a text, and trace: takes a part of the id: %s',
    (text) => expect(keeps(text)).toBe(true),
  )
})

describe('a filter text that is wrong', () => {
  it.each([
    ['evnts:>3', 0, 'did you mean events?'],
    ['a lable:other', 2, 'did you mean label?'],
    ['zzzzzz:1', 0, 'it can be program, trace'],
    ['label:wrong_lin', 6, 'did you mean wrong_line?'],
    ['exit:norm', 5, 'did you mean normal?'],
    ['labelled:maybe', 9, 'it can be yes, no'],
    ['events:many', 7, 'whole number'],
    ['events:>1.5', 7, 'whole number'],
    ['events:>99999999999999999999', 7, 'whole number'],
    ['policy:', 7, 'no value'],
    ['a "b', 2, 'not closed'],
    ['"a"b', 3, 'put a space there'],
    ['ab\ud800', 2, 'half of a surrogate pair'],
    [Array.from({ length: 101 }, () => 'x').join(' '), 200, '100 is the most'],
  ])('%s names its place and says what to write', (text, position, words) => {
    const problem = problemOf(text)
    expect(problem.position).toBe(position)
    expect(problem.message).toContain(words)
  })
})

describe('a suggestion', () => {
  it('is near, or not made', () => {
    expect(suggest('stpo', ['stop', 'exit'])).toBe('stop')
    expect(suggest('dir', ['depth', 'direction'])).toBe('direction')
    expect(suggest('something', ['stop', 'exit'])).toBeNull()
  })
})
