import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { withLock } from './lock.mjs'
import { nodeBinary, root, SetUpError } from './paths.mjs'
import { run } from './processes.mjs'

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Why the installed packages differ from package-lock.json, or null when they are the same.
 * npm writes what it really installed to node_modules/.package-lock.json as its last step.
 */
export function installProblem(folder = root) {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages
  if (!wanted) throw new SetUpError('package-lock.json is missing or damaged; restore it with git.')
  const installed = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages
  if (!installed) return 'nothing is installed yet'
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue
    const found = installed[path]
    // Packages for other systems are listed as optional and stay away.
    if (!found && entry.optional) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!found) return `${name} is missing`
    if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return `${name} is ${found.version}, wanted ${entry.version}`
    }
  }
  for (const path of Object.keys(installed)) {
    if (!wanted[path]) return `${path.replace('node_modules/', '')} is no longer wanted`
  }
  return null
}

/**
 * The npm that started us, else the one on the PATH.
 * @returns {{ command: string, prefix: string[], shell: boolean }}
 */
function findNpm() {
  const script = process.env.npm_execpath
  if (!script || !existsSync(script)) {
    return { command: 'npm', prefix: [], shell: process.platform === 'win32' }
  }
  const runner = process.env.npm_node_execpath ?? ''
  const command = existsSync(runner) ? runner : process.execPath
  return { command, prefix: [script], shell: false }
}

function installArguments() {
  // Windows locks the running node.exe, so `npm ci`, which removes it first, cannot work from inside node_modules.
  const locked = process.platform === 'win32' && process.execPath.startsWith(root + sep)
  return [locked ? 'install' : 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
}

/** Why an installation is needed, or null. */
function needed() {
  return installProblem() ?? (existsSync(nodeBinary) ? null : 'the pinned Node is missing')
}

/** Runs `npm ci` when the installed packages differ from the lock. Everything it says goes to stderr. */
export async function ensureInstalled() {
  if (needed() !== null) await withLock(install)
}

async function install() {
  const reason = needed()
  // Another command may have installed them while we waited for it.
  if (reason === null) return
  console.error(`Installing packages (${reason}); the first time takes about a minute.`)
  const { command, prefix, shell } = findNpm()
  const { status, stopped } = await run(command, [...prefix, ...installArguments()], {
    env: process.env,
    stdio: ['ignore', 2, 2],
    shell,
    graceMs: 1000,
  }).catch((error) => {
    throw new SetUpError(`npm could not be started (${error.message}); install Node with npm.`)
  })
  if (stopped)
    throw new SetUpError('The installation was stopped; the next start takes it up again.')
  if (status !== 0) {
    throw new SetUpError(
      'The packages could not be installed: npm said why above; check the network and try again.',
    )
  }
  if (!existsSync(nodeBinary)) {
    throw new SetUpError(
      'npm installed the packages but not the pinned Node; run "npm rebuild node" and try again.',
    )
  }
}
