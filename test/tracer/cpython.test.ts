import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { offerCpython } from '../../main/tracer/cpython-command.ts'
import { createCpythonTracer } from '../../main/tracer/cpython-tracer.ts'
import type { Tracer } from '../../main/tracer/tracer.ts'
import type { TracerRecord } from '../../shared/trace/wire-records.ts'
import { findCpython, REFUSED } from './cpython.ts'
import { areGone, descendantsOf, processesNamed } from './processes.ts'
import { fixturesDir, LIMITS, lineOf, record, recordWith, resourcesDir } from './support.ts'
import { ENDS, expectVerdict, LIMITED } from './verdicts-suite.ts'

const OPTIONS = { resourcesDir, python: null, workers: 1 }
const SHORT = { code: 'x = 1\n', entry: null, fileName: 'main.py' }
const ENDLESS = { code: 'n = sum(range(10 ** 13))\n', entry: null, fileName: 'main.py' }
const LONG = { ...LIMITS, timeoutSeconds: 600 }
/** Ends otherwise where memory and disk are WebAssembly's, or where a loop in one line has events. */
const OTHERWISE = ['files that fill the virtual disk', 'a memory bomb', 'an endless loop by steps']

const found = await findCpython()

describe('which Python', () => {
  const none = async (python: string): Promise<string> => {
    const tracer = createCpythonTracer({ ...OPTIONS, python, consent: true })
    return tracer.describe().then(
      () => 'described',
      (error: Error) => error.message,
    )
  }

  it('names what it looked for and did not find', async () => {
    expect(await none('/nowhere/python')).toBe(
      'The cpython engine needs Python 3.9 or later, and /nowhere/python does not exist; name one, or use the pyodide engine.',
    )
    expect(await none(process.execPath)).toContain(`${process.execPath} does not run as one`)
  })

  it.skipIf(process.platform === 'win32')('names the version of one that is too old', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ndw-old-python-'))
    const old = join(dir, 'python')
    writeFileSync(old, '#!/bin/sh\nprintf "/old/python\\n3.8.20\\n/\\n/\\n/\\n"\n')
    chmodSync(old, 0o755)
    expect(await none(old)).toMatch(
      /^The cpython engine needs Python 3.9 or later, and found 3.8.20;/,
    )
    rmSync(dir, { recursive: true })
  })

  it.skipIf(found === null)('refuses without walls, unless the user agreed', async () => {
    const bare = { ...OPTIONS, bubblewrap: false }
    const refusing = createCpythonTracer({ ...bare, consent: false })
    await expect(refusing.trace(SHORT, LIMITS, () => undefined)).rejects.toThrow(REFUSED)
    const offer = await offerCpython({ ...OPTIONS, bubblewrap: false })
    expect(offer).toMatchObject({ version: found?.version, contained: [], needsConsent: true })
    const agreed = createCpythonTracer({ ...bare, consent: true })
    const { run, end } = await recordWith(agreed, SHORT)
    expect(run.sandbox).toBe('none: the program has all of your rights')
    expect(run.engine).toBe(`cpython ${found?.version}`)
    expect(end).toMatchObject({ stop: 'ended', exit: 'normal' })
  })
})

for (const bubblewrap of [true, false]) {
  const tracer = createCpythonTracer({ ...OPTIONS, bubblewrap, consent: !bubblewrap })
  afterAll(tracer.close)
  const missing = whyNot(bubblewrap)
  const title = `cpython ${bubblewrap ? 'in bubblewrap' : 'without walls'}`
  describe.skipIf(missing !== null)(missing === null ? title : `${title}: ${missing}`, () => {
    describeRuns(tracer)
    if (bubblewrap) describeBudgets(tracer)
    describeProcesses(tracer, bubblewrap)
  })
}

function whyNot(bubblewrap: boolean): string | null {
  if (found === null) return 'skipped, as no Python 3.11 or later is here'
  return bubblewrap && !found.bubblewrap ? 'skipped, as bubblewrap does not work here' : null
}

