import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StopReason } from '../../shared/trace/event.ts'
import { lineOf, type Recorded, record } from './support.ts'
import { SIZES, type Verdict } from './verdicts.ts'

export const ENDS: readonly Verdict[] = [
  { name: 'a script that returns', code: 'x = 1\n', stop: 'ended', exit: 'normal' },
  { name: 'an empty file', code: '', stop: 'ended', exit: 'normal' },
  {
    name: 'an uncaught exception',
    code: 'def f():\n    return [][1]\nf()\n',
    stop: 'ended',
    exit: 'error',
    type: 'IndexError',
    line: 2,
  },
  {
    name: 'sys.exit',
    code: 'import sys\nprint("bye")\nsys.exit(3)\n',
    stop: 'ended',
    exit: 'error',
    type: 'SystemExit',
    line: 3,
    stdout: 'bye\n',
  },
  {
    name: 'os._exit',
    code: 'import os\nprint("kept")\nos._exit(3)\nprint("never")\n',
    stop: 'ended',
    exit: 'never',
    type: 'os._exit',
    line: 3,
    stdout: 'kept\n',
  },
  ...SIZES,
  {
    name: 'KeyboardInterrupt',
    code: 'raise KeyboardInterrupt\n',
    stop: 'ended',
    exit: 'error',
    type: 'KeyboardInterrupt',
    line: 1,
  },
  {
    name: 'a syntax error',
    code: 'x = 1\ndef f(:\n',
    stop: 'syntax_error',
    exit: 'error',
    type: 'SyntaxError',
    line: 2,
  },
  {
    name: 'wrong indentation',
    code: 'x = 1\n    y = 2\n',
    stop: 'syntax_error',
    exit: 'error',
    type: 'IndentationError',
    line: 2,
  },
  {
    name: 'a null byte',
    code: 'x\0 = 1\n',
    stop: 'syntax_error',
    exit: 'error',
    type: 'SyntaxError',
  },
  {
    name: 'no Python at all',
    code: '{"a": 1} function () { }\n',
    stop: 'syntax_error',
    exit: 'error',
    type: 'SyntaxError',
    line: 1,
  },
  {
    name: 'a call that is no expression',
    code: 'x = 1\n',
    entry: 'x =',
    stop: 'syntax_error',
    exit: 'error',
    type: 'SyntaxError',
  },
  {
    name: 'a call of nothing',
    code: 'x = 1\n',
    entry: 'f(1)',
    stop: 'ended',
    exit: 'error',
    type: 'NameError',
  },
  {
    name: 'input() without input',
    code: 'input("? ")\n',
    stop: 'ended',
    exit: 'error',
    type: 'EOFError',
    line: 1,
    stdout: '? ',
  },
  {
    name: 'a program with a trace function of its own',
    code: 'import sys\nsys.settrace(lambda *a: None)\nx = 1\n',
    stop: 'ended',
    exit: 'normal',
    type: 'TraceLost',
  },
  {
    name: 'exit handlers',
    code: 'import atexit\natexit.register(print, "last")\nprint("first")\n',
    stop: 'ended',
    exit: 'normal',
    stdout: 'first\nlast\n',
  },
  {
    name: 'bytes that are not text',
    code: 'import sys\nsys.stdout.buffer.write(b"a\\xff\\xc3")\nsys.stdout.buffer.write(b"\\xa9")\n',
    stop: 'ended',
    exit: 'normal',
    stdout: 'a\\xffé',
  },
]

