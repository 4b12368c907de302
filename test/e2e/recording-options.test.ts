import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { expectPlain } from '../support/expectations.ts'
import { jsonLines, ndw, ndwJson, startNdw } from '../support/ndw.ts'
import { prepareStore } from '../support/prepared-store.ts'

const { store, write } = prepareStore('recording-options')
const inStore = ['--store', store]

describe('ndw trace', () => {
  it('records twice and names the first variable that differs', async () => {
    const file = write(
      'twice.jsonl',
      `${[
        { id: 'steady', code: 'x = 1\nfor i in range(3):\n    x += i\n' },
        { id: 'chance', code: 'import random\nx = 1\ny = random.random()\nz = 2\n' },
      ]
        .map((row) => JSON.stringify(row))
        .join('\n')}\n`,
    )
    const { stdout, stderr } = await ndw(['trace', file, '--repeat', '2', ...inStore, '--json'])
    const rows = new Map(jsonLines(stdout).map((row) => [row.program, row]))
    expect(rows.get('steady')).toMatchObject({ determinism: { verdict: 'same' }, notice: null })
    expect(rows.get('chance')).toMatchObject({
      determinism: { verdict: 'differs', variable: 'y', seq: 4 },
    })
    expect(stderr).toMatch(/chance: Not deterministic: y at event 4 was 0\.\d+, then 0\.\d+\.\n/)
    // What is known is not found out again.
    const again = await ndwJson(['trace', file, '--repeat', '2', ...inStore])
    expect(again).toMatchObject([{ known: true }, { known: true }])
    expect(again.find((row) => row.program === 'chance')?.determinism).toEqual(
      rows.get('chance')?.determinism,
    )
  })

  it('probes a program without keeping anything', async () => {
    const file = write('endless.py', 'while True:\n    x = 1\n')
    const [told] = await ndwJson([
      'trace',
      file,
      '--probe',
      '--timeout',
      '4',
      '--max-steps',
      '5000000',
      ...inStore,
    ])
    expect(told).toMatchObject({ program: 'endless.py', isWhole: false, stop: 'time_limit' })
    expect(Number(told?.predictedEvents)).toBeGreaterThan(Number(told?.events))
    expect(await ndwJson(['traces', '--where', '"endless"', ...inStore])).toEqual([])
  })

  it('refuses a program of which the scope leaves no event, and says so of one that a limit ends', async () => {
    const scope = ['--include-functions', 'nope', ...inStore]
    const sentence = /no code that ran is in the scope \(only the functions nope\)/
    const empty = write('empty.py', 'def f():\n    pass\nf()\n')
    expectPlain(await ndw(['trace', empty, ...scope]), 1, sentence)
    expectPlain(await ndw(['trace', empty, '--probe', ...scope]), 1, sentence)
    expect(await ndwJson(['traces', '--where', 'program == "empty"', ...inStore])).toEqual([])
    const long = write('long.py', 'while True:\n    x = 1\n')
    const [made] = await ndwJson(['trace', long, '--timeout', '1', ...scope])
    expect(made).toMatchObject({ stopReason: 'time_limit', failure: null })
    expect(made?.notice).toMatch(sentence)
  })

  it('resumes what was stopped, and finds done what was done', async () => {
    const programs = Array.from({ length: 40 }, (_, i) =>
      JSON.stringify({ id: `resumed-${i}`, code: `n = ${i}\nwhile n < 3000:\n    n += 1\n` }),
    )
    const file = write('resumed.jsonl', `${programs.join('\n')}\n`)
    const running = startNdw(['trace', file, ...inStore, '--json'])
    running.child.stdout?.once('data', () => running.child.kill('SIGINT'))
    const first = jsonLines((await running.ended).stdout)
    expect(first.length).toBeLessThan(40)
    const rest = await ndwJson(['trace', '--resume', ...inStore])
    expect(rest).toHaveLength(40)
    expect(rest.filter((row) => row.known).length).toBeGreaterThanOrEqual(first.length)
    expectPlain(
      await ndw(['trace', '--resume', ...inStore]),
      1,
      /No recording of this store is unfinished; nothing to resume/,
    )
  })

  it('refuses options that it cannot use in one line each', async () => {
    const file = write('one.py', 'x = 1\n')
    for (const [args, sentence] of [
      [['--engine', 'jython'], /^--engine takes pyodide or cpython, not jython\.\n$/],
      [['--values', 'nice'], /^--values takes repr or structural, not nice\.\n$/],
      [['--include-files', 'a,,b'], /^--include-files takes globs .*\n$/],
      [['--repeat', '3'], /^--repeat takes a whole number from 1 to 2, not 3\.\n$/],
    ] as const) {
      expectPlain(await ndw(['trace', file, ...args, ...inStore]), 2, sentence)
    }
    expectPlain(
      await ndw(['trace', file, '--engine', 'cpython', '--python', '/no/python', ...inStore]),
      1,
      /^The cpython engine needs Python 3\.9 or later, and \/no\/python does not exist/,
    )
  })
})

const hasCpython =
  spawnSync('python3', ['--version']).status === 0 && spawnSync('bwrap', ['--version']).status === 0

describe.skipIf(!hasCpython)('the cpython engine', () => {
  it('records threads in lanes of their own, reads standard input, and tells its walls', async () => {
    const code = `import threading
def work(n):
    for i in range(n):
        pass
threads = [threading.Thread(target=work, args=(n,)) for n in (2, 3)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(input())
`
    const file = write(
      'lanes.jsonl',
      `${JSON.stringify({ id: 'lanes', code, stdin: 'hello\n' })}\n`,
    )
    const [made] = await ndwJson(['trace', file, '--engine', 'cpython', ...inStore])
    expect(made).toMatchObject({ program: 'lanes', exit: 'normal', stopReason: 'ended' })
    const lanes = await ndwJson(['traces', '--where', '"lanes"', ...inStore])
    expect(lanes.map((row) => [row.thread, row.events]).sort()).toEqual([
      [0, made?.events],
      [1, 7],
      [2, 9],
    ])
    const listed = await ndw(['traces', '--where', '"lanes"', ...inStore])
    expect(listed.stdout).toMatch(/lanes \(thread 1\)\n/)
  })
})
