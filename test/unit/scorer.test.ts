import { describe, expect, it } from 'vitest'
import { at, changed, exit, full, type Pair, scored } from '../support/scored-pairs.ts'
import { VALUES, wrong } from '../support/value-pairs.ts'

const MATCH = ['match', null, null] as const

/** Locals that follow `xs = [1, 2]`, `k = 3` at line 3. */
function variables(
  name: string,
  real: ReturnType<typeof changed>,
  predicted: ReturnType<typeof changed>,
  expected: Pair['expected'],
): Pair {
  return { name, real: at(3, real), predicted: at(3, predicted), expected }
}

const EVENTS_AND_LINES: readonly Pair[] = [
  variables('the same state', changed({ total: '0' }), changed({ total: '0' }), MATCH),
  { name: 'the same exit', real: exit('normal'), predicted: exit('normal'), expected: MATCH },
  {
    name: 'the other exit',
    real: exit('error'),
    predicted: exit('normal'),
    expected: ['mismatch', 'wrong_event', null],
  },
  {
    name: 'a state where the run ends',
    real: exit('normal'),
    predicted: at(3, changed()),
    expected: ['mismatch', 'wrong_event', null],
  },
  {
    name: 'the end where the run goes on',
    real: at(3, changed()),
    predicted: exit('normal'),
    expected: ['mismatch', 'wrong_event', null],
  },
  {
    name: 'a return for a line',
    real: at(9, changed()),
    predicted: at(9, '3'),
    expected: ['mismatch', 'wrong_event', null],
  },
  {
    name: 'an exception for a return of the same text',
    real: at(9, '3'),
    predicted: at(9, '3', 'exception'),
    expected: ['mismatch', 'wrong_event', null],
  },
  {
    name: 'a call for a line of the same variables',
    real: at(3, changed()),
    predicted: at(3, changed(), 'call'),
    expected: ['mismatch', 'wrong_event', null],
  },
  {
    name: 'another line',
    real: at(3, changed({ total: '0' })),
    predicted: at(6, changed({ total: '0' })),
    expected: ['mismatch', 'wrong_line', null],
  },
  {
    name: 'a line that is nowhere in the program',
    real: at(3, changed()),
    predicted: at('    for y in xs:', changed()),
    expected: ['mismatch', 'wrong_line', null],
  },
  {
    name: 'the line with another indentation',
    real: at(3, changed()),
    predicted: at('for x in xs:', changed()),
    expected: ['mismatch', 'wrong_line', null],
  },
  {
    name: 'another line, though a value is wrong as well',
    real: at(3, changed({ total: '0' })),
    predicted: at(6, changed({ total: '1' })),
    expected: ['mismatch', 'wrong_line', null],
  },
  {
    name: 'another event, though the line is wrong as well',
    real: at(3, changed()),
    predicted: at(1, full({ xs: '[]' }), 'call'),
    expected: ['mismatch', 'wrong_event', null],
  },
  {
    name: 'backwards, the same exit',
    action: 'inv_step_call',
    real: exit('inv_entry'),
    predicted: exit('inv_entry'),
    expected: MATCH,
  },
  {
    name: 'backwards, the call for the line',
    action: 'inv_step_into',
    real: at(2, changed(), 'inv_line'),
    predicted: at(2, changed(), 'inv_call'),
    expected: ['mismatch', 'wrong_event', null],
  },
]

const VARIABLES: readonly Pair[] = [
  variables('a wrong number', changed({ total: '0' }), changed({ total: '1' }), wrong('total')),
  variables('a variable that is not there', changed(), changed({ total: '0' }), [
    'mismatch',
    'extra_variable',
    'total',
  ]),
  variables('a new variable left out', changed({ total: '0' }), changed(), [
    'mismatch',
    'missing_variable',
    'total',
  ]),
  variables('a change left out is a wrong value', changed({ k: '4' }), changed(), wrong('k')),
  variables('a change where there is none', changed(), changed({ k: '4' }), wrong('k')),
  variables('an unchanged variable told again', changed(), changed({ k: '3' }), MATCH),
  variables(
    'all told where the change would do',
    changed({ k: '4' }),
    full({ xs: '[1, 2]', k: '4' }),
    MATCH,
  ),
  variables('all told but one', changed(), full({ k: '3' }), [
    'mismatch',
    'missing_variable',
    'xs',
  ]),
  variables('none told', changed(), full(), ['mismatch', 'missing_variable', 'xs']),
  variables(
    'unchanged ones where all must be told',
    full({ xs: '[1, 2]' }),
    changed({ xs: '[1, 2]' }),
    ['mismatch', 'extra_variable', 'k'],
  ),
  variables(
    'missing comes before a wrong value',
    changed({ total: '0', k: '4' }),
    changed({ k: '5' }),
    ['mismatch', 'missing_variable', 'total'],
  ),
  variables('missing comes before extra', changed({ total: '0' }), changed({ sum: '0' }), [
    'mismatch',
    'missing_variable',
    'total',
  ]),
  variables('extra comes before a wrong value', changed({ k: '4' }), changed({ k: '5', z: '1' }), [
    'mismatch',
    'extra_variable',
    'z',
  ]),
  {
    name: 'a variable the text cannot drop, dropped where all is told',
    real: at(3, changed()),
    predicted: at(3, full({ k: '3' })),
    recorded: { k: '3' },
    expected: MATCH,
  },
  {
    name: 'backwards, what the text leaves unknown, told rightly',
    action: 'inv_step_over',
    before: {},
    from: 9,
    real: at(6, changed(), 'inv_line'),
    predicted: at(6, full({ total: '3' }), 'inv_line'),
    recorded: { total: '3' },
    expected: ['mismatch', 'extra_variable', 'total'],
  },
]

