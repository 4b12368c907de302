import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/ndw.ts'
import {
  idle,
  LOOKS,
  launchBrowser,
  openPage,
  SHOTS,
  startWorkbench,
  type Workbench,
} from '../support/workbench.ts'

const PROGRAMS = {
  'adds.py': 'def add(a, b):\n    return a + b\n\nprint(add(1, 2))\n',
  'broken.py': 'def f(x):\n    y = x +\n    return y\n',
  'clock.py': 'import time\n\ndef now():\n    t = time.perf_counter()\n    return t\n\nnow()\n',
  'endless.py': 'n = 0\nwhile True:\n    n += sum(range(100_000))\n',
  'loops.py': 'total = 0\nfor i in range(40):\n    total += i\n',
  'raises.py': 'def g(d):\n    return d["missing"]\n\ng({})\n',
}

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
})

/** A cell of the row of a program. */
function cell(page: Page, program: string, column: string) {
  const row = page.getByRole('grid', { name: 'Programs' }).getByRole('row', { name: program })
  return row.locator(`[data-column="${column}"]`)
}

// One look: both are looked at in accessibility.test.ts, and each takes forty seconds.
describe.each(LOOKS.slice(0, 1))('recording a folder through the window, $name', (look) => {
  const folder = temporaryFolder('record')
  const programs = join(folder.path, 'programs')
  let workbench: Workbench

  beforeAll(async () => {
    mkdirSync(programs)
    for (const [name, code] of Object.entries(PROGRAMS)) writeFileSync(join(programs, name), code)
    workbench = await startWorkbench(['--store', join(folder.path, 'workspace.db')])
  })
  afterAll(async () => {
    await workbench.stop()
    folder.remove()
  })

  it('says in words what became of each, over a pause and a reload', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, look)
    const shot = (name: string): Promise<Buffer> =>
      page.screenshot({ path: join(SHOTS, `record-${name}-${look.name}.png`) })

    await fillIn(page, programs)
    await shot('form')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused: nothing further starts').waitFor()

    // A pause holds over a reload, and the page finds the recording again.
    await page.reload()
    await idle(page)
    await page.getByText('Paused: nothing further starts').waitFor()
    expect(await page.getByLabel('Path').inputValue()).toBe(programs)
    await shot('paused')
    await page.getByRole('button', { name: 'Resume' }).click()
    await cell(page, 'adds.py', 'outcome').waitFor()
    await page.reload()
    await page.locator('.job-card[data-state="done"]').waitFor()
    await idle(page)

    await outcomes(page)
    await shot('done')
    await openEndless(page)
    await provenance(page)
    await shot('provenance')
    await gaps(page)
    await shot('gaps')
    expect(problems).toEqual([])
    await context.close()
  })

  it('finds all of it recorded before, when it is recorded again after a cancel', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, look)
    await page.keyboard.press('Control+8')
    await fillIn(page, programs)
    await page.keyboard.press('Control+Enter')
    await page.locator('.job-card[data-state="done"]').waitFor()
    await page.getByText(/5 recorded before/).waitFor()
    await page.getByLabel('Hash seed').fill('5')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.job-card[data-state="cancelled"]').waitFor()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.locator('.job-card[data-state="done"]').waitFor()
    await cell(page, 'raises.py', 'outcome').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})

async function fillIn(page: Page, programs: string): Promise<void> {
  await page.keyboard.press('Control+8')
  await page.getByRole('button', { name: 'File or folder' }).click()
  await page.getByLabel('Path').fill(programs)
  // Long enough for the endless loop that a pause never comes too late.
  await page.getByLabel('Most seconds').fill('2')
  const more = page.locator('.more-choices')
  if ((await more.getAttribute('open')) === null) await more.locator('summary').click()
  await page.getByRole('radio', { name: /^Twice, and compare/ }).check()
  await page.getByRole('radio', { name: /^Sampled/ }).check()
  await expect
    .poll(() => page.getByTestId('more-differs').textContent())
    .toMatch(/^sampled loops · each recorded twice/)
}

async function outcomes(page: Page): Promise<void> {
  const said = async (program: string): Promise<(string | null)[]> => [
    await cell(page, program, 'outcome').textContent(),
    await cell(page, program, 'sentence').textContent(),
  ]
  expect(await said('adds.py')).toEqual(['twice the same', ''])
  expect(await said('broken.py')).toEqual([
    'not valid Python',
    'Not valid Python, line 2: SyntaxError: invalid syntax.',
  ])
  const [word, sentence] = await said('endless.py')
  expect(word).toMatch(/^time limit$/)
  expect(sentence).toMatch(/^Stopped at the time limit; .* kept\. It was in line [23]\.$/)
  expect(await said('raises.py')).toEqual(['twice the same', "Line 2: KeyError: 'missing'"])
  const [differs, where] = await said('clock.py')
  expect(differs).toBe('two runs differ')
  expect(where).toMatch(/^Not deterministic: t at event \d+ was /)
  expect(await page.getByTestId('queue-count').textContent()).toBe('3 of 6 programs')
}

/** By keyboard: problems only, and from the row into its trace. */
async function openEndless(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Programs' }).focus()
  await page.keyboard.press('e')
  await cell(page, 'adds.py', 'outcome').waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /clock\.py/ }).click()
  await page.keyboard.press('Enter')
  await page.getByTestId('trace-view').waitFor()
  await idle(page)
}

async function provenance(page: Page): Promise<void> {
  await page.getByText('two runs differ', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Recorded with…' }).click()
  const panel = page.getByRole('region', { name: 'How this trace was made' })
  await panel.getByText('pyodide').first().waitFor()
  const text = (await panel.textContent()) ?? ''
  expect(text).toMatch(/Limits100,000 events · 2\.0 s/)
  expect(text).toContain('Loopssampled: the first three')
  expect(text).toMatch(/the runs differ from event \d+ on, in t/)
  await panel.getByRole('button', { name: /^Go to event \d+$/ }).click()
  await expect.poll(() => page.url()).toMatch(/step=\d+/)
  await page.getByRole('button', { name: 'Recorded with…' }).click()
}

/** Where passes of a loop were left out, the tree says so to a screen reader too. */
async function gaps(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+8')
  await page.getByLabel('Problems only').uncheck()
  await page.getByRole('row', { name: /loops\.py/ }).dblclick()
  await page.getByTestId('trace-view').waitFor()
  await idle(page)
  await page
    .getByText(/^passes of the loop before this one were left out, line/)
    .first()
    .waitFor({ state: 'attached' })
}
