import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TemporaryKind = 'program' | 'tests' | 'python' | 'sandbox'

const NAME = /^ndw-(?:program|tests|python|sandbox)-(\d+)-[A-Za-z0-9]{6}$/
/** Numbers of processes are those of a container, and folders may be shared by several: only old ones are swept. */
const OLD_MS = 24 * 60 * 60 * 1000

/** A new folder, named by the process that is to remove it. */
export function makeTemporaryFolder(kind: TemporaryKind): Promise<string> {
  return mkdtemp(join(tmpdir(), `ndw-${kind}-${process.pid}-`))
}

/** Removes what processes that were killed a day ago or earlier left behind; answers with how many folders. */
export async function sweepTemporaryFolders(): Promise<number> {
  let swept = 0
  for (const name of await readdir(tmpdir()).catch(() => [] as string[])) {
    const pid = Number(NAME.exec(name)?.[1] ?? process.pid)
    if (pid === process.pid || isAlive(pid)) continue
    const path = join(tmpdir(), name)
    try {
      const { mtimeMs } = await lstat(path)
      if (Date.now() - mtimeMs < OLD_MS) continue
      await rm(path, { recursive: true })
      swept++
    } catch {
      // Another user's, or somebody else sweeps too.
    }
  }
  return swept
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
