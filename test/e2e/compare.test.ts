import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { both, half, standing, status, variables } from '../support/comparison-page.ts'
import { ndw, ndwJson, temporaryFolder } from '../support/ndw.ts'
import { type } from '../support/samples-in-window.ts'
import {
  idle,
  launchBrowser,
  openPage,
  SHOTS,
  startWorkbench,
  type Workbench,
} from '../support/workbench.ts'

const ORDERS = `def price(item, table):
    base = table.get(item, 0)
    if base == 0:
        raise KeyError(item)
    return base

def bill(items):
    table = {"tea": 3, "cake": 7, "soup": 9}
    total = 0
    for item in items:
        try:
            total += price(item, table)
        except KeyError:
            skipped = item
    return total
`
/** The same with a line more at the beginning of `bill`. */
const LATER = ORDERS.replace('    total = 0\n', '    seen = []\n    total = 0\n')

const folder = temporaryFolder('compare')
const traces = new Map<string, string>()
let browser: Browser
let workbench: Workbench

beforeAll(async () => {
  const store = join(folder.path, 'workspace.db')
  for (const [name, call, code] of [
    ['orders.py', "bill(['tea', 'cake'])", ORDERS],
    ['orders.py', "bill(['tea', 'pie', 'cake'])", ORDERS],
    ['later.py', "bill(['tea', 'cake'])", LATER],
  ] as const) {
    const file = join(folder.path, name)
    writeFileSync(file, code)
    expect((await ndw(['trace', file, '--call', call, '--store', store])).status).toBe(0)
  }
  for (const row of await ndwJson(['traces', '--store', store])) {
    traces.set(`${row.program} ${row.events}`, String(row.trace))
  }
  browser = await launchBrowser()
  workbench = await startWorkbench(['--store', store])
})
afterAll(async () => {
  await browser.close()
  await workbench.stop()
  folder.remove()
})

/** Opens the shorter run of orders.py, and the longer one beside it. */
async function compare(page: Page): Promise<void> {
  const [first] = [...traces].filter(([name]) => name.startsWith('orders.py'))
  await page.evaluate((trace) => {
    location.hash = `#view=trace&trace=${trace}`
  }, first?.[1])
  await page.getByTestId('trace-view').waitFor()
  await idle(page)
  await type(page, 'v', 'orders.py pie')
  await page.getByRole('option', { name: /pie/ }).waitFor()
  await idle(page)
  await type(page, 'Enter')
  await page.getByTestId('comparison').waitFor()
  await expect.poll(() => status(page)).toBe('The same step · 1 variable differs')
}

async function withPage(work: (page: Page) => Promise<void>, dark = false): Promise<void> {
  const look = { width: 1280, height: 800, dark }
  const { page, problems, context } = await openPage(browser, workbench.url, look)
  await work(page)
  expect(problems).toEqual([])
  await context.close()
}