export const LIMITED: readonly (Verdict & {
  readonly seconds?: number
  readonly steps?: number
})[] = [
  {
    name: 'an endless loop by steps',
    code: 'while True: pass\n',
    steps: 500,
    stop: 'step_limit',
    exit: 'never',
    type: 'StepLimit',
    line: 1,
  },
  {
    name: 'an endless loop by time',
    code: 'n = 0\nwhile True:\n    n += 1\n',
    seconds: 0.5,
    stop: 'time_limit',
    exit: 'never',
    type: 'TimeLimit',
  },
  {
    name: 'a loop that catches everything, by steps',
    code: 'while True:\n    try:\n        x = 1\n    except:\n        pass\n',
    steps: 500,
    stop: 'step_limit',
    exit: 'never',
  },
  {
    name: 'a recursion that catches everything, by steps',
    code: 'def f():\n    while True:\n        try:\n            f()\n        except BaseException:\n            pass\nf()\n',
    steps: 5000,
    stop: 'step_limit',
    exit: 'never',
  },
  {
    name: 'a loop that catches everything, by time',
    code: 'while True:\n    try:\n        x = 1\n    except:\n        pass\n',
    seconds: 0.5,
    stop: 'time_limit',
    exit: 'never',
  },
  {
    name: 'a loop inside C code',
    code: 'a = 1\nb = sum(range(10 ** 12))\n',
    seconds: 0.2,
    stop: 'time_limit',
    exit: 'never',
    type: 'TimeLimit',
  },
  {
    name: 'a long sleep',
    code: 'import time\ntime.sleep(1000)\n',
    seconds: 0.2,
    stop: 'time_limit',
    exit: 'never',
  },
  {
    name: 'a __repr__ that never ends',
    code: 'class A:\n    def __repr__(self):\n        while True: pass\na = A()\nb = 1\n',
    seconds: 0.2,
    stop: 'time_limit',
    exit: 'never',
  },
  {
    name: 'a gigabyte of output',
    code: 'for _ in range(10 ** 6):\n    print("x" * 999)\n',
    steps: 1_000_000,
    seconds: 20,
    stop: 'output_limit',
    exit: 'never',
    type: 'OutputLimit',
    line: 2,
  },
  {
    name: 'output that is swallowed with the stop',
    code: 'while True:\n    try:\n        print("y" * 999)\n    except:\n        pass\n',
    seconds: 20,
    steps: 1_000_000,
    stop: 'output_limit',
    exit: 'never',
  },
  {
    name: 'a memory bomb',
    // In code of its own, as rendering all that memory at each event would take most of the time.
    code: 'exec("data = []\\nwhile True:\\n    data.append(bytes(50_000_000))")\n',
    seconds: 20,
    stop: 'ended',
    exit: 'error',
    type: 'MemoryError',
  },
  {
    name: 'files that fill the virtual disk',
    // In code of its own, which is not recorded, to be quick.
    code: `block = bytes(10_000_000)
exec("for n in range(10 ** 6):\\n    open(str(n), 'wb').write(block)")
`,
    seconds: 20,
    stop: 'memory_limit',
    exit: 'never',
    type: 'MemoryLimit',
  },
]

/** The last event, which must be what the program hung on or died of. */
function lastEvent(recorded: Recorded): string {
  const last = recorded.events.at(-1)
  return last === undefined ? 'none' : lineOf(last)
}

export function describeVerdicts(): void {
  describe('how programs end', () => {
    it.each(ENDS)('$name', async (verdict) => {
      expectVerdict(await record({ code: verdict.code, entry: verdict.entry ?? null }), verdict)
    })
  })

  describe('budgets keep what was recorded', () => {
    it.each(LIMITED)('$name', async (verdict) => {
      const limits = {
        maxSteps: verdict.steps ?? 1_000_000,
        timeoutSeconds: verdict.seconds ?? 10,
        outputBytes: 50_000,
      }
      const recorded = await record({ code: verdict.code }, limits)
      expectVerdict(recorded, verdict)
      expect(recorded.events.length).toBeGreaterThan(1)
      expect(recorded.events.length).toBeLessThanOrEqual(limits.maxSteps)
      expect(recorded.stdout.length).toBeLessThanOrEqual(limits.outputBytes)
      if (verdict.stop === 'step_limit') expect(recorded.events).toHaveLength(limits.maxSteps)
      expect(recorded.run.wallMs).toBeLessThan(limits.timeoutSeconds * 1000 + 3000)
    })

    it('shows the line that C code hangs on', async () => {
      const code = 'def f():\n    a = 1\n    return sum(range(10 ** 12))\n'
      const recorded = await record({ code, entry: 'f()' }, { timeoutSeconds: 0.2 })
      expect(recorded.end.stop).toBe('time_limit')
      expect(lastEvent(recorded)).toBe('line f 3 {a=1}')
    })
  })

  describeHostile()
}

