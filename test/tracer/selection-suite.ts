import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildTree } from '../../shared/tree/build.ts'
import { fixturesDir, lineOf, type Recorded, record } from './support.ts'

/** Each event with all locals of its frame, put together from the changes. */
function states(recorded: Recorded): readonly string[] {
  const frames = new Map<number, Map<string, string>>()
  return recorded.events.map(({ record: one, place, flags, arg, changes }) => {
    const locals = frames.get(one.frame) ?? new Map<string, string>()
    frames.set(one.frame, locals)
    for (const change of changes) {
      if (change.startsWith('-')) expect(locals.delete(change.slice(1))).toBe(true)
      else {
        const at = change.indexOf('=')
        expect(locals.get(change.slice(0, at))).not.toBe(change.slice(at + 1))
        locals.set(change.slice(0, at), change.slice(at + 1))
      }
    }
    return JSON.stringify([place, flags.replace('G', ''), arg, [...locals].toSorted()])
  })
}

/** Whether all of `some` come in `all`, in order. */
function isSubsequence(some: readonly string[], all: readonly string[]): boolean {
  let at = 0
  for (const one of all) if (one === some[at]) at++
  return at === some.length
}

/** Calls and returns pair up, and no event stands outside of its frame. */
function expectWhole({ events }: Recorded): void {
  const open: number[] = []
  for (const { record: one, place } of events) {
    if (one.event === 'call') open.push(one.frame)
    expect(open.at(-1), place).toBe(one.frame)
    if (one.event === 'return') open.pop()
  }
  expect(open).toEqual([])
  const tree = buildTree(
    events.map(({ record: one, place }) => {
      const { event, line, flags, frame, thread } = one
      return { kind: event, line, flags, frame, thread, function: place }
    }),
  )
  expect(tree.nodes).toHaveLength(events.length)
}

const NESTED = `def double(x):
    return 2 * x
def rows(n):
    total = 0
    for a in range(n):
        for b in range(n):
            total += double(a * b)
        if a == 9:
            print("nine")
    return total
`
const SHAPES: readonly (readonly [string, string, string | null])[] = [
  ['nested loops with calls', NESTED, 'rows(20)'],
  [
    'a generator that feeds a loop, and variables that come and go',
    `def numbers(n):
    k = 0
    while k < n:
        k += 1
        yield k
s = 0
for v in numbers(40):
    s += v
    if v % 20 == 6:
        del s
        s = 100
class A:
    for q in range(20):
        y = q
    del q
while True:
    s += 1
    if s > 900: break
`,
    null,
  ],
  [
    'exceptions out of loops, one-line loops and recursion in loops',
    `def fall(n):
    try:
        for i in range(n):
            if i == n - 1: raise ValueError(i)
    except ValueError:
        return i
def deep(n):
    for i in range(9):
        if n > 0: deep(n - 1)
for j in range(30): fall(j)
deep(2)
xs = [c for c in range(30)]
ys = list(k for k in range(30))
`,
    null,
  ],
]

