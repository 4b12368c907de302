import { execFile } from 'node:child_process'
import { access, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './bubblewrap.ts'

const run = promisify(execFile)
const PROBE_TIMEOUT_MS = 20_000
const OLDEST = { major: 3, minor: 9 }

/** A Python to run programs with; absolute paths. */
export interface FoundPython {
  readonly executable: string
  readonly version: string
  /** Folders that hold it and its library. */
  readonly prefixes: readonly string[]
  /** Folder of the packages that the user installed for themselves; null where they are not used. */
  readonly userBase: string | null
}

/** Which Python of an environment is meant: the one beneath it, or itself with its packages. */
export type Within = 'base' | 'environment'

/** Works under every Python from 2 on, so that one too old can be named; of a virtual environment, it asks for the Python beneath. */
const BASE_QUESTION = `import sys
base = getattr(sys, "base_prefix", sys.prefix)
executable = getattr(sys, "_base_executable", None) or sys.executable
print("\\n".join([executable, ".".join(str(n) for n in sys.version_info[:3]), sys.prefix, base, sys.exec_prefix]))`

/** The environment's own, and where the user's own packages are if it uses them. */
const ENVIRONMENT_QUESTION = `import os, site, sys
base = getattr(sys, "base_prefix", sys.prefix)
user = site.getuserbase() if site.ENABLE_USER_SITE and os.path.isdir(site.getusersitepackages()) else ""
print("\\n".join([sys.executable, ".".join(str(n) for n in sys.version_info[:3]), sys.prefix, base, sys.exec_prefix, user]))`

/** The Python the user names, else the first on the PATH; throws one sentence when there is none to use. */
export async function findPython(
  named: string | null,
  within: Within = 'base',
): Promise<FoundPython> {
  const tooOld: string[] = []
  for (const name of named === null ? ['python3', 'python'] : [named]) {
    const path = name.includes(sep) ? name : await findProgram(name)
    const python = path === null ? null : await ask(path, within)
    if (python === null || python.version === '') continue
    if (isRecent(python.version)) return python
    tooOld.push(python.version)
  }
  const wanted = `Python ${OLDEST.major}.${OLDEST.minor} or later`
  if (tooOld.length > 0) {
    throw new Error(
      `The cpython engine needs ${wanted}, and found ${tooOld.join(' and ')}; name a later one, or use the pyodide engine.`,
    )
  }
  const where =
    named === null ? 'neither python3 nor python on the PATH is one' : await blame(named)
  throw new Error(
    `The cpython engine needs ${wanted}, and ${where}; name one, or use the pyodide engine.`,
  )
}

async function blame(named: string): Promise<string> {
  const path = named.includes(sep) ? named : await findProgram(named)
  const isThere =
    path !== null &&
    (await access(path).then(
      () => true,
      () => false,
    ))
  return isThere ? `${named} does not run as one` : `${named} does not exist`
}

async function ask(path: string, within: Within): Promise<FoundPython | null> {
  const args =
    within === 'base'
      ? ['-E', '-S', '-B', '-s', '-c', BASE_QUESTION]
      : ['-E', '-B', '-c', ENVIRONMENT_QUESTION]
  try {
    const { stdout } = await run(path, args, { timeout: PROBE_TIMEOUT_MS, windowsHide: true })
    const [executable = '', version = '', prefix = '', base = '', exec = '', user = ''] = stdout
      .trim()
      .split(/\r?\n/)
    const prefixes = await Promise.all([prefix, base, exec].map((one) => realpath(one)))
    return {
      // Links in it are followed but for the last, which makes an environment of a Python.
      executable: join(await realOf(dirname(executable)), basename(executable)),
      version,
      prefixes,
      userBase: user === '' ? null : await realpath(user),
    }
  } catch {
    return null
  }
}

/** The path without links, or as it is where it leads nowhere. */
function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === OLDEST.major && minor >= OLDEST.minor
}

/** Whether all of the user's files are in the folder. */
function holdsHome(path: string): boolean {
  const home = homedir()
  return path === '/' || home === path || home.startsWith(path + sep)
}

/** Throws, in one sentence, where a project is so large that a program would be shown all of the user's files. */
export function refuseHome(project: string): void {
  if (!holdsHome(project)) return
  throw new Error(
    `The project of this test is ${project}, which holds more than a project and cannot be shown to a program; put a pyproject.toml or pytest.ini into the folder that is the project.`,
  )
}

/** Folders to show read-only so that it runs; throws when they hold more of the user's than a Python. */
export function foldersOf(python: FoundPython): readonly string[] {
  const outside = python.prefixes.filter((path) => path !== '/usr' && !path.startsWith('/usr/'))
  for (const path of outside) {
    if (holdsHome(path)) {
      throw new Error(
        `The Python at ${python.executable} is installed in ${path}, which holds more than Python and cannot be shown to a program; name another Python.`,
      )
    }
  }
  return [...new Set(outside)]
}
