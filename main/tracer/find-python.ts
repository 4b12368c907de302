import { execFile } from 'node:child_process'
import { access, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { sep } from 'node:path'
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
}

/** Works under every Python from 2 on, so that one too old can be named; of a virtual environment, it asks for the Python beneath. */
const QUESTION = `import sys
base = getattr(sys, "base_prefix", sys.prefix)
executable = getattr(sys, "_base_executable", None) or sys.executable
print("\\n".join([executable, ".".join(str(n) for n in sys.version_info[:3]), sys.prefix, base, sys.exec_prefix]))`

/** The Python the user names, else the first on the PATH; throws one sentence when there is none to use. */
export async function findPython(named: string | null): Promise<FoundPython> {
  const tooOld: string[] = []
  for (const name of named === null ? ['python3', 'python'] : [named]) {
    const path = name.includes(sep) ? name : await findProgram(name)
    const python = path === null ? null : await ask(path)
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

async function ask(path: string): Promise<FoundPython | null> {
  try {
    const { stdout } = await run(path, ['-E', '-S', '-B', '-s', '-c', QUESTION], {
      timeout: PROBE_TIMEOUT_MS,
      windowsHide: true,
    })
    const [executable = '', version = '', ...prefixes] = stdout.trim().split(/\r?\n/)
    return {
      executable,
      version,
      prefixes: await Promise.all(prefixes.map((one) => realpath(one))),
    }
  } catch {
    return null
  }
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === OLDEST.major && minor >= OLDEST.minor
}

/** Folders to show read-only so that it runs; throws when they hold more of the user's than a Python. */
export function foldersOf(python: FoundPython): readonly string[] {
  const home = homedir()
  const outside = python.prefixes.filter((path) => path !== '/usr' && !path.startsWith('/usr/'))
  for (const path of outside) {
    if (path === '/' || home === path || home.startsWith(path + sep)) {
      throw new Error(
        `The Python at ${python.executable} is installed in ${path}, which holds more than Python and cannot be shown to a program; name another Python.`,
      )
    }
  }
  return [...new Set(outside)]
}