/** Loop sampling and scope. */
export function describeSelection(): void {
  describe('loop sampling', () => {
    it('keeps the first three passes, the last with three before it, and those that reach new code', async () => {
      const code = `for i in range(100):
    if i == 50:
        print("middle")
    x = i
`
      const { events, stdout } = await record({ code }, { loops: 'sampled' })
      const passes = events.filter(({ place }) => place === 'line <module> 2')
      const kept = [0, 1, 2, 50, 97, 98, 99]
      const numbers = events.flatMap((event) =>
        event.changes.filter((change) => change.startsWith('i=')),
      )
      expect(passes).toHaveLength(kept.length)
      // A gap's last value is told by the next event.
      expect(numbers).toEqual(['i=0', 'i=1', 'i=2', 'i=49', 'i=50', 'i=96', 'i=97', 'i=98', 'i=99'])
      const gaps = events.filter(({ flags }) => flags === 'G').map(lineOf)
      expect(gaps).toEqual(['line <module> 1 G {x=49, i=49}', 'line <module> 1 G {x=96, i=96}'])
      expect(stdout).toBe('middle\n')
    })

    it.each(SHAPES)('leaves out whole passes: %s', async (_name, code, entry) => {
      const all = await record({ code, entry })
      const sampled = await record({ code, entry }, { loops: 'sampled' })
      expect(sampled.end).toEqual(all.end)
      expect(sampled.stdout).toBe(all.stdout)
      expect(sampled.events.length).toBeLessThan(all.events.length / 2)
      expectWhole(sampled)
      expect(isSubsequence(states(sampled), states(all))).toBe(true)
      const reached = ({ events }: Recorded) => new Set(events.map(({ place }) => place))
      expect(reached(sampled)).toEqual(reached(all))
      const other = await record({ code, entry }, { loops: 'sampled', backend: 'monitoring' })
      expect(other.records.slice(1)).toEqual(sampled.records.slice(1))
    })

    const files = readdirSync(fixturesDir).filter((name) => name.endsWith('.py'))
    it.each(files)('changes nothing of what it keeps: %s', async (name) => {
      const code = readFileSync(join(fixturesDir, name), 'utf8')
      const all = await record({ code })
      const sampled = await record({ code }, { loops: 'sampled' })
      const hasGaps = sampled.events.some(({ flags }) => flags.includes('G'))
      if (hasGaps) expect(isSubsequence(states(sampled), states(all))).toBe(true)
      else expect(sampled.events.map(lineOf)).toEqual(all.events.map(lineOf))
      expect(sampled.end).toEqual(all.end)
    })

    it('counts only what is kept as steps, and sends the last passes when a budget ends it', async () => {
      const code = 'n = 0\nwhile n < 500:\n    n += 1\nwhile True:\n    n += 1\n'
      const limits = { loops: 'sampled', maxSteps: 200, timeoutSeconds: 1 } as const
      const { end, events } = await record({ code }, limits)
      expect(end.stop).toBe('time_limit')
      expect(events.length).toBeLessThan(50)
      expect(events.at(-1)?.place).toMatch(/^line <module> [45]$/)
      const short = await record({ code }, { ...limits, maxSteps: 10, timeoutSeconds: 60 })
      expect(short.end.stop).toBe('step_limit')
      expect(short.events).toHaveLength(10)
    })

    it('keeps a pass that is too long to wait', async () => {
      const code = `def long(n):
    return n and long(n - 1)
for i in range(7):
    for j in range(6):
        for k in range(6):
            for l in range(6):
                for m in range(6):
                    long(4)
`
      const limits = { loops: 'sampled', maxSteps: 400_000, timeoutSeconds: 60 } as const
      const sampled = await record({ code }, limits)
      expect(sampled.end.stop).toBe('ended')
      expectWhole(sampled)
    })
  })

  describe('scope', () => {
    const code = `class Shop:
    def sell(self, key):
        return key(3)
def price(n):
    def half(m):
        return m / 2
    return half(n) + Shop().sell(lambda x: x)
`
    const functionsOf = async (scope: object) => {
      const all = { includeFiles: [], excludeFiles: [], includeFunctions: [], excludeFunctions: [] }
      const recorded = await record({ code, entry: 'price(8)' }, { scope: { ...all, ...scope } })
      expect(recorded.end.result?.text).toBe('7.0')
      const calls = recorded.events.filter(({ place }) => place.startsWith('call '))
      return calls.map(({ place }) => place.split(' ')[1])
    }

    it.each([
      ['nothing asked for', {}, ['price', 'half', 'sell', '<lambda>']],
      ['functions to include', { includeFunctions: ['Shop.*', 'half'] }, ['sell']],
      [
        'functions to exclude, whose own calls still count',
        { excludeFunctions: ['Shop.sell'] },
        ['price', 'half', '<lambda>'],
      ],
      ['a qualified name', { includeFunctions: ['price.<locals>.*'] }, ['half', '<lambda>']],
      [
        'both',
        { includeFunctions: ['price*'], excludeFunctions: ['*.half'] },
        ['price', '<lambda>'],
      ],
      ['another file', { includeFiles: ['lib/*.py'] }, []],
      ['its file', { includeFiles: ['main.*'] }, ['price', 'half', 'sell', '<lambda>']],
      ['its file, excluded', { includeFiles: ['*'], excludeFiles: ['main.py'] }, []],
    ])('%s', async (_name, scope, calls) => {
      expect(await functionsOf(scope)).toEqual(calls)
    })
  })
}
