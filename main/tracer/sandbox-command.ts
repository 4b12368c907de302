import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBubblewrap } from './bubblewrap.ts'
import { findSnapshot } from './snapshot.ts'
import { makeTemporaryFolder } from './temporary-folders.ts'

/** Where the parts of the sandbox are; absolute paths. */
export interface SandboxPaths {
  readonly denoPath: string
  readonly pyodideDir: string
  /** `resources/` of the project. */
  readonly resourcesDir: string
  /** Where the build puts an interpreter's memory to begin with; null or empty: interpreters begin anew. */
  readonly snapshotsDir: string | null
}

/** How to start one sandboxed interpreter: an absolute program, its arguments, an empty folder to start in. */
export interface SandboxCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment: only where Deno would keep a cache, which it has no use for. */
  readonly env: Readonly<Record<string, string>>
  /** The parts it was made of, links resolved. */
  readonly paths: SandboxPaths
  /** The memory to begin with; null: none fits these parts. */
  readonly snapshot: string | null
  /** Version of the bubblewrap around Deno; null where Deno alone is the boundary. */
  readonly bubblewrapVersion: string | null
  /** Removes the empty folder. */
  readonly dispose: () => Promise<void>
}

/** Megabytes of JavaScript heap; Python's memory is WebAssembly's and capped apart. */
const HEAP_MEGABYTES = 256
/** V8's own default ends Python in the middle of a recursion through C that CPython's limit would stop. */
const STACK_KILOBYTES = 3000
const V8_FLAGS = [
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  `--stack-size=${STACK_KILOBYTES}`,
]

function sandboxDirOf(paths: SandboxPaths): string {
  return join(paths.resourcesDir, 'sandbox')
}

/** Folder of the tracer's Python package. */
export function tracerDirOf(paths: SandboxPaths): string {
  return join(paths.resourcesDir, 'tracer', 'ndtracer')
}

/** Makes the command, with bubblewrap outside where it may be used, exists and works; that is tried out here. */
export async function prepareSandboxCommand(
  paths: SandboxPaths,
  mayUseBubblewrap: boolean,
): Promise<SandboxCommand> {
  const real = await resolvePaths(paths)
  const folder = await makeTemporaryFolder('sandbox')
  const dispose = () => rm(folder, { recursive: true, force: true })
  const cwd = join(folder, 'empty')
  await mkdir(cwd)
  const snapshot = await snapshotFor(real)
  const plain = { cwd, paths: real, snapshot, dispose, env: { DENO_DIR: join(folder, 'cache') } }
  const shown = [real.pyodideDir, tracerDirOf(real), sandboxDirOf(real)]
  if (snapshot !== null) shown.push(snapshot)
  const denoArgs = denoArguments(real, shown)
  const bubblewrap = mayUseBubblewrap
    ? await findBubblewrap(bubblewrapMounts([real.denoPath, ...shown]), [
        real.denoPath,
        '--version',
      ])
    : null
  if (bubblewrap === null) {
    return { ...plain, file: real.denoPath, args: denoArgs, bubblewrapVersion: null }
  }
  const args = [...bubblewrap.args, real.denoPath, ...denoArgs]
  const { file, version: bubblewrapVersion } = bubblewrap
  return { ...plain, file, args, bubblewrapVersion }
}

/** Links resolved, so that what Deno may read and what bubblewrap shows are the same paths. */
async function resolvePaths(paths: SandboxPaths): Promise<SandboxPaths> {
  const resolve = async (path: string, what: string) => {
    try {
      return await realpath(path)
    } catch {
      throw new Error(`${what} is missing at ${path}; run the set-up (npm ci) and try again.`)
    }
  }
  return {
    denoPath: await resolve(paths.denoPath, 'The sandbox program (Deno)'),
    pyodideDir: await resolve(paths.pyodideDir, 'The Python runtime (Pyodide)'),
    resourcesDir: await resolve(paths.resourcesDir, 'The folder of resources'),
    snapshotsDir: paths.snapshotsDir && (await realpath(paths.snapshotsDir).catch(() => null)),
  }
}

async function snapshotFor(paths: SandboxPaths): Promise<string | null> {
  const { snapshotsDir, pyodideDir } = paths
  if (snapshotsDir === null) return null
  const parts = { pyodideDir, tracerDir: tracerDirOf(paths), sandboxDir: sandboxDirOf(paths) }
  return findSnapshot(snapshotsDir, parts)
}

function denoArguments(paths: SandboxPaths, readable: readonly string[]): string[] {
  return [
    'run',
    '--no-prompt',
    '--no-remote',
    '--cached-only',
    '--no-config',
    '--node-modules-dir=manual',
    // Deno splits the list at commas and reads a doubled one as itself.
    `--allow-read=${readable.map((path) => path.replaceAll(',', ',,')).join(',')}`,
    `--v8-flags=${V8_FLAGS.join(',')}`,
    join(sandboxDirOf(paths), 'main.mjs'),
  ]
}

/** What is shown inside of bubblewrap besides the system's libraries: the runtime's own folders. */
function bubblewrapMounts(shown: readonly string[]): string[] {
  const mounts = ['--setenv', 'DENO_DIR', '/tmp/cache', '--tmpfs', '/tmp']
  for (const path of shown) mounts.push('--ro-bind', path, path)
  return [...mounts, '--dir', '/tmp/empty', '--remount-ro', '/tmp', '--chdir', '/tmp/empty']
}
