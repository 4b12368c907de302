import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCpythonTracer } from '../../main/tracer/cpython-tracer.ts'
import type { TraceLimits, Tracer } from '../../main/tracer/tracer.ts'
import type { CodeRecord, EventRecord, TracerRecord } from '../../shared/trace/wire-records.ts'
import { LIMITS, resourcesDir } from './support.ts'

const PROJECT = join(import.meta.dirname, '..', 'fixtures', 'pytest-project')
const BARE = join(import.meta.dirname, 'bare_pytest.py')
const FILE = 'tests/test_cart.py'
const WITHIN = { seconds: 60 }

/** A Python that has pytest; the product needs none, and these tests are left out where there is none. */
const python =
  ['python3', '/usr/bin/python3'].find(
    (one) => spawnSync(one, ['-c', 'import pytest']).status === 0,
  ) ?? null

describe.skipIf(python === null)('a test of a project', () => {
  let tracer: Tracer
  beforeAll(() => {
    const options = { resourcesDir, python, consent: true, workers: 1 }
    tracer = createCpythonTracer({ ...options, project: PROJECT })
  })
  afterAll(() => tracer.close())

  async function run(test: string, limits: Partial<TraceLimits> = {}) {
    const records: TracerRecord[] = []
    const [path = '', name = ''] = test.split(/::(.*)/s)
    const entry = `pytest ${name}`
    await tracer.trace(
      {
        ...{ code: '', entry, fileName: path },
        test: { root: PROJECT, path: join(PROJECT, path), nodeId: test },
      },
      { ...LIMITS, ...limits },
      (taken) => void records.push(...taken),
    )
    const codes = records.filter((one) => one.kind === 'code')
    const events = records.filter((one) => one.kind === 'event')
    const sources = records.filter((one) => one.kind === 'source')
    const out = records.flatMap((one) => (one.kind === 'out' ? [one.text] : [])).join('')
    const end = records.findLast((one) => one.kind === 'end')
    return { records, codes, events, sources, out, end }
  }

  const shown = (events: readonly EventRecord[], codes: readonly CodeRecord[]) =>
    events.map(({ event, line, code }) => [event, codes[code]?.file, line, codes[code]?.name])

  it('is found by file, by class and by name, in order, with what could not be read', async () => {
    const whole = await tracer.collectTests([FILE], WITHIN)
    expect(whole.problem).toBeNull()
    expect(whole.tests).toEqual(
      [
        'test_total[None-6]',
        'test_total[HALF-3]',
        'test_total[TEN-5]',
        'TestCart::test_refuses_nothing',
        'TestCart::test_fails',
        'TestCart::test_captures',
        'UnitTest::test_adds',
        'test_two_at_once',
        'test_skipped',
        'test_expected_to_fail',
        'test_without_a_shop',
        'test_goes_on_for_ever',
      ].map((name) => `${FILE}::${name}`),
    )
    const some = await tracer.collectTests([`${FILE}::TestCart`, `${FILE}::test_total`], WITHIN)
    expect(some.tests).toEqual([...whole.tests.slice(3, 6), ...whole.tests.slice(0, 3)])
    const all = await tracer.collectTests(['.'], WITHIN)
    expect(all.tests).toEqual([...whole.tests, 'tests/test_reach.py::test_reach'])
    expect(all.problem).toMatch(/tests\/test_broken\.py.*no_such_package_of_anybody/)
    const none = await tracer.collectTests([`${FILE}::test_nothing`], WITHIN)
    expect([none.tests, none.problem]).toEqual([[], expect.stringContaining('test_nothing')])
  })

  const whole = [
    'test_total[None-6]',
    'test_total[HALF-3]',
    'TestCart::test_refuses_nothing',
    'TestCart::test_fails',
    'TestCart::test_captures',
    'UnitTest::test_adds',
    'test_expected_to_fail',
  ]
  for (const backend of ['settrace', 'monitoring'] as const) {
    for (const name of whole) {
      it(`${name} has the events of a bare settrace, by ${backend}`, async () => {
        const bare = spawnSync(python ?? '', [BARE, PROJECT, `${FILE}::${name}`], {
          env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
          encoding: 'utf8',
        })
        const { events, codes } = await run(`${FILE}::${name}`, { backend })
        const expected = JSON.parse(bare.stdout) as unknown[]
        expect(expected.length).toBeGreaterThan(3)
        expect(shown(events, codes)).toEqual(expected)
      })
    }
  }

  it('tells each file before its first code, by its path in the project', async () => {
    const { records, codes, sources, out, end } = await run(`${FILE}::test_total[TEN-5]`)
    expect(sources.map(({ path }) => path)).toEqual([
      FILE,
      'src/shop/cart.py',
      'src/shop/discount.py',
    ])
    expect(sources[2]?.text).toContain('CODES = {"TEN": 10, "HALF": 50}\n')
    for (const code of codes) {
      const told = records.findIndex((one) => one.kind === 'source' && one.path === code.file)
      expect(told).toBeGreaterThan(-1)
      expect(told).toBeLessThan(records.indexOf(code))
    }
    expect(JSON.stringify(records)).not.toContain(PROJECT)
    expect(out).toBe("set up\ntotal of Cart('é', 1)\ntorn down\n")
    expect(end).toMatchObject({ stop: 'ended', exit: 'normal', error: null })
  })

  it('ends as the test does', async () => {
    const fails = await run(`${FILE}::TestCart::test_fails`)
    expect(fails.end).toMatchObject({ stop: 'ended', exit: 'error' })
    expect(fails.end?.error).toMatchObject({ type: 'AssertionError', line: 22 })
    expect(fails.end?.error?.message).toContain('a wrong guess')
    expect((await run(`${FILE}::test_expected_to_fail`)).end).toMatchObject({ exit: 'error' })
    const captures = await run(`${FILE}::TestCart::test_captures`)
    expect([captures.out, captures.end?.exit]).toEqual([
      'set up\nkept until the test is over\ntorn down\n',
      'normal',
    ])
  })

  it('gives each thread a lane', async () => {
    const { events, codes } = await run(`${FILE}::test_two_at_once`)
    expect(new Set(events.map(({ thread }) => thread))).toEqual(new Set([0, 1, 2]))
    const inner = events.filter(({ thread }) => thread === 2)
    expect(new Set(shown(inner, codes).map(([, file]) => file))).toEqual(
      new Set(['src/shop/cart.py']),
    )
  })

  it('keeps what was recorded when a budget is used up', async () => {
    const steps = await run(`${FILE}::test_goes_on_for_ever`, { maxSteps: 50 })
    expect(steps.events).toHaveLength(50)
    expect(steps.end).toMatchObject({ stop: 'step_limit', exit: 'never' })
    const time = await run(`${FILE}::test_goes_on_for_ever`, {
      maxSteps: 5_000_000,
      timeoutSeconds: 2,
    })
    expect(time.end).toMatchObject({ stop: 'time_limit', exit: 'never' })
    expect(time.events.length).toBeGreaterThan(50)
  })

  it('reaches its project to read it, and nothing else, where walls stand', async () => {
    const { sandbox } = await tracer.describe()
    process.env.NDW_TEST_SECRET = 'secret'
    const { out, end } = await run('tests/test_reach.py::test_reach')
    delete process.env.NDW_TEST_SECRET
    expect(end).toMatchObject({ stop: 'ended', exit: 'normal' })
    const reached = out.split('\n').filter((line) => line.startsWith('could '))
    rmSync(join(PROJECT, 'tests', 'written.txt'), { force: true })
    expect(out.match(/kept from|could/g)).toHaveLength(5)
    // Without walls it can do all of it but inherit: what shows that the attempts are none that always fail.
    if (!sandbox.startsWith('bubblewrap')) return expect(reached).toHaveLength(4)
    expect(sandbox).toContain('reads its project and the packages of its Python')
    expect(reached).toEqual([])
  })

  it('narrows to files and functions, samples loops and shows values by structure', async () => {
    const scope = { includeFiles: ['src/*'], excludeFiles: [], includeFunctions: [] }
    const { events, codes } = await run(`${FILE}::test_total[None-6]`, {
      scope: { ...scope, excludeFunctions: ['*.prices'] },
    })
    expect(new Set(shown(events, codes).map(([, , , name]) => name))).toEqual(
      new Set(['total', '__repr__']),
    )
    const sampled = await run(`${FILE}::test_goes_on_for_ever`, {
      loops: 'sampled',
      maxSteps: 60,
      timeoutSeconds: 1.5,
      values: 'structural',
    })
    expect(sampled.end).toMatchObject({ stop: expect.stringMatching(/_limit$/) })
    expect(JSON.stringify(sampled.records).includes("<Cart at 0x1 {owner='é'")).toBe(true)
  })

  it.each([
    ['test_without_a_shop', /LookupError: no such shop/],
    ['test_nothing', /test_nothing/],
  ])('says why %s was not run', async (name, why) => {
    const { end, events } = await run(`${FILE}::${name}`)
    expect(events).toEqual([])
    expect(end).toMatchObject({ stop: 'not_run', error: { message: expect.stringMatching(why) } })
  })

  it('is no trouble of its own what a project prints and writes around its tests', async () => {
    const noisy = mkdtempSync(join(tmpdir(), 'ndw-noisy-'))
    const add = (name: string, text: string) => writeFileSync(join(noisy, name), text)
    add('pytest.ini', '[pytest]\naddopts = --junitxml=report.xml\n')
    add('conftest.py', 'import sys\nsys.stderr.write("note: settings\\n")\nprint("hello")\n')
    add(
      'test_one.py',
      'import unittest\n\n\ndef test_one():\n    pass\n\n\nclass T(unittest.TestCase):\n    @unittest.skip("later")\n    def test_two(self):\n        pass\n',
    )
    const options = { resourcesDir, python, consent: true, workers: 1 }
    const other = createCpythonTracer({ ...options, project: noisy })
    const tests = ['test_one.py::test_one', 'test_one.py::T::test_two']
    expect(await other.collectTests(['.'], WITHIN)).toEqual({
      ...{ tests, skipped: [], problem: null },
      pytest: expect.stringMatching(/^\d+\.\d+/),
    })
    const ends: unknown[] = []
    for (const nodeId of tests) {
      const records: TracerRecord[] = []
      const test = { root: noisy, path: join(noisy, 'test_one.py'), nodeId }
      const program = { code: '', entry: null, fileName: 'test_one.py', test }
      await other.trace(program, LIMITS, (taken) => void records.push(...taken))
      ends.push(records.findLast((one) => one.kind === 'end'))
    }
    expect(ends).toMatchObject([
      { stop: 'ended', exit: 'normal', error: null },
      { stop: 'skipped', error: { message: 'later' } },
    ])
    await other.close()
    rmSync(noisy, { recursive: true })
  })

  it('says why a file of tests cannot be run', async () => {
    const { end } = await run('tests/test_broken.py::test_nothing')
    expect(end).toMatchObject({ stop: 'not_run' })
    expect(end?.error?.message).toMatch(/no_such_package_of_anybody/)
  })
})
