import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { commandFile, root, SetUpError } from './paths.mjs'
import { runNode } from './processes.mjs'

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} sources files and folders; a part is stale when the content of one changed
 * @property {string} output
 * @property {string} mark a file that a finished output holds
 * @property {(fresh: string) => string[][]} commands run in order with the pinned Node; they fill `fresh`
 */

/**
 * @param {readonly string[]} configs
 * @returns {(fresh: string) => string[][]}
 */
const vite = (configs) => (fresh) =>
  configs.map((config) => [
    commandFile('vite'),
    ...['build', '--config', config, '--outDir', fresh, '--logLevel', 'warn'],
  ])

/** The sample project: our small programs, recorded by the command line that was just built. */
const recordSamples = (/** @type {string} */ fresh) => [
  [join(root, 'scripts', 'build-samples.mjs'), join(fresh, 'workbench.db')],
]

/** The memory that sandboxed interpreters begin with. */
const makeSnapshot = (/** @type {string} */ fresh) => [
  [join(root, 'scripts', 'build-sandbox.mjs'), fresh],
]

/** @type {readonly Part[]} */
const PARTS = [
  {
    name: 'main',
    sources: ['main', 'shared', 'vite.node.config.ts'],
    commands: vite(['vite.node.config.ts']),
    output: 'dist/main',
    mark: 'web.js',
  },
  {
    name: 'electron',
    sources: ['main', 'shared', 'vite.electron.config.ts', 'vite.preload.config.ts'],
    commands: vite(['vite.electron.config.ts', 'vite.preload.config.ts']),
    output: 'dist/electron',
    mark: 'preload.cjs',
  },
  {
    name: 'renderer',
    sources: ['renderer', 'shared', 'vite.config.ts'],
    commands: vite(['vite.config.ts']),
    output: 'dist/renderer',
    mark: 'index.html',
  },
  {
    name: 'sandbox',
    sources: ['resources/sandbox', 'resources/tracer', 'scripts/build-sandbox.mjs'],
    commands: makeSnapshot,
    output: 'dist/sandbox',
    mark: 'interpreter.json',
  },
  {
    name: 'samples',
    sources: [
      'resources',
      'scripts/build-samples.mjs',
      ...['app.ts', 'jobs', 'runtime/engines.ts', 'store', 'tracer', 'workers'].map(
        (name) => `main/${name}`,
      ),
      ...['base', 'contract', 'grammar', 'model', 'trace', 'trajectory', 'tree'].map(
        (name) => `shared/${name}`,
      ),
    ],
    commands: recordSamples,
    output: 'dist/samples',
    mark: 'workbench.db',
  },
]

/** Every file under `path`, sorted; a missing path has none. */
function filesUnder(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  const names = readdirSync(full)
    .filter((name) => name !== '__pycache__')
    .sort()
  return names.flatMap((name) => filesUnder(`${path}/${name}`))
}

function sourcesOf(part) {
  return [...part.sources, 'package.json', 'package-lock.json'].flatMap(filesUnder)
}

/** Size and times of every source: equal to the last build's means that nothing was touched. */
function glance(files) {
  return files.map((file) => {
    const { size, mtimeMs, ctimeMs } = statSync(join(root, file))
    return `${file} ${size} ${mtimeMs} ${ctimeMs}`
  })
}

function contentHash(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function stampPath(part) {
  return join(root, 'dist', '.stamps', `${part.name}.json`)
}

function readStamp(part) {
  try {
    return JSON.parse(readFileSync(stampPath(part), 'utf8'))
  } catch {
    return null
  }
}

function writeStamp(part, stamp) {
  mkdirSync(dirname(stampPath(part)), { recursive: true })
  const temporary = `${stampPath(part)}.${process.pid}`
  writeFileSync(temporary, JSON.stringify(stamp))
  renameSync(temporary, stampPath(part))
}

/** The part's new stamp when it must be built, else null. */
function staleStamp(part) {
  const files = sourcesOf(part)
  const seen = glance(files).join('\n')
  const old = readStamp(part)
  const present = existsSync(join(root, part.output, part.mark))
  if (present && old?.seen === seen) return null
  const content = contentHash(files)
  if (present && old?.content === content) {
    writeStamp(part, { seen, content })
    return null
  }
  return { seen, content }
}

/** Builds beside the old output and swaps at the end, so that a failed build leaves the last good one. */
async function buildPart(part) {
  const fresh = join(root, 'dist', `.new-${part.name}-${process.pid}`)
  mkdirSync(fresh, { recursive: true })
  for (const args of part.commands(fresh)) {
    const { status, stopped } = await runNode(args, { stdio: ['ignore', 'ignore', 2] })
    if (status === 0) continue
    rmSync(fresh, { recursive: true, force: true })
    throw new SetUpError(
      stopped ? 'The build was stopped.' : `Building ${part.name} failed: see the message above.`,
    )
  }
  const target = join(root, part.output)
  const old = `${fresh}-old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}

/** Builds what is stale (all parts or the named ones). Messages go to stderr. */
export async function ensureBuilt(names = PARTS.map((part) => part.name)) {
  const wanted = PARTS.filter((part) => names.includes(part.name))
  if (wanted.every((part) => staleStamp(part) === null)) return
  await withLock(async () => {
    for (const part of wanted) {
      const stamp = staleStamp(part)
      if (stamp === null) continue
      console.error(`Building ${part.name} ...`)
      await buildPart(part)
      writeStamp(part, stamp)
    }
  })
}
