import { at, changed, type Pair } from './scored-pairs.ts'

export function wrong(path: string): Pair['expected'] {
  return ['mismatch', 'wrong_value', path]
}

/** A value as the returned one: the path of what is wrong, or why it is equal. */
function values(
  name: string,
  real: string,
  predicted: string,
  expected: string | readonly string[],
): Pair {
  const pair = { name, from: 9, real: at(9, real), predicted: at(9, predicted) }
  if (typeof expected === 'string') return { ...pair, expected: wrong(expected) }
  return { ...pair, expected: ['match', null, null], reasons: expected }
}

const ADDRESS = '<__main__.A object at 0x7f01>'
const OTHER_ADDRESS = '<__main__.A object at 0x7f02>'

export const VALUES: readonly Pair[] = [
  values('the same value', '3', '3', []),
  values('a whole number for a float', '3.0', '3', 'return'),
  values('a text for a number', '3', "'3'", 'return'),
  values('a bool for a number', '1', 'True', 'return'),
  values('None for a list', '[]', 'None', 'return'),
  values('a tuple for a list', '[1, 2]', '(1, 2)', 'return'),
  values('a float printed otherwise', '100000.0', '1e5', ['float_form']),
  values('another float', '0.1', '0.2', 'return'),
  values('a text in other quotes', "'a'", '"a"', ['quotes']),
  values('a text in another case', "'a'", "'A'", 'return'),
  values('items closer together', '[1, 2]', '[1,2]', ['spacing']),
  values('another item', '[1, 2, 3]', '[1, 5, 3]', 'return[1]'),
  values('an item too few', '[1, 2, 3]', '[1, 2]', 'return[2]'),
  values('an item too many', '[1, 2]', '[1, 2, 3]', 'return[2]'),
  values('a deep item', "{'a': [0, 1, 2, 3]}", "{'a': [0, 1, 2, 4]}", "return['a'][3]"),
  values('another value of a key', "{'a': 1, 'b': 2}", "{'a': 1, 'b': 3}", "return['b']"),
  values('a key too few', "{'a': 1, 'b': 2}", "{'a': 1}", "return['b']"),
  values('keys in another order', "{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}", 'return'),
  values('a set in another order', "{'a', 'b', 'c'}", "{'c', 'a', 'b'}", ['set_order']),
  values('a set in another order, deep', '[{1, 2}]', '[{2, 1}]', ['set_order']),
  values('another member of a set', '{1, 2}', '{1, 3}', 'return'),
  values('a frozenset in another order', 'frozenset({1, 2})', 'frozenset({2, 1})', ['set_order']),
  values('another address', ADDRESS, OTHER_ADDRESS, ['address']),
  values('another address, deep', `[${ADDRESS}]`, `[${OTHER_ADDRESS}]`, ['address']),
  values('an object of another class', ADDRESS, '<__main__.B object at 0x7f01>', 'return'),
  values('an address inside a text is text', `'${ADDRESS}'`, `'${OTHER_ADDRESS}'`, 'return'),
  values('a field of an object', 'P(x=1, y=2)', 'P(x=1, y=3)', 'return.y'),
  values('a call of another name', 'P(x=1)', 'Q(x=1)', 'return'),
  values('two reasons at once', `[{1, 2}, ${ADDRESS}]`, `[{2, 1}, ${OTHER_ADDRESS}]`, [
    'set_order',
    'address',
  ]),
  values('what is no literal', '[1, 2', '[1, 3', 'return'),
  {
    name: 'a deep part of a variable',
    before: { d: "{'a': [1, 2, 3, 4]}" },
    real: at(3, changed({ d: "{'a': [1, 2, 3, 5]}" })),
    predicted: at(3, changed({ d: "{'a': [1, 2, 3, 6]}" })),
    expected: wrong("d['a'][3]"),
  },
]
