import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ndw, ndwJson, temporaryFolder } from '../support/ndw.ts'
import {
  idle,
  LOOKS,
  launchBrowser,
  openPage,
  SHOTS,
  startWorkbench,
} from '../support/workbench.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
})

/** Runs a command by its words, as a user does who does not know its place. */
async function run(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.getByRole('option', { name: words }).waitFor()
  await page.keyboard.press('Enter')
}

describe('traces as files in the window', () => {
  const folder = temporaryFolder('files-window')
  const at = (name: string): string => join(folder.path, name)
  afterAll(() => folder.remove())

  it('writes a trace to a file and reads it into another store, by keyboard, with a row for each', async () => {
    const [first, second] = [at('first.db'), at('second.db')]
    writeFileSync(at('adds.py'), 'def add(a, b):\n    return a + b\nprint(add(1, 2))\n')
    const [made] = await ndwJson(['trace', at('adds.py'), '--store', first])
    const one = await startWorkbench(['--store', first])
    const { page, problems, context } = await openPage(browser, one.url, LOOKS[0] as never)
    await page.keyboard.press('Control+p')
    await page.keyboard.type('adds')
    await page.getByRole('option', { name: /adds\.py/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByTestId('trace-view').waitFor()
    await idle(page)
    await run(page, 'Write this trace to a file')
    const panel = page.getByRole('region', { name: 'Export this trace' })
    const file = panel.getByLabel('File')
    await expect.poll(() => file.inputValue()).toBe(at(`exports/${made?.trace}.jsonl`))
    await page.keyboard.press('Enter')
    await panel.getByText(/^\d+ events of t_\w+ in /).waitFor()
    await page.screenshot({ path: join(SHOTS, 'trace-export.png') })
    const written = at(`exports/${made?.trace}.jsonl`)
    const out = await ndw([
      'trace-export',
      String(made?.trace),
      '--format',
      'jsonl',
      '--store',
      first,
    ])
    expect(readFileSync(written, 'utf8')).toBe(out.stdout)
    await panel.getByRole('button', { name: 'Perfetto' }).press('Enter')
    await panel.getByRole('button', { name: 'Export', exact: true }).press('Enter')
    await panel.getByText(/^\d+ events of t_\w+ in /).waitFor()
    expect(existsSync(at(`exports/${made?.trace}.perfetto.json`))).toBe(true)
    // What is there is never written over.
    await panel.getByRole('button', { name: 'JSON lines' }).press('Enter')
    await panel.getByRole('button', { name: 'Export', exact: true }).press('Enter')
    await panel.getByText(/is there already; choose another name/).waitFor()
    expect(problems).toEqual([])
    await context.close()
    await one.stop()

    writeFileSync(at('both.jsonl'), `${readFileSync(written, 'utf8')}{"format":"nonsense"}\n`)
    const other = await startWorkbench(['--store', second])
    const again = await openPage(browser, other.url, LOOKS[0] as never)
    await again.page.keyboard.press('Control+8')
    await idle(again.page)
    await run(again.page, 'Import traces from a file')
    await again.page.getByRole('region', { name: 'Import traces' }).getByLabel('File').focus()
    await again.page.keyboard.type('/nowhere')
    await again.page.keyboard.press('Enter')
    await again.page.getByText('There is no file /nowhere.').waitFor()
    await again.page.keyboard.press('Control+a')
    await again.page.keyboard.type(at('both.jsonl'))
    await again.page.keyboard.press('Enter')
    const grid = again.page.getByRole('grid', { name: 'Programs' })
    await grid.getByRole('row', { name: /adds\.py taken/ }).waitFor()
    await grid.getByRole('row', { name: /refused .*Line \d+: / }).waitFor()
    await again.page.screenshot({ path: join(SHOTS, 'trace-import.png') })
    expect(await ndwJson(['traces', '--store', second])).toMatchObject([{ trace: made?.trace }])
    expect(again.problems).toEqual([])
    await again.context.close()
    await other.stop()
  })
})
