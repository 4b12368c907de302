import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changedFile, openProject, testsOf } from '../../main/jobs/record/project.ts'
import type { Tracer } from '../../main/tracer/tracer.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'ndw-project-')))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text = ''): string {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe('the project of a test', () => {
  it('is the nearest folder that says so, else the folder of the file', async () => {
    write('outer/pyproject.toml')
    const test = write('outer/inner/tests/test_a.py')
    const { root: outer, selector } = await openProject(`${test}::TestA::test_b[x::y]`)
    expect([outer, selector]).toEqual([
      join(root, 'outer'),
      'inner/tests/test_a.py::TestA::test_b[x::y]',
    ])
    write('outer/inner/pytest.ini')
    const inner = await openProject(dirname(test))
    expect([inner.root, inner.selector]).toEqual([join(root, 'outer/inner'), 'tests'])
    expect(await openProject(join(root, 'outer/inner'))).toMatchObject({ selector: '.' })
    const alone = write('alone/test_c.py')
    expect(await openProject(alone)).toMatchObject({
      root: join(root, 'alone'),
      selector: 'test_c.py',
    })
  })

  it('is found through a link', async () => {
    const test = write('real/setup.cfg') && write('real/test_a.py')
    symlinkSync(join(root, 'real'), join(root, 'link'))
    expect(await openProject(join(root, 'link', 'test_a.py'))).toEqual(await openProject(test))
  })

  it('is another one when any of its files is, but for what no test reads', async () => {
    write('pyproject.toml')
    const test = write('tests/test_a.py', 'x = 1')
    const hash = async () => (await openProject(test)).sha256
    const first = await hash()
    write('.git/index', 'a')
    write('tests/__pycache__/test_a.pyc', 'b')
    write('env/pyvenv.cfg', 'c')
    write('env/lib/d.py', 'd')
    expect(await hash()).toBe(first)
    const data = write('tests/data.json', '1')
    const second = await hash()
    expect(second).not.toBe(first)
    writeFileSync(data, '2')
    expect(await hash()).not.toBe(second)
    rmSync(data)
    expect(await hash()).toBe(first)
    // A link to a file is a file; one to a folder or to nothing is none.
    symlinkSync(join(root, 'elsewhere'), join(root, 'broken'))
    symlinkSync(tmpdir(), join(root, 'folder'))
    expect(await hash()).toBe(first)
    symlinkSync(test, join(root, 'link.py'))
    expect(await hash()).not.toBe(first)
    rmSync(join(root, 'link.py'))
    // A name with a line end must not pass for two files.
    write('tests/e\n"tests/f"', '')
    expect(await hash()).not.toBe(first)
  })

  it('is none where it holds all of the user’s files', async () => {
    write('.git/config')
    const test = write('deep/home/test_a.py')
    vi.stubEnv('HOME', join(root, 'deep', 'home'))
    vi.stubEnv('USERPROFILE', join(root, 'deep', 'home'))
    await expect(openProject(test)).rejects.toThrow(/holds more than a project .* pytest\.ini/)
    vi.unstubAllEnvs()
    expect((await openProject(test)).root).toBe(root)
  })

  it('knows which of its files is another one since', async () => {
    write('pyproject.toml')
    const paths = ['a.py', 'src/b.py', 'c.py']
    for (const path of paths) write(path, `# ${path}`)
    const project = await openProject(join(root, 'a.py'))
    expect(await changedFile(project, paths)).toBe(null)
    write('src/b.py', '# saved meanwhile')
    expect(await changedFile(project, ['a.py', 'c.py'])).toBe(null)
    expect(await changedFile(project, paths)).toBe('src/b.py')
    rmSync(join(root, 'c.py'))
    expect(await changedFile(project, ['c.py'])).toBe('c.py')
    write('new.py', 'made by the test')
    expect(await changedFile(project, ['new.py'])).toBe(null)
  })

  it.each([
    ['nowhere.py::test_a', /There is no file or folder .*nowhere\.py\./],
    ['notes.txt', /notes\.txt is neither a \.py file nor a folder of tests\./],
  ])('is refused in a sentence: %s', async (test, sentence) => {
    write('notes.txt')
    await expect(openProject(join(root, test))).rejects.toThrow(sentence)
  })
})

describe('the programs of a project', () => {
  const collecting = (
    tests: string[],
    problem: string | null,
    skipped: [string, string][] = [],
  ) => {
    const collectTests = vi.fn(async () => ({ tests, skipped, problem, pytest: '9.0.3' }))
    return { collectTests } as unknown as Tracer & { collectTests: typeof collectTests }
  }
  const within = { timeoutSeconds: 10, signal: new AbortController().signal }

  it('are a file and an entry for each test, and what could not be read', async () => {
    write('pyproject.toml')
    const path = write('tests/test_a.py', 'def test_b(): pass\n')
    const project = await openProject(path)
    const id = 'tests/test_a.py::TestA::test_b[a::b]'
    const gone = 'tests/test_gone.py::test_c'
    const tracer = collecting([id, gone], 'Collecting tests/test_d.py failed')
    const [problem, program, missing] = await testsOf(project, tracer, within)
    expect(problem).toEqual({
      ok: false,
      name: 'tests/test_a.py',
      error: 'Collecting tests/test_d.py failed.',
    })
    expect(program).toMatchObject({
      program: {
        name: 'tests/test_a.py',
        code: 'def test_b(): pass\n',
        entry: 'pytest TestA::test_b[a::b]',
        test: { root, path, nodeId: id, project, pytest: '9.0.3' },
      },
    })
    expect(missing).toMatchObject({ ok: false, name: gone })
  })

  it('are refused where there are none, with the reason', async () => {
    const project = await openProject(write('test_a.py'))
    await expect(
      testsOf(project, collecting([], 'pytest found no test x'), within),
    ).rejects.toThrow('pytest found no test x.')
    await expect(testsOf(project, collecting([], null), within)).rejects.toThrow(
      'test_a.py names no test.',
    )
  })

  it('are skipped, not refused, where the project has all of them left out', async () => {
    const project = await openProject(write('test_a.py'))
    const tracer = collecting([], null, [['test_a.py', 'no numpy']])
    const error = 'All of its tests were skipped: no numpy.'
    expect(await testsOf(project, tracer, within)).toEqual([
      { ok: false, name: 'test_a.py', error, isSkipped: true },
    ])
  })

  it.each([
    [0.5, 120],
    [10, 120],
    [900.5, 900.5],
  ])('may take long to list: with %d s for each test, %d s', async (timeoutSeconds, seconds) => {
    const project = await openProject(write('test_a.py'))
    const tracer = collecting(['test_a.py::test_b'], null)
    await testsOf(project, tracer, { ...within, timeoutSeconds })
    expect(tracer.collectTests).toHaveBeenCalledWith(['test_a.py'], {
      seconds,
      signal: within.signal,
    })
  })
})