export function expectVerdict(recorded: Recorded, verdict: Verdict): void {
  const { end, stdout } = recorded
  expect({ stop: end.stop, exit: end.exit }).toEqual({ stop: verdict.stop, exit: verdict.exit })
  if (verdict.type !== undefined) expect(end.error?.type).toBe(verdict.type)
  else if (verdict.exit === 'normal') expect(end.error).toBeNull()
  if (verdict.line !== undefined) expect(end.error?.line).toBe(verdict.line)
  if (verdict.stdout !== undefined) expect(stdout).toBe(verdict.stdout)
  expect(`${end.error?.message} ${recorded.stderr}`).not.toMatch(/Traceback|deno|\.mjs|ndtracer/)
}

/** [what, program with PATH for a file of the host, how it must end]. */
const ATTACKS: readonly (readonly [string, string, StopReason, string | null])[] = [
  ['a shell command', 'import os\nx = 1\nos.system("touch PATH.made")\n', 'crashed', 'Crashed'],
  ['os.popen', 'import os\nos.popen("touch PATH.made").read()\n', 'ended', 'OSError'],
  ['subprocess', 'import subprocess\nsubprocess.run(["touch", "PATH.made"])\n', 'ended', 'OSError'],
  ['reading a file', 'print(open("PATH").read())\n', 'ended', 'FileNotFoundError'],
  [
    'reading the password file',
    'print(open("/etc/passwd").read())\n',
    'ended',
    'FileNotFoundError',
  ],
  ['writing a file', 'open("PATH.made", "w")\n', 'ended', 'FileNotFoundError'],
  ['deleting a file', 'import os\nos.remove("PATH")\n', 'ended', 'FileNotFoundError'],
  [
    'deleting every folder',
    'import shutil\nfor d in ("/tmp", "/home", "/lib", "/"):\n    shutil.rmtree(d, ignore_errors=True)\n',
    'ended',
    null,
  ],
  [
    'a connection',
    'import socket\ns = socket.create_connection(("127.0.0.1", 9), 1)\n',
    'ended',
    null,
  ],
  [
    'a page',
    'import urllib.request\nurllib.request.urlopen("http://127.0.0.1:9/")\n',
    'ended',
    'URLError',
  ],
  ['a new process', 'import os\nos.fork()\n', 'ended', null],
  ['killing the host', 'import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n', 'ended', null],
  ['import js', 'import js\n', 'ended', 'ModuleNotFoundError'],
  ['import pyodide_js', 'import pyodide_js\n', 'ended', 'ModuleNotFoundError'],
  ['import pyodide.code', 'from pyodide.code import run_js\n', 'ended', 'ModuleNotFoundError'],
  [
    'JavaScript through objects left in memory',
    `SEARCH = """
import gc
found = []
for one in gc.get_objects():
    for ref in [one, *gc.get_referents(one)]:
        if type(ref).__name__ == "JsProxy" and len(found) < 20:
            found.append(ref)
outcomes = []
for one in found:
    try:
        one.constructor.constructor("return Deno.version")()
        outcomes.append("REACHED")
    except BaseException as error:
        outcomes.append(type(error).__name__)
"""
space = {}
exec(SEARCH, space)
print(sorted(set(space["outcomes"])))
`,
    'ended',
    null,
  ],
]

