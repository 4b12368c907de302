import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ndw, ndwJson } from '../support/ndw.ts'
import { serveSamples } from '../support/samples-in-window.ts'
import { idle, LOOKS, SHOTS, startWorkbench } from '../support/workbench.ts'

const samples = serveSamples('corpus-table')

function headings(page: Page): Promise<(string | null)[]> {
  return page
    .locator('[data-heading]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-heading')))
}

/** Goes to a heading by the keyboard, from whichever heading the Tab key stops at. */
async function onHeading(page: Page, column: string): Promise<void> {
  await page.locator('.grid-header-button[tabindex="0"]').focus()
  const all = await headings(page)
  for (let at = 0; at < all.length; at++) await page.keyboard.press('ArrowLeft')
  for (let at = 0; at < all.indexOf(column); at++) await page.keyboard.press('ArrowRight')
}

async function write(page: Page, where: string): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.insertText(where)
  await page.keyboard.press('Enter')
  await idle(page)
}

async function openLevel(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title, exact: true }).focus()
  await page.keyboard.press('Enter')
  await idle(page)
}

/** The rows in sight, each as its cells. */
function rows(page: Page): Promise<string[]> {
  return page
    .locator('.grid-layer > .grid-row')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent).join(' | ')),
    )
}

describe.each(LOOKS)('the table of the corpus, $name', (look) => {
  it('is arranged by keyboard, kept over a reload, and set back', async () => {
    const { page, problems, context } = await samples.open(look)
    await openLevel(page, 'Steps')
    const standard = await headings(page)
    await onHeading(page, 'function')
    await page.keyboard.press('p')
    await expect.poll(() => headings(page).then(([first]) => first)).toBe('function')
    for (let i = 0; i < 12; i++) await page.keyboard.press('Shift+ArrowRight')
    await onHeading(page, 'value')
    for (let i = 0; i < 60; i++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    const arranged = await headings(page)
    expect(arranged.indexOf('value')).toBe(standard.indexOf('value') - 1)

    // Scrolled to its end, the pinned column is where it was.
    const pinned = page.locator('.grid-layer .grid-cell.pinned').first()
    const before = await pinned.boundingBox()
    await page.locator('.grid').evaluate((grid) => grid.scrollTo({ left: grid.scrollWidth }))
    const scrolled = await page.locator('.grid').evaluate((grid) => grid.scrollLeft)
    expect(scrolled).toBeGreaterThan(100)
    expect(await pinned.boundingBox()).toEqual(before)
    await page.screenshot({ path: join(SHOTS, `corpus-pinned-${look.name}.png`) })

    await page.getByRole('grid').focus()
    await page.keyboard.press('c')
    const find = page.getByLabel('Find a column, or write one')
    await expect.poll(() => find.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type('max(v.length for v in vars)')
    await page.keyboard.press('Enter')
    await page.screenshot({ path: join(SHOTS, `corpus-columns-${look.name}.png`) })
    await page.keyboard.press('Escape')
    const own = [...arranged, 'max(v.length for v in vars)']
    expect(await headings(page)).toEqual(own)
    await page.reload()
    await idle(page)
    expect(await headings(page)).toEqual(own)
    expect(await page.locator('.grid-head .pinned').count()).toBe(1)

    await onHeading(page, 'line')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Standard columns' }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect.poll(() => headings(page)).toEqual(standard)
    expect(problems).toEqual([])
    await context.close()
  })
})

describe.each(LOOKS)('the query as SQL, $name', (look) => {
  it('is edited by keyboard, and changes the query as far as it can be told in it', async () => {
    const { page, problems, context } = await samples.open(look)
    await openLevel(page, 'Steps')
    await write(page, 'event == "exception" and depth > 1')
    await page.keyboard.press('s')
    const field = page.getByLabel(/^Rows are steps/)
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await field.inputValue()).toBe(
      "SELECT * FROM steps\nWHERE event = 'exception'\n  AND depth > 1",
    )
    await page.screenshot({ path: join(SHOTS, `corpus-sql-${look.name}.png`) })
    await page.keyboard.press('Control+End')
    await page.keyboard.type(" AND value.type LIKE '%error'")
    await page.keyboard.press('Escape')
    const edited = 'event == "exception" and depth > 1 and lower(value.type).endswith("error")'
    expect(await page.getByRole('combobox', { name: 'Query' }).inputValue()).toBe(edited)
    await idle(page)
    const found = await ndwJson([
      'rows',
      'step',
      '--where',
      edited,
      '--count',
      '--store',
      samples.store,
    ])
    expect(Number(found[0]?.count)).toBeGreaterThan(0)
    await expect
      .poll(() => page.getByTestId('corpus-count').textContent())
      .toMatch(new RegExp(`^${found[0]?.count} of`))
    await page.getByRole('grid').focus()
    await page.keyboard.press('s')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' ORDER BY depth')
    await page.getByText(/ORDER is not read here/).waitFor()
    await page.screenshot({ path: join(SHOTS, `corpus-sql-refused-${look.name}.png`) })
    await page.keyboard.press('Escape')
    expect(await page.getByRole('combobox', { name: 'Query' }).inputValue()).toBe(edited)
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('a link to rows', () => {
  const programs = ['retry', 'tree-walk', 'safe-divide']
  const where = `event == "exception" and program in ("${programs.join('", "')}")`

  /** A store with the same traces, read from files in another order. */
  async function imported(): Promise<string> {
    const other = join(samples.folder, 'other.db')
    for (const program of [...programs].reverse()) {
      const file = join(samples.folder, `${program}.jsonl`)
      const named = ['--where', `program == "${program}"`, '--store', samples.store]
      const [trace] = await ndwJson(['rows', 'trace', ...named])
      const id = String(trace?.id)
      await ndw(['trace-export', id, '--format', 'jsonl', '--out', file, '--store', samples.store])
      expect((await ndw(['import', 'jsonl', file, '--store', other])).status).toBe(0)
    }
    return other
  }

  it('is copied by a key, opens on a store that was imported anew, and is gone back from', async () => {
    const [look] = LOOKS
    if (look === undefined) throw new Error('no look')
    const { page, problems, context } = await samples.open(look)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openLevel(page, 'Steps')
    await write(page, where)
    await onHeading(page, 'depth')
    await page.keyboard.press('Enter')
    await onHeading(page, 'program')
    await page.keyboard.press('Shift+Enter')
    await onHeading(page, 'seq')
    await page.keyboard.press('Shift+Enter')
    await idle(page)
    const heading = (name: RegExp) => page.getByRole('columnheader', { name })
    expect(await heading(/^Depth/).getAttribute('aria-sort')).toBe('descending')
    expect(await heading(/^Seq.*sorted by as number 3$/).count()).toBe(1)
    await page.getByRole('grid').focus()
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowDown')
    await idle(page)
    const shown = await rows(page)
    expect(shown.length).toBeGreaterThan(10)
    const active = await page.locator('.grid-row.active').textContent()
    await page.keyboard.press('y')
    await page.getByText(/Copied the link/).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).not.toContain('token')

    const second = await startWorkbench(['--store', await imported()])
    const there = await samples.open(look, `${second.url}&${new URL(link).hash.slice(1)}`)
    await expect.poll(() => rows(there.page)).toEqual(shown)
    await expect.poll(() => there.page.locator('.grid-row.active').textContent()).toBe(active)
    expect(await there.page.getByRole('combobox', { name: 'Query' }).inputValue()).toBe(where)
    expect(there.problems).toEqual([])
    await there.context.close()
    await second.stop()

    // The history has the list before every change of it.
    await openLevel(page, 'Programs')
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => rows(page)).toEqual(shown)
    await page.goBack()
    await expect.poll(() => headings(page).then((all) => all.includes('origin'))).toBe(true)
    await page.goBack()
    await expect.poll(() => rows(page)).toEqual(shown)
    await page.goBack()
    await expect.poll(() => heading(/^Seq/).textContent()).toBe('Seq')
    expect(problems).toEqual([])
    await context.close()
  })
})