function describeRuns(tracer: Tracer): void {
  it.each(ENDS)('$name', async (verdict) => {
    const { code, entry = null } = verdict
    expectVerdict(await recordWith(tracer, { code, entry }), verdict)
  })

  it('keeps the events of a program that dies, and says of what', async () => {
    const deaths: readonly (readonly [string, string])[] = [
      ['os.kill(os.getpid(), 11)', 'Python was ended by SIGSEGV while the program ran'],
      ['os.abort()', 'Python was ended by SIGABRT while the program ran'],
      ['os.closerange(3, 999)', 'The program closed the tracer’s pipe while the program ran'],
    ]
    for (const [death, message] of deaths) {
      const { end, events } = await recordWith(tracer, {
        code: `import os\nx = 1\n${death}\ny = 2\n`,
      })
      expect(end).toMatchObject({ stop: 'crashed', exit: 'never', error: { message } })
      expect(events.map(lineOf).slice(0, 4)).toContain('line <module> 3 {x=1}')
    }
  })

  it.each([
    ['while True: pass', '<Odd: repr took longer than 250 ms>'],
    ['n = 3\n        while n: n -= 1\n        return f"odd {n}"', 'odd 0'],
  ])('asks a __repr__ that is a loop on one line under its own clock: %s', async (body, text) => {
    const code = `class Odd:
    def __repr__(self):
        ${body}
odd = Odd()
after = 1
`
    const { end, events } = await recordWith(tracer, { code })
    expect(end).toMatchObject({ stop: 'ended', exit: 'normal' })
    expect(events.flatMap(({ changes }) => changes).slice(-2)).toEqual([`odd=${text}`, 'after=1'])
  })

  it('ends where two thousand processes begin', async () => {
    const code = `import os, time
for n in range(2000):
    if os.fork() == 0:
        time.sleep(30)
        os._exit(0)
`
    const { end, run } = await recordWith(tracer, { code })
    expect(end.error?.message).toBe('The program started more than 64 processes')
    expect(run.wallMs).toBeLessThan(5000)
  })

  it('records a forked child’s output and nothing else of it', async () => {
    const code = `import os
os.system('echo from a shell')
child = os.fork()
if child == 0:
    print('from a child', flush=True)
    os._exit(3)
print(os.waitpid(child, 0)[1] >> 8)
`
    const { end, stdout, events } = await recordWith(tracer, { code })
    expect(end).toMatchObject({ stop: 'ended', exit: 'normal' })
    expect(stdout.split('\n').sort()).toEqual(['', '3', 'from a child', 'from a shell'])
    expect(events.map(lineOf).filter((line) => line.startsWith('line <module> 5'))).toEqual([])
  })

  it('is a fresh, bare Python with a fixed hash seed', async () => {
    const code = `import sys, os
print(sys.argv == [__file__], sys.flags.hash_randomization, hash('a') % 1000, os.listdir('.'))
print(sorted(os.environ), [name for name in sys.modules if name.startswith('site')])
print(os.open('.', 0), 'wire' in [name[:4] for name in os.listdir(sys.path[0] or '.')])
`
    const first = await recordWith(tracer, { code })
    expect(first.stdout).toMatch(/^True 0 \d+ \['main.py'\]\n\['HOME', 'LANG', 'PATH'/)
    expect(first.stdout).toMatch(/\[\]\n3 False\n$/)
    expect((await recordWith(tracer, { code })).stdout).toBe(first.stdout)
    const seeded = await recordWith(tracer, { code }, { hashSeed: 7 })
    expect(seeded.stdout).toMatch(/^True 1 /)
  })

  it('gives the events that the sandboxed interpreter gives, but for its version', async () => {
    const names = readdirSync(fixturesDir).filter((name) => /^(gen|class|match)/.test(name))
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      const code = readFileSync(join(fixturesDir, name), 'utf8')
      const ours = await recordWith(tracer, { code })
      expect(ours.end).toMatchObject({ stop: 'ended' })
      expect(ours.stdout).toBe((await record({ code })).stdout)
    }
  })
}

