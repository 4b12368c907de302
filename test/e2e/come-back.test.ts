import { copyFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROOT, temporaryFolder } from '../support/ndw.ts'
import {
  idle,
  launchBrowser,
  openPage,
  startWorkbench,
  type Workbench,
} from '../support/workbench.ts'

const LOOK = { width: 1280, height: 500, dark: false }

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
})

const folder = temporaryFolder('come-back')
const store = join(folder.path, 'workspace.db')
let port: number
let workbench: Workbench
const start = async (): Promise<void> => {
  workbench = await startWorkbench(['--store', store, '--port', String(port)])
}

beforeAll(async () => {
  copyFileSync(join(ROOT, 'dist', 'samples', 'workbench.db'), store)
  port = await freePort()
})
beforeEach(start)
afterEach(() => workbench.stop())
afterAll(() => folder.remove())

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number }
      server.close(() => resolve(free))
    })
  })
}

/** What has the keyboard focus, by its role and name. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document
    return `${element?.getAttribute('role') ?? element?.tagName} ${element?.getAttribute('aria-label')}`
  })
}

/** Pixels by which each table is wider than its box. */
function excess(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.grid')].map((grid) => grid.scrollWidth - grid.clientWidth),
  )
}

function activeRow(page: Page) {
  return page.locator('.grid-row.active')
}

describe('a page that is loaded again', () => {
  it('shows the row in focus, the filter, the sort and the draft as they were', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, LOOK)
    await page.keyboard.press('End')
    await expect.poll(() => activeRow(page).count()).toBe(1)
    const program = await activeRow(page).locator('[data-column="program"]').textContent()
    await expect.poll(() => page.url()).toContain('trace=')
    await page.reload()
    await idle(page)
    await expect.poll(() => activeRow(page).isVisible()).toBe(true)
    expect(await activeRow(page).locator('[data-column="program"]').textContent()).toBe(program)
    const box = await activeRow(page).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(LOOK.height)

    await page.getByRole('columnheader', { name: 'Events' }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('exit == "normal"')
    await page.getByRole('button', { name: 'Record…' }).click()
    await page.getByLabel('Python code').fill('print(1)')
    await page.reload()
    await idle(page)
    expect(await page.getByLabel('Python code').inputValue()).toBe('print(1)')
    await page.keyboard.press('Control+1')
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Query' }).inputValue())
      .toBe('exit == "normal"')
    expect(await page.getByRole('columnheader', { name: 'Events' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('a step far down the list of all of them', () => {
  it('is shown when it is come back to, and the keys go on from it', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, LOOK)
    await page.keyboard.press('Control+p')
    await page.keyboard.type('times-tables')
    await page.getByRole('option', { name: /times-tables/ }).waitFor()
    await idle(page)
    await page.keyboard.press('Enter')
    await page.getByTestId('trace-view').waitFor()
    await page.keyboard.press('Control+p')
    await page.keyboard.type(':2000')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('step=2000')
    const index = async (): Promise<number> =>
      Number(await activeRow(page).getAttribute('aria-rowindex'))
    await page.keyboard.press('Control+1')
    await page.getByRole('button', { name: 'Steps', exact: true }).click()
    await activeRow(page).waitFor()
    const at = await index()
    expect(at).toBeGreaterThan(10_000)
    await page.keyboard.press('Control+2')
    await page.getByTestId('trace-view').waitFor()
    await page.keyboard.press('Control+1')
    await activeRow(page).waitFor()
    expect(await index()).toBe(at)
    await expect.poll(() => focused(page)).toBe('grid Steps')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.url()).toContain('step=1999')
    await page.keyboard.press('Home')
    await expect.poll(index).toBe(2)
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('the keyboard focus', () => {
  it('is on the list or tree of every view, and goes from the filter into the list', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, LOOK)
    await page.keyboard.press('/')
    await page.keyboard.type('exit == "error"')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe('grid Traces')
    await idle(page)
    await expect.poll(() => activeRow(page).getAttribute('aria-rowindex')).toBe('2')
    await page.keyboard.press('Enter')
    await page.getByTestId('trace-view').waitFor()
    for (const [key, part] of [
      ['2', /^treegrid /],
      ['3', /^(treegrid|listbox|grid|MAIN) /],
      ['6', /^(grid|MAIN) /],
      ['7', /^MAIN Export/],
      ['8', /^TEXTAREA /],
      ['1', /^grid Traces/],
    ] as const) {
      await page.keyboard.press(`Control+${key}`)
      await expect.poll(() => focused(page), { timeout: 5000 }).toMatch(part)
    }
    await page.keyboard.press('Control+3')
    const sample = page.getByRole('main').getByRole('button', { name: 'Sample', exact: true })
    await sample.focus()
    await page.keyboard.press('Enter')
    await page.getByText(/10 trajectories from/).waitFor()
    await expect.poll(() => focused(page)).toMatch(/^BUTTON /)
    await idle(page)
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 700 })
      await expect.poll(() => excess(page)).toEqual([0])
    }
    await page.keyboard.press('Control+1')
    await idle(page)
    await expect.poll(() => excess(page)).toEqual([0])
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('a workbench that is started again', () => {
  it('is gone on with: in the open tab, and in a new one at the last place', async () => {
    const { page, context } = await openPage(browser, workbench.url, LOOK)
    // As if the connection were lost before the page had read the code of its other views.
    let isCut = true
    await page.route(/\/assets\/.*\.js/, (route) => (isCut ? route.abort() : route.continue()))
    await page.keyboard.press('End')
    await expect.poll(() => page.url()).toContain('trace=')
    const place = new URL(page.url()).hash
    const trace = new URLSearchParams(place.slice(1)).get('trace')
    await workbench.stop()
    await page.getByText('The connection to the workbench was lost.').waitFor()
    await page.getByRole('button', { name: 'Reconnect' }).click()
    await page.getByText(/Start it again and open the address that it prints/).waitFor()
    await page.keyboard.press('Control+7')
    await page.getByText('The connection is lost. This view opens when it is back.').waitFor()
    await page.keyboard.press('Control+1')
    await expect.poll(() => new URL(page.url()).hash).toBe(place)
    await page.keyboard.press('Control+7')
    isCut = false

    await start()
    const second = await context.newPage()
    await second.goto(workbench.url)
    await idle(second)
    await expect.poll(() => new URL(second.url()).hash).toBe(`#view=exports&trace=${trace}`)
    await page.getByRole('heading', { name: 'Export trajectories' }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await context.close()
  })
})
