import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSound } from '../support/expectations.ts'
import { ndw, ndwJson, ROOT, startNdw, temporaryFolder } from '../support/ndw.ts'
import { descendantsOf, processesNamed } from '../tracer/processes.ts'

const asked = spawnSync('python3', ['-c', 'import pytest; print(pytest.__version__)'])
const hasPytest = asked.status === 0
const pytest = String(asked.stdout).trim()

describe('tests on the command line', () => {
  const folder = temporaryFolder('tests')
  const at = (name: string): string => join(folder.path, name)
  const store = at('some.db')
  const test = (name: string): string => `${at('project/tests/test_cart.py')}::${name}`
  beforeAll(() => {
    cpSync(join(ROOT, 'test/fixtures/pytest-project'), at('project'), { recursive: true })
  })
  afterAll(() => {
    if (hasPytest) expectSound(store)
    folder.remove()
  })
  const record = (name: string) =>
    ndw(['trace', '--pytest', test(name), '--consent', '--store', store])

  it('are refused in one line where they cannot be meant', async () => {
    const refusals: [string[], RegExp][] = [
      [['a.py', '--pytest', test('x')], /^Give either PATH or --pytest, not both\./],
      [['--pytest', test('x'), '--call', 'f()'], /^A test has no --call: pytest calls it\./],
      [['--pytest', at('nowhere.py::test_a')], /^There is no file or folder .*nowhere\.py\.$/m],
      [['--pytest', test('x'), '--engine', 'pyodide'], /choose the cpython engine for them\.$/m],
    ]
    for (const [args, sentence] of refusals) {
      const { status, stdout, stderr } = await ndw(['trace', ...args, '--store', at('none.db')])
      expect([status === 0, stdout]).toEqual([false, ''])
      expect(stderr).toMatch(sentence)
    }
  })

  it.skipIf(!hasPytest)('become traces of every file they reach, each recorded once', async () => {
    const first = await record('test_total')
    expect([first.status, first.stderr]).toEqual([
      0,
      expect.stringMatching(/^3 programs, 77 events\b/m),
    ])
    expect(first.stdout).toMatch(/ {2}tests\/test_cart\.py::test_total\[HALF-3\]$/m)
    expect((await record('test_total')).stderr).toMatch(/3 recorded before/)
    // Another file of the project is another project: what was recorded says nothing of it.
    appendFileSync(at('project/src/shop/discount.py'), '\n# changed\n')
    expect((await record('test_total[HALF-3]')).stderr).toMatch(
      /^1 program, 29 events\b(?!.*before)/m,
    )
    const rows = await ndwJson(['traces', '--where', '"test_cart" in program', '--store', store])
    expect(rows.map((row) => row.entry)).toEqual([
      'pytest test_total[None-6]',
      'pytest test_total[HALF-3]',
      'pytest test_total[TEN-5]',
      'pytest test_total[HALF-3]',
    ])
    const events = await ndwJson(['events', String(rows[3]?.trace), '--store', store])
    expect(events[24]).toMatchObject({
      file: 'src/shop/discount.py',
      src: '    return total * (100 - percent) // 100',
    })
  })

  it.skipIf(!hasPytest || process.platform !== 'linux')(
    'are recorded with the text that ran, or not at all',
    async () => {
      const slow = at('slow')
      mkdirSync(slow)
      writeFileSync(join(slow, 'helper.py'), 'def f(x):\n    return x * 2\n')
      // Goes on when it is told to: it sees what is written beside it.
      const wait = '    while not os.path.exists("go"):\n        time.sleep(0.01)\n'
      const code = `import os, time\nimport helper\n\ndef test_a():\n${wait}    helper.f(1)\n`
      writeFileSync(join(slow, 'test_slow.py'), code)
      const args = ['trace', '--pytest', slow, '--consent', '--store', at('slow.db')]
      const { child, ended } = startNdw([...args, '--json'])
      // Once a Python runs the project has been looked at.
      const runsPython = () => {
        const own = new Set(descendantsOf(child.pid ?? 0))
        return processesNamed('ndtracer').some((pid) => own.has(pid))
      }
      await expect.poll(runsPython, { timeout: 20_000 }).toBe(true)
      writeFileSync(join(slow, 'helper.py'), '# new\n\ndef f(x):\n    return x * 200\n')
      writeFileSync(join(slow, 'go'), '')
      const { status, stderr } = await ended
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining('helper.py changed while the test was recorded; record it again.'),
      ])
      const again = await ndw(args)
      expect(again.stderr).toMatch(/^1 program, \d+ events\b(?!.*before)/m)
    },
  )

  it.skipIf(!hasPytest)('go on as training text and as files', async () => {
    const [row] = await ndwJson(['traces', '--store', store])
    const trace = String(row?.trace)
    const sample = ['sample', '--trace', trace, '--policy', 'paper-mix', '--seed', '3']
    const drawn = await ndw([...sample, '--count', '5', '--entry', 'total', '--store', store])
    expect(drawn.stderr).toMatch(/5 trajectories/)
    const out = ['--format', 'jsonl', '--codec', 'nd@1', '--out', at('export')]
    expect((await ndw(['export', ...out, '--store', store])).status).toBe(0)
    const lines = readFileSync(at('export/trajectories.jsonl'), 'utf8').trimEnd().split('\n')
    for (const line of lines) {
      // The code that its entry is in, not the test's.
      expect(JSON.parse(line).text).toContain('"""A cart of items."""\n\n\nclass Cart:\n')
    }
    const to = (name: string) => ['--format', 'jsonl', '--out', at(name)]
    await ndw(['trace-export', trace, ...to('a.jsonl'), '--store', store])
    const [header = ''] = readFileSync(at('a.jsonl'), 'utf8').split('\n', 1)
    const { engine, python } = JSON.parse(header)
    expect(engine).toBe(`cpython ${python}, pytest ${pytest}`)
    expect((await ndw(['import', 'jsonl', at('a.jsonl'), '--store', at('b.db')])).status).toBe(0)
    await ndw(['trace-export', trace, ...to('b.jsonl'), '--store', at('b.db')])
    expect(readFileSync(at('b.jsonl'), 'utf8')).toBe(readFileSync(at('a.jsonl'), 'utf8'))
    expectSound(at('b.db'))
  })

  it.skipIf(!hasPytest)('that did not run say why, and the others are kept', async () => {
    const { status, stdout, stderr } = await ndw([
      ...['trace', '--pytest', at('project/tests'), '--max-steps', '300', '--consent'],
      ...['--store', at('all.db')],
    ])
    expect(status).toBe(1)
    expect(stdout.trimEnd().split('\n')).toHaveLength(11)
    const told = stderr.split('\n').filter((line) => line.startsWith('tests'))
    expect(told.sort()).toEqual([
      'tests/test_cart.py::test_goes_on_for_ever: Stopped at the step limit; 300 events kept.',
      'tests/test_cart.py::test_skipped: The test was skipped: not today.',
      "tests/test_cart.py::test_without_a_shop: The test's set-up failed: LookupError: no such shop.",
      expect.stringMatching(
        /^tests: Collecting tests\/test_broken\.py failed: ModuleNotFoundError/,
      ),
    ])
    expect(stderr).toMatch(
      /14 programs, .* 1 stopped early, 1 skipped, 2 could not be recorded\.$/m,
    )
  })

  it.skipIf(!hasPytest)('that the project skips are no failure, and say why', async () => {
    const skips = at('skips')
    mkdirSync(skips)
    const body = 'def test_body():\n    pytest.skip("no network")\n'
    const marked = '@pytest.mark.skip(reason="not today")\ndef test_mark():\n    pass\n'
    writeFileSync(join(skips, 'test_a.py'), `import pytest\n\n${marked}\n${body}`)
    writeFileSync(join(skips, 'test_b.py'), 'import pytest\npytest.importorskip("no_such_one")\n')
    const trace = (test: string, ...args: string[]) =>
      ndw(['trace', '--pytest', at(test), '--consent', '--store', at('skips.db'), ...args])
    const one = await trace('skips/test_a.py::test_mark', '--json')
    const why = 'The test was skipped: not today.'
    expect([one.status, JSON.parse(one.stdout)]).toEqual([
      0,
      {
        ...{ program: 'test_a.py::test_mark', trace: null },
        ...{ skipped: why, notice: why, failure: null },
      },
    ])
    const allSkipped = 'Nothing was recorded: the project skips all that was asked for.\n'
    expect(one.stderr).toBe(`test_a.py::test_mark: ${why}\n${allSkipped}`)
    const file = await trace('skips/test_b.py')
    expect([file.status, file.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^test_b\.py: All of its tests were skipped: could not import 'no_such/,
      ),
    ])
    expect((await trace('skips/test_b.py', '--probe')).stdout).toMatch(/^test_b\.py: All of its/)
    // What ran before the skip is a trace like others.
    const all = await trace('skips')
    expect([all.status, all.stdout]).toEqual([
      0,
      expect.stringMatching(/test_a\.py::test_body {2}error: pytest\.skip: no network\n$/),
    ])
    expect(all.stderr).toMatch(/^test_a\.py::test_body: The test was skipped while it ran: no net/m)
    expect(all.stderr).toMatch(
      /^The project skips all that was asked for: 3 programs, .* 3 skipped/m,
    )
    expect((await trace('skips/test_a.py::test_nothing')).status).toBe(1)
    expect(await ndwJson(['traces', '--store', at('skips.db')])).toHaveLength(1)
  })

  it.skipIf(!hasPytest)(
    'of which the scope leaves nothing are refused with the scope',
    async () => {
      const args = ['trace', '--pytest', test('test_total[TEN-5]'), '--consent']
      const scope = ['--include-functions', 'nope', '--exclude-files', 'tests/*']
      const inStore = ['--store', at('scope.db')]
      const { status, stdout, stderr } = await ndw([...args, ...scope, ...inStore, '--json'])
      const sentence =
        'Nothing was recorded: no code that ran is in the scope (not the files tests/*; only the functions nope); widen it or leave it out.'
      expect([status, JSON.parse(stdout)]).toMatchObject([
        1,
        { trace: null, notice: sentence, failure: sentence },
      ])
      expect(stderr).toBe(
        `tests/test_cart.py::test_total[TEN-5]: ${sentence}\n1 program, 0 events, 1 could not be recorded.\n`,
      )
      expect(await ndwJson(['traces', ...inStore])).toEqual([])
    },
  )
})
