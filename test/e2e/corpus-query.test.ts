import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { serveSamples } from '../support/samples-in-window.ts'
import { idle, LOOKS, SHOTS } from '../support/workbench.ts'

const samples = serveSamples('corpus-query')

function hasFocusIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(
    (inside) => document.activeElement?.matches(`${inside}, ${inside} *`) ?? false,
    selector,
  )
}

describe.each(LOOKS)('what is not understood, $name', (look) => {
  it('of a link is left out and told, of a query dims the rows and keeps the keyboard', async () => {
    const { page, problems, context } = await samples.open(look)
    await idle(page)
    const whole = await page.getByTestId('corpus-count').textContent()
    const link = '#view=corpus&level=trace&saved=Gone&sort=-bogus'
    await page.evaluate((hash) => location.assign(hash), link)
    await page.getByText('The link’s sort bogus is no column of traces; it was left out.').waitFor()
    await page.getByText(/^There is no saved view Gone of traces/).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#view=corpus&level=trace')
    await page.locator('.grid-layer > .grid-row').first().waitFor()
    expect(await page.locator('[data-heading="bogus"]').count()).toBe(0)
    expect(await page.getByTestId('corpus-count').textContent()).toBe(whole)

    await page.keyboard.press('/')
    await page.keyboard.insertText('events < 0')
    await idle(page)
    await page.getByText(/The last condition removed all/).waitFor()
    await page.keyboard.type(' and evnts > 1')
    await page.keyboard.press('Enter')
    await page.locator('.grid.stale').waitFor()
    await page.getByText('Rows of the last query that was understood: events < 0').waitFor()
    expect(await page.getByText(/The last condition removed all/).count()).toBe(0)
    expect(await hasFocusIn(page, '[role="combobox"]')).toBe(true)
    await page.screenshot({ path: join(SHOTS, `corpus-refused-${look.name}.png`) })
    // The field lets go of what it holds, and the rows are those of no query again.
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByTestId('corpus-count').textContent()).toBe(whole)
    expect(await page.locator('.stale').count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  })
})

/** Headings whose title is cut. */
function cutTitles(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.grid-header-button > span:first-child')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    )
}

describe.each(LOOKS)('the table at the smallest window, $name', (look) => {
  it('shows the titles of columns whole that the rows are sorted by, and program names alike', async () => {
    const { page, problems, context } = await samples.open(look)
    await page.setViewportSize({ width: 1280, height: 800 })
    const sorts = [
      ['-events', 'depth', '-exceptions'],
      ['exit', 'stop', '-len(trajectories)'],
      ['-len(labels)', 'program', 'recorded'],
      ['-depth'],
    ]
    for (const sort of sorts) {
      const params = new URLSearchParams({ view: 'corpus', level: 'trace' })
      for (const one of sort) params.append('sort', one)
      await page.evaluate((hash) => location.assign(hash), `#${params}`)
      await expect.poll(() => page.locator('[data-sorted]').count()).toBe(sort.length)
      expect(await cutTitles(page), sort.join()).toEqual([])
      await page.screenshot({ path: join(SHOTS, `corpus-sorted-${look.name}-${sort[0]}.png`) })
    }
    for (const level of ['program', 'trace', 'step', 'trajectory']) {
      await page.evaluate((hash) => location.assign(hash), `#view=corpus&level=${level}`)
      await idle(page)
      const column = level === 'program' ? 'name' : 'program'
      const name = page.locator(`.grid-layer [data-column="${column}"]`).first()
      await name.waitFor()
      expect(await name.locator('code').count(), level).toBe(0)
    }
    expect(problems).toEqual([])
    await context.close()
  })
})

describe.each(LOOKS)('what lies in front of the corpus, $name', (look) => {
  it('has the keyboard once it is open, so that what is typed is no command of the page', async () => {
    const { page, problems, context } = await samples.open(look)
    await idle(page)
    const place = new URL(page.url()).hash
    await page.keyboard.press('Shift+V')
    await expect.poll(() => hasFocusIn(page, '.saved-views input')).toBe(true)
    await page.keyboard.type('scoV')
    expect(await page.getByLabel('Save what is shown as').inputValue()).toBe('scoV')
    await page.screenshot({ path: join(SHOTS, `corpus-views-key-${look.name}.png`) })
    // On a button within, a letter is no command either.
    await page.keyboard.press('Tab')
    await page.keyboard.type('s/')
    expect(await hasFocusIn(page, '.saved-views')).toBe(true)
    await page.keyboard.press('Escape')
    for (const name of [/^Views/, 'SQL', 'Columns', 'What a query can say']) {
      const button = page.getByRole('toolbar').getByRole('button', { name })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => hasFocusIn(page, '[popover]:popover-open')).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    }
    expect(new URL(page.url()).hash).toBe(place)
    expect(problems).toEqual([])
    await context.close()
  })
})
