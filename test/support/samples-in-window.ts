import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { ROOT, temporaryFolder } from './ndw.ts'
import { idle, launchBrowser, openPage, startWorkbench, type Workbench } from './workbench.ts'

/** Size of the window of `samplesInWindow`. */
export const WINDOW = { width: 1280, height: 800 }

/**
 * Serves a copy of the sample store for the tests of a file. The function it gives runs one of them in a page of its
 * own, and checks at the end that nothing was said on the console.
 */
export function samplesInWindow(
  name: string,
): (work: (page: Page) => Promise<void>) => Promise<void> {
  const folder = temporaryFolder(name)
  let browser: Browser
  let workbench: Workbench
  beforeAll(async () => {
    browser = await launchBrowser()
    const store = join(folder.path, 'workspace.db')
    copyFileSync(join(ROOT, 'dist', 'samples', 'workbench.db'), store)
    workbench = await startWorkbench(['--store', store])
  })
  afterAll(async () => {
    await workbench.stop()
    await browser.close()
    folder.remove()
  })
  return async (work) => {
    const look = { ...WINDOW, dark: false }
    const { page, problems, context } = await openPage(browser, workbench.url, look)
    await work(page)
    expect(problems).toEqual([])
    await context.close()
  }
}

/** Presses keys as Playwright names them, `F10` or `Control+k`, and types everything else. */
export async function type(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (/^[^+]$|^[A-Z][A-Za-z]*\d*$|\+/.test(key)) await page.keyboard.press(key)
    else await page.keyboard.type(key)
  }
}

/** Opens a program's trace from the palette. */
export async function openTrace(page: Page, program: string): Promise<void> {
  await type(page, 'Control+p', program)
  await page.getByRole('option', { name: program }).first().waitFor()
  await idle(page)
  await type(page, 'Enter')
  await page.getByTestId('trace-view').waitFor()
  await idle(page)
}

/** Seq of the event the debugger stands on, from the Trace view: `event 4 · call · …`. */
export async function position(page: Page): Promise<number> {
  await idle(page)
  const text = (await page.getByTestId('trace-view').textContent()) ?? ''
  return Number(/event (\d+)/.exec(text)?.[1] ?? -1)
}
