import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
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
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
})

describe.each(LOOKS)('the whole loop in the window, $name', (look) => {
  const folder = temporaryFolder('window')
  const store = join(folder.path, 'workspace.db')
  let workbench: Workbench

  beforeAll(async () => {
    copyFileSync(join(ROOT, 'dist', 'samples', 'workbench.db'), store)
    workbench = await startWorkbench(['--store', store])
  })
  afterAll(async () => {
    await workbench.stop()
    folder.remove()
  })

  it('goes from the table of traces to exported files, by keyboard', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, look)
    const shot = (view: string): Promise<Buffer> =>
      page.screenshot({ path: join(SHOTS, `${view}-${look.name}.png`) })

    await corpus(page, shot)
    await trace(page, shot)
    await sample(page, shot)
    await label(page, shot)
    const files = await exportLabelled(page, shot, join(folder.path, 'labelled'))
    await jobsAndKeys(page, shot)

    for (const { name, sha256 } of files) {
      const hash = createHash('sha256').update(readFileSync(join(folder.path, 'labelled', name)))
      expect(hash.digest('hex')).toBe(sha256)
    }
    expect(problems).toEqual([])
    await context.close()
  })

  it('opens the same place from a copied address, and sends nothing elsewhere', async () => {
    const first = await openPage(browser, workbench.url, look)
    await openTrace(first.page, 'merge-sort')
    await first.page.keyboard.press('s')
    await first.page.keyboard.press('s')
    await expect.poll(() => position(first.page)).toBe(2)
    // The address follows a step a moment later, so that a key held down does not flood the history.
    await expect.poll(() => first.page.url()).toContain('step=2')
    const place = new URL(first.page.url())
    expect(place.hash).not.toContain('token')
    const second = await first.context.newPage()
    const elsewhere: string[] = []
    second.on('request', (request) => {
      if (!request.url().startsWith(place.origin)) elsewhere.push(request.url())
    })
    const token = new URL(workbench.url).hash.replace('#', '')
    await second.goto(`${place.origin}/${place.hash}&${token}`)
    await idle(second)
    await second.getByText('merge-sort').first().waitFor()
    await expect.poll(() => position(second)).toBe(2)
    expect(elsewhere).toEqual([])
    expect(first.problems).toEqual([])
    await first.context.close()
  })
})

type Shot = (view: string) => Promise<Buffer>

async function corpus(page: Page, shot: Shot): Promise<void> {
  const count = page.getByTestId('corpus-count')
  await expect.poll(() => count.textContent()).toBe('40 of 40')
  await shot('corpus')
  await page.getByRole('columnheader', { name: 'Events' }).click()
  await idle(page)
  await page.keyboard.press('/')
  await page.keyboard.type('exit == "error"')
  await idle(page)
  await expect.poll(() => count.textContent()).toMatch(/^\d of 40$/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('colour == "red"')
  await page
    .getByText(/colour/)
    .first()
    .waitFor()
  await shot('corpus-filter-error')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await idle(page)
  await expect.poll(() => count.textContent()).toBe('40 of 40')
}

async function openTrace(page: Page, program: string): Promise<void> {
  await page.keyboard.press('Control+1')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`program == "${program}"`)
  await idle(page)
  await page.getByRole('row', { name: program }).first().dblclick()
  await page.getByTestId('trace-view').waitFor()
  await expect.poll(() => position(page)).toBe(0)
}

/** Where the debugger stands, from the toolbar: `event 4 · call · line 4 · …`. */
async function position(page: Page): Promise<number> {
  await idle(page)
  const text = (await page.getByTestId('trace-view').textContent()) ?? ''
  return Number(/event ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '') ?? -1)
}

async function trace(page: Page, shot: Shot): Promise<void> {
  await openTrace(page, 'even-odd')
  for (const key of ['s', 's', 's', 's']) await page.keyboard.press(key)
  await expect.poll(() => position(page)).toBe(4)
  await shot('trace')
  await page.keyboard.press('o')
  await expect.poll(() => position(page)).toBeGreaterThan(5)
  const returned = await position(page)
  await page.keyboard.press('n')
  await expect.poll(() => position(page)).toBeGreaterThan(returned)
  await page.keyboard.press('Shift+N')
  await page.keyboard.press('c')
  await idle(page)
  await page
    .getByText(/exit normal/i)
    .first()
    .waitFor()
  await shot('trace-exit')
  await page.keyboard.press(',')
  await page.keyboard.press('Home')
  await expect.poll(() => position(page)).toBe(0)
  await page.keyboard.press('F11')
  await expect.poll(() => position(page)).toBe(1)
}

async function sample(page: Page, shot: Shot): Promise<void> {
  await page.keyboard.press('Control+3')
  await idle(page)
  await page.getByLabel('Seed', { exact: true }).fill('11')
  await page.getByLabel('Count for each trace').fill('3')
  await page.getByRole('main').getByRole('button', { name: 'Sample', exact: true }).click()
  await page.getByText('10 trajectories of even-odd').waitFor()
  await idle(page)
  await page
    .getByRole('row', { name: /paper-mix/ })
    .last()
    .click()
  await page.getByText('<|begin_of_text|>').first().waitFor()
  await idle(page)
  await shot('sample')
}

async function label(page: Page, shot: Shot): Promise<void> {
  await page.keyboard.press('Control+6')
  await idle(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('3')
  await page
    .getByText(/wrong value/i)
    .first()
    .waitFor()
  await idle(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('2')
  await idle(page)
  await page.keyboard.press('Backspace')
  await idle(page)
  await shot('label')
}

interface ExportedFile {
  readonly name: string
  readonly sha256: string
}

async function exportLabelled(page: Page, shot: Shot, out: string): Promise<ExportedFile[]> {
  await page.keyboard.press('Control+7')
  await idle(page)
  await expect
    .poll(() => page.getByTestId('export-count').textContent())
    .toBe('1 trajectory matches.')
  await page.getByLabel('Folder').fill(out)
  await page.getByRole('button', { name: /^Export 1 trajectory/ }).click()
  await page
    .getByText(/read back and checked/)
    .first()
    .waitFor()
  await idle(page)
  await shot('export')
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({
    filter: 'labelled',
    counts: { trajectories: 1, labels: 1 },
  })
  const row = JSON.parse(readFileSync(join(out, 'trajectories.jsonl'), 'utf8').trimEnd())
  expect(row.labels).toEqual([{ step: 0, class: 'wrong_value' }])
  return manifest.files
}

async function jobsAndKeys(page: Page, shot: Shot): Promise<void> {
  await page.getByTestId('status-jobs').click()
  await page.locator('.job-card[data-state="done"]').first().waitFor()
  await shot('jobs')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await shot('keys')
  await page.keyboard.press('Escape')
}
