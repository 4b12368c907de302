import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeBudgets } from './budgets-suite.ts'
import { GOLDENS, THROWN_INTO_WITH } from './goldens.ts'
import { describeSelection } from './selection-suite.ts'
import { fixturesDir, lineOf, record, recordBare } from './support.ts'

export function describeEvents(): void {
  describe('events of small programs', () => {
    it.each(GOLDENS)('$name', async ({ code, entry, events }) => {
      const recorded = await record({ code, entry })
      expect(recorded.events.map(lineOf)).toEqual(events)
    })

    it('gives a name inserted again a slot of its own', async () => {
      const { events } = await record({ code: 'a = 1\nb = 2\ndel a\na = 3\n' })
      const slots = events.flatMap((event) => event.record.changes.filter((_, at) => at % 3 === 0))
      expect(slots).toEqual([0, 1, 0, 2])
    })

    it('tells a yield of None from an exception leaving by the same instruction', async () => {
      const code = readFileSync(join(fixturesDir, 'gen_thrown_into_with.py'), 'utf8')
      const { events } = await record({ code })
      const told = events
        .filter(({ place }) => /^(call|return) (inside|swallow|bracket) /.test(place))
        .map(({ place, flags }) => `${place} ${flags}`.trim())
      expect(told).toEqual(THROWN_INTO_WITH)
    })

    it('numbers slots of a function as the compiler does', async () => {
      const code = 'def f(a, b):\n    c = b\n    def g():\n        return c\n    return g\n'
      const { events } = await record({ code, entry: 'f(1, 2)' })
      // varnames a, b, g; then the cell c.
      expect(
        events.flatMap((event) => event.record.changes.filter((_, at) => at % 3 === 0)),
      ).toEqual([0, 1, 3, 2])
    })

    it('tells the result of a call, and the output of the body before it', async () => {
      const code = 'print("loaded")\ndef f(x):\n    return {"x": x}\n'
      const { end, stdout } = await record({ code, entry: 'f("é")' })
      expect(stdout).toBe('loaded\n')
      expect(end).toEqual({
        kind: 'end',
        stop: 'ended',
        exit: 'normal',
        error: null,
        result: { text: "{'x': 'é'}", size: 10, type: 'dict' },
      })
    })
  })

  describe('events equal those of a bare trace function', () => {
    const files = readdirSync(fixturesDir).filter((name) => name.endsWith('.py'))
    it.each(files)('%s', async (name) => {
      const code = readFileSync(join(fixturesDir, name), 'utf8')
      const bare = await recordBare(code, null)
      const recorded = await record({ code, fileName: 'target.py' })
      expect(recorded.events.map((event) => event.place)).toEqual(bare)
      expect(recorded.events.length).toBeGreaterThan(2)
    })
  })

  describe('sys.monitoring gives the trace that sys.settrace gives', () => {
    const files = readdirSync(fixturesDir).filter((name) => name.endsWith('.py'))
    const fixtures = files.map((name) => ({
      ...{ name, entry: null },
      code: readFileSync(join(fixturesDir, name), 'utf8'),
    }))
    it.each([...fixtures, ...GOLDENS])('$name', async ({ code, entry }) => {
      const given = { code, entry }
      const one = await record(given, { backend: 'settrace' })
      const other = await record(given, { backend: 'monitoring' })
      expect(one.records[0]).toMatchObject({ backend: 'settrace' })
      expect(other.records[0]).toMatchObject({ backend: 'monitoring' })
      expect(other.records.slice(1)).toEqual(one.records.slice(1))
    })

    it('also with handlers at exit, which are not recorded', async () => {
      const code = 'import atexit\ndef bye():\n    print("bye")\natexit.register(bye)\n'
      const { events, stdout } = await record({ code }, { backend: 'monitoring' })
      expect(stdout).toBe('bye\n')
      expect(events.at(-1)?.place).toBe('return <module> 4')
    })

    it('also where a budget ends it', async () => {
      const code = 'while True:\n    try:\n        x = 1\n    except:\n        pass\n'
      for (const one of [code, 'while True: pass\n']) {
        const { end, events } = await record(
          { code: one },
          { backend: 'monitoring', maxSteps: 500 },
        )
        expect(end).toMatchObject({ stop: 'step_limit', exit: 'never' })
        expect(events).toHaveLength(500)
      }
    })
  })

  describeBudgets()
  describeSelection()

  describe('deep recursion', () => {
    const code = `def down(n):
    try:
        return down(n + 1)
    except RecursionError:
        return n
`
    it('ends where the program alone reaches the limit, and every frame is closed', async () => {
      const { end, events } = await record({ code, entry: 'down(1)' })
      expect(end.result?.text).toBe('1000')
      const counts = new Map<string, number>()
      for (const { record: one } of events) counts.set(one.event, (counts.get(one.event) ?? 0) + 1)
      expect(counts.get('call')).toBe(1000)
      expect(counts.get('return')).toBe(1000)
    })

    it('lets a program set the limit', async () => {
      const longer = `import sys\nsys.setrecursionlimit(1500)\n${code}`
      const { end } = await record({ code: longer, entry: 'down(1), sys.getrecursionlimit()' })
      expect(end.result?.text).toBe('(1500, 1500)')
    })
  })
}
