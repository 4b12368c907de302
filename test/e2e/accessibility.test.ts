import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AXE_SOURCE, axeFinds, THEMES } from '../support/axe.ts'
import { ROOT, temporaryFolder } from '../support/ndw.ts'
import { type PlaceToLook, SAMPLE_PLACES } from '../support/sample-places.ts'
import {
  idle,
  launchBrowser,
  openPage,
  startWorkbench,
  type Workbench,
} from '../support/workbench.ts'

const SIZE = { width: 1280, height: 800, dark: false }

let browser: Browser
let workbench: Workbench
const folder = temporaryFolder('accessibility')

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

/** Everything there is to look at, each with what to press to come to it from the one before. */
const PLACES: readonly PlaceToLook[] = [
  ['corpus', async () => {}],
  [
    'corpus sorted by two columns, one pinned, with a heading’s menu',
    async (page) => {
      await page.locator('[data-heading="events"] button').focus()
      await page.keyboard.press('Enter')
      await page.locator('[data-heading="program"] button').focus()
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.press('p')
      await idle(page)
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menu').waitFor()
    },
  ],
  [
    'corpus, its columns',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('grid').focus()
      await page.keyboard.press('c')
      await page.getByLabel('Find a column, or write one').waitFor()
    },
  ],
  [
    'corpus, the query as SQL that is refused',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('grid').focus()
      await page.keyboard.press('s')
      await page.getByLabel(/^Rows are traces/).fill('SELECT')
      await page.getByRole('alert').waitFor()
    },
  ],
  [
    'corpus, a query that is refused over the rows of the one before',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Query' }).fill('colour == "red"')
      await page.locator('.list-note').waitFor()
    },
  ],
  [
    'corpus, a query that keeps nothing',
    async (page) => {
      await page.getByRole('combobox', { name: 'Query' }).fill('events > 99999999')
      await page.locator('.grid-empty button').waitFor()
    },
  ],
  [
    'trace',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+p')
      await page.keyboard.type('even-odd')
      await idle(page)
      await page.keyboard.press('Enter')
      await page.getByTestId('trace-view').waitFor()
      await idle(page)
      for (let i = 0; i < 6; i++) await page.keyboard.press('s')
    },
  ],
  [
    'trace, at its exit',
    async (page) => {
      await page.keyboard.press('c')
    },
  ],
  [
    'palette of traces to compare with',
    async (page) => {
      await page.keyboard.press('v')
      await page.keyboard.type('factorial')
      await page.getByRole('option', { name: 'factorial' }).first().waitFor()
    },
  ],
  [
    'two traces, one of them where the other has no step',
    async (page) => {
      await idle(page)
      await page.keyboard.press('Enter')
      await page.getByTestId('comparison').waitFor()
      await idle(page)
      await page.keyboard.press('Home')
      await page.keyboard.press('d')
      await page.locator('.compared-note:not(:empty)').first().waitFor()
    },
  ],
  [
    'two traces with their trees',
    async (page) => {
      await page.getByRole('button', { name: 'Trees' }).click()
    },
  ],
  [
    'palette',
    async (page) => {
      await page.keyboard.press('Shift+X')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('step')
    },
  ],
  [
    'palette with nothing found',
    async (page) => {
      await page.keyboard.type(' qqqq')
    },
  ],
  [
    'palette of traces',
    async (page) => {
      await page.keyboard.press('Control+p')
    },
  ],
  [
    'search',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Shift+F')
      await page.keyboard.type('ev')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
    },
  ],
  [
    'search with nothing found',
    async (page) => {
      await page.keyboard.type('qqqq')
    },
  ],
  [
    'key sheet',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    },
  ],
  [
    'keys dialog',
    async (page) => {
      await page.getByRole('button', { name: 'Change the keys…' }).click()
      await page.getByRole('button', { name: 'F10: Step over' }).click()
      await page.keyboard.press('F11')
      await page.getByRole('button', { name: 'Take it from there' }).waitFor()
    },
  ],
  ...SAMPLE_PLACES,
  [
    'label',
    async (page) => {
      await page.keyboard.press('Control+6')
      await idle(page)
      await page.keyboard.press('3')
    },
  ],
  [
    'exports',
    async (page) => {
      await page.keyboard.press('Control+7')
    },
  ],
  [
    'record',
    async (page) => {
      await page.keyboard.press('Control+8')
    },
  ],
  [
    'two tabs',
    async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('in a second tab')
      await page.getByRole('option', { name: /second tab/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('tab').nth(1).waitFor()
    },
  ],
  [
    'jobs',
    async (page) => {
      await page.getByTestId('status-jobs').click()
    },
  ],
  [
    'trace, with a value too long to keep',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+p')
      await page.keyboard.type('big-value')
      await idle(page)
      await page.keyboard.press('Enter')
      await page.getByRole('treegrid').first().focus()
      // Until all events are there, End is refused and says so.
      await idle(page)
      await page.keyboard.press('End')
      await page.keyboard.press(',')
      await page.locator('.variables tbody tr', { hasText: 'nested' }).dblclick()
      await page.getByRole('treegrid', { name: 'Parts of nested' }).waitFor()
    },
  ],
]

describe.each(THEMES)('what axe finds, %s', (theme) => {
  it('is nothing, in any view', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, SIZE, {
      theme,
      script: AXE_SOURCE,
    })
    const found: string[] = []
    for (const [name, go] of PLACES) {
      await go(page)
      await idle(page)
      found.push(...(await axeFinds(page, theme)).map((line) => `${name}: ${line}`))
    }
    expect(found).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })
})
