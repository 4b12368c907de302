import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, lstat, readlink } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PROBE_OPTIONS = { timeout: 10_000, env: {}, cwd: '/' }

/** Bubblewrap as it works here: what comes before the command's own path. */
export interface Bubblewrap {
  readonly file: string
  readonly args: readonly string[]
  readonly version: string
}

const WALLS = [
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  '--clearenv',
  '--cap-drop',
  'ALL',
  '--hostname',
  'box',
]

/** Ways to forbid nested user namespaces; some containers refuse that, and the other walls still stand there. */
const NESTED = [['--unshare-user', '--disable-userns'], ['--unshare-user'], []]

/** The first way of calling bubblewrap under which the probe runs; null when there is none. */
export async function findBubblewrap(
  own: readonly string[],
  probe: readonly string[],
): Promise<Bubblewrap | null> {
  const file = process.platform === 'linux' ? await findProgram('bwrap') : null
  if (file === null) return null
  const mounts = [...(await systemMounts()), ...own, ...READ_ONLY]
  for (const nested of NESTED) {
    const args = [...nested, ...WALLS, ...mounts]
    try {
      await run(file, [...args, ...probe], PROBE_OPTIONS)
      const { stdout } = await run(file, ['--version'], PROBE_OPTIONS)
      return { file, args, version: /\d+(\.\d+)+/.exec(stdout)?.[0] ?? 'of unknown version' }
    } catch {
      // The next way; a caller says what stands when there is none.
    }
  }
  return null
}

/** Read-only system libraries; everything else is not there at all. */
async function systemMounts(): Promise<string[]> {
  const mounts = ['--ro-bind', '/usr', '/usr']
  for (const name of ['/bin', '/lib', '/lib32', '/lib64']) {
    const status = await lstat(name).catch(() => null)
    if (status === null) continue
    if (status.isSymbolicLink()) mounts.push('--symlink', await readlink(name), name)
    else mounts.push('--ro-bind', name, name)
  }
  return [...mounts, '--proc', '/proc', '--dev', '/dev']
}

/** Started by root, bubblewrap leaves the kernel's own settings under /proc/sys writable, which are the host's. */
const READ_ONLY = ['--remount-ro', '/proc', '--remount-ro', '/dev', '--remount-ro', '/']

/** Absolute path of a program on the PATH or in the system's usual folders. */
export async function findProgram(name: string): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const folder of [...folders, '/usr/bin', '/bin', '/usr/local/bin']) {
    const candidate = join(folder, name)
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere && dirname(candidate).startsWith('/')) return candidate
  }
  return null
}
