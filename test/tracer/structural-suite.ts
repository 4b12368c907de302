import { describe, expect, it } from 'vitest'
import { type RecordedEvent, record } from './support.ts'

/** Classes each of whose hooks prints and raises. What they are made with runs before anything is recorded. */
const HOSTILE = `import collections, math, types
HOOKS = """repr str bytes format lt le eq ne gt ge hash bool getattr getattribute dir len length_hint
getitem iter next reversed contains int index float complex call instancecheck subclasscheck sizeof reduce reduce_ex
getstate fspath missing trunc set_name""".split()

def loud(name):
    def method(*args, **kwargs):
        print("ran", name)
        raise RuntimeError(name)
    return method

def names(**more):
    found = {"__%s__" % name: loud(name) for name in HOOKS}
    for name in ("__class__", "__dict__", "__name__", "__module__", "secret", "args", "__traceback__", "msg"):
        found[name] = property(loud(name))
    return {**found, **more}

Meta = type("Meta", (type,), names())
# The interpreter itself asks this one of an exception's class.
Quiet = type("Quiet", (type,), {**names(), "__subclasscheck__": type.__subclasscheck__})

def kind(name, base=object, **more):
    found = names(**more)
    if name != "Closed":
        del found["__dict__"]
    return type.__new__(Quiet if issubclass(base, Exception) else Meta, name, (base,), found)

def instance(base, *args):
    return base.__new__(kind("Odd_" + base.__name__, base), *args)

class Text(str):
    __repr__ = __str__ = __hash__ = __eq__ = loud("text")

class Space(dict):
    __getitem__ = __iter__ = items = keys = values = __len__ = get = loud("space")

plain = object.__new__(kind("Plain"))
object.__setattr__(plain, "x", 1)
object.__setattr__(plain, "itself", plain)
Slots = kind("Slots", __slots__=("b", "a"))
slotted = object.__new__(Slots)
type.__getattribute__(Slots, "a").__set__(slotted, 2)
closed = object.__new__(kind("Closed"))
odd_list = instance(list)
list.extend(odd_list, [1, odd_list, plain])
odd_dict = instance(dict)
dict.update(odd_dict, a=1)
odd_str, odd_int, odd_float = instance(str, "text"), instance(int, 5), instance(float, 1.5)
odd_tuple, odd_set = instance(tuple, (1, 2)), instance(frozenset, (1,))
odd_error = instance(Exception, "a", 1)
odd_syntax = instance(SyntaxError, "a")

def named():
    yield
named.__qualname__ = Text("named")
`

async function changesOf(
  code: string,
  entry: string,
  values: 'repr' | 'structural',
): Promise<{ events: readonly RecordedEvent[]; stdout: string; result: string | undefined }> {
  const { events, stdout, end } = await record(
    { code, entry },
    { values, timeoutSeconds: 20, maxSteps: 100_000 },
  )
  expect(end.stop).toBe('ended')
  return { events, stdout, result: end.result?.text }
}

async function lastChange(lines: string, name: string): Promise<string | undefined> {
  const code = `${HOSTILE}\ndef f():\n    ${lines.replaceAll('\n', '\n    ')}\n    return None\n`
  const { events, stdout } = await changesOf(code, 'f()', 'structural')
  expect(stdout).toBe('')
  return events
    .flatMap((event) => event.changes)
    .filter((change) => change.startsWith(`${name}=`))
    .at(-1)
    ?.slice(name.length + 1)
}