function describeBudgets(tracer: Tracer): void {
  it.each(LIMITED.filter(({ name }) => !OTHERWISE.includes(name)))('$name', async (verdict) => {
    const limits = {
      maxSteps: verdict.steps ?? 1_000_000,
      timeoutSeconds: verdict.seconds ?? 10,
      outputBytes: 50_000,
    }
    const recorded = await recordWith(tracer, { code: verdict.code }, limits)
    expectVerdict(recorded, verdict)
    expect(recorded.events.length).toBeGreaterThan(1)
    expect(recorded.stdout.length).toBeLessThanOrEqual(limits.outputBytes)
    expect(recorded.run.wallMs).toBeLessThan(limits.timeoutSeconds * 1000 + 3000)
  })

  it('ends a program that fills the memory', async () => {
    const fill = (bytes: string) => `exec("data = []\\nwhile True: data.append(${bytes})")\n`
    const touched = await recordWith(tracer, { code: `x = 1\n${fill("b'x' * 50_000_000")}` })
    expect(touched.end).toMatchObject({ stop: 'memory_limit', error: { type: 'MemoryLimit' } })
    expect(touched.events.map(lineOf)).toContain('line <module> 2 {x=1}')
    // Never written to, so it takes no memory but addresses.
    const reserved = await recordWith(tracer, { code: fill('bytes(50_000_000)') })
    expect(reserved.end).toMatchObject({ stop: 'ended', error: { type: 'MemoryError' } })
  })

  it('stops a loop that has no events by the clock', async () => {
    const code = 'x = 1\nwhile True: pass\n'
    const { end } = await recordWith(tracer, { code }, { timeoutSeconds: 0.3, maxSteps: 1e9 })
    expect(end).toMatchObject({ stop: 'time_limit', exit: 'never' })
  })
}

function describeProcesses(tracer: Tracer, bubblewrap: boolean): void {
  it('cancels at once and leaves no process', async () => {
    const before = new Set(descendantsOf(process.pid))
    const controller = new AbortController()
    const reason = new Error('not wanted any more')
    let started: number[] = []
    const onRecords = (records: TracerRecord[]) => {
      if (!records.some((one) => one.kind === 'event')) return
      started = descendantsOf(process.pid).filter((pid) => !before.has(pid))
      controller.abort(reason)
    }
    const trace = tracer.trace(ENDLESS, LONG, onRecords, controller.signal)
    await expect(trace).rejects.toBe(reason)
    expect(started.length).toBeGreaterThan(0)
    expect(await areGone(started, 50)).toBe(true)
  })

  it('passes on what the taker of the records throws', async () => {
    const failing = () => Promise.reject(new Error('disk full'))
    await expect(tracer.trace(SHORT, LIMITS, failing)).rejects.toThrow('disk full')
  })

  it('close ends what runs; then nothing is recorded', async () => {
    const own = createCpythonTracer({ ...OPTIONS, bubblewrap, consent: !bubblewrap })
    const begun = Promise.withResolvers<void>()
    const running = own.trace(ENDLESS, LONG, () => begun.resolve())
    await begun.promise
    await own.close()
    await running
    await expect(own.trace(SHORT, LIMITS, () => undefined)).rejects.toThrow(/is closed/)
  })

  it.runIf(bubblewrap)('dies with the process that started it', async () => {
    const script = join(dirname(fileURLToPath(import.meta.url)), 'endless-child.ts')
    const options = JSON.stringify({ engine: 'cpython', ...OPTIONS, consent: false })
    const child = spawn(process.execPath, [script, options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const pids = descendantsOf(child.pid ?? 0)
    expect(pids.length).toBeGreaterThan(1)
    child.kill('SIGKILL')
    expect(await areGone(pids, 3000)).toBe(true)
  })

  it.runIf(bubblewrap)('leaves nothing running that the program set loose', async () => {
    const word = `ndw-left-${process.pid}`
    const code = `import os, subprocess
subprocess.Popen(['/bin/sh', '-c', 'sleep 60; : ${word}'], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execv('/bin/sh', ['sh', '-c', 'sleep 60; : ${word}'])
    os._exit(0)
`
    const { end } = await recordWith(tracer, { code })
    expect(end).toMatchObject({ stop: 'ended', exit: 'normal' })
    expect(processesNamed(word)).toEqual([])
  })
}
