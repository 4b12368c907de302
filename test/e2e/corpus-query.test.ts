import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, temporaryFolder } from '../support/ndw.ts'
import {
  idle,
  LOOKS,
  launchBrowser,
  openPage,
  SHOTS,
  startWorkbench,
  type Workbench,
} from '../support/workbench.ts'

let browser: Browser
const folder = temporaryFolder('corpus-query')
const store = join(folder.path, 'workspace.db')
let workbench: Workbench

beforeAll(async () => {
  browser = await launchBrowser()
  copyFileSync(join(ROOT, 'dist', 'samples', 'workbench.db'), store)
  workbench = await startWorkbench(['--store', store])
})
afterAll(async () => {
  await workbench.stop()
  await browser.close()
  folder.remove()
})

function hasFocusIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(
    (inside) => document.activeElement?.matches(`${inside}, ${inside} *`) ?? false,
    selector,
  )
}

describe.each(LOOKS)('what lies in front of the corpus, $name', (look) => {
  it('has the keyboard once it is open, so that what is typed is no command of the page', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, look)
    await idle(page)
    const place = new URL(page.url()).hash
    await page.keyboard.press('Shift+V')
    await expect.poll(() => hasFocusIn(page, '.saved-views input')).toBe(true)
    await page.keyboard.type('scoV')
    expect(await page.getByLabel('Save what is shown as').inputValue()).toBe('scoV')
    await page.screenshot({ path: join(SHOTS, `corpus-views-key-${look.name}.png`) })
    // On a button within, a letter is no command either.
    await page.keyboard.press('Tab')
    await page.keyboard.type('s/')
    expect(await hasFocusIn(page, '.saved-views')).toBe(true)
    await page.keyboard.press('Escape')
    for (const name of [/^Views/, 'SQL', 'Columns', 'What a query can say']) {
      const button = page.getByRole('toolbar').getByRole('button', { name })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => hasFocusIn(page, '[popover]:popover-open')).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    }
    expect(new URL(page.url()).hash).toBe(place)
    expect(problems).toEqual([])
    await context.close()
  })
})
