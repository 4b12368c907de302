import { describe, expect, it } from 'vitest'
import type { Value } from '../../shared/trace/event.ts'
import { conditionHolds, parseCondition } from '../../shared/tree/condition.ts'

function value(text: string, type: string, more: Partial<Value> = {}): Value {
  return { text, size: text.length, type, ...more }
}

const STATE: Readonly<Record<string, Value>> = {
  n: value('3', 'int'),
  big: value('123456789012345678901', 'int'),
  ratio: value('0.5', 'float'),
  far: value('inf', 'float'),
  done: value('True', 'bool'),
  nothing: value('None', 'NoneType'),
  name: value("'ada \\'x\\' and b\\n'", 'str'),
  xs: value('[1, 2]', 'list'),
  cut: value('12345', 'int', { size: 90_000, digest: '0123456789abcdef' }),
  größe: value('2', 'int'),
}

function holds(text: string): boolean | string {
  const condition = parseCondition(text)
  if (!condition.ok) return condition.error
  return conditionHolds(condition.value, (name) => STATE[name])
}

describe('a condition', () => {
  it.each([
    ['n == 3', true],
    ['n==3', true],
    ['n != 3', false],
    ['n < 10', true],
    ['n >= 3.0', true],
    ['n > -1e3', true],
    ['big == 123456789012345678901', true],
    ['big == 123456789012345678902', false],
    ['ratio <= .5', true],
    ['far > 1e308', true],
    ['done == True', true],
    ['done == 1', true],
    ['nothing == None', true],
    ['n == None', false],
    ['n != None', true],
    ['name == "ada \'x\' and b\\n"', true],
    ["name < 'b'", true],
    ['größe == 2', true],
    ['n == 1 or n == 3 and done == True', true],
    ['n == 3 and done == False or nothing == 0', false],
  ])('%s is %s', (text, expected) => {
    expect(holds(text)).toBe(expected)
  })

  it('does not hold of what is not bound, of another type or not wholly kept', () => {
    expect(
      ['missing == 1', 'missing != 1', 'n == "3"', 'xs > 1', 'cut == 12345', 'cut != 1'].map(holds),
    ).toEqual(Array(6).fill(false))
    expect(holds('n != "3"')).toBe(true)
  })

  it.each([
    ['', /comparisons such as/],
    ['n', /After n comes one of/],
    ['n = 3', /“= 3” cannot be read/],
    ['n == m', /After == comes a number, a text in quotes/],
    ['None == n', /comparisons such as/],
    ['n < None', /None has no order/],
    ['n == 3 and', /comparisons such as/],
    ['n == 3 m == 4', /comparisons such as/],
    ['f(n) == 3', /cannot be read/],
  ])('%s is refused with a sentence', (text, reason) => {
    expect(holds(text)).toMatch(reason)
  })
})
