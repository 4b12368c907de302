import { realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Bubblewrap, findBubblewrap } from './bubblewrap.ts'
import { type FoundPython, findPython, foldersOf, refuseHome } from './find-python.ts'
import { createSeccompFilter } from './seccomp.ts'
import { killGroup, PIPE_ARGUMENTS, startProcess } from './start-process.ts'
import { makeTemporaryFolder } from './temporary-folders.ts'

/** Which Python runs programs, and what the user agreed to. */
export interface CpythonOptions {
  /** `resources/` of the project. */
  readonly resourcesDir: string
  /** Path of a Python the user names; null takes the first on the PATH. */
  readonly python: string | null
  /** Absolute path of a project whose tests are run, with the packages of its Python; null runs single programs. */
  readonly project?: string | null
  /** Whether programs may run with all of the user's rights where nothing can contain them. */
  readonly consent: boolean
  /** Whether bubblewrap is used where it works; default: yes. */
  readonly bubblewrap?: boolean
}

/** How to run programs with one Python. */
export interface CpythonCommand {
  readonly file: string
  /** System calls that bubblewrap refuses; null where there is no bubblewrap. */
  readonly filter: Buffer | null
  readonly argsFor: (hashSeed: number) => readonly string[]
  readonly envFor: (hashSeed: number) => Readonly<Record<string, string>>
  readonly python: string
  readonly tracer: string
  /** The walls around a program, in words. */
  readonly sandbox: string
  /** Folder that a program finds itself in; null where each gets one of its own on the host. */
  readonly programDir: string | null
}

const PROBE_TIMEOUT_MS = 20_000
/** As inside Pyodide, so that a program sees the same name of its file. */
const PROGRAM_DIR = '/program'
const DISK_BYTES = 64 * 1024 * 1024
const SHARED_MEMORY_BYTES = 16 * 1024 * 1024
/** Nobody: never root, whoever started us. */
const NOBODY = '65534'
const HASH_SEED = 'PYTHONHASHSEED'
/** No compiled files; not -I or -E, as PYTHONHASHSEED must count. */
const PROJECT_FLAGS = ['-B']
/** Nor any site-packages. */
const PROGRAM_FLAGS = ['-S', '-B', '-s']

function flagsFor({ project }: Parts): readonly string[] {
  return project === null ? PROGRAM_FLAGS : PROJECT_FLAGS
}

/** Finds a Python and the walls around it, and tries both out; throws one sentence where programs must not run. */
export async function prepareCpython(options: CpythonOptions): Promise<CpythonCommand> {
  const project = options.project ?? null
  const python = await findPython(options.python, project === null ? 'base' : 'environment')
  const resources = await realpath(options.resourcesDir)
  const parts = {
    python,
    project,
    package: join(resources, 'tracer', 'ndtracer'),
    proof: join(resources, 'sandbox', 'python-proof.py'),
  }
  const filter = createSeccompFilter()
  const walls = filter !== null && (options.bubblewrap ?? true) ? await wallsFor(parts) : null
  if (walls !== null && filter !== null) return walled(parts, walls, filter)
  if (!options.consent) throw new Error(REFUSAL)
  return bare(parts)
}

/** What the engine can offer here, before anything is run with it. */
export interface CpythonOffer {
  /** The Python's own path and version. */
  readonly python: string
  readonly version: string
  /** What a program cannot do, and what it can, in words. */
  readonly contained: readonly string[]
  readonly open: readonly string[]
  /** Whether it runs programs only after the user has agreed. */
  readonly needsConsent: boolean
  /** The walls, as traces tell of them. */
  readonly sandbox: string
}

/** Says what contains a program of this Python here; throws one sentence where there is none to use. */
export async function offerCpython(
  options: Omit<CpythonOptions, 'consent'>,
): Promise<CpythonOffer> {
  const { executable } = await findPython(options.python)
  const command = await prepareCpython({ ...options, consent: true })
  const isWalled = command.programDir !== null
  return {
    python: executable,
    version: command.python,
    contained: isWalled ? CONTAINED : [],
    open: isWalled ? [] : OPEN,
    needsConsent: !isWalled,
    sandbox: command.sandbox,
  }
}

const CONTAINED = [
  'no network',
  'read-only system',
  'private files of 64 MiB',
  'bare environment',
  'own processes',
  'no root',
]

/** What a test can do beyond a single program. */
const SEES_PROJECT = 'reads its project and the packages of its Python'

const OPEN = [
  'it can read, change and delete your files',
  'it can use the network',
  'it can start programs that go on after it',
  'it can do whatever else you can',
]

const REFUSAL =
  'Nothing would contain a program here, as bubblewrap (0.7 or later, on Linux) is missing or does not work: it could read, change and send away your files and start other programs; install bubblewrap, use the pyodide engine, or agree to this for the project.'

