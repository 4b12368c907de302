import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { commandFile, nodeBinary, root, SetUpError } from './paths.mjs'
import { childEnvironment } from './processes.mjs'

const LINUX_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PROGRAMS = [
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]

/** Where browsers of the Chrome family live on this system, most likely first. */
function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      MAC_APPS.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
    )
  }
  if (process.platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']
    return folders
      .flatMap((n) => process.env[n] ?? [])
      .flatMap((f) => WINDOWS_PROGRAMS.map((p) => join(f, p)))
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  const onPath = LINUX_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, '/opt/google/chrome/chrome']
}

function quiet(command, args) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8', env: childEnvironment() })
}

/** Path of Playwright's own Chromium, whether or not it is there. */
function playwrightPlace() {
  const code = "import('playwright-core').then((p) => console.log(p.chromium.executablePath()))"
  const { status, stdout } = quiet(nodeBinary, ['--input-type=module', '-e', code])
  return status === 0 ? stdout.trim() : ''
}

function isDebianRoot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    return /debian/i.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function installFromDebian() {
  console.error('Installing the Debian package chromium for the browser tests ...')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  /** @param {string[]} args */
  const apt = (args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 2] })
  const install = ['install', '-y', '--no-install-recommends', 'chromium']
  if (apt(install).status === 0) return
  // The list of packages may be absent or old.
  apt(['update'])
  apt(install)
}

function installFromPlaywright() {
  console.error("Installing Playwright's Chromium for the browser tests ...")
  const args = [commandFile('playwright-core'), 'install', 'chromium']
  spawnSync(nodeBinary, args, {
    cwd: root,
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 2],
  })
}

/**
 * Path of a browser of the Chrome family: the one named by WORKBENCH_BROWSER, an installed one, or one
 * that is installed now. Throws a SetUpError when there is none.
 */
export function findBrowser() {
  const named = process.env.WORKBENCH_BROWSER
  if (named) {
    if (existsSync(named)) return named
    throw new SetUpError(
      `WORKBENCH_BROWSER names ${named}, which does not exist; point it at a Chrome, Chromium or Edge.`,
    )
  }
  const installed = () =>
    [...usualPlaces(), playwrightPlace()].find((path) => path && existsSync(path))
  const found = installed()
  if (found) return found
  for (const install of isDebianRoot()
    ? [installFromDebian, installFromPlaywright]
    : [installFromPlaywright]) {
    install()
    const path = installed()
    if (path) return path
  }
  throw new SetUpError(
    'No browser was found and none could be installed; install Chrome, Chromium or Edge, or name one in WORKBENCH_BROWSER.',
  )
}
