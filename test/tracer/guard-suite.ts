import { describe, expect, it } from 'vitest'
import { BACKENDS } from '../../shared/trace/wire-records.ts'
import { type Recorded, record, recordBare } from './support.ts'

const SLOW = 'repr took longer than 250 ms'

function changesOf(recorded: Recorded): readonly string[] {
  return recorded.events.flatMap((event) => event.changes)
}

export function describeGuard(): void {
  describe("the program's own __repr__", () => {
    it.each([
      ['raises', 'raise ValueError("x")', '<Odd: repr raised ValueError>'],
      ['returns a number', 'return 3', '<Odd: repr raised TypeError>'],
      ['exits', 'raise SystemExit', '<Odd: repr raised SystemExit>'],
      [
        'never ends its recursion',
        'return repr(self)',
        '<Odd: repr nested more than 100 calls deep>',
      ],
      ['is not well formed', 'return "\\ud83d."', '\\ud83d.'],
      ['never ends', 'while True: pass', `<Odd: ${SLOW}>`],
      [
        'catches what ends it',
        'while True:\n            try:\n                x = 1\n            except BaseException:\n                pass',
        `<Odd: ${SLOW}>`,
      ],
      [
        'answers although it was ended',
        'try:\n            while True: pass\n        except BaseException:\n            return "late"',
        `<Odd: ${SLOW}>`,
      ],
      ['prints', 'print("loud"); return "quiet"', 'quiet'],
    ])('that %s', async (_, body, text) => {
      const code = `class Odd:
    def __repr__(self):
        ${body}
def f():
    odd = Odd()
    return odd
`
      const { end, stdout, events } = await record({ code, entry: 'f()' })
      expect(end.result?.text).toBe(text)
      expect(end.result?.type).toBe('Odd')
      expect(stdout).toBe('')
      expect(events.flatMap((event) => event.changes)).toEqual([`odd=${text}`])
    })

    it('is asked by itself where that of a container fails, and what took too long is not asked again', async () => {
      const code = `class Slow:
    def __repr__(self):
        while True: pass
class Bad:
    def __repr__(self):
        raise ValueError
class Good:
    def __repr__(self):
        return "good"
def f():
    xs = [Slow(), {1: Bad()}, Good(), 10 ** 5000]
    for i in range(20):
        i = -i
    return xs
`
      const recorded = await record({ code, entry: 'f()' }, { timeoutSeconds: 3 })
      const text = `[<Slow: ${SLOW}>, {1: <Bad: repr raised ValueError>}, good, 1${'0'.repeat(5000)}]`
      expect(recorded.end.result?.text).toBe(text)
      expect(changesOf(recorded).filter((change) => change.startsWith('xs='))).toEqual([
        `xs=${text}`,
      ])
      expect(recorded.events.at(-1)?.place).toBe('return f 14')
    })

    it.each(BACKENDS)(
      'is no part of the run, whatever becomes of it: neither its events nor what it prints (%s)',
      async (backend) => {
        const code = `import sys
class Slow:
    def __repr__(self):
        print("loud")
        while True: pass
class Bad:
    def __repr__(self):
        sys.stderr.write("loud")
        raise ValueError
def f(n):
    slow, bad = Slow(), Bad()
    total = 0
    for i in range(n):
        total += i
        bad = [bad]
    return total
print(f(3))
`
        const recorded = await record({ code }, { backend })
        const bare = await recordBare(code, null)
        expect(recorded.events.map((event) => event.place)).toEqual(bare)
        expect(recorded.stdout).toBe('3\n')
        expect(recorded.stderr).toBe('')
      },
    )

    it.each(BACKENDS)(
      'may resume a generator of the program, which stays the same frame (%s)',
      async (backend) => {
        const code = `def gen():
    yield 1
    yield 2
    yield 3
class Uses:
    def __repr__(self):
        return str(next(one))
one = gen()
def f():
    next(one)
    uses = Uses()
    return next(one)
`
        const recorded = await record({ code, entry: 'f()' }, { backend })
        expect(recorded.end.result?.text).toBe('3')
        const frames = recorded.events
          .filter((event) => event.place.includes(' gen '))
          .map((event) => `${event.place} ${event.record.frame}`)
        expect(frames).toEqual([
          'call gen 1 1',
          'line gen 2 1',
          'return gen 2 1',
          'call gen 3 1',
          'line gen 4 1',
          'return gen 4 1',
        ])
      },
    )

    it('does not run where an exception ends the program, nor does its __str__', async () => {
      const code = `class Odd(Exception):
    def __str__(self):
        return "told"
raise Odd
`
      const { events, end } = await record({ code })
      expect(end.error?.message).toBe('told')
      expect(events.at(-1)?.place).toBe('return <module> 4')
    })

    it('leaves metaclasses alone', async () => {
      const code = `class Meta(type):
    def __eq__(self, other):
        raise ValueError
class Odd(metaclass=Meta):
    pass
def f():
    odd = Odd()
    odd = [odd]
    return 1
`
      const { events, end } = await record({ code, entry: 'f()' })
      expect(end.stop).toBe('ended')
      expect(events.map((event) => event.place)).toEqual(await recordBare(code, 'f()'))
    })
  })
}
