import { copyFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { AXE_SOURCE, axeFindsInThemes } from '../support/axe.ts'
import { startSimulator } from '../support/endpoint-simulator.ts'
import { ROOT, temporaryFolder } from '../support/ndw.ts'
import { nextLineAnswer } from '../support/next-line-server.ts'
import { WINDOW } from '../support/samples-in-window.ts'
import { idle, launchBrowser, openPage, SHOTS, startWorkbench } from '../support/workbench.ts'

const KEY = 'sk-window-55aa33cc77ee'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** A store, a server and a window of their own, with settings that no other attempt has seen. */
async function opened() {
  const folder = temporaryFolder('remote-window')
  const store = join(folder.path, 'workspace.db')
  copyFileSync(join(ROOT, 'dist/samples/workbench.db'), store)
  const server = await startSimulator({ key: KEY, answer: nextLineAnswer })
  const settings = { XDG_CONFIG_HOME: folder.path }
  const workbench = await startWorkbench(['--store', store], settings)
  const browser = await launchBrowser()
  ending.push(folder.remove, server.close, workbench.stop, () => browser.close())
  const watched = await openPage(browser, workbench.url, { ...WINDOW, dark: false })
  return { ...watched, folder, store, server }
}

describe('a model behind an address, in the window', () => {
  it('is added, given its key, checked and chosen by keyboard', async () => {
    const { page, problems, folder, store, server } = await opened()
    await page.evaluate(AXE_SOURCE)
    await idle(page)
    await page.locator('.model-chip').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Models' })
    await dialog.waitFor()

    await dialog.getByLabel(/^Folder of this machine, or address/).focus()
    await page.keyboard.insertText('http://10.1.2.3:8000')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('far')
    await page.keyboard.press('Enter')
    await dialog.getByText(/neither https nor on this machine.*ssh -L 8000/).waitFor()
    await dialog.getByLabel(/^Folder of this machine, or address/).fill(server.url)
    await dialog.getByLabel('Requests at a time').fill('8')
    await page.screenshot({ path: join(SHOTS, 'servers-add.png') })
    await page.keyboard.press('Enter')

    const row = dialog.locator('[data-model="far"]')
    await row.waitFor()
    await row.getByRole('button', { name: 'Check the server of far' }).focus()
    await page.keyboard.press('Enter')
    await row.getByRole('status').filter({ hasText: 'wants a key, and none is kept' }).waitFor()
    await row.getByRole('button', { name: 'Key for the server of far' }).focus()
    await page.keyboard.press('Enter')
    await row.getByLabel('Key that the server wants').focus()
    await page.keyboard.insertText(KEY)
    await page.screenshot({ path: join(SHOTS, 'servers-key.png') })
    await page.keyboard.press('Enter')
    await row.getByText(/is kept\. It is kept as it is, not encrypted, in /).waitFor()
    expect(await row.getByLabel('Key that the server wants').inputValue()).toBe('')
    await row.getByRole('button', { name: 'Check the server of far' }).focus()
    await page.keyboard.press('Enter')
    await row.getByText(/vLLM 0\.11\.2 answers with tiny, with log-probabilities/).waitFor()
    await row.getByText(/^tiny of vLLM 0\.11\.2 at http/).waitFor()
    await page.screenshot({ path: join(SHOTS, 'servers-checked.png') })
    await idle(page)
    expect(await axeFindsInThemes(page)).toEqual([])

    await row.getByRole('button', { name: 'Use' }).focus()
    await page.keyboard.press('Enter')
    await row.getByText('chosen').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.model-chip', { hasText: 'far' }).waitFor()
    const keys = join(folder.path, 'neural-debugger-workbench', 'keys.json')
    expect(statSync(keys).mode & 0o777).toBe(0o600)
    expect(await page.content()).not.toContain(KEY)
    for (const file of [store, `${store}-wal`]) {
      expect(readFileSync(file).includes(KEY)).toBe(false)
    }
    expect(problems).toEqual([])
  })
})
