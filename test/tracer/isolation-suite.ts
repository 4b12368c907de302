import { describe, expect, it } from 'vitest'
import { record } from './support.ts'

/** What a program does to the interpreter, and a program after it that would see it. */
const PAIRS: readonly (readonly [what: string, before: string, after: string, sees: string])[] = [
  [
    'an audit hook',
    `import sys
def hook(event, args):
    if event == 'compile':
        raise RuntimeError('poisoned')
getattr(sys, 'add' + 'audithook')(hook)
`,
    'print(1)',
    '1',
  ],
  [
    'a monitoring tool',
    `import sys
tools = getattr(sys, 'monit' + 'oring')
tools.use_tool_id(2, 'evil')
def callback(code, line):
    print('seen')
tools.register_callback(2, tools.events.LINE, callback)
tools.set_events(2, tools.events.LINE)
`,
    'x = 1\nprint(x)',
    '1',
  ],
  [
    'error handlers of codecs',
    "import codecs\ncodecs.register_error('backslashreplace', lambda e: ('EVIL', e.end))",
    "print('\\ud800'.encode('utf-8', 'backslashreplace'))",
    "b'\\\\ud800'",
  ],
  [
    'a class registered with an abstract one',
    'import collections.abc\ncollections.abc.Sized.register(int)',
    'import collections.abc\nprint(isinstance(3, collections.abc.Sized))',
    'False',
  ],
  [
    'settings of the collector',
    "import gc\ngetattr(gc, 'set_thres' + 'hold')(1, 1, 1)",
    'import gc\nprint(gc.get_threshold()[0] > 1)',
    'True',
  ],
  [
    'numbers of threads',
    'import threading\nt = threading.Thread(target=print)\nprint(t.name)',
    'import threading\nt = threading.Thread(target=print)\nprint(t.name)',
    'Thread-1 (print)',
  ],
  [
    'numbers of tasks',
    'import asyncio\nasync def f():\n    return asyncio.current_task().get_name()\nprint(asyncio.run(f()))',
    'import asyncio\nasync def f():\n    return asyncio.current_task().get_name()\nprint(asyncio.run(f()))',
    'Task-1',
  ],
  [
    'state inside of a module',
    'import calendar\ncalendar.setfirstweekday(3)',
    'import calendar\nprint(calendar.firstweekday())',
    '0',
  ],
]

/** Objects made and dropped so that addresses are used again, in another order each time. */
const CHURN = (rounds: number): string =>
  `keep = []\nfor i in range(${rounds}):\n    keep.append(object())\n    if i % 3:\n        keep.pop(0)\n`
const OBJECTS = `class Step:
    pass
def use(step):
    return step
for i in range(6):
    one = Step()
    use(one)
    two = [Step(), one]
    del one
`

export function describeIsolation(): void {
  describe('a program finds the interpreter as the first one did', () => {
    it.each(PAIRS)('after %s', async (_what, before, after, sees) => {
      await record({ code: before })
      expect((await record({ code: after })).stdout.trim()).toBe(sees)
    })
  })

  describe('the standard streams', () => {
    it('have descriptors, and what is written to those is told in its place', async () => {
      const code = `import os, sys
print("first")
os.write(sys.stdout.fileno(), b"past\\n")
print(sys.stdout.fileno(), sys.stderr.fileno())
`
      expect((await record({ code })).stdout).toBe('first\npast\n1 2\n')
    })
  })

  describe('names of addresses', () => {
    it('belong to objects, whatever ran before', async () => {
      const seen: string[] = []
      for (const rounds of [0, 300, 1111]) {
        if (rounds > 0) await record({ code: CHURN(rounds) })
        const { events } = await record({ code: OBJECTS })
        seen.push(JSON.stringify(events.map(({ changes, arg }) => [changes, arg])))
      }
      expect(new Set(seen).size).toBe(1)
      // Twelve objects have lived, each with a name of its own.
      expect(new Set(seen[0]?.match(/0x[0-9a-f]+/g)).size).toBeGreaterThanOrEqual(12)
    })

    it('stand in the texts of exceptions too', async () => {
      const code = 'class A:\n    pass\ntry:\n    {}[A()]\nexcept KeyError:\n    pass\n'
      const { events } = await record({ code })
      const raised = events.find(({ place }) => place.startsWith('exception'))
      expect(raised?.arg).toMatch(/at 0x[0-9a-f]{1,2}>/)
    })
  })
}
