import { spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locateApp } from '../main/hosts/node/locate.ts'
import { snapshotFiles, snapshotKey } from '../main/tracer/snapshot.ts'
import { root } from './paths.mjs'

/** Makes the memory that sandboxed interpreters begin with, in the folder named by the first argument. */

const folder = String(process.argv[2])
const { denoPath, pyodideDir, resourcesDir } = locateApp(join(root, 'dist', 'main'), null)
const sandboxDir = join(resourcesDir, 'sandbox')
const tracerDir = join(resourcesDir, 'tracer', 'ndtracer')
const { memory, key } = snapshotFiles(folder)

const script = join(sandboxDir, 'make-snapshot.mjs')
const options = ['--no-remote', '--cached-only', '--no-config', '--allow-read', '--allow-write']
const { status, error } = spawnSync(
  denoPath,
  ['run', ...options, script, pyodideDir, tracerDir, memory],
  { stdio: ['ignore', 'ignore', 'inherit'] },
)
if (status !== 0) {
  console.error(`The sandbox's interpreter could not be prepared: ${error ?? `status ${status}`}.`)
  process.exit(1)
}
// Last: it is what says that all is there.
writeFileSync(key, await snapshotKey({ pyodideDir, tracerDir, sandboxDir }, statSync(memory).size))