interface Parts {
  readonly python: FoundPython
  readonly project: string | null
  /** Folder of the tracer's Python package. */
  readonly package: string
  /** A script that says what can be reached from where it runs. */
  readonly proof: string
}

function wallsFor(parts: Parts): Promise<Bubblewrap | null> {
  const mounts: string[] = []
  for (const folder of ['/tmp', PROGRAM_DIR]) {
    mounts.push('--size', String(DISK_BYTES), '--tmpfs', folder)
  }
  mounts.push('--size', String(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm')
  for (const [name, value] of Object.entries(environment('/tmp', parts))) {
    mounts.push('--setenv', name, value)
  }
  // Behind /tmp, which would hide what lies below it.
  for (const path of [...shownFolders(parts), parts.package, parts.proof]) {
    mounts.push('--ro-bind', path, path)
  }
  mounts.push('--uid', NOBODY, '--gid', NOBODY, '--chdir', PROGRAM_DIR)
  return findBubblewrap(mounts, [parts.python.executable, ...flagsFor(parts), '-c', ''])
}

/** Folders of the user's that a program can read. */
function shownFolders({ python, project }: Parts): readonly string[] {
  if (project === null) return foldersOf(python)
  refuseHome(project)
  const own = python.userBase === null ? [] : [python.userBase]
  return [...new Set([...foldersOf(python), ...own, project])]
}

/** All that a program sees of an environment; the hash seed is set for each one. */
function environment(home: string, { python, project }: Parts): Record<string, string> {
  const plain = { HOME: home, LANG: 'C.UTF-8', PATH: '/usr/bin:/bin' }
  if (project === null) return plain
  const own = python.userBase === null ? {} : { PYTHONUSERBASE: python.userBase }
  return { ...plain, ...own, PATH: `${dirname(python.executable)}:${plain.PATH}` }
}

async function walled(parts: Parts, walls: Bubblewrap, filter: Buffer): Promise<CpythonCommand> {
  const { file } = walls
  const outside = [...walls.args, ...PIPE_ARGUMENTS]
  const inside = [parts.python.executable, ...flagsFor(parts)]
  const { versions, held } = await prove({ file, args: [...outside, ...inside], filter }, parts)
  if (held.length > 0) {
    throw new Error(
      `The sandbox failed its own test (a program could ${held.join(', ')}); no program is run in it.`,
    )
  }
  return {
    ...versions,
    file,
    filter,
    argsFor: (seed) => [...outside, '--setenv', HASH_SEED, String(seed), ...inside, parts.package],
    envFor: () => ({}),
    sandbox: [
      `bubblewrap ${walls.version}`,
      ...CONTAINED,
      ...(parts.project === null ? [] : [SEES_PROJECT]),
    ].join(', '),
    programDir: PROGRAM_DIR,
  }
}

async function bare(parts: Parts): Promise<CpythonCommand> {
  const { executable } = parts.python
  const flags = flagsFor(parts)
  const { versions } = await prove({ file: executable, args: flags, filter: null }, parts)
  return {
    ...versions,
    file: executable,
    filter: null,
    argsFor: () => [...flags, parts.package],
    envFor: (seed) => ({ ...environment(tmpdir(), parts), [HASH_SEED]: String(seed) }),
    sandbox: 'none: the program has all of your rights',
    programDir: null,
  }
}

interface Startable {
  readonly file: string
  readonly args: readonly string[]
  readonly filter: Buffer | null
}

interface Proof {
  readonly versions: { readonly python: string; readonly tracer: string }
  readonly held: readonly string[]
}

/** How many ways out resources/sandbox/python-proof.py tries; fewer means that the test itself is broken. */
const EXPECTED_ATTEMPTS = 9

async function prove(command: Startable, parts: Parts): Promise<Proof> {
  const cwd = await makeTemporaryFolder('python')
  const { file, filter } = command
  const args = [...command.args, parts.proof, parts.package, ...shownFolders(parts)]
  const env = environment(cwd, parts)
  const { child, emptied } = startProcess(file, args, { cwd, env, filter })
  const timer = setTimeout(() => killGroup(child), PROBE_TIMEOUT_MS)
  try {
    const { python, tracer, tried, held } = JSON.parse(await textOf(child.stdout))
    const isWhole = tried === EXPECTED_ATTEMPTS
    return { versions: { python, tracer }, held: isWhole ? held : ['skip the test'] }
  } catch {
    throw new Error(
      `The Python at ${parts.python.executable} does not run the tracer; name another Python, or use the pyodide engine.`,
    )
  } finally {
    clearTimeout(timer)
    killGroup(child)
    await emptied()
    await rm(cwd, { recursive: true, force: true })
  }
}

async function textOf(stream: Readable | null): Promise<string> {
  let text = ''
  for await (const bytes of stream ?? []) text += bytes
  return text
}
