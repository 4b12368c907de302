import { randomBytes } from 'node:crypto'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { commandFile, root } from './paths.mjs'
import { childEnvironment, runNode, startNode } from './processes.mjs'
import { runScript, setUp } from './setup.mjs'

const PAGE_PORT = 5173
const PAGE_ORIGIN = `http://127.0.0.1:${PAGE_PORT}`
const HOST_PORT = 5174
const QUIET_MS = 150

/** Calls `changed` once the named folders have been quiet for a moment after a change. */
function onChange(folders, changed) {
  let timer
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(changed, QUIET_MS)
    })
  }
}

await runScript(async (args) => {
  await setUp(['main', 'renderer', 'samples'])
  const web = join(root, 'dist', 'main', 'web.js')
  // One token for every restart of the host, so that an open page may come back.
  const token = randomBytes(32).toString('base64url')
  const hostArgs = [web, '--port', String(HOST_PORT), '--no-open', '--origin', PAGE_ORIGIN, ...args]
  const start = () => startNode(hostArgs, { ...childEnvironment(), WORKBENCH_TOKEN: token })
  let host = start()
  let building = Promise.resolve()
  onChange(['main', 'shared'], () => {
    building = building
      .then(() => ensureBuilt(['main']))
      .then(() => host.stop())
      .then(() => {
        host = start()
      })
      .catch((error) => console.error(error.message))
  })
  console.log(`Workbench with live reload: ${PAGE_ORIGIN}/#token=${token}`)
  const { status } = await runNode([commandFile('vite'), '--config', 'vite.config.ts'])
  await host.stop()
  // The watchers would keep us running.
  process.exit(status)
})
