import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCpythonTracer } from '../../main/tracer/cpython-tracer.ts'
import type { TraceLimits, Tracer } from '../../main/tracer/tracer.ts'
import type { EndRecord } from '../../shared/trace/wire-records.ts'
import { LIMITS, resourcesDir } from './support.ts'

const python =
  ['python3', '/usr/bin/python3'].find(
    (one) => spawnSync(one, ['-c', 'import pytest']).status === 0,
  ) ?? null

const TESTS = `import unittest
import pytest

@pytest.fixture
def fixture():
    pytest.skip("fixture says no")

@pytest.fixture
def fixture_of_unittest():
    raise unittest.SkipTest("by unittest")

@pytest.fixture
def broken():
    yield
    raise ValueError("torn down badly")

@pytest.fixture
def skips_beside(broken):
    pytest.skip("but see the tear-down")

@pytest.mark.skip(reason="not today")
def test_mark():
    pass

@pytest.mark.skipif(True, reason="only elsewhere")
def test_mark_if():
    pass

@pytest.mark.xfail(run=False, reason="ends Python")
def test_not_run():
    pass

def test_fixture(fixture):
    pass

def test_fixture_of_unittest(fixture_of_unittest):
    pass

def test_broken(skips_beside):
    pass

def test_body():
    pytest.skip("in the middle\\n of it")

def test_no_reason():
    pytest.skip()

def test_import():
    pytest.importorskip("no_such_package_of_anybody")

def test_raises():
    raise unittest.SkipTest("by hand")

def test_fails():
    assert "wrong" == ""

class Some(unittest.TestCase):
    @unittest.skip("later")
    def test_decorated(self):
        pass

    def test_calls(self):
        self.skipTest("by itself")

class All(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise unittest.SkipTest("all of the class")

    def test_one(self):
        pass
`

describe.skipIf(python === null)('a test that its project skips', () => {
  const root = mkdtempSync(join(tmpdir(), 'ndw-skips-'))
  const add = (name: string, text: string) => writeFileSync(join(root, name), text)
  let tracer: Tracer
  beforeAll(() => {
    // Cannot be written where walls stand, which says nothing of the tests.
    add('pytest.ini', '[pytest]\naddopts = --junitxml=report.xml\n')
    add('test_a.py', TESTS)
    add('test_b.py', 'import pytest\npytest.importorskip("no_such_package_of_anybody")\n')
    add('test_c.py', 'import unittest\nraise unittest.SkipTest("not this file")\n')
    add('test_d.py', 'def test_d():\n    pass\n')
    tracer = createCpythonTracer({ resourcesDir, python, consent: true, workers: 1, project: root })
  })
  afterAll(async () => {
    await tracer.close()
    rmSync(root, { recursive: true })
  })

  async function run(name: string, limits: Partial<TraceLimits> = {}) {
    let events = 0
    let end: EndRecord | undefined
    const nodeId = name.includes('.py') ? name : `test_a.py::${name}`
    const [file = ''] = nodeId.split('::')
    await tracer.trace(
      {
        ...{ code: '', entry: null, fileName: file },
        test: { root, path: join(root, file), nodeId },
      },
      { ...LIMITS, ...limits },
      (records) => {
        events += records.filter(({ kind }) => kind === 'event').length
        const last = records.at(-1)
        if (last?.kind === 'end') end = last
      },
    )
    return { events, stop: end?.stop, error: end?.error }
  }

  it.each([
    ['test_mark', 'not today'],
    ['test_mark_if', 'only elsewhere'],
    ['test_not_run', 'expected to fail: ends Python'],
    ['test_fixture', 'fixture says no'],
    ['test_fixture_of_unittest', 'by unittest'],
    ['Some::test_decorated', 'later'],
    ['All::test_one', 'all of the class'],
    ['test_b.py::test_any', expect.stringMatching(/^could not import 'no_such_package_of_any/)],
  ])('before it is called says why: %s', async (name, message) => {
    expect(await run(name)).toEqual({
      events: 0,
      stop: 'skipped',
      error: { type: 'Skipped', message, line: null },
    })
  })

  it.each([
    ['test_body', 'in the middle'],
    ['test_no_reason', 'no reason given'],
    ['test_import', expect.stringMatching(/^could not import 'no_such_package_of_anybody'/)],
    ['test_raises', 'by hand'],
    ['Some::test_calls', 'by itself'],
  ])(
    'in its middle is recorded up to there, unless none of it is in the scope: %s',
    async (name, message) => {
      const { events, stop, error } = await run(name)
      expect(events).toBeGreaterThan(2)
      expect([stop, error]).toMatchObject(['ended', { type: 'pytest.skip', message }])
      const scope = { includeFiles: [], excludeFiles: ['*'], includeFunctions: [] }
      expect(await run(name, { scope: { ...scope, excludeFunctions: [] } })).toMatchObject({
        events: 0,
        stop: 'skipped',
        error: { message },
      })
    },
  )

  it('is a failure where more went wrong, or no skip did', async () => {
    expect(await run('test_broken')).toMatchObject({
      stop: 'not_run',
      error: { message: "The test's tear-down failed: ValueError: torn down badly" },
    })
    expect(await run('test_fails')).toMatchObject({
      stop: 'ended',
      error: { type: 'AssertionError' },
    })
    const scope = { includeFiles: [], excludeFiles: [], includeFunctions: ['nope'] }
    // It ran, whatever was recorded of it.
    expect(await run('test_fails', { scope: { ...scope, excludeFunctions: [] } })).toMatchObject({
      events: 0,
      stop: 'ended',
      error: { type: 'AssertionError' },
    })
  })

  it('with all of its file is told apart from the tests and from what could not be read', async () => {
    const { tests, skipped, problem } = await tracer.collectTests(['.'], { seconds: 60 })
    expect([tests.at(-1), problem]).toEqual(['test_d.py::test_d', null])
    expect(skipped).toEqual([
      ['test_b.py', expect.stringMatching(/^could not import/)],
      ['test_c.py', 'not this file'],
    ])
    const one = await tracer.collectTests(['test_c.py::test_any'], { seconds: 60 })
    expect(one).toMatchObject({ tests: [], skipped: [['test_c.py', 'not this file']] })
    expect(one.problem).toBe(null)
  })

  it('is not waited for longer than was asked', async () => {
    const slow = join(root, 'slow')
    mkdirSync(slow)
    writeFileSync(join(slow, 'pytest.ini'), '[pytest]\n')
    writeFileSync(join(slow, 'test_slow.py'), 'import time\ntime.sleep(60)\n')
    const options = { resourcesDir, python, consent: true, workers: 1 }
    const other = createCpythonTracer({ ...options, project: slow })
    await expect(other.collectTests(['.'], { seconds: 1.5 })).rejects.toThrow(
      'Collecting the tests took longer than 1.5 s; name fewer of them, or raise the limit of seconds (--timeout) above that.',
    )
    await other.close()
    rmSync(slow, { recursive: true })
  })
})