export function describeStructural(): void {
  describe('structural values', () => {
    it.each([
      ['plain', '<Plain at 0x1 {x=1, itself=<Plain at 0x1 ...>}>'],
      ['slotted', '<Slots {a=2}>'],
      ['closed', '<Closed at 0x1>'],
      [
        'odd_list',
        '<Odd_list at 0x1 [1, <Odd_list at 0x1 ...>, <Plain at 0x2 {x=1, itself=<Plain at 0x2 ...>}>]>',
      ],
      ['odd_dict', "<Odd_dict at 0x1 {'a': 1}>"],
      ['odd_str', "<Odd_str at 0x1 'text'>"],
      ['odd_int', '<Odd_int 5>'],
      ['odd_float', '<Odd_float at 0x1 1.5>'],
      ['odd_tuple', '<Odd_tuple (1, 2)>'],
      ['odd_set', '<Odd_frozenset at 0x1 frozenset({1})>'],
      ['odd_error', "<Odd_Exception at 0x1 ('a', 1)>"],
      ['Slots', "<class 'Slots'>"],
      [
        '{1: [odd_int], "k": (plain,)}',
        "{1: [<Odd_int 5>], 'k': (<Plain at 0x1 {x=1, itself=<Plain at 0x1 ...>}>,)}",
      ],
      ['named()', '<generator object named at 0x1>'],
      ['Text("a")', "<Text at 0x1 'a'>"],
      ['[].append', '<built-in method append of list object at 0x0>'],
      ['len', '<built-in function len>'],
      ['slice(odd_int)', 'slice(None, <Odd_int 5>, None)'],
      ['(lambda: 1)', '<function f.<locals>.<lambda> at 0x1>'],
      ['ValueError(odd_int)', 'ValueError(<Odd_int 5>)'],
      ['collections.deque([odd_int], 3)', 'deque([<Odd_int 5>], maxlen=3)'],
      ['collections.defaultdict(int, a=odd_int)', "defaultdict(<class 'int'>, {'a': <Odd_int 5>})"],
      ['__import__("decimal").Decimal("1.50")', "Decimal('1.50')"],
      ['types.SimpleNamespace(a=odd_int)', '<SimpleNamespace object at 0x0 {a=<Odd_int 5>}>'],
      ['math', "<module 'math'>"],
    ])('%s is read without running its code', async (expression, text) => {
      expect(await lastChange(`v = ${expression}`, 'v')).toBe(text)
    })

    it('runs nothing for return values, results, exceptions and names that are no text', async () => {
      const code = `${HOSTILE}
def g(one):
    return one
def f():
    g(plain)
    both = odd_list, odd_list
    for one in (odd_error, ValueError(plain), KeyError("k"), ImportError("no", name=odd_str), StopIteration(plain)):
        try:
            raise one
        except BaseException:
            pass
    return plain
`
      const { events, stdout, result } = await changesOf(code, 'f()', 'structural')
      expect(stdout).toBe('')
      expect(result).toMatch(/^<Plain at 0x\d+ \{x=1, itself=<Plain at 0x\d+ \.\.\.>\}>$/)
      const told = events.filter((event) => event.record.event === 'exception')
      const plain = /<Plain at 0x\d+ \{x=1, itself=<Plain at 0x\d+ \.\.\.>\}>/g
      expect(told.map(({ arg }) => arg?.replace(plain, 'PLAIN'))).toEqual([
        "Odd_Exception: ('a', 1)",
        'ValueError: PLAIN',
        "KeyError: 'k'",
        'ImportError: no',
        'StopIteration: PLAIN',
      ])
    })

    it.each([
      ['odd_error', 'Odd_Exception', "('a', 1)"],
      ['odd_syntax', 'Odd_SyntaxError', 'a'],
    ])('runs nothing to tell what ended the program: %s', async (name, type, message) => {
      const code = `${HOSTILE}\ndef f():\n    raise ${name}\n`
      const { end, stdout } = await record({ code, entry: 'f()' }, { values: 'structural' })
      expect(stdout).toBe('')
      expect(end.error).toMatchObject({ type, message })
    })

    it('shows plain nested builtins as repr does', async () => {
      const code = `import random
draw = random.Random(7)
# Hashes of the rest differ from run to run, and with them the order in a set.
NUMBERS = [0, -1, 2 ** 200, 10 ** 4400, True, 1.5, -float("inf"), 2j]
ATOMS = [*NUMBERS, -0.0, None, float("nan"), "", "it's", '"', "\\ud800", "\\n", b"\\x00", bytearray(b"a"), ...,
         NotImplemented, " at 0x12"]
def value(depth):
    kind = draw.randrange(9) if depth < 4 else 8
    many = range(draw.randrange(4))
    if kind == 0:
        return tuple(value(depth + 1) for _ in many)
    if kind == 1:
        return {draw.choice(ATOMS[:17]): value(depth + 1) for _ in many}
    if kind == 2:
        return set(draw.sample(NUMBERS, len(many)))
    if kind == 3:
        return frozenset(draw.sample(NUMBERS, len(many)))
    if kind < 7:
        return [value(depth + 1) for _ in many]
    return draw.choice(ATOMS)
def cyclic():
    a, b = [], {}
    a += [b, a, (a,)]
    b["a"] = a
    return a
VALUES = [value(0) for _ in range(400)] + [cyclic(), range(3), range(0, 9, 2), slice(1, None), [[0] * 2] * 3, {}.keys(),
          {1: "a"}.items(), int, [ValueError("x", 1), KeyError()], len, (1,), list(range(5000)), [[[[[[[[[]]]]]]]]]]
def f():
    for v in VALUES:
        pass
`
      const own = await changesOf(code, 'f()', 'repr')
      const structural = await changesOf(code, 'f()', 'structural')
      expect(structural.events.map(({ changes }) => changes)).toEqual(
        own.events.map(({ changes }) => changes),
      )
      expect(own.events.length).toBeGreaterThan(800)
    })

    it('marks what it leaves out with the real size', async () => {
      const items = `v = [plain] * 2997`
      expect(await lastChange(items, 'v')).toMatch(/, \.\.\. 1997 more\]$/)
      const deep = 'v = [1, 2, 3, plain]\nfor _ in range(30): v = [v]'
      expect(await lastChange(deep, 'v')).toBe(`${'['.repeat(21)}... 1 more${']'.repeat(21)}`)
      const wide = 'v = [[plain] * 900 for _ in range(900)]'
      const text = await lastChange(wide, 'v')
      expect(text?.length).toBeLessThanOrEqual(65_536)
    })

    it('sees a change in an object that its class hides', async () => {
      const code = `class Same:
    def __init__(self):
        self.n = 0
    def __repr__(self):
        return "same"
    def __eq__(self, other):
        return True
def f():
    one = Same()
    one.n = 1
    return one
`
      const { events } = await changesOf(code, 'f()', 'structural')
      expect(events.flatMap(({ changes }) => changes)).toContain('one=<Same at 0x1 {n=1}>')
    })
  })
}
