import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ndw, ROOT, temporaryFolder } from '../support/ndw.ts'
import {
  idle,
  launchBrowser,
  openPage,
  startWorkbench,
  type Workbench,
} from '../support/workbench.ts'

const folder = temporaryFolder('labellers')
const store = join(folder.path, 'workbench.db')
const look = { width: 1280, height: 800, dark: false }
let browser: Browser
let workbench: Workbench
beforeAll(async () => {
  copyFileSync(join(ROOT, 'dist/samples/workbench.db'), store)
  browser = await launchBrowser()
  workbench = await startWorkbench(['--store', store])
})
afterAll(async () => {
  await workbench.stop()
  await browser.close()
  folder.remove()
})

async function openLabel(): Promise<Page> {
  const { page } = await openPage(browser, `${workbench.url}&view=label`, look)
  await page.getByText(/^item 1 of \d+$/).waitFor()
  return page
}

function decisionsOf(page: Page): Promise<string[]> {
  return page.locator('.decision > span:first-child').allTextContents()
}

describe('two tabs and a terminal that label one store', () => {
  it('undo each their own, and show what the others did', async () => {
    const first = await openLabel()
    const second = await openLabel()
    await first.keyboard.press('3')
    await second.getByRole('button', { name: 'Undo: wrong value, step 0' }).waitFor()
    await second.keyboard.press('.')
    await second.keyboard.press('5')
    await first.getByRole('button', { name: 'Undo: extra variable, step 1' }).waitFor()
    const place = first.url()
    await first.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await first.getByText('Undone: wrong value on step 0.').waitFor()
    await idle(first)
    expect(await decisionsOf(first)).toEqual(['extra variable'])
    expect(first.url()).toBe(place)

    const trajectory = /trajectory=(j_[0-9a-f]+)/.exec(second.url())?.[1] ?? ''
    // What is written this soon after an own write counts as the window's own and is not told.
    await new Promise((resolve) => setTimeout(resolve, 1200))
    const done = await ndw(['label', trajectory, '2', 'ambiguous', '--store', store])
    expect(done.stderr).toBe('')
    await second.getByRole('button', { name: 'Undo: ambiguous, step 2' }).waitFor()
    // The way back survives a reload, and is this tab's alone.
    await second.reload()
    await second.getByRole('button', { name: 'Undo: ambiguous, step 2' }).waitFor()
    await second.keyboard.press('Backspace')
    await second.getByText('Undone: extra variable on step 1.').waitFor()
    await second.keyboard.press('Backspace')
    await second.getByText(/no decision of this window/).waitFor()
    await idle(second)
    expect(await decisionsOf(second)).toEqual(['ambiguous'])
  })
})
