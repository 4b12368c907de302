import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronBinary, hasDisplay } from './electron.mjs'
import { root, SetUpError } from './paths.mjs'
import { runScript, setUp } from './setup.mjs'

const IDLE_MS = 60_000

/** Opens the real desktop window on a new store and waits until its page says that it is idle. */
async function openWindow(electron, executablePath, store) {
  const app = await electron.launch({
    executablePath,
    args: [root, '--store', store],
    timeout: IDLE_MS,
  })
  try {
    const page = await app.firstWindow()
    const errors = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await page.waitForSelector('html[data-idle="true"]', { timeout: IDLE_MS })
    const exposed = await page.evaluate('typeof require + typeof process + typeof electron')
    if (exposed !== 'undefined'.repeat(3))
      errors.push(`the page can reach more than it may: ${exposed}`)
    return { url: page.url(), errors }
  } finally {
    await app.close()
  }
}

await runScript(async () => {
  await setUp()
  const executablePath = electronBinary()
  if (executablePath === null) {
    throw new SetUpError(
      "Electron's binary is not installed; fetch it with: node node_modules/electron/install.js",
    )
  }
  if (!hasDisplay())
    throw new SetUpError('There is no display to open the window on; try xvfb-run.')
  const { _electron: electron } = await import('playwright-core')
  const folder = mkdtempSync(join(tmpdir(), 'workbench-smoke-'))
  try {
    const { url, errors } = await openWindow(electron, executablePath, join(folder, 'smoke.db'))
    for (const error of errors) console.error(error)
    console.log(`The desktop window showed ${url} with ${errors.length} errors.`)
    return errors.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
