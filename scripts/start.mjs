import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { run, runNode } from './processes.mjs'
import { runScript, setUp } from './setup.mjs'

/** Electron's binary when it is on this machine; we never download it unasked. */
function electronBinary() {
  const folder = join(root, 'node_modules', 'electron')
  try {
    const binary = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim())
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}

/** Which host to start and the reason in words. */
function chooseHost(webAsked) {
  if (webAsked) return { electron: null, reason: 'as asked' }
  const electron = electronBinary()
  if (electron === null) {
    return { electron, reason: "Electron's binary is not installed" }
  }
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    return { electron: null, reason: 'there is no display' }
  }
  return { electron, reason: "Electron's binary and a display are here" }
}

await runScript(async (args) => {
  const rest = args.filter((arg) => arg !== '--web')
  const { electron, reason } = chooseHost(rest.length !== args.length)
  await setUp(electron === null ? ['main', 'renderer'] : undefined)
  console.log(`Starting the ${electron === null ? 'web host' : 'desktop window'}: ${reason}.`)
  const { status } =
    electron === null
      ? await runNode([join(root, 'dist', 'main', 'web.js'), ...rest], { channel: true })
      : await run(electron, [root, ...rest])
  return status
})
