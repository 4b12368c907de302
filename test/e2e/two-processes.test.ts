import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ndw, temporaryFolder } from '../support/ndw.ts'
import { launchBrowser, openPage, startWorkbench } from '../support/workbench.ts'

const folder = temporaryFolder('two')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  folder.remove()
})

describe('a window and the command line on one store', () => {
  it('shows in the window what is recorded on the command line', async () => {
    const store = join(folder.path, 'workspace.db')
    const program = join(folder.path, 'hello.py')
    writeFileSync(program, "name = 'you'\nprint('hello', name)\n")
    const workbench = await startWorkbench(['--store', store])
    const look = { width: 1280, height: 800, dark: false }
    const { page, problems } = await openPage(browser, workbench.url, look)
    await page.getByText('No traces yet.').waitFor()
    expect((await ndw(['trace', program, '--store', store])).status).toBe(0)
    await page.getByRole('gridcell', { name: 'hello.py' }).waitFor()
    expect(problems).toEqual([])
    await workbench.stop()
  })
})
