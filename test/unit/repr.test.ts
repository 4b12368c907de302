import { describe, expect, it } from 'vitest'
import { diffParts } from '../../shared/trace/repr-diff.ts'
import { isCutValue, parseRepr } from '../../shared/trace/repr-parse.ts'
import { findPath, parsePath } from '../../shared/trace/repr-path.ts'
import {
  childrenOf,
  kindAt,
  labelAt,
  pathTo,
  sizeAt,
  textAt,
  typeAt,
} from '../../shared/trace/repr-tree.ts'

function items(text: string, isCut = false): string[] {
  const tree = parseRepr(text, isCut)
  return [...childrenOf(tree, 0)].map((part) => {
    const label = labelAt(tree, part)
    const cut = tree.cut[part] === 1 ? ' …' : ''
    return `${label === null ? '' : `${label} → `}${kindAt(tree, part)} ${textAt(tree, part)}${cut}`
  })
}

function look(path: string, text: string, isCut = false): string {
  const parsed = parsePath(path)
  if (!parsed.ok) return parsed.error
  const tree = parseRepr(text, isCut)
  const found = findPath(tree, parsed.value)
  if (found.kind === 'part') return textAt(tree, found.part)
  return found.kind === 'length' ? `${found.count}` : found.reason
}

describe('reading a value’s text', () => {
  it('reads the classes of the library that stand around a container', () => {
    const text = "defaultdict(<class 'list'>, {'a': [1, 2]})"
    const tree = parseRepr(text)
    expect(typeAt(tree, 0)).toBe('defaultdict')
    expect(sizeAt(tree, 0)).toEqual({ count: 1, unit: 'item' })
    expect(look("d['a'][1]", text)).toBe('2')
    expect(pathTo(tree, tree.count - 1, 'd')).toBe("d['a'][1]")
    expect(look('len(s)', 'frozenset({1, 2, 3})')).toBe('3')
  })

  it('leaves what is no literal as a word, and a text that makes no sense as one', () => {
    expect(items("[it's, 2020-01-01 12:30, f (x), {1 2: 3}]")).toEqual([
      "word it's",
      'word 2020-01-01 12:30',
      'word f (x)',
      'dict {1 2: 3}',
    ])
    for (const text of ['', '[1, 2', '1]', 'a table\n 1 2', '[1)', '<a', "'open"]) {
      expect(kindAt(parseRepr(text), 0), text).toBe('word')
    }
  })

  it('says in what a cut text ends', () => {
    expect(items("{'a': 1, 'b': 'long te", true)).toEqual([
      "'a' → number 1",
      "'b' → string 'long te …",
    ])
    expect(items("{'a': 1, 'b", true)).toEqual(["'a' → number 1"])
    expect(items("{'a': 1, ('b', 2", true)).toEqual(["'a' → number 1"])
    expect(items('Point(x=1, y', true)).toEqual(['x → number 1'])
    expect(items("[1, 'done', 23", true)).toEqual(['number 1', "string 'done'", 'number 23 …'])
    expect(isCutValue({ text: '[1', size: 5, type: 'list' })).toBe(true)
  })

  it('counts characters, digits and bytes as Python does', () => {
    const size = (text: string) => sizeAt(parseRepr(text), 0)?.count ?? null
    expect(size(String.raw`'a\n\x00\u00e9\'😀'`)).toBe(6)
    expect(size(String.raw`b'\x00a\\'`)).toBe(3)
    expect(size('-1234567890123456789')).toBe(19)
    expect(size('12')).toBeNull()
    expect(size('1.2345678901234567')).toBeNull()
  })

  it('looks up a path, and says why it cannot', () => {
    const text = `{"a": [1, {'k': Point(x=3, y=None)}], (1, 2): 'two', 5: 'five'}`
    expect(look(`d['a'][1]["k"].x`, text)).toBe('3')
    expect(look('d[(1, 2)]', text)).toBe("'two'")
    expect(look('len(d["a"])', text)).toBe('2')
    expect(look('d["a"][-2]', text)).toBe('1')
    expect(look('d["b"]', text)).toBe('There is no key "b" here.')
    expect(look('d["a"][7]', text)).toBe('There is no item 7; there are 2.')
    expect(look('x[2]', '[1, 2', true)).toMatch(/Cannot be told: the value was cut/)
    expect(look('x[-1]', '[1, 2', true)).toMatch(/was cut/)
    expect(look('len(x)', '[1, 2', true)).toMatch(/was cut/)
    expect(look('x[0]', '[1, 2', true)).toBe('1')
    expect(look('x + 1', '1')).toMatch(/After x only/)
    expect(look('x[1:2]', '[1]')).toMatch(/After x only/)
    expect(look('3', '1')).toMatch(/Type the name/)
  })

  it('finds an item that was put in, taken out or changed', () => {
    const signs = (before: string, now: string) => {
      const [was, is] = [parseRepr(before), parseRepr(now)]
      const diff = diffParts({ tree: is, part: 0 }, { tree: was, part: 0 })
      if (diff === null) return null
      return [...diff.entries].map((part, at) => {
        const sign = diff.signs[at] as number
        return `${' +-~'[sign]}${textAt(sign === 2 ? was : is, part)}`
      })
    }
    expect(signs('[1, 2, 3]', '[0, 1, 2, 3]')).toEqual(['+0', ' 1', ' 2', ' 3'])
    expect(signs('[1, 2, 3]', '[1, 3]')).toEqual([' 1', '-2', ' 3'])
    expect(signs('[1, [2], 3]', '[1, [4], 3]')).toEqual([' 1', '~[4]', ' 3'])
    expect(signs("{'a': 1, 'b': 2}", "{'b': 3, 'c': 4}")).toEqual(['~3', '+4', '-1'])
    expect(signs('{1, 2}', '{2, 3}')).toEqual([' 2', '+3', '-1'])
    expect(signs('P(x=1)', 'P(x=2)')).toEqual(['~2'])
    expect(signs('P(x=1)', 'Q(x=2)')).toBeNull()
    expect(signs('[1]', '(1,)')).toBeNull()
  })
})
