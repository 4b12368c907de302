import { describe, expect, it } from 'vitest'
import { differences } from '../../renderer/src/views/record/choice-words.ts'
import { LIMIT_NAMES, LIMITS, readLimit } from '../../renderer/src/views/record/limits.ts'
import { checkRecord, nameOf } from '../../renderer/src/views/record/record-check.ts'
import {
  acceptRecord,
  FIRST_RECORD,
  type RecordDraft,
} from '../../renderer/src/views/record/record-draft.ts'
import { type EngineAbout, RecordLimits, RecordRequest } from '../../shared/contract/recording.ts'

const CODE: RecordDraft = { ...FIRST_RECORD, code: 'def f(x): return x' }

function limited(limits: Partial<RecordDraft['limits']>): RecordDraft {
  return { ...CODE, limits: { ...CODE.limits, ...limits } }
}

describe('a program without a name', () => {
  it.each([
    ['def größe(näme): return näme', null, 'größe'],
    ['x = 1\nclass Übung:\n    pass', null, 'Übung'],
    ['def f(): pass\ndef 面积(x): return x', '面积(3)', '面积'],
    ['async def main(): pass', null, 'main'],
    ['def f(): pass', '[f(1)]', 'f'],
    ['print(1)', null, 'program'],
  ])('is named after what it calls or defines: %s', (code, entry, name) =>
    expect(nameOf(code, entry)).toBe(name),
  )
})

