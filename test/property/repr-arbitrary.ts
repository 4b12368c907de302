import fc from 'fast-check'
import {
  childrenOf,
  kindAt,
  labelAt,
  type PartIndex,
  type ReprTree,
  textAt,
} from '../../shared/trace/repr-tree.ts'

/** A Python value as its text should be read: its kind, its items, and their keys or names. */
export interface Shape {
  readonly text: string
  readonly kind: string
  readonly items: readonly { readonly label: string | null; readonly shape: Shape }[]
}

function leaf(kind: string, text: string): Shape {
  return { kind, text, items: [] }
}

/** As Python quotes: double quotes only around a text with single ones and no double ones. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  let out = ''
  for (const char of text) {
    if (char === quote || char === '\\') out += `\\${char}`
    else if (char === '\n') out += '\\n'
    else if (char < ' ' || char === '\x7f') {
      out += `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
    } else out += char
  }
  return quote + out + quote
}

const string = fc.string({ unit: fc.constantFrom(...'ab\'"\\,:[]{}()<>= \n…😀é') }).map(quoted)
const number = fc.oneof(
  fc.bigInt().map(String),
  fc.constantFrom(
    '0',
    '-1',
    '1.5',
    '-0.0',
    '1e+16',
    '1.5e-07',
    'inf',
    '-inf',
    'nan',
    '2j',
    '(1+2j)',
  ),
  fc.constantFrom('(-0-1.5e+16j)', '(nan+infj)', '9'.repeat(400)),
)
const name = fc.constantFrom('a', 'x_1', 'größe', 'self', 'Node')
const atom: fc.Arbitrary<Shape> = fc.oneof(
  string.map((text) => leaf('string', text)),
  string.map((text) => leaf('bytes', `b${text.replace(/[^ -~]/g, '?')}`)),
  number.map((text) => leaf('number', text)),
  fc.constantFrom(leaf('none', 'None'), leaf('bool', 'True'), leaf('bool', 'False')),
  fc.constantFrom(
    leaf('self', '[...]'),
    leaf('self', '{...}'),
    leaf('word', 'Ellipsis'),
    leaf('word', '2020-01-01 12:30'),
    leaf('word', "it's"),
    leaf('angle', '<object object at 0x1>'),
    leaf('angle', '<Color.RED: 1>'),
    leaf('angle', "<class '__main__.A'>"),
    leaf('angle', '<function f.<locals>.<lambda> at 0x2>'),
  ),
)

type Item = Shape['items'][number]

function around(
  kind: string,
  [open, close]: readonly [string, string],
  items: readonly Item[],
): Shape {
  const texts = items.map(({ label, shape }) => {
    if (label === null) return shape.text
    return kind === 'dict' ? `${label}: ${shape.text}` : `${label}=${shape.text}`
  })
  const inside = kind === 'tuple' && items.length === 1 ? `${texts[0]},` : texts.join(', ')
  return { kind, text: open + inside + close, items }
}

/** A word is no key: it may hold a colon of its own. */
const key = atom.filter(({ kind }) => kind !== 'word')

export const shape: fc.Arbitrary<Shape> = fc.letrec<{ value: Shape }>((tie) => {
  const value = tie('value')
  const plain = fc.array(
    value.map((of): Item => ({ label: null, shape: of })),
    { maxLength: 5 },
  )
  const named = fc.uniqueArray(fc.record({ label: name, shape: value }), {
    maxLength: 4,
    selector: ({ label }) => label,
  })
  const keyed = fc.uniqueArray(fc.record({ label: key.map(({ text }) => text), shape: value }), {
    maxLength: 4,
    selector: ({ label }) => label,
  })
  const filled = fc.array(
    key.map((of): Item => ({ label: null, shape: of })),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  return {
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      atom,
      plain.map((items) => around('list', ['[', ']'], items)),
      plain.map((items) => around('tuple', ['(', ')'], items)),
      keyed.map((items) => around('dict', ['{', '}'], items)),
      filled.map((items) => around('set', ['{', '}'], items)),
      fc.tuple(name, named).map(([of, items]) => around('call', [`${of}(`, ')'], items)),
      fc.tuple(name, plain).map(([of, items]) => around('call', [`${of}(`, ')'], items)),
      named.map((items) => around('angle', ['<Point at 0x1 {', '}>'], items)),
    ),
  }
}).value

/** What was read, in the terms of a Shape. */
export function shapeOf(tree: ReprTree, part: PartIndex = 0): Shape {
  return {
    kind: kindAt(tree, part),
    text: textAt(tree, part),
    items: [...childrenOf(tree, part)].map((child) => ({
      label: labelAt(tree, child),
      shape: shapeOf(tree, child),
    })),
  }
}
