import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { AppConfig } from '../../host-port.ts'

const APP_FOLDER = 'neural-debugger-workbench'
const STORE_FILE = 'workbench.db'
const MODELS_FILE = 'models.json'

interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), env: process.env }
}

/** Where the workspace lies when the user names no other: the folder each system has for application data. */
export function defaultStorePath(machine: Machine = thisMachine()): string {
  return join(userFolder(machine, 'XDG_DATA_HOME', ['.local', 'share']), APP_FOLDER, STORE_FILE)
}

/** The list of added models, in the folder each system has for settings. */
export function modelsPathOf(machine: Machine = thisMachine()): string {
  return join(userFolder(machine, 'XDG_CONFIG_HOME', ['.config']), APP_FOLDER, MODELS_FILE)
}

/** macOS and Windows keep data and settings in one folder; elsewhere a variable names one, or it lies in the home. */
function userFolder(
  { platform, home, env }: Machine,
  variable: string,
  usual: readonly string[],
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming')
  const named = env[variable]
  // The XDG rule: a relative path is to be ignored.
  return named?.startsWith('/') ? named : join(home, ...usual)
}

export interface LocateOptions {
  /** Maps a path inside a packaged archive to the real file beside it. */
  readonly unpacked?: (path: string) => string
}

/**
 * Folders and files of the application, found from the folder of built entries (`dist/main`). A null store is
 * the system's usual place, and only there does a new store hold the sample project. Throws one sentence when a part is missing.
 */
export function locateApp(
  entriesDir: string,
  storePath: string | null,
  { unpacked = (path) => path }: LocateOptions = {},
): AppConfig {
  const root = resolve(entriesDir, '..', '..')
  const require = createRequire(join(entriesDir, 'web.js'))
  const sample = join(root, 'dist', 'samples', 'workbench.db')
  const pack = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    storePath: storePath === null ? defaultStorePath() : resolve(storePath),
    sampleStorePath: storePath === null && existsSync(sample) ? sample : null,
    modelsPath: modelsPathOf(),
    appVersion: pack.version,
    entriesDir,
    rendererDir: join(root, 'dist', 'renderer'),
    resourcesDir: unpacked(join(root, 'resources')),
    snapshotsDir: unpacked(join(root, 'dist', 'sandbox')),
    denoPath: unpacked(denoBinary(require)),
    pyodideDir: unpacked(dirname(packageFile(require, 'pyodide'))),
  }
}

function packageFile(require: NodeJS.Require, name: string): string {
  try {
    return require.resolve(`${name}/package.json`)
  } catch {
    throw new Error(`The package ${name} is not installed; run "npm ci" in the project's folder.`)
  }
}

/** Deno's npm package holds one binary package a system; its own launcher only copies the file. */
function denoBinary(require: NodeJS.Require): string {
  const libc = process.platform === 'linux' ? '-glibc' : ''
  const folder = dirname(packageFile(require, `@deno/${process.platform}-${process.arch}${libc}`))
  const binary = join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno')
  if (!existsSync(binary)) throw new Error(`The sandbox's program ${binary} is missing.`)
  return binary
}