const LINE_3 = '<|line_sep|><|arg_sep|>{"..": ".."}<|src_sep|>    for x in xs:'

function unreadable(name: string, text: string, error: string, isCut?: true): Pair {
  const predicted = isCut === undefined ? { text } : { text, isCut }
  return { name, real: at(3, changed()), predicted, expected: ['unparseable', error, null] }
}

const TEXTS: readonly Pair[] = [
  { name: 'the text itself', real: at(3, changed()), predicted: { text: LINE_3 }, expected: MATCH },
  unreadable('no text', '', 'malformed'),
  unreadable('prose', 'The next state is', 'malformed'),
  unreadable('an unknown event', LINE_3.replace('line_sep', 'jump_sep'), 'malformed'),
  unreadable('locals that are no object', LINE_3.replace('{"..": ".."}', '[]'), 'malformed'),
  unreadable('a value that is no text', LINE_3.replace('".."}', '3}'), 'malformed'),
  unreadable('a field left out', '<|line_sep|><|src_sep|>    for x in xs:', 'malformed'),
  unreadable(
    'an event going the other way',
    LINE_3.replace('line_sep', 'inv_line_sep'),
    'malformed',
  ),
  unreadable('more after the state', `${LINE_3}<|arg_sep|>{}`, 'malformed'),
  unreadable('cut in a value', LINE_3.slice(0, 28), 'stopped_early', true),
  unreadable('cut in a token', LINE_3.slice(0, 17), 'stopped_early', true),
  unreadable('cut in the line, which reads as one', LINE_3.slice(0, -4), 'stopped_early', true),
  unreadable('nothing before the limit', '', 'stopped_early', true),
  unreadable('broken before it was cut', `?${LINE_3}`, 'malformed', true),
]

const PAIRS = [...EVENTS_AND_LINES, ...VARIABLES, ...VALUES, ...TEXTS]

describe('the score of a prediction', () => {
  it('is shown by at least 60 pairs', () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(PAIRS.map(({ name }) => name)).size).toBe(PAIRS.length)
  })

  it.each(PAIRS.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
    const { score } = scored(pair)
    expect([score.verdict, score.error, score.path]).toEqual(pair.expected)
    if (pair.reasons !== undefined) expect(score.reasons).toEqual(pair.reasons)
  })

  it('compares each part of a state by itself, the raw changes beside what they stand for', () => {
    const again = scored({
      name: '',
      real: at(3, changed()),
      predicted: at(3, changed({ k: '3' })),
      expected: MATCH,
    })
    expect(again.score.components).toEqual({
      event: 'exact',
      line: 'exact',
      locals: 'exact',
      rawLocals: 'different',
      argument: null,
    })
    const end = scored({
      name: '',
      real: exit('normal'),
      predicted: exit('normal'),
      expected: MATCH,
    })
    expect(end.score.components).toEqual({
      event: 'exact',
      line: null,
      locals: null,
      rawLocals: null,
      argument: null,
    })
  })

  it('lists every difference with both values', () => {
    const { score } = scored({
      name: '',
      real: at(3, changed({ total: '0', xs: '[1, 3]' })),
      predicted: at(3, changed({ sum: '0', xs: '[1, 4, 5]' })),
      expected: MATCH,
    })
    expect(score.differences).toEqual([
      { path: 'total', kind: 'missing', real: '0', predicted: null },
      { path: 'sum', kind: 'extra', real: null, predicted: '0' },
      { path: 'xs[1]', kind: 'changed', real: '3', predicted: '4' },
      { path: 'xs[2]', kind: 'extra', real: null, predicted: '5' },
    ])
  })
})

describe('the line a source text stands for', () => {
  const line = (from: number, to: number, action = 'step_over') =>
    scored({
      name: '',
      from,
      action,
      real: at(to, changed()),
      predicted: at(to, changed()),
      expected: MATCH,
    }).score.line

  it('is found by its number', () => {
    expect(line(2, 3)).toEqual({ number: 3, isAmbiguous: false })
  })

  it('is the one that control flow leads to where two read the same', () => {
    expect(line(3, 4)).toEqual({ number: 4, isAmbiguous: false })
    expect(line(6, 7)).toEqual({ number: 7, isAmbiguous: false })
    expect(line(4, 5)).toEqual({ number: 5, isAmbiguous: false })
    expect(line(7, 8)).toEqual({ number: 8, isAmbiguous: false })
  })

  it('is the nearest to come, and ambiguous, after a jump', () => {
    expect(line(2, 4, 'breakpoint')).toEqual({ number: 4, isAmbiguous: true })
    expect(line(5, 4, 'breakpoint')).toEqual({ number: 7, isAmbiguous: true })
  })

  it('is none where the program has no such line', () => {
    const score = scored({
      name: '',
      real: at(3, changed()),
      predicted: at('    pass', changed()),
      expected: MATCH,
    }).score
    expect(score.line).toEqual({ number: null, isAmbiguous: false })
  })
})