describe('two traces side by side', () => {
  it('step together, and one stays where only the other has a step', () =>
    withPage(async (page) => {
      await compare(page)
      expect(await both(page)).toEqual([
        'event 0 · call · line 7 · bill',
        'event 0 · call · line 7 · bill',
      ])
      expect(await variables(page, 'Left')).toEqual(["items ['tea', 'cake'] ≠ different"])
      await type(page, 'n', 'n')
      expect(await both(page)).toEqual([
        'event 2 · line · line 9 · bill',
        'event 2 · line · line 9 · bill',
      ])
      expect(await variables(page, 'Right')).toEqual([
        "items ['tea', 'pie', 'cake'] ≠ different",
        "table {'tea': 3, 'cake': 7, 'soup': 9} = same",
      ])
      // The right run goes into the exception, which the left has not.
      await type(page, 't')
      await expect
        .poll(() =>
          page.evaluate(() =>
            document.activeElement?.closest('[data-side]')?.getAttribute('data-side'),
          ),
        )
        .toBe('pin')
      for (
        let steps = 0;
        steps < 30 && !(await standing(page, 'Right')).includes('line 13');
        steps++
      ) {
        await type(page, 's')
      }
      const stayed = await standing(page, 'Left')
      await expect
        .poll(() => half(page, 'Left').locator('.compared-note').textContent())
        .toMatch(
          /^No step of this run answers to event \d+ of the other; it stays at the last that does\.$/,
        )
      await expect.poll(() => status(page)).toBe('Only the right run has this step')
      await type(page, 's')
      expect(await standing(page, 'Left')).toBe(stayed)
      // Behind it the two go on together: what was added shifted nothing.
      for (
        let steps = 0;
        steps < 30 && !(await standing(page, 'Right')).includes('line 15');
        steps++
      ) {
        await type(page, 's')
      }
      expect(await standing(page, 'Left')).toContain('line · line 15 · bill')
      expect(await half(page, 'Left').locator('.compared-note').textContent()).toBe('')
      await page.screenshot({ path: join(SHOTS, 'compare-light.png') })
    }))

  it('go from one difference to the next and back, by key', () =>
    withPage(async (page) => {
      await compare(page)
      const met: string[] = []
      for (let times = 0; times < 20; times++) {
        await type(page, 'd')
        await idle(page)
        const said = await status(page)
        if (said?.startsWith('No difference')) break
        met.push((await both(page)).map((one) => one.replace(/ ·.*/, '')).join(' '))
      }
      expect(met.length).toBeGreaterThan(1)
      expect(await status(page)).toBe('No difference after this')
      // The last is where the two returns differ; back lie the same ones, in reverse.
      const back: string[] = [met.at(-1) ?? '']
      for (let times = 1; times < met.length; times++) {
        await type(page, 'Shift+D')
        await idle(page)
        back.push((await both(page)).map((one) => one.replace(/ ·.*/, '')).join(' '))
      }
      expect(back).toEqual([...met].reverse())
      expect((await variables(page, 'Right')).join()).toContain('different')
    }))

  it('are in the address, the history and over a reload; swap and close', () =>
    withPage(async (page) => {
      await compare(page)
      await type(page, 'd', 'd')
      const stood = await both(page)
      expect(stood.join()).not.toContain('event 0 ')
      const [, step] = /^event (\d+)/.exec(stood[1] ?? '') ?? []
      await expect
        .poll(() => page.url())
        .toMatch(new RegExp(`&pin\\.trace=t_\\w+&pin\\.step=${step}$`))
      await page.reload()
      await page.getByTestId('comparison').waitFor()
      await expect.poll(() => both(page)).toEqual(stood)
      await type(page, 'x')
      await expect.poll(() => both(page)).toEqual([...stood].reverse())
      await type(page, 'Shift+X')
      await expect.poll(() => page.getByTestId('comparison').count()).toBe(0)
      await expect.poll(() => page.locator('.standing').textContent()).toContain(stood[1])
      expect(page.url()).not.toContain('pin.')
      await type(page, 'Alt+ArrowLeft')
      await expect.poll(() => both(page)).toEqual([...stood].reverse())
    }))

  it('stand apart while positions are not synced, and meet again', () =>
    withPage(async (page) => {
      await compare(page)
      await type(page, '=', 'n', 'n')
      expect(await both(page)).toEqual([
        'event 2 · line · line 9 · bill',
        'event 0 · call · line 7 · bill',
      ])
      await expect.poll(() => status(page)).toBe('These steps do not answer to each other')
      await type(page, '=')
      await expect
        .poll(() => both(page))
        .toEqual(['event 2 · line · line 9 · bill', 'event 2 · line · line 9 · bill'])
    }))

  it('may be two moments of one run: the one pinned stays, until positions are synced', () =>
    withPage(async (page) => {
      const [first] = [...traces].filter(([name]) => name.startsWith('orders.py'))
      await page.evaluate((trace) => {
        location.hash = `#view=trace&trace=${trace}&step=2`
      }, first?.[1])
      await page.getByTestId('trace-view').waitFor()
      await idle(page)
      await type(page, 'Shift+P')
      await page.getByTestId('comparison').waitFor()
      await expect.poll(() => status(page)).toBe('The same step · the same variables')
      await type(page, 'n', 'n')
      const [left, right] = await both(page)
      expect(right).toBe('event 2 · line · line 9 · bill')
      expect(left).toBe('event 4 · line · line 11 · bill')
      await expect
        .poll(() => status(page))
        .toBe('2 events earlier at the right · 2 variables differ')
      expect(await variables(page, 'Left')).toContain('total 0 + only here')
      // The right one goes as freely; there is no difference of a run with itself to go to.
      await type(page, 't', 's')
      await expect.poll(() => standing(page, 'Right')).toBe('event 3 · line · line 10 · bill')
      expect(await standing(page, 'Left')).toBe(left)
      await type(page, 'd')
      await page.getByText('Both sides are moments of one run').waitFor()
      await page.reload()
      await page.getByTestId('comparison').waitFor()
      await expect.poll(async () => (await both(page))[0]).toBe(left)
      await type(page, '=')
      await expect.poll(() => both(page)).toEqual([left, left])
      await type(page, 'n')
      await expect.poll(async () => new Set(await both(page)).size).toBe(1)
      expect(await standing(page, 'Left')).not.toBe(left)
      await type(page, 'Shift+X', 'v')
      await page.getByRole('option', { name: /Another moment of this run/ }).waitFor()
      await type(page, 'Enter')
      await page.getByTestId('comparison').waitFor()
      expect((await both(page))[0]).toBe((await both(page))[1])
    }))

  it('of different sources are aligned by the texts of their lines; pinned and chosen in the corpus', () =>
    withPage(async (page) => {
      const grid = page.getByRole('grid', { name: 'Traces' })
      await grid.waitFor()
      await idle(page)
      await type(page, 'Home', 'Shift+P')
      await expect
        .poll(() => page.getByRole('navigation', { name: 'Focus' }).textContent())
        .toContain('pinned: ')
      await type(page, 'End', 'v')
      await page.getByTestId('comparison').waitFor()
      await expect
        .poll(() => both(page))
        .toEqual([
          expect.stringMatching(/^event 0 · call/),
          expect.stringMatching(/^event 0 · call/),
        ])
      const names = await page
        .getByRole('region', { name: / run/ })
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
      expect(names.join()).toContain('orders.py')
      expect(names.join()).toContain('later.py')
      await type(page, 'd')
      await expect.poll(() => status(page)).toMatch(/^Only the (left|right) run has this step$/)
    }))

  it('another trace opens at the step that answers to the one left', () =>
    withPage(async (page) => {
      const [first, second] = [...traces].filter(([name]) => name.startsWith('orders.py'))
      await page.evaluate((trace) => {
        location.hash = `#view=trace&trace=${trace}&step=2&variable=table`
      }, first?.[1])
      await page.getByTestId('trace-view').waitFor()
      await idle(page)
      await type(page, 'Control+p', 'orders.py pie')
      await page.getByRole('option', { name: /pie/ }).waitFor()
      await idle(page)
      await type(page, 'Enter')
      await expect.poll(() => page.url()).toContain(`trace=${second?.[1]}&step=2&variable=table`)
    }))
})
