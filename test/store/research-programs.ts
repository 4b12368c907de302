import type { Recordable } from '../support/recorded-store.ts'

/** Each begins with a line of its name and, where it reads any, the inputs of its runs. */
const PROGRAMS = `
#: drain
def drain(xs):
    while xs:
        xs.pop()
    return xs
drain([1, 2, 3])

#: cut
def cut(xs):
    for x in xs:
        pass
    xs.pop()
    return len(xs)
cut([1, 2, 3])

#: handled
def look(table, key):
    try:
        return table[key]
    except KeyError:
        key = None
    return key
look({}, 1)
look({1: 2}, 1)

#: default
def look(table, key):
    try:
        return table[key]
    except KeyError:
        return 0
def nothing():
    return None
look({}, 1)
nothing()

#: below_zero
def countdown(x):
    while x > -3:
        x -= 1
    return x
countdown(1)

#: always_below
def lower(x):
    x -= 1
    return x
lower(-5)

#: deep
def down(n):
    if n == 0:
        return 0
    return down(n - 1)
down(12)

#: shallow
def down(n):
    if n == 0:
        return 0
    return down(n - 1)
down(5)

#: long_text
text = "x" * 600
more = len(text)
text = text * 2
more = len(text)

#: retyped
n = "3"
n = int(n)
m = n

#: typed
n = 3
n = 4
m = "n"

#: stuck
def sum_of(xs):
    total = 0
    for x in xs:
        x = x + total
    return total
sum_of([1, 2, 3])

#: adding
def sum_of(xs):
    total = 0
    for x in xs:
        total = x + total
    return total
def zero():
    total = 0
    return total
sum_of([1, 2, 3])
zero()

#: once
def copy(xs):
    out = []
    for x in xs:
        y = x
        out.append(y)
    return out
copy([7])

#: twice
def copy(xs):
    out = []
    for x in xs:
        y = x
        out.append(y)
    return out
copy([7, 8])
copy([])

#: fresh
def square(n):
    return n * n
square(1)
square(2)
square(3)

#: again
def square(n):
    return n * n
square(1)
square(2)
square(1)

#: closed
def numbers():
    yield 1
    yield 2
g = numbers()
next(g)
g.close()

#: exhausted
def numbers():
    yield 1
    yield 2
total = sum(numbers())

#: two_up
def fail():
    raise OSError("no")
def middle():
    return fail()
def top():
    try:
        return middle()
    except OSError:
        return 1
top()

#: one_up
def fail():
    raise OSError("no")
def top():
    try:
        return fail()
    except OSError:
        return 1
def around():
    return top()
around()

#: three_up
def fail():
    raise OSError("no")
def middle():
    return fail()
def outer():
    return middle()
def top():
    try:
        return outer()
    except OSError:
        return 1
top()

#: registry
def add(table, key):
    table[key] = 1
def build():
    table = {}
    add(table, "a")
    return table
build()

#: own_table
def key():
    return "a"
def build():
    table = {}
    table[key()] = 1
    return table
build()

#: mixed
def half(n):
    if n % 2 == 1:
        return None
    return n // 2
half(3)
half(4)

#: deleted
def drop(x):
    y = x
    del x
    return y
drop(3)

#: search
def find(xs, wanted):
    low, high = 0, len(xs) - 1
    while low <= high:
        at = (low + high) // 2
        if xs[at] < wanted:
            low = at + 1
        else:
            high = at - 1
    return low
find([1, 3, 5, 7], 6)

#: mutual
def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)
def is_odd(n):
    return is_even(n - 1)
is_even(2)

#: rethrown
def load():
    try:
        return {}["a"]
    except KeyError:
        raise ValueError("bad")
try:
    load()
except ValueError:
    pass

#: hot
def count(n):
    for i in range(n):
        i += 1
    return n
count(120)

#: divides 0 3
def share(total, people):
    return total / people
for people in (2, int(input())):
    share(6, people)

#: fails
raise ValueError("always")
`

/** No recursion, and deep. */
const CHAIN = `${Array.from({ length: 12 }, (_, at) => `def f${at}():\n    return f${at + 1}()`).join('\n')}
def f12():
    return 0
f0()
`

function toProgram(part: string): Recordable {
  const [first = '', ...lines] = part.split('\n')
  const [name = '', ...inputs] = first.split(' ')
  const program = { name, code: lines.join('\n') }
  return inputs.length === 0 ? program : { ...program, inputs }
}

/** Small programs, each for a question of research-queries.ts or beside one: what must not be taken for it. */
export const RESEARCH_PROGRAMS: readonly Recordable[] = [
  ...PROGRAMS.split('\n#: ').slice(1).map(toProgram),
  { name: 'chain', code: CHAIN },
]
