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

/** Headings whose title is cut. */
function cutTitles(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.grid-header-button > span:first-child')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    )
}

describe.each(LOOKS)('the table at the smallest window, $name', (look) => {
  it('shows the titles of columns whole that the rows are sorted by, and program names alike', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, look)
    await page.setViewportSize({ width: 1280, height: 800 })
    const sorts = [
      ['-events', 'depth', '-exceptions'],
      ['exit', 'stop', '-len(trajectories)'],
      ['-len(labels)', 'program', 'recorded'],
      ['-depth'],
    ]
    for (const sort of sorts) {
      const params = new URLSearchParams({ view: 'corpus', level: 'trace' })
      for (const one of sort) params.append('sort', one)
      await page.evaluate((hash) => location.assign(hash), `#${params}`)
      await expect.poll(() => page.locator('[data-sorted]').count()).toBe(sort.length)
      expect(await cutTitles(page), sort.join()).toEqual([])
      await page.screenshot({ path: join(SHOTS, `corpus-sorted-${look.name}-${sort[0]}.png`) })
    }
    for (const level of ['program', 'trace', 'step', 'trajectory']) {
      await page.evaluate((hash) => location.assign(hash), `#view=corpus&level=${level}`)
      await idle(page)
      const column = level === 'program' ? 'name' : 'program'
      const name = page.locator(`.grid-layer [data-column="${column}"]`).first()
      await name.waitFor()
      expect(await name.locator('code').count(), level).toBe(0)
    }
    expect(problems).toEqual([])
    await context.close()
  })
})

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
