import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ndw, temporaryFolder } from '../support/ndw.ts'
import {
  idle,
  LOOKS,
  launchBrowser,
  openPage,
  SHOTS,
  startWorkbench,
  type Workbench,
} from '../support/workbench.ts'

const PROGRAM = `def grow(limit):
    total = 0
    for i in range(limit):
        total += i
        for j in range(2):
            total += 1
        if total > 9:
            print(i, total)
    return total

def check(value):
    if value > 1:
        raise KeyError(value)

for k in (3, 6):
    grow(k)
try:
    check(grow(2))
except KeyError:
    print('caught')
`
const folder = temporaryFolder('moving')
const store = join(folder.path, 'workspace.db')
let browser: Browser
let workbench: Workbench
let trace = ''

beforeAll(async () => {
  const file = join(folder.path, 'grow.py')
  writeFileSync(file, PROGRAM)
  expect((await ndw(['trace', file, '--store', store])).status).toBe(0)
  trace = /t_[0-9a-f]+/.exec((await ndw(['traces', '--store', store])).stdout)?.[0] ?? ''
  workbench = await startWorkbench(['--store', store])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await workbench.stop()
  folder.remove()
})

async function standing(page: Page): Promise<string> {
  return (await page.locator('.standing').textContent()) ?? ''
}

/** Presses keys one after another, and waits until what they asked for is there. */
async function press(page: Page, keys: readonly string[]): Promise<string> {
  for (const key of keys) await page.keyboard.press(key)
  await idle(page)
  return standing(page)
}

async function newBreakpoint(page: Page, kind: string, fields: Record<string, string>) {
  await page.getByRole('button', { name: 'New breakpoint' }).click()
  const form = page.getByRole('form', { name: 'Breakpoint' })
  await form.getByLabel('Stops at').selectOption(kind)
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text)
  await page.keyboard.press('Enter')
}

