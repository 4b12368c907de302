import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPrograms } from '../../main/jobs/record/read-programs.ts'

const samples = join(import.meta.dirname, '../../resources/samples')

describe('a JSONL of programs', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ndw-programs-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const read = async (text: string | Uint8Array, call: string | null = null) => {
    await writeFile(join(folder, 'some.jsonl'), text)
    const programs = await readPrograms(join(folder, 'some.jsonl'), call)
    return programs.map((one) => (one.ok ? one.program : one.error))
  }

  test('takes every field, and ignores fields of others', async () => {
    const row = {
      id: 'add',
      code: 'def f(a):\n    return a\n',
      entry: 'f(1)',
      stdin: '7\n',
      source: 'by hand',
      licence: 'CC0-1.0',
      output: '1',
    }
    expect(await read(JSON.stringify(row))).toEqual([
      {
        name: 'add',
        code: row.code,
        entry: 'f(1)',
        stdin: '7\n',
        origin: 'by hand',
        licence: 'CC0-1.0',
      },
    ])
  })

  test('an input is the argument text of f, and may be empty', async () => {
    const rows = [
      { code: 'def f(*a): pass', input: '[1], x=2' },
      { code: 'def f(): pass', input: '' },
      { code: 'pass', input: null, entry: null },
    ]
    const programs = await read(rows.map((row) => JSON.stringify(row)).join('\n'))
    expect(programs).toMatchObject([
      { name: 'some.jsonl:1', entry: 'f([1], x=2)' },
      { name: 'some.jsonl:2', entry: 'f()' },
      { name: 'some.jsonl:3', entry: null },
    ])
  })

  test('lines end at \\n alone; blank lines, \\r\\n and a byte order mark are passed over', async () => {
    const odd = "x = 'a\u2028b\u2029c'"
    const text = `\uFEFF{"code": "${odd}"}\r\n\r\n{"code": "y = 1"}`
    expect(await read(text)).toMatchObject([
      { name: 'some.jsonl:1', code: odd },
      { name: 'some.jsonl:3', code: 'y = 1' },
    ])
  })

  test('lines longer than what is read at once come whole', async () => {
    const codes = [1, 70_001, 3, 200_000, 65_536].map((length) => `x = '${'é'.repeat(length)}'`)
    const programs = await read(codes.map((code) => JSON.stringify({ code })).join('\n'))
    expect(programs.map((one) => typeof one === 'object' && one.code)).toEqual(codes)
  })

  test('a line without end is refused before it fills the memory', async () => {
    await expect(read('x'.repeat(17_000_000))).rejects.toThrow('a line has more than')
  })

  test('a call given by the user replaces every entry', async () => {
    expect(await read('{"code": "x = 1", "input": "1"}', 'g()')).toMatchObject([{ entry: 'g()' }])
  })

  test.each([
    ['{"code": "x = 1"', 'line 1 is not JSON'],
    ['[1]', 'line 1 is not valid'],
    ['{"id": "a"}', 'exactly one of `code` and `file`'],
    ['{"code": "x", "file": "a.py"}', 'exactly one of `code` and `file`'],
    ['{"code": "x", "entry": "f()", "input": "1"}', 'only one of `entry` and `input`'],
    ['{"code": "x = 1"}\n\n{"code": 5}', 'line 3 is not valid at code'],
    ['{"code": "x = \'\\ud800\'"}', 'lone surrogate'],
    ['\n \n', 'holds no program'],
    [new Uint8Array([0xff, 0xfe, 0x00]), 'it is not UTF-8 text'],
    ['{"file": "../secret.py"}', 'is not inside the folder'],
    ['{"file": "/etc/passwd"}', 'is not inside the folder'],
    ['{"file": "missing.py"}', 'there is no file missing.py'],
  ])('refuses %j in one sentence', async (text, problem) => {
    await expect(read(text)).rejects.toThrow(problem)
  })

  test('a link out of the folder is refused', async () => {
    await symlink('/etc/hostname', join(folder, 'link.py'))
    await expect(read('{"file": "link.py"}')).rejects.toThrow('is not inside the folder')
  })
})

describe('the sample programs', () => {
  test('are forty, each listed once, each with an expected result', async () => {
    const programs = await readPrograms(join(samples, 'programs.jsonl'), null)
    const names = programs.map((one) => (one.ok ? one.program.name : one.error))
    const files = (await readdir(join(samples, 'programs'))).map((file) => file.replace('.py', ''))
    const results = await readFile(
      join(import.meta.dirname, '../fixtures/sample-results.json'),
      'utf8',
    )
    expect(names).toHaveLength(40)
    expect(names.toSorted()).toEqual(files.toSorted())
    expect(Object.keys(JSON.parse(results))).toEqual(names)
    for (const one of programs) {
      expect(one).toMatchObject({ ok: true, program: { origin: 'sample', licence: 'CC0-1.0' } })
    }
  })

  test('are short, plain text that any reader can take', async () => {
    for (const file of await readdir(join(samples, 'programs'))) {
      const source = await readFile(join(samples, 'programs', file), 'utf8')
      const lines = source.split('\n')
      expect(lines.length, file).toBeLessThanOrEqual(61)
      expect(Math.max(...lines.map((line) => line.length)), file).toBeLessThanOrEqual(100)
      expect(source, file).not.toMatch(/[^\n\x20-\x7e]/)
    }
  })
})
