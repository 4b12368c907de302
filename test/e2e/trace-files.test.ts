import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectPlain, expectSound } from '../support/expectations.ts'
import { ndw, ndwJson, ROOT, temporaryFolder } from '../support/ndw.ts'
import { expectBalanced } from '../support/perfetto-rules.ts'

const SAMPLES = join(ROOT, 'resources/samples/programs.jsonl')
const TOLD = [
  'dropped-generator',
  'retry',
  'uncaught-error',
  'tree-walk',
  'chunk-reader',
  'endless.py',
]
const hasPython = spawnSync('python3', ['--version']).status === 0
const THREADS = `import threading

def numbers(n):
    for i in range(n):
        try:
            yield 1 // (i - 1)
        except ZeroDivisionError:
            pass

def work(name):
    return [x for x in numbers(3)]

threads = [threading.Thread(target=work, args=(name,)) for name in "ab"]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("é done")
`

describe('traces as files on the command line', () => {
  const folder = temporaryFolder('files')
  const at = (name: string): string => join(folder.path, name)
  const [first, second] = [at('first.db'), at('second.db')]
  let rows: Record<string, unknown>[] = []
  const traceOf = (program: string): string =>
    String(rows.find((row) => row.program === program)?.trace)

  beforeAll(async () => {
    const endless = at('endless.py')
    writeFileSync(endless, 'def f(n):\n    while True:\n        n += 1\n\nf(0)\n')
    expect((await ndw(['trace', SAMPLES, '--store', first])).stderr).toMatch(/programs/)
    expect((await ndw(['trace', endless, '--max-steps', '777', '--store', first])).status).toBe(0)
    rows = await ndwJson(['traces', '--store', first])
  }, 120_000)
  afterAll(() => {
    expectSound(first)
    expectSound(second)
    folder.remove()
  })

  it('writes, reads and writes twenty samples again to the same bytes, a truncated trace too', async () => {
    // Each is two processes; the rest of the samples make the same trip in test/contract.
    const whole = rows.filter(({ program }, index) => index < 20 || TOLD.includes(String(program)))
    expect(whole.length).toBeGreaterThanOrEqual(20)
    const all: string[] = []
    for (const { trace } of whole) {
      const file = at(`${trace}.jsonl`)
      const args = ['trace-export', String(trace), '--format', 'jsonl', '--out', file]
      const [made] = await ndwJson([...args, '--store', first])
      const text = readFileSync(file, 'utf8')
      expect(made).toMatchObject({ trace, path: file, bytes: Buffer.byteLength(text) })
      all.push(text)
    }
    writeFileSync(at('all.jsonl'), all.join(''))
    const taken = await ndwJson(['import', 'jsonl', at('all.jsonl'), '--store', second])
    expect(taken.map((row) => [row.trace, row.events, row.known, row.notes])).toEqual(
      whole.map((row) => [row.trace, row.events, false, []]),
    )
    const columns = ['events', 'depth', 'exceptions', 'exit', 'stopReason', 'error', 'entry']
    const shown = (list: readonly Record<string, unknown>[]) =>
      list.map((row) => [row.program, ...columns.map((column) => row[column])]).sort()
    expect(shown(await ndwJson(['traces', '--store', second]))).toEqual(shown(whole))
    for (const [index, { trace }] of whole.entries()) {
      const args = ['trace-export', String(trace), '--format', 'jsonl']
      const { stdout, status } = await ndw([...args, '--store', second])
      expect([status, stdout]).toEqual([0, all[index]])
    }
    const endless = traceOf('endless.py')
    const events = (store: string) => ndw(['events', endless, '--json', '--store', store])
    expect((await events(second)).stdout).toBe((await events(first)).stdout)
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it.skipIf(!hasPython)(
    'keeps every thread of a run, with its exceptions and generators',
    async () => {
      const program = at('threads.py')
      writeFileSync(program, THREADS)
      const recorded = await ndw([
        'trace',
        program,
        '--engine',
        'cpython',
        '--consent',
        '--json',
        '--store',
        first,
      ])
      expect(recorded.status).toBe(0)
      const trace = String(JSON.parse(recorded.stdout.trimEnd().split('\n').at(-1) ?? '').trace)
      const { stdout: text } = await ndw([
        'trace-export',
        trace,
        '--format',
        'jsonl',
        '--store',
        first,
      ])
      expect(text.split('\n').filter((line) => line.startsWith('{"format"'))).toHaveLength(3)
      writeFileSync(at('threads.jsonl'), text)
      const taken = await ndwJson(['import', 'jsonl', at('threads.jsonl'), '--store', second])
      expect(taken.map((row) => row.failure)).toEqual([null, null, null])
      const again = await ndw([
        'trace-export',
        trace,
        '--format',
        'jsonl',
        '--out',
        '-',
        '--store',
        second,
      ])
      expect(again.stdout).toBe(text)
      const perfetto = await ndw(['trace-export', trace, '--format', 'perfetto', '--store', second])
      const told = expectBalanced(perfetto.stdout)
      expect(told).toMatchObject({ lanes: 3 })
      expect(told.instants).toBeGreaterThanOrEqual(2)
    },
  )

  it('writes what Perfetto opens, the same from either store', async () => {
    for (const program of ['dropped-generator', 'uncaught-error', 'endless.py']) {
      const args = ['trace-export', traceOf(program), '--format', 'perfetto', '--store']
      const { stdout } = await ndw([...args, first])
      expect(expectBalanced(stdout).slices).toBeGreaterThan(0)
      expect((await ndw([...args, second])).stdout).toBe(stdout)
    }
  })

  it('finds what it has taken before, and refuses what was changed, with the line', async () => {
    const file = at(`${traceOf('retry')}.jsonl`)
    const known = await ndwJson(['import', 'jsonl', file, '--store', second])
    expect(known).toMatchObject([{ known: true }])
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      at('changed.jsonl'),
      text.replace('"seq":4,"kind":"line"', '"seq":5,"kind":"line"'),
    )
    const result = await ndw(['import', 'jsonl', at('changed.jsonl'), '--store', at('third.db')])
    expectPlain(result, 1, /changed\.jsonl, line \d+: event 5 is in the place of 4\./)
    expect(result.stderr).toMatch(/0 traces taken with 0 events, 1 refused/)
    expect(result.stdout).toBe('')
    expect(await ndwJson(['traces', '--store', at('third.db')])).toEqual([])
  })

  it('reads CWM’s text and Python Tutor’s JSON, and reports each trace', async () => {
    const code = 'def f(n):  # << START_OF_TRACE\n    return n\n'
    const call = '<|call_sep|>{"n": "1"}<|action_sep|>def f(n):\n<|frame_sep|>'
    const end =
      '<|return_sep|><|action_sep|>    return n\n<|arg_sep|>"1"<|frame_sep|><|end_of_text|>'
    const good = `<|trace_context_start|>${code}<|frame_sep|>${call}${end}`
    const cut = `<|trace_context_start|>${code}<|frame_sep|>${call}`
    writeFileSync(
      at('cwm.jsonl'),
      [good, cut, 'x'].map((text, id) => `${JSON.stringify({ text, id: `c${id}` })}\n`).join(''),
    )
    const cwm = await ndw(['import', 'cwm', at('cwm.jsonl'), '--json', '--store', second])
    expectPlain(cwm, 1, /cwm\.jsonl, line 3.*does not begin with/)
    expect(cwm.stderr).toMatch(/c1: it ends before its entry returned/)
    const told = cwm.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(told).toMatchObject([
      { line: 1, program: 'c0', exit: 'normal', events: 2 },
      { line: 2, program: 'c1', exit: 'never', stopReason: 'step_limit' },
      { line: 3, trace: null },
    ])
    const step = (line: number, event: string, globals: Record<string, number>) => ({
      event,
      line,
      func_name: '<module>',
      globals,
      ordered_globals: Object.keys(globals),
      stack_to_render: [],
      heap: {},
      stdout: '',
    })
    const trace = [
      step(1, 'step_line', {}),
      step(2, 'step_line', { x: 1 }),
      step(2, 'return', { x: 1 }),
    ]
    writeFileSync(at('tutor.json'), `var t = ${JSON.stringify({ code: 'x = 1\nx\n', trace })};\n`)
    const tutor = await ndw(['import', 'pytutor', at('tutor.json'), '--store', second])
    expect([tutor.status, tutor.stdout]).toEqual([
      0,
      expect.stringMatching(/4 events .*ended +tutor\.json\n$/),
    ])
    const [, id] = /^(t_\w+)/.exec(tutor.stdout) ?? []
    const events = await ndwJson(['events', String(id), '--store', second])
    expect(events.map((event) => event.locals ?? event.arg)).toEqual([{}, {}, { x: '1' }, 'None'])
  })

  it('says in a sentence what is wrong, and writes nothing then', async () => {
    const trace = traceOf('factorial')
    const taken = at('taken.json')
    writeFileSync(taken, 'mine')
    const run = (...args: string[]) => ndw([...args, '--store', first])
    expectPlain(
      await run('trace-export', trace, '--format', 'jsonl', '--out', taken),
      1,
      /is there already/,
    )
    expect(readFileSync(taken, 'utf8')).toBe('mine')
    const none = await run('trace-export', 't_0000000000000000', '--format', 'jsonl')
    expectPlain(none, 1, /no trace t_0000000000000000/)
    expect(none.stdout).toBe('')
    expectPlain(await run('trace-export', trace, '--format', 'svg'), 2, /jsonl or perfetto/)
    expectPlain(await run('trace-export', trace), 2, /--format is missing/)
    expectPlain(await run('import', 'har', taken), 2, /FORMAT is jsonl, cwm, pytutor/)
    expectPlain(await run('import', 'jsonl', at('nowhere.jsonl')), 1, /There is no file/)
    expectPlain(await run('import', 'pytutor', taken), 1, /taken\.json, line 1: it is not JSON/)
    expectPlain(await run('import', 'cwm', taken), 1, /does not begin with/)
    expect(existsSync(at('nowhere.jsonl'))).toBe(false)
  })
})
