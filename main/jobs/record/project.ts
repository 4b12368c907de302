import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { asSentence } from '../../../shared/base/words.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Tracer } from '../../tracer/tracer.ts'
import { type ReadProgram, readSource } from './read-programs.ts'

/** A folder of code whose tests are recorded. */
export interface Project {
  /** Absolute path, without links. */
  readonly root: string
  /** What was asked for, relative to the root: `tests/test_a.py::test_b`, a file or a folder. */
  readonly selector: string
  /** Of its files: traces recorded with other files are other traces. */
  readonly sha256: string
}

/** What tells that a folder is a project, as pytest has it. */
const MARKS = ['pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg', 'setup.py', '.git']
const SKIPPED = new Set(['node_modules', '__pycache__'])
const MOST_FILES = 50_000
/** The content of larger files does not count, only their size. */
const LARGE_BYTES = 4 * 1024 * 1024

/** The project of a test `FILE::TEST`, a file of tests or a folder of them. Throws a ServiceError in one sentence. */
export async function openProject(test: string): Promise<Project> {
  const end = test.indexOf('::')
  const path = end === -1 ? test : test.slice(0, end)
  const real = await realpath(path).catch(() => {
    throw new ServiceError('not-found', `There is no file or folder ${path}.`)
  })
  const isFolder = (await lstat(real)).isDirectory()
  if (!isFolder && !real.endsWith('.py')) {
    throw new ServiceError('bad-input', `${path} is neither a .py file nor a folder of tests.`)
  }
  const folder = isFolder ? real : dirname(real)
  const root = (await markedAbove(folder)) ?? folder
  const inside = relative(root, real).split(sep).join('/')
  const rest = end === -1 ? '' : test.slice(end)
  return { root, selector: `${inside === '' ? '.' : inside}${rest}`, sha256: await hashOf(root) }
}

async function markedAbove(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const names = await readdir(at).catch(() => [] as string[])
    if (MARKS.some((mark) => names.includes(mark))) return at
    if (at === dirname(at)) return null
  }
}

/** SHA-256 over the paths and contents of all files but those in hidden folders and environments. */
async function hashOf(root: string): Promise<string> {
  const hash = createHash('sha256')
  let count = 0
  const add = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true })
    if (entries.some((entry) => entry.name === 'pyvenv.cfg')) return
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !SKIPPED.has(entry.name)) await add(path)
      } else if (entry.isFile()) {
        if (++count > MOST_FILES) throw tooMany(root)
        hash.update(JSON.stringify(relative(root, path).split(sep).join('/'))).update('\n')
        hash.update(await contentHash(path))
      }
    }
  }
  await add(root)
  return hash.digest('hex')
}

async function contentHash(path: string): Promise<Buffer> {
  const { size } = await lstat(path)
  const hash = createHash('sha256')
  if (size > LARGE_BYTES) return hash.update(String(size)).digest()
  try {
    return hash.update(await readFile(path)).digest()
  } catch {
    // What cannot be read here cannot be read by the test either.
    return hash.digest()
  }
}

function tooMany(root: string): ServiceError {
  return new ServiceError(
    'bad-input',
    `The project of this test is ${root}, which has more than ${MOST_FILES} files; put a pyproject.toml or pytest.ini into the folder that is the project.`,
  )
}

/** A program for each test that the project's selector names: the test's file, with the test as its entry. */
export async function testsOf(
  { root, selector, sha256 }: Project,
  tracer: Tracer,
  signal: AbortSignal,
): Promise<ReadProgram[]> {
  const { tests, problem } = await tracer.collectTests([selector], signal).catch((error: Error) => {
    signal.throwIfAborted()
    throw new ServiceError('bad-input', error.message)
  })
  if (tests.length === 0) {
    throw new ServiceError('bad-input', asSentence(problem ?? `${selector} names no test`))
  }
  const programs: ReadProgram[] = []
  if (problem !== null) programs.push({ ok: false, name: selector, error: asSentence(problem) })
  for (const nodeId of tests) {
    const [name = ''] = nodeId.split('::', 1)
    const path = join(root, name)
    const source = await readSource(path)
    if (!source.ok) programs.push({ ok: false, name: nodeId, error: source.error })
    else {
      const entry = `pytest ${nodeId.slice(name.length + 2)}`
      const plain = { name, code: source.text, entry, stdin: '', origin: null, licence: null }
      programs.push({
        ok: true,
        program: { ...plain, test: { root, path, nodeId, projectSha256: sha256 } },
      })
    }
  }
  return programs
}
