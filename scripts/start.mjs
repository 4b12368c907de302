import { join } from 'node:path'
import { electronBinary, hasDisplay } from './electron.mjs'
import { root } from './paths.mjs'
import { run, runNode } from './processes.mjs'
import { runScript, setUp } from './setup.mjs'

/** Which host to start and the reason in words. */
function chooseHost(webAsked) {
  if (webAsked) return { electron: null, reason: 'as asked' }
  const electron = electronBinary()
  if (electron === null) {
    return { electron, reason: "Electron's binary is not installed" }
  }
  if (!hasDisplay()) return { electron: null, reason: 'there is no display' }
  return { electron, reason: "Electron's binary and a display are here" }
}

await runScript(async (args) => {
  const rest = args.filter((arg) => arg !== '--web')
  await setUp(['main', 'renderer', 'samples'])
  const { electron, reason } = chooseHost(rest.length !== args.length)
  if (electron !== null) await setUp()
  console.log(`Starting the ${electron === null ? 'web host' : 'desktop window'}: ${reason}.`)
  const { status } =
    electron === null
      ? await runNode([join(root, 'dist', 'main', 'web.js'), ...rest], { channel: true })
      : await run(electron, [root, ...rest])
  return status
})
