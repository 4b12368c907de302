import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffParts, REMOVED } from '../../shared/trace/repr-diff.ts'
import { parseRepr, ReprReader } from '../../shared/trace/repr-parse.ts'
import { findPath, parsePath } from '../../shared/trace/repr-path.ts'
import {
  childrenOf,
  kindAt,
  pathTo,
  type ReprTree,
  sizeAt,
  textAt,
  typeAt,
} from '../../shared/trace/repr-tree.ts'
import { shape, shapeOf } from './repr-arbitrary.ts'

/** What every tree of any text keeps: parts in order, inside one another, within the text. */
function expectSound(tree: ReprTree): void {
  for (let part = 0; part < tree.count; part++) {
    const parent = tree.parent[part] as number
    const [start, end] = [tree.start[part] as number, tree.end[part] as number]
    expect(start).toBeLessThanOrEqual(end)
    expect(end).toBeLessThanOrEqual(tree.text.length)
    if (part > 0) {
      expect(parent).toBeLessThan(part)
      expect(tree.last[parent]).toBeGreaterThanOrEqual(tree.last[part] as number)
      expect(tree.start[parent]).toBeLessThanOrEqual(start)
      expect(tree.end[parent]).toBeGreaterThanOrEqual(end)
    }
    const children = [...childrenOf(tree, part)]
    expect(children.every((child) => tree.parent[child] === part)).toBe(true)
    // None of these may throw on whatever was read.
    expect([typeAt(tree, part), sizeAt(tree, part), pathTo(tree, part, 'v')]).toHaveLength(3)
  }
}

const junk = fc.string({
  unit: fc.constantFrom(...'ab0\'"\\,:=[]{}()<>-. \n', '...', 'None', 'at 0x1 {', '}>'),
  maxLength: 60,
})

describe('the parts of a value’s text', () => {
  it('are those of the value', () => {
    fc.assert(
      fc.property(shape, (value) => {
        const tree = parseRepr(value.text)
        expect(shapeOf(tree)).toEqual(value)
        expect([...tree.cut].every((cut) => cut === 0)).toBe(true)
        expectSound(tree)
      }),
      { numRuns: 1500 },
    )
  })

  it('are the same when the text is read bit by bit', () => {
    fc.assert(
      fc.property(shape, (value) => {
        const reader = new ReprReader(value.text, false)
        let tree = reader.read(1)
        while (tree === null) tree = reader.read(1)
        expect(shapeOf(tree)).toEqual(value)
      }),
      { numRuns: 100 },
    )
  })

  it('are sound whatever the text', () => {
    fc.assert(
      fc.property(junk, fc.boolean(), (text, isCut) => expectSound(parseRepr(text, isCut))),
      { numRuns: 3000 },
    )
  })

  it('of a cut text are those before the cut, and what it cuts through says so', () => {
    fc.assert(
      fc.property(shape, fc.nat(), (value, at) => {
        const tree = parseRepr(value.text)
        const length = at % (value.text.length + 1)
        const cut = parseRepr(value.text.slice(0, length), true)
        expectSound(cut)
        expect(cut.cut[0]).toBe(1)
        if (kindAt(cut, 0) !== kindAt(tree, 0)) return
        const whole = childrenOf(tree, 0)
        for (const [index, child] of childrenOf(cut, 0).entries()) {
          const full = whole[index] as number
          expect(tree.text.startsWith(textAt(cut, child), tree.start[full])).toBe(true)
          if (cut.cut[child] === 0) expect(textAt(cut, child)).toBe(textAt(tree, full))
        }
      }),
      { numRuns: 1500 },
    )
  })

  it('are read in linear time, also of texts made to be hard', () => {
    const hard = [
      '[',
      '(',
      '{',
      '<',
      '<a at 0x1 {',
      "'\\",
      '[1 2',
      '{1:',
      'a(',
      '?(',
      '-',
      "b'",
      '1 ',
    ]
    for (const text of hard) {
      const started = performance.now()
      parseRepr(text.repeat(200_000))
      parseRepr(text.repeat(200_000), true)
      expect(performance.now() - started, text).toBeLessThan(3000)
    }
  })
})

describe('a path into a value', () => {
  it('leads to the part it was made of', () => {
    fc.assert(
      fc.property(shape, fc.nat(), (value, pick) => {
        const tree = parseRepr(value.text)
        const part = pick % tree.count
        const path = pathTo(tree, part, 'v')
        if (path === null) return
        const parsed = parsePath(path)
        // A key may be of any text; those that are no literals cannot be typed.
        if (!parsed.ok) return
        const found = findPath(tree, parsed.value)
        if (found.kind !== 'part') throw new Error(`${path}: ${JSON.stringify(found)}`)
        expect(found.part).toBe(part)
      }),
      { numRuns: 1500 },
    )
  })
})

describe('differences of two values', () => {
  it('are none between a value and itself, and add up to the items of both', () => {
    fc.assert(
      fc.property(shape, shape, (one, other) => {
        const now = { tree: parseRepr(one.text), part: 0 }
        const before = { tree: parseRepr(other.text), part: 0 }
        const none = diffParts(now, now)
        expect([...(none?.signs ?? [])].every((sign) => sign === 0)).toBe(true)
        const diff = diffParts(now, before)
        if (diff === null) return
        const kept = [...diff.entries].filter((_, at) => diff.signs[at] !== REMOVED)
        expect(kept).toEqual([...childrenOf(now.tree, 0)])
      }),
      { numRuns: 500 },
    )
  })
})
