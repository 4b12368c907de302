import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ndw, ndwJson } from '../support/ndw.ts'
import { prepareStore } from '../support/prepared-store.ts'
import {
  idle,
  launchBrowser,
  openPage,
  SHOTS,
  startWorkbench,
  type Workbench,
} from '../support/workbench.ts'

const prepared = prepareStore('search')
let browser: Browser
let workbench: Workbench

beforeAll(async () => {
  const fruit = prepared.write(
    'fruit.py',
    'def pick(basket):\n    best = "ripe_pear in " + basket\n    return best\n\nprint(pick("the basket"))\n',
  )
  const notRun = Array.from({ length: 200 }, (_, at) => `# line ${at}`).join('\n')
  const dead = prepared.write('dead.py', `kept = 1\nprint(kept)\n${notRun}\n# unrun_quince\n`)
  expect((await ndw(['trace', dead, '--store', prepared.store])).status).toBe(0)
  expect((await ndw(['trace', fruit, '--store', prepared.store])).status).toBe(0)
  browser = await launchBrowser()
  workbench = await startWorkbench(['--store', prepared.store])
})
afterAll(async () => {
  await workbench?.stop()
  await browser?.close()
})

describe('the search in a window', () => {
  it.each([false, true])('finds a value and opens its node, dark: %s', async (dark) => {
    const { page, problems, context } = await openPage(browser, workbench.url, {
      width: 1280,
      height: 800,
      dark,
    })
    await page.keyboard.press('Control+Shift+F')
    await page.keyboard.type('ripe_p')
    const values = page.getByRole('group', { name: 'Recorded values' })
    await values.getByRole('option').first().waitFor()
    await idle(page)
    await page.screenshot({ path: join(SHOTS, `search-${dark ? 'dark' : 'light'}.png`) })
    const lines = page.getByRole('group', { name: 'Program lines' }).getByRole('option')
    for (let at = await lines.count(); at > 0; at--) await page.keyboard.press('ArrowDown')
    const chosen = page.getByRole('option', { selected: true })
    expect(await chosen.textContent()).toContain("best = 'ripe_pear in the basket'")
    await page.keyboard.press('Enter')
    await page.getByTestId('trace-view').waitFor()
    await idle(page)
    expect(page.url()).toMatch(/view=trace.*step=\d+.*variable=best/)
    // The dialog is gone, and the view has the keys.
    const before = page.url()
    await page.keyboard.press('s')
    await idle(page)
    expect(page.url()).not.toBe(before)
    expect(problems).toEqual([])
    await context.close()
  })

  it('shows a line that did not run where one is in its trace, and leaves the place', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, {
      width: 1280,
      height: 800,
      dark: false,
    })
    const open = async (words: string): Promise<void> => {
      await page.keyboard.press('Control+Shift+F')
      await page.keyboard.type(words)
      await page.getByRole('group', { name: 'Program lines' }).getByRole('option').first().waitFor()
      await idle(page)
      await page.keyboard.press('Enter')
      await page.getByTestId('trace-view').waitFor()
      await idle(page)
    }
    await open('unrun_quince')
    await page.getByText('Line 203 did not run.').waitFor()
    await page.keyboard.press('.')
    await idle(page)
    const before = page.url()
    expect(before).toContain('step=1')
    await open('unrun_quince')
    expect(page.url()).toBe(before)
    const line = page.locator('.code-view .cm-line', { hasText: 'unrun_quince' })
    await line.waitFor()
    await expect.poll(() => line.getAttribute('class')).toContain('cm-cursorLine')
    const box = await line.boundingBox()
    const pane = await page.locator('.code-view').boundingBox()
    expect(box?.y).toBeLessThan((pane?.y ?? 0) + (pane?.height ?? 0))
    await page.getByText('line 203 chosen').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('ndw search', () => {
  const search = (...args: string[]) => ['search', ...args, '--store', prepared.store]

  it('prints hits of each kind, and as JSON lines where they lead', async () => {
    const hits = await ndwJson(search('basket'))
    expect(hits.map(({ kind, line, seq }) => [kind, line, seq !== null])).toEqual([
      ['source', 1, true],
      ['source', 2, true],
      ['source', 5, true],
      ['name', expect.any(Number), true],
      ['value', expect.any(Number), true],
      ['value', expect.any(Number), true],
    ])
    const { status, stdout } = await ndw(search('basket', '--kind', 'name'))
    expect(status).toBe(0)
    expect(stdout.trim().split('\n')).toHaveLength(1)
  })

  it('says that there is more, and that nothing was found', async () => {
    const more = await ndw(search('basket', '--limit', '1', '--kind', 'source'))
    expect(more.stderr).toContain('There are more hits of the kind source than 1.')
    const none = await ndw(search('"; NEAR(* OR'))
    expect([none.status, none.stdout]).toEqual([0, ''])
    expect(none.stderr).toContain('Nothing holds')
  })

  it('does not take a text without words, or a kind that is none', async () => {
    expect((await ndw(search('"*"'))).status).toBe(2)
    const { status, stderr } = await ndw(search('x', '--kind', 'state'))
    expect([status, stderr.trim()]).toEqual([2, '--kind is one of source, name, value, not state.'])
  })
})
