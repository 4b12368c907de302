/** A program, and every event it must give under CPython 3.14, written down from the language's rules. */
export interface Golden {
  readonly name: string
  readonly code: string
  readonly entry: string | null
  readonly events: readonly string[]
}

/** Calls and returns of test/fixtures/programs/gen_thrown_into_with.py with their flags, under every Python. */
export const THROWN_INTO_WITH: readonly string[] = [
  'call inside 14',
  'return inside 17 Y',
  'call inside 17 R',
  'return inside 17 U',
  'call swallow 20',
  'return swallow 23 Y',
  'call swallow 23 R',
  'return swallow 23 Y',
  'call bracket 28',
  'return bracket 32 Y',
  'call bracket 32 R',
  'return bracket 34 U',
  'call swallow 23 R',
  'return swallow 24 U',
]

export const GOLDENS: readonly Golden[] = [
  {
    name: 'recursion',
    code: `def fact(n):
    if n < 2:
        return 1
    return n * fact(n - 1)
`,
    entry: 'fact(2)',
    events: [
      'call fact 1 {n=2}',
      'line fact 2',
      'line fact 4',
      'call fact 1 {n=1}',
      'line fact 2',
      'line fact 3',
      'return fact 3 -> 1',
      'return fact 4 -> 2',
    ],
  },
  {
    name: 'a generator: each resume is a call, each yield a return',
    code: `def pair():
    yield 1
    yield 2
`,
    entry: 'list(pair())',
    events: [
      'call pair 1',
      'line pair 2',
      'return pair 2 Y -> 1',
      'call pair 2 R',
      'line pair 3',
      'return pair 3 Y -> 2',
      'call pair 3 R',
      'return pair 3 -> None',
    ],
  },
  {
    name: 'an exception thrown into a generator leaves it at the yield without yielding',
    code: `def g():
    yield 1
def f():
    it = g()
    next(it)
    try:
        it.throw(ValueError("no"))
    except ValueError:
        pass
`,
    entry: 'f()',
    events: [
      'call f 3',
      'line f 4',
      'line f 5 {it=<generator object g at 0x1>}',
      'call g 1',
      'line g 2',
      'return g 2 Y -> 1',
      'line f 6',
      'line f 7',
      'call g 2 R',
      'exception g 2 -> ValueError: no',
      'return g 2 U',
      'exception f 7 -> ValueError: no',
      'line f 8',
      'line f 9',
      'return f 9 -> None',
    ],
  },
  {
    name: 'a dropped generator runs its finally and is unwound',
    code: `def g():
    try:
        yield 1
    finally:
        done = True
def f():
    it = g()
    next(it)
    del it
    return 2
`,
    entry: 'f()',
    events: [
      'call f 6',
      'line f 7',
      'line f 8 {it=<generator object g at 0x1>}',
      'call g 1',
      'line g 2',
      'line g 3',
      'return g 3 Y -> 1',
      'line f 9',
      'call g 3 R',
      'exception g 3 -> GeneratorExit',
      'line g 5',
      'return g 5 U {done=True}',
      'line f 10 {-it}',
      'return f 10 -> 2',
    ],
  },
  {
    name: 'yield from: both frames yield, both resume',
    code: `def sub():
    got = yield 1
    return got
def main():
    r = yield from sub()
    return r
def f():
    g = main()
    next(g)
    try:
        g.send(5)
    except StopIteration as e:
        return e.value
`,
    entry: 'f()',
    events: [
      'call f 7',
      'line f 8',
      'line f 9 {g=<generator object main at 0x1>}',
      'call main 4',
      'line main 5',
      'call sub 1',
      'line sub 2',
      'return sub 2 Y -> 1',
      'return main 5 Y -> 1',
      'line f 10',
      'line f 11',
      'call main 5 R',
      'call sub 2 R',
      'line sub 3 {got=5}',
      'return sub 3 -> 5',
      'exception main 5 -> StopIteration: 5',
      'line main 6 {r=5}',
      'return main 6 -> 5',
      'exception f 11 -> StopIteration: 5',
      'line f 12',
      'line f 13 {e=StopIteration(5)}',
      'return f 13 {-e} -> 5',
    ],
  },
  {
    name: 'a return in finally swallows the exception',
    code: `def f():
    try:
        1 / 0
    finally:
        return "kept"
`,
    entry: 'f()',
    events: [
      'call f 1',
      'line f 2',
      'line f 3',
      'exception f 3 -> ZeroDivisionError: division by zero',
      'line f 5',
      "return f 5 -> 'kept'",
    ],
  },
  {
    name: 'a bare raise gives no event of its own, yet the frame is unwound',
    code: `def inner():
    raise KeyError("k")
def f():
    try:
        inner()
    except KeyError:
        raise
`,
    entry: 'f()',
    events: [
      'call f 3',
      'line f 4',
      'line f 5',
      'call inner 1',
      'line inner 2',
      "exception inner 2 -> KeyError: 'k'",
      'return inner 2 U',
      "exception f 5 -> KeyError: 'k'",
      'line f 6',
      'line f 7',
      'return f 7 U',
    ],
  },
  {
    name: 'a comprehension is inlined: its variable comes and goes',
    code: `def f(n):
    squares = [i * i for i in range(n)]
    return squares
`,
    entry: 'f(2)',
    events: [
      'call f 1 {n=2}',
      'line f 2',
      'line f 2 {i=0}',
      'line f 2 {i=1}',
      'line f 3 {squares=[0, 1], -i}',
      'return f 3 -> [0, 1]',
    ],
  },
  {
    name: 'closures: a cell changed by the inner function is a change of the outer one',
    code: `def outer():
    count = 0
    def add(k):
        nonlocal count
        count += k
        return count
    add(2)
    return add(3)
`,
    entry: 'outer()',
    events: [
      'call outer 1',
      'line outer 2',
      'line outer 3 {count=0}',
      'line outer 7 {add=<function outer.<locals>.add at 0x1>}',
      'call add 3 {k=2, count=0}',
      'line add 5',
      'line add 6 {count=2}',
      'return add 6 -> 2',
      'line outer 8 {count=2}',
      'call add 3 {k=3, count=2}',
      'line add 5',
      'line add 6 {count=5}',
      'return add 6 -> 5',
      'return outer 8 {count=5} -> 5',
    ],
  },
  {
    name: 'a module: what was there before is left out, what is deleted is told',
    code: `a = 1
b = 2
del a
a = 3
`,
    entry: null,
    events: [
      'call <module> 0',
      'line <module> 1',
      'line <module> 2 {a=1}',
      'line <module> 3 {b=2}',
      'line <module> 4 {-a}',
      'return <module> 4 {a=3} -> None',
    ],
  },
  {
    name: 'a lambda called from C',
    code: `def f(xs):
    return sorted(xs, key=lambda x: -x)
`,
    entry: 'f([1, 2])',
    events: [
      'call f 1 {xs=[1, 2]}',
      'line f 2',
      'call <lambda> 2 {x=1}',
      'line <lambda> 2',
      'return <lambda> 2 -> -1',
      'call <lambda> 2 {x=2}',
      'line <lambda> 2',
      'return <lambda> 2 -> -2',
      'return f 2 -> [2, 1]',
    ],
  },
  {
    name: 'a decorator',
    code: `def twice(g):
    def run(x):
        return g(g(x))
    return run
@twice
def inc(x):
    return x + 1
`,
    entry: 'inc(1)',
    events: [
      'call run 2 {x=1, g=<function inc at 0x1>}',
      'line run 3',
      'call inc 5 {x=1}',
      'line inc 7',
      'return inc 7 -> 2',
      'call inc 5 {x=2}',
      'line inc 7',
      'return inc 7 -> 3',
      'return run 3 -> 3',
    ],
  },
  {
    name: 'match and walrus',
    code: `def f(v):
    match v:
        case [x, *rest] if (n := len(rest)) > 1:
            return x + n
        case _:
            return None
`,
    entry: 'f([1, 2, 3])',
    events: [
      'call f 1 {v=[1, 2, 3]}',
      'line f 2',
      'line f 3',
      'line f 4 {x=1, rest=[2, 3], n=2}',
      'return f 4 -> 3',
    ],
  },
  {
    name: 'code made by exec is not the program',
    code: `def f():
    exec("y = 1")
    return eval("1 + 1")
`,
    entry: 'f()',
    events: ['call f 1', 'line f 2', 'line f 3', 'return f 3 -> 2'],
  },
  {
    name: 'a value changed in place is a change',
    code: `def f():
    xs = []
    xs.append(xs)
    xs.append(" at 0x1f")
    return len(xs)
`,
    entry: 'f()',
    events: [
      'call f 1',
      'line f 2',
      'line f 3 {xs=[]}',
      'line f 4 {xs=[[...]]}',
      "line f 5 {xs=[[...], ' at 0x1f']}",
      'return f 5 -> 2',
    ],
  },
]