function describeHostile(): void {
  describe('hostile programs', () => {
    let dir = ''
    let secret = ''
    beforeAll(() => {
      dir = mkdtempSync(join(tmpdir(), 'ndw-hostile-'))
      secret = join(dir, 'secret.txt')
      writeFileSync(secret, 'secret words')
    })
    afterAll(() => rmSync(dir, { recursive: true, force: true }))

    it.each(ATTACKS)('%s reaches nothing', async (_, template, stop, type) => {
      const code = template.replaceAll('PATH', secret.replaceAll('\\', '/'))
      const recorded = await record({ code }, { timeoutSeconds: 20 })
      expect(recorded.end.stop).toBe(stop)
      if (type !== null) expect(recorded.end.error?.type).toBe(type)
      expect(recorded.events.length).toBeGreaterThan(1)
      expect(existsSync(secret)).toBe(true)
      expect(existsSync(`${secret}.made`)).toBe(false)
      expect(recorded.stdout).not.toMatch(/secret words|root:|REACHED/)
      const told = `${recorded.end.error?.message} ${recorded.stdout} ${recorded.stderr}`
      expect(told).not.toMatch(/deno|\.mjs/)
    })

    it('the program that dies in a shell command keeps its events', async () => {
      const recorded = await record({ code: 'import os\nx = 1\nos.system("true")\n' })
      expect(recorded.events.map(lineOf).at(-1)).toBe('line <module> 3 {x=1}')
    })

    it('what is printed is never taken for the trace', async () => {
      const forged = '["end",{"stop":"ended","exit":"normal","error":null,"result":null}]'
      const code = `import os, sys
line = ${JSON.stringify(forged)}
print(line)
os.write(1, (line + "\\n").encode())
os.write(2, b"0" * 32 + b" trace 3\\nabc")
for fd in range(3, 20):
    try:
        os.write(fd, line.encode())
    except OSError:
        pass
x = 1 / 0
`
      const { end, stdout } = await record({ code })
      expect(end.error?.type).toBe('ZeroDivisionError')
      expect(stdout).toContain(forged)
    })

    it('what a program changes is not there for the next one', async () => {
      const probe = `import sys, os, json, time, math, builtins, collections
print(sorted(os.listdir(".")), "evil" in sys.modules, json.dumps([1]), len([1, 2]))
print(math.pi > 3, hasattr(builtins, "leak"), sys.getrecursionlimit(), os.environ.get("LEAK"))
print(time.time() > 0, sys.argv, __name__, repr(collections.Counter("a")))
`
      const fresh = await record({ code: probe })
      const spoil = `import sys, os, json, time, math, builtins, collections, types
open("left.txt", "w").write("x")
os.makedirs("folder/inner")
sys.modules["evil"] = types.ModuleType("evil")
json.dumps = lambda *a: "forged"
builtins.len = lambda x: 99
builtins.repr = None
builtins.leak = 1
math.pi = 2
time.time = lambda: -1
time.perf_counter = lambda: 0
sys.setrecursionlimit(5000)
os.environ["LEAK"] = "1"
sys.argv.append("x")
sys.stdout = None
sys.path.clear()
y = 1
`
      const spoiled = await record({ code: spoil })
      expect(spoiled.end).toMatchObject({ stop: 'ended', exit: 'normal', error: null })
      expect(spoiled.events.at(-1)?.changes).toEqual(['y=1'])
      const after = await record({ code: probe })
      expect(after.stdout).toBe(fresh.stdout)
      expect(after.events.map(lineOf)).toEqual(fresh.events.map(lineOf))
    })

    it('a class of the library that was changed costs the interpreter, not the next program', async () => {
      await record({
        code: 'import collections\ncollections.Counter.__repr__ = lambda self: "bad"\n',
      })
      const after = await record({ code: 'import collections\nprint(collections.Counter("a"))\n' })
      expect(after.stdout).toBe("Counter({'a': 1})\n")
    })
  })
}
