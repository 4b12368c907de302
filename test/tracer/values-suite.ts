import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ValueRecord } from '../../shared/trace/wire-records.ts'
import { type Recorded, record } from './support.ts'

function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16)
}

function valuesOf(recorded: Recorded): readonly ValueRecord['value'][] {
  const values = recorded.records.filter((one): one is ValueRecord => one.kind === 'value')
  return values.map(({ value }) => value)
}

/** The value that f returns. */
async function resultOf(code: string): Promise<NonNullable<Recorded['end']['result']>> {
  const { end } = await record({ code, entry: 'f()' })
  if (end.result === null) throw new Error(`f did not return: ${JSON.stringify(end.error)}`)
  return end.result
}

export function describeValues(): void {
  describe('values', () => {
    it.each([
      [
        'nan, infinities and both zeros',
        '[float("nan"), -float("inf"), 0.0, -0.0]',
        '[nan, -inf, 0.0, -0.0]',
      ],
      ['a string with quotes and controls', '"\\x00\\n\'\\""', "'\\x00\\n\\'\"'"],
      ['a lone surrogate', '"\\ud800"', "'\\ud800'"],
      ['itself inside', '(lambda d: d.update(d=d) or d)({})', "{'d': {...}}"],
    ])('%s', async (_, expression, text) => {
      expect((await resultOf(`def f():\n    return ${expression}\n`)).text).toBe(text)
    })

    it('shows ints above the digit limit, alone and in a list, and leaves the limit to the program', async () => {
      const code = `def f():
    big = 10 ** 5000
    try:
        str(big)
    except ValueError:
        return big, [big]
`
      const { text, size } = await resultOf(code)
      const digits = `1${'0'.repeat(5000)}`
      expect(text).toBe(`(${digits}, [${digits}])`)
      expect(size).toBe(10008)
    })

    it('names an int of a million digits by its size', async () => {
      const { text } = await resultOf('def f():\n    return 1 << 4_000_000\n')
      expect(text).toBe('<int of about 1204120 digits, last 64 bits 0x0000000000000000>')
    })

    it('cuts long text and keeps its real size, and still sees a change beyond the cut', async () => {
      const code = `def f():
    xs = ["a" * 100_000]
    xs.append(1)
    xs[1] = 2
    return "b" * 70_000
`
      const recorded = await record({ code, entry: 'f()' })
      const changed = recorded.events.filter((event) => event.changes.length > 0)
      expect(changed.map((event) => event.record.line)).toEqual([3, 4, 5])
      const sizes = valuesOf(recorded).map(({ text, size }) => [text.length, size])
      expect(sizes).toEqual([
        [65_536, 100_004],
        [65_536, 100_007],
        [65_536, 100_007],
        [65_536, 70_002],
      ])
    })

    it('tells texts of 10 MB apart that differ beyond the cut only, by digests of the whole texts', async () => {
      const code = `def f():
    a = "x" * 10_000_000
    b = a[:-1] + "y"
    xs = [a]
    xs[0] = b
    return xs
`
      const recorded = await record({ code, entry: 'f()' }, { timeoutSeconds: 20 })
      const x = 'x'.repeat(10_000_000)
      const y = `${x.slice(1)}y`
      const texts = [`'${x}'`, `'${y}'`, `['${x}']`, `['${y}']`]
      expect(valuesOf(recorded)).toEqual(
        texts.map((text) => ({
          text: text.slice(0, 65_536),
          size: text.length,
          type: text.startsWith('[') ? 'list' : 'str',
          digest: digestOf(text),
        })),
      )
      const changes = recorded.events.flatMap(({ record: { line, changes } }) =>
        changes.length > 0 ? [line] : [],
      )
      expect(changes).toEqual([3, 4, 5, 6])
      expect(recorded.end.result?.digest).toBe(digestOf(texts[3] ?? ''))
    })

    it('keeps as many characters as it is told, and tells a digest of what was cut alone', async () => {
      const code = 'def f():\n    a = "é" * 62\n    b = "é" * 63\n    return b\n'
      const recorded = await record({ code, entry: 'f()' }, { valueCharacters: 64 })
      const cut = `'${'é'.repeat(63)}'`
      expect(valuesOf(recorded)).toEqual([
        { text: `'${'é'.repeat(62)}'`, size: 64, type: 'str' },
        { text: cut.slice(0, 64), size: 65, type: 'str', digest: digestOf(cut) },
      ])
      expect(recorded.end.result).toEqual({
        text: cut.slice(0, 64),
        size: 65,
        type: 'str',
        digest: digestOf(cut),
      })
    })

    it('gives addresses names in order of appearance', async () => {
      const code = `class A:
    pass
def f():
    a = A()
    b = [A(), a, " at 0x10"]
    return b
`
      const { text } = await resultOf(code)
      expect(text).toBe("[<__main__.A object at 0x2>, <__main__.A object at 0x1>, ' at 0x10']")
    })

    it('names what a cell or a weak reference leads to by the object, not by its address', async () => {
      const code = `import weakref
class A: pass
def hide(x=A()): pass
def f():
    r = weakref.ref(hide.__defaults__[0])
    hide.__defaults__ = None
    seen = []
    for n in range(50):
        a = A()
        seen.append(a)
    class B:
        def m(self): return __class__
    cell = B.m.__closure__[0]
    other = (5).__add__
    return cell, other
`
      const { events, end } = await record({ code, entry: 'f()' })
      const texts = events.flatMap(({ changes }) => changes)
      const target = texts.map((text) => /^r=.* to '.*A' at (0x\w+)>/.exec(text)?.[1]).find(Boolean)
      const named = texts.flatMap((text) => /^a=<.* at (0x\w+)>/.exec(text)?.[1] ?? [])
      expect(target).toMatch(/^0x[1-9]/)
      expect(new Set(named).size).toBe(50)
      expect(named).not.toContain(target)
      expect(end.result?.text).toMatch(/<cell at 0x0: type object at 0x[1-9a-f]\w*>/)
      expect(end.result?.text).toContain("'__add__' of int object at 0x0>")
    })

    it('tells which variables of a frame share an object that may change in place, where that changed', async () => {
      const code = `def f():
    a = [1]
    b = a
    c, t, u, g = {}, (1,), (1,), f
    d = c
    h, t = g, u
    b = 1
    for c in "xy":
        e = a
    del a
    yield d
    e = d
one = f()
next(one)
x = y = list(one)
x = None
`
      const { events } = await record({ code })
      const told = events.flatMap(({ place, record: { aliases } }) =>
        aliases === undefined ? [] : [`${place} [${aliases}]`],
      )
      const slots = { a: 0, b: 1, c: 2, d: 6, e: 8 }
      expect(told).toEqual([
        `line f 4 [${slots.a},0,${slots.b},0]`,
        `line f 6 [${slots.a},0,${slots.b},0,${slots.c},1,${slots.d},1]`,
        `line f 8 [${slots.c},0,${slots.d},0]`,
        'line f 9 []',
        `line f 8 [${slots.a},0,${slots.e},0]`,
        'line f 11 []',
        `return f 12 [${slots.d},0,${slots.e},0]`,
        'line <module> 16 [2,0,3,0]',
        'return <module> 16 []',
      ])
    })

    it('keeps no value alive', async () => {
      const code = `class Mortal:
    def __del__(self):
        log.append("gone")
log = []
def f():
    one = Mortal()
    one = None
    return list(log)
`
      expect((await resultOf(code)).text).toBe("['gone']")
    })

    it('tells exceptions by type and message, whatever their classes do', async () => {
      const code = `class Odd(Exception):
    def __str__(self):
        raise KeyError("inner")
class Plain(Exception):
    pass
def f():
    for one in (Odd(), Plain(), ValueError("\\udcff")):
        try:
            raise one
        except Exception:
            pass
`
      const { events } = await record({ code, entry: 'f()' })
      const told = events.filter((event) => event.record.event === 'exception')
      expect(told.map((event) => event.arg)).toEqual([
        'Odd: <Odd: str raised KeyError>',
        'Plain',
        'ValueError: \\udcff',
      ])
    })

    it('forgets its tables in long traces, and every id still has its value', async () => {
      const code = 'def f(n):\n    for i in range(n):\n        x = str(i) + "!"\n    return x\n'
      const { records, events, end } = await record(
        { code, entry: 'f(60_000)' },
        { maxSteps: 200_000, timeoutSeconds: 30 },
      )
      expect(records.filter((one) => one.kind === 'forget').length).toBeGreaterThan(0)
      expect(events.at(-1)?.arg).toBe("'59999!'")
      expect(end.stop).toBe('ended')
    })
  })
}