describe.each(LOOKS)('moving in a trace, $name', (look) => {
  const shot = (page: Page, view: string): Promise<Buffer> =>
    page.screenshot({ path: join(SHOTS, `${view}-${look.name}.png`) })

  async function open() {
    const url = workbench.url.replace('#', `#view=trace&trace=${trace}&step=0&`)
    const watched = await openPage(browser, url, look)
    await watched.page.locator('[role=treegrid]').focus()
    return watched
  }

  it('stops at breakpoints of every kind, forward and backward, as the store finds them', async () => {
    const { page, problems, context } = await open()
    await page.keyboard.press('Shift+B')
    await newBreakpoint(page, 'condition', { Line: '6', Condition: 'i == 4 and j == 1' })
    await newBreakpoint(page, 'exception', { Type: 'KeyError' })
    await newBreakpoint(page, 'hits', { Line: '4', Visit: '2' })
    await newBreakpoint(page, 'data', { Function: 'check', Variable: 'value' })
    await newBreakpoint(page, 'line', { Line: '10' })
    const signs = page.locator('.cm-breakpoint')
    expect(await signs.evaluateAll((all) => all.map((one) => one.className))).toEqual([
      'cm-breakpoint hits',
      'cm-breakpoint condition',
      'cm-breakpoint dot hollow',
      'cm-breakpoint hexagon',
    ])
    await page.locator('[role=treegrid]').focus()
    expect(await press(page, ['c'])).toContain('line 4 · grow')
    await expect.poll(() => press(page, ['c'])).toContain('line 6 · grow')
    const value = page.locator('.variables tbody tr', { hasText: /^\W*i/ })
    await expect.poll(() => value.textContent()).toContain('4')
    await shot(page, 'trace-breakpoints')
    await expect.poll(() => press(page, ['F5'])).toContain('exception')
    expect(await standing(page)).toContain('check')
    await press(page, ['Shift+C'])
    await expect.poll(() => standing(page)).toContain('line 6 · grow')

    await page.reload()
    await idle(page)
    await page.getByRole('button', { name: 'Breakpoints 5' }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  it('goes through the passes of nested loops by keys', async () => {
    const { page, problems, context } = await open()
    await page.locator('.cm-line', { hasText: 'for j in range' }).click()
    await page.locator('[role=treegrid]').focus()
    await press(page, ['g', 's'])
    const loop = page.locator('.loop-navigator')
    const pass = page.getByLabel('Pass to go to')
    await expect.poll(() => loop.textContent()).toContain('of 2')
    await press(page, ['l', 'u'])
    expect(await loop.textContent()).toContain('of 3')
    await press(page, ['Control+End'])
    expect(await pass.inputValue()).toBe('3')
    await press(page, ['Shift+K', '1', 'Enter'])
    expect(await pass.inputValue()).toBe('1')
    await shot(page, 'trace-loops')
    expect(problems).toEqual([])
    await context.close()
  })

  it('has a strip that is scrubbed, zoomed, panned, marked and played', async () => {
    const { page, problems, context } = await open()
    const strip = page.getByRole('slider', { name: 'Position in the trace' })
    const box = await strip.boundingBox()
    if (box === null) throw new Error('There is no strip.')
    const at = (share: number) => [box.x + share * box.width, box.y + 24] as const
    const seq = async () => Number(await strip.getAttribute('aria-valuenow'))
    const last = Number(await strip.getAttribute('aria-valuemax'))
    await page.mouse.move(...at(0.2))
    await page.mouse.down()
    await page.mouse.move(...at(0.5), { steps: 5 })
    await page.mouse.up()
    await expect
      .poll(async () => Math.abs((await seq()) - last / 2), { timeout: 5000 })
      .toBeLessThan(3)

    await strip.focus()
    await press(page, ['m', 'ArrowRight', 'ArrowRight', 'Shift+M'])
    // Zoomed in, a pixel is less of the trace, and panning moves the same pixel on.
    await page.mouse.move(...at(0.5))
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -300)
    await page.keyboard.up('Control')
    await page.mouse.click(...at(0.9))
    await expect.poll(seq, { timeout: 5000 }).toBeLessThan(last * 0.75)
    const before = await seq()
    await press(page, ['d'])
    await page.mouse.click(...at(0.9))
    await expect.poll(seq, { timeout: 5000 }).toBeGreaterThan(before)

    await page.keyboard.down('Shift')
    await page.mouse.move(...at(0.3))
    await page.mouse.down()
    await page.mouse.move(...at(0.4), { steps: 3 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await page.getByText(/^loops/).waitFor()
    await shot(page, 'trace-timeline')
    await press(page, ['=', '=', ' '])
    await page.getByRole('button', { name: /Pause/ }).waitFor()
    const [from = 0, to = 0] = ((await page.getByText(/^loops/).textContent()) ?? '')
      .replace('loops ', '')
      .split('–')
      .map((part) => Number.parseInt(part, 10))
    await expect
      .poll(async () => (await seq()) >= from && (await seq()) <= to, {
        interval: 20,
        timeout: 5000,
      })
      .toBe(true)
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: /Play/ }).waitFor()
    const rested = await seq()
    await page.waitForTimeout(150)
    expect(await seq()).toBe(rested)
    expect(problems).toEqual([])
    await context.close()
  })

  it('lights the output of the state in focus, and a click on output goes to who printed it', async () => {
    const { page, problems, context } = await open()
    await page.locator('.piece', { hasText: 'caught' }).first().click()
    await expect.poll(() => standing(page)).toContain('line 20')
    expect(await page.locator('.piece.now').allTextContents()).toContain('caught')
    await shot(page, 'trace-output')
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('a key held down', () => {
  it('is kept up with where its repeats come faster than the page draws', async () => {
    const file = join(folder.path, 'rows.py')
    writeFileSync(file, 'x = 0\nfor i in range(300):\n    x += i\n')
    expect((await ndw(['trace', file, '--store', store])).status).toBe(0)
    const { stdout } = await ndw(['traces', '--store', store])
    const rows = [...stdout.matchAll(/t_[0-9a-f]+/g)].find(([id]) => id !== trace)?.[0]
    const url = workbench.url.replace('#', `#view=trace&trace=${rows}&step=0&`)
    const look = { width: 1280, height: 800, dark: false }
    const { page, problems, context } = await openPage(browser, url, look)
    await page.locator('[role=treegrid]').focus()
    await Promise.all(Array.from({ length: 200 }, () => page.keyboard.press('s')))
    expect(await standing(page)).toContain('event 200')
    // Who listens hears of the row in focus, and once the key rests of every row on screen.
    const focused = page.locator('[role=treegrid] [role=row][aria-selected=true]')
    expect(await focused.count()).toBe(1)
    expect(await focused.getAttribute('aria-rowindex')).toBe('201')
    const indexes = () =>
      page
        .locator('[role=treegrid] [role=row]')
        .evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))))
    const isWhole = (all: readonly number[]): boolean =>
      Math.max(...all) > 201 && all.every((index, at) => index === (all[0] ?? 0) + at)
    await expect.poll(async () => isWhole(await indexes())).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  })
})
