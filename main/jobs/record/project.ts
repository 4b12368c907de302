import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { asSentence } from '../../../shared/base/words.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { refuseHome } from '../../tracer/find-python.ts'
import type { Tracer } from '../../tracer/tracer.ts'
import { sha256Hex } from './identity.ts'
import { type ReadProgram, readSource } from './read-programs.ts'

/** A folder of code whose tests are recorded. */
export interface Project {
  /** Absolute path, without links. */
  readonly root: string
  /** What was asked for, relative to the root: `tests/test_a.py::test_b`, a file or a folder. */
  readonly selector: string
  /** Of its files: traces recorded with other files are other traces. */
  readonly sha256: string
  /** SHA-256 of each of its files, by its path in it. */
  readonly files: ReadonlyMap<string, string>
}

/** What tells that a folder is a project, as pytest has it. */
const MARKS = ['pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg', 'setup.py', '.git']
const SKIPPED = new Set(['node_modules', '__pycache__'])
const MOST_FILES = 50_000
/** The content of larger files does not count, only their size. */
const LARGE_BYTES = 4 * 1024 * 1024
/** Importing every test of a large project takes a while: this long at least, however short a test's own limit is. */
const COLLECT_SECONDS = 120

/** The project of a test `FILE::TEST`, a file of tests or a folder of them. Throws a ServiceError in one sentence. */
export async function openProject(test: string): Promise<Project> {
  const end = test.indexOf('::')
  const path = end === -1 ? test : test.slice(0, end)
  const real = await realpath(path).catch(() => {
    throw new ServiceError('not-found', `There is no file or folder ${path}.`)
  })
  const isFolder = (await stat(real)).isDirectory()
  if (!isFolder && !real.endsWith('.py')) {
    throw new ServiceError('bad-input', `${path} is neither a .py file nor a folder of tests.`)
  }
  const folder = isFolder ? real : dirname(real)
  const root = (await markedAbove(folder)) ?? folder
  refuse(root)
  const inside = relative(root, real).split(sep).join('/')
  const rest = end === -1 ? '' : test.slice(end)
  return { root, selector: `${inside === '' ? '.' : inside}${rest}`, ...(await hashesOf(root)) }
}

/** Before all of its files are read. */
function refuse(root: string): void {
  try {
    refuseHome(root)
  } catch (error) {
    throw new ServiceError('bad-input', (error as Error).message)
  }
}

async function markedAbove(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const names = await readdir(at).catch(() => [] as string[])
    if (MARKS.some((mark) => names.includes(mark))) return at
    if (at === dirname(at)) return null
  }
}

/** Of all files but those in hidden folders and environments, each and together. */
async function hashesOf(root: string): Promise<Pick<Project, 'sha256' | 'files'>> {
  const files = new Map<string, string>()
  const add = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true })
    if (entries.some((entry) => entry.name === 'pyvenv.cfg')) return
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !SKIPPED.has(entry.name)) await add(path)
      } else if (entry.isFile() || (await isLinkToFile(entry, path))) {
        if (files.size >= MOST_FILES) throw tooMany(root)
        files.set(relative(root, path).split(sep).join('/'), await contentHash(path))
      }
    }
  }
  await add(root)
  return { files, sha256: sha256Hex(JSON.stringify([...files])) }
}

/** A file of these that is not what it was when the project was opened; null when all of them are. */
export async function changedFile(
  { root, files }: Project,
  paths: readonly string[],
): Promise<string | null> {
  for (const path of paths) {
    const before = files.get(path)
    // One that was not there was made by the test.
    if (before !== undefined && (await contentHash(join(root, path))) !== before) return path
  }
  return null
}

async function contentHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    const { size } = await stat(path)
    const content = size > LARGE_BYTES ? String(size) : await readFile(path)
    return hash.update(content).digest('hex')
  } catch {
    // What cannot be read here cannot be read by the test either.
    return 'unreadable'
  }
}

async function isLinkToFile(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false
  return stat(path).then(
    (status) => status.isFile(),
    () => false,
  )
}

function tooMany(root: string): ServiceError {
  return new ServiceError(
    'bad-input',
    `The project of this test is ${root}, which has more than ${MOST_FILES} files; put a pyproject.toml or pytest.ini into the folder that is the project.`,
  )
}

/** A program for each test that the project's selector names: the test's file, with the test as its entry. */
export async function testsOf(
  project: Project,
  tracer: Tracer,
  { timeoutSeconds, signal }: { readonly timeoutSeconds: number; readonly signal: AbortSignal },
): Promise<ReadProgram[]> {
  const { root, selector } = project
  const seconds = Math.max(COLLECT_SECONDS, timeoutSeconds)
  const collecting = tracer.collectTests([selector], { seconds, signal })
  const { tests, skipped, problem, pytest } = await collecting.catch((error: Error) => {
    signal.throwIfAborted()
    throw new ServiceError('bad-input', error.message)
  })
  if (tests.length === 0 && skipped.length === 0) {
    throw new ServiceError('bad-input', asSentence(problem ?? `${selector} names no test`))
  }
  const programs: ReadProgram[] = []
  if (problem !== null) programs.push({ ok: false, name: selector, error: asSentence(problem) })
  for (const [name, reason] of skipped) {
    const error = asSentence(`All of its tests were skipped: ${reason}`)
    programs.push({ ok: false, name, error, isSkipped: true })
  }
  // All tests of a file are of one text.
  const sources = new Map<string, Awaited<ReturnType<typeof readSource>>>()
  for (const nodeId of tests) {
    const [name = ''] = nodeId.split('::', 1)
    const path = join(root, name)
    const source = sources.get(path) ?? (await readSource(path))
    sources.set(path, source)
    if (!source.ok) programs.push({ ok: false, name: nodeId, error: source.error })
    else {
      const entry = `pytest ${nodeId.slice(name.length + 2)}`
      const plain = { name, code: source.text, entry, stdin: '', origin: null, licence: null }
      programs.push({
        ok: true,
        program: { ...plain, test: { root, path, nodeId, project, pytest } },
      })
    }
  }
  return programs
}