describe('a draft that was kept', () => {
  it('is taken back whole, or not at all', () => {
    const draft = { ...CODE, files: [{ name: 'a.py', code: '' }], repeat: true }
    expect(acceptRecord(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
    const damaged: unknown[] = [
      null,
      'x',
      {},
      { ...draft, from: 'mail' },
      { ...draft, code: 1 },
      { ...draft, files: [{ name: 'a.py' }] },
      { ...draft, limits: { ...draft.limits, maxSteps: 3 } },
      { ...draft, scope: {} },
      { ...draft, calls: { code: '' } },
      { ...draft, repeat: 'yes' },
    ]
    for (const one of damaged) expect(acceptRecord(one)).toBe(null)
  })
})

describe('a request', () => {
  it('is what the contract takes, and of the first draft is all defaults', () => {
    const { request, errors } = checkRecord(CODE, null)
    expect(errors).toEqual({})
    const source = { from: 'programs', programs: [{ ...ONE, name: 'f', code: CODE.code }] }
    expect(RecordRequest.parse(request)).toEqual(RecordRequest.parse({ source, limits: {} }))
  })

  it('holds what was chosen', () => {
    const draft: RecordDraft = {
      ...limited({
        cpuSeconds: '2.5',
        maxBytes: '200 MB',
        outputBytes: '1 MiB',
        maxSteps: '1,000',
      }),
      scope: { ...CODE.scope, excludeFunctions: 'test_*, *.helper,\n' },
      calls: { ...CODE.calls, code: ' f(1) ', path: 'g()' },
      stdin: 'a\nb\n',
      engine: 'cpython',
      python: ' /usr/bin/python3 ',
      values: 'structural',
      repeat: true,
      workers: '3',
      hashSeed: '7',
    }
    expect(checkRecord(draft, null).request).toMatchObject({
      source: { programs: [{ entry: 'f(1)', stdin: 'a\nb\n' }] },
      limits: { cpuSeconds: 2.5, maxBytes: 200_000_000, outputBytes: 1_048_576, maxSteps: 1000 },
      scope: { excludeFunctions: ['test_*', '*.helper'], includeFiles: [] },
      engine: 'cpython',
      python: '/usr/bin/python3',
      values: 'structural',
      repeat: 2,
      workers: 3,
      hashSeed: 7,
    })
    expect(differences(draft)).toEqual([
      'structural values',
      'each recorded twice',
      '2.5 processor seconds',
      'traces up to 200 MB',
      'output up to 1 MiB',
      'scope of 2 patterns',
      '3 at once',
      'hash seed 7',
    ])
  })

  it('of a path has the call for paths, not the one for pasted code', () => {
    const calls = { code: 'f(1)', files: '', path: '', tests: '' }
    const draft: RecordDraft = { ...CODE, from: 'path', path: ' /a/b ', calls }
    expect(checkRecord(draft, null).request?.source).toEqual({
      from: 'path',
      path: '/a/b',
      call: null,
    })
  })

  it('of tests has what pytest is to run', () => {
    const draft: RecordDraft = {
      ...CODE,
      from: 'tests',
      test: ' /a/test_b.py::test_c ',
      engine: 'cpython',
    }
    expect(checkRecord(draft, null).request?.source).toEqual({
      from: 'pytest',
      test: '/a/test_b.py::test_c',
    })
  })

  it('of opened files has a program for each', () => {
    const files = [
      { name: 'a.py', code: 'x' },
      { name: 'b.py', code: 'y' },
    ]
    const { request } = checkRecord({ ...FIRST_RECORD, from: 'files', files }, null)
    expect(request?.source).toEqual({
      from: 'programs',
      programs: files.map((file) => ({ ...ONE, ...file })),
    })
  })
})

const ONE = { entry: null, stdin: '', origin: null, licence: null }

describe('what is wrong with a draft', () => {
  it.each<[Partial<RecordDraft>, string, RegExp]>([
    [{ code: '  ' }, 'code', /Paste the program/],
    [{ from: 'files' }, 'files', /Open one or more/],
    [{ from: 'path' }, 'path', /path of a file or folder/],
    [{ from: 'tests', engine: 'cpython' }, 'test', /path of a test/],
    [
      { from: 'tests', test: '/a/test_b.py', engine: 'pyodide' },
      'engine',
      /Python of this machine/,
    ],
    [{ hashSeed: '-1' }, 'hashSeed', /0 to 4,294,967,295/],
    [{ workers: '65' }, 'workers', /1 to 64/],
    [{ scope: { ...CODE.scope, includeFiles: 'x'.repeat(401) } }, 'includeFiles', /400 characters/],
  ])('is said of its field: %o', (change, field, sentence) => {
    const { request, errors } = checkRecord({ ...CODE, ...change }, null)
    expect(request).toBe(null)
    expect(Object.keys(errors)).toEqual([field])
    expect(Object.values(errors)[0]).toMatch(sentence)
  })

  it('is an engine that cannot be used, or that was not agreed to', () => {
    const engine: EngineAbout = {
      engine: 'cpython',
      problem: 'There is no Python 3.9 or later here.',
      version: null,
      python: null,
      sandbox: '',
      contained: [],
      open: [],
      needsConsent: true,
      hasConsent: false,
    }
    const draft: RecordDraft = { ...CODE, engine: 'cpython' }
    expect(checkRecord(draft, engine).errors).toEqual({ engine: engine.problem })
    expect(checkRecord({ ...draft, python: '/x' }, engine).errors).toEqual({
      python: engine.problem,
    })
    const open = { ...engine, problem: null }
    expect(checkRecord(draft, open).errors.engine).toMatch(/Agree first/)
    expect(checkRecord(draft, { ...open, hasConsent: true }).errors).toEqual({})
  })
})

describe('the budgets of the form', () => {
  it('start as the contract does', () => {
    const read = LIMIT_NAMES.map((name) => [name, readLimit(name, LIMITS[name].initial)] as const)
    expect(
      Object.fromEntries(read.map(([name, limit]) => [name, limit.ok && limit.value])),
    ).toEqual(RecordLimits.parse({}))
  })

  it.each(LIMIT_NAMES)('of %s has the bounds of the contract', (name) => {
    const { min, max } = LIMITS[name]
    const takes = (value: number): boolean =>
      RecordLimits.safeParse({ [name]: value }).success && readLimit(name, String(value)).ok
    expect([min, max].map(takes)).toEqual([true, true])
    const step = min < 1 ? 0.01 : 1
    for (const value of [min - step, max + 1].filter((each) => each >= 0)) {
      expect(RecordLimits.safeParse({ [name]: value }).success).toBe(false)
      expect(readLimit(name, String(value)).ok).toBe(false)
    }
  })

  it.each(['', 'fast', '1.5', '-1', '1e3', '2 MB'])('takes no %o for a number of events', (text) =>
    expect(readLimit('maxSteps', text).ok).toBe(false),
  )
})
