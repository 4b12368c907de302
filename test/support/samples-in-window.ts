import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { ROOT, temporaryFolder } from './ndw.ts'
import {
  idle,
  type Look,
  launchBrowser,
  openPage,
  startWorkbench,
  type Watched,
  type Workbench,
} from './workbench.ts'

/** Size of the window of `samplesInWindow`. */
export const WINDOW = { width: 1280, height: 800 }

export interface ServedSamples {
  /** Folder that is removed in the end, and the copy in it. */
  readonly folder: string
  readonly store: string
  /** A page of its own, on the copy or at another address. */
  readonly open: (look: Look, url?: string) => Promise<Watched>
}

/**
 * Serves a copy of the sample store for the tests of a file, or of the part of it that calls this; where `anew` is set,
 * a copy for each test and each try of it, which then finds nothing that another left.
 */
export function serveSamples(name: string, { anew = false } = {}): ServedSamples {
  const folder = temporaryFolder(name)
  const store = join(folder.path, 'workspace.db')
  let browser: Browser
  let workbench: Workbench
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  const begin = anew ? beforeEach : beforeAll
  begin(async () => {
    for (const file of ['', '-wal', '-shm']) rmSync(`${store}${file}`, { force: true })
    copyFileSync(join(ROOT, 'dist', 'samples', 'workbench.db'), store)
    workbench = await startWorkbench(['--store', store])
  })
  const end = anew ? afterEach : afterAll
  end(() => workbench.stop())
  afterAll(async () => {
    await browser.close()
    folder.remove()
  })
  return {
    folder: folder.path,
    store,
    open: (look, url = workbench.url) => openPage(browser, url, look),
  }
}

/**
 * Serves the samples for the tests of a file. The function it gives runs one of them in a page of its own, and checks
 * at the end that nothing was said on the console.
 */
export function samplesInWindow(
  name: string,
): (work: (page: Page) => Promise<void>) => Promise<void> {
  const samples = serveSamples(name)
  return async (work) => {
    const { page, problems, context } = await samples.open({ ...WINDOW, dark: false })
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
  return Number(/event ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '') ?? -1)
}
