import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ndwJson } from '../support/ndw.ts'
import { serveSamples } from '../support/samples-in-window.ts'
import { idle, LOOKS, SHOTS } from '../support/workbench.ts'

function count(page: Page): Promise<string | null> {
  return page.getByTestId('corpus-count').textContent()
}

/** Chooses a level by keyboard alone: back from the rows to the switch, and along it. */
async function level(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title, exact: true }).focus()
  await page.keyboard.press('Enter')
  await idle(page)
}

describe.each(LOOKS)('the corpus at four levels, $name', (look) => {
  const samples = serveSamples('corpus')
  const { store } = samples

  it('finds any state by a query, completed and repaired by keyboard, and opens it', async () => {
    const { page, problems, context } = await samples.open(look)
    await idle(page)
    await level(page, 'Steps')
    const all = await ndwJson(['rows', 'step', '--count', '--store', store])
    const total = Number(all[0]?.count).toLocaleString('en')
    await expect.poll(() => count(page)).toBe(`${total} of ${total}`)
    await page.screenshot({ path: join(SHOTS, `corpus-steps-${look.name}.png`) })

    await page.keyboard.press('/')
    await page.keyboard.type('evnt')
    await page.getByText('did you mean event?').first().waitFor()
    await page.keyboard.press('Alt+Enter')
    await page.keyboard.press('End')
    await page.keyboard.type(' == "exc')
    await page.getByRole('option', { name: '"exception"' }).waitFor()
    await page.screenshot({ path: join(SHOTS, `corpus-completion-${look.name}.png`) })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' and depth > 1')
    await page.keyboard.press('Enter')
    const where = 'event == "exception" and depth > 1'
    const found = await ndwJson(['rows', 'step', '--where', where, '--store', store])
    expect(found.length).toBeGreaterThan(0)
    await expect.poll(() => count(page)).toBe(`${found.length.toLocaleString('en')} of ${total}`)
    await page.screenshot({ path: join(SHOTS, `corpus-query-${look.name}.png`) })
    await page.keyboard.press('Enter')
    await page.getByTestId('trace-view').waitFor()
    await expect.poll(() => page.url()).toContain(`trace=${found[0]?.trace}`)
    await expect.poll(() => page.url()).toContain(`step=${found[0]?.step}`)
    expect(problems).toEqual([])
    await context.close()
  })

  it('chooses rows by keyboard, says how many, copies them and keeps them alone', async () => {
    const { page, problems, context } = await samples.open(look)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    const bar = page.locator('.chosen-bar output')
    const rows = await ndwJson(['traces', '--store', store])
    await level(page, 'Traces')
    await page.getByRole('grid', { name: 'Traces' }).focus()
    for (const key of [
      'Home',
      'Shift+ArrowDown',
      'Shift+ArrowDown',
      'ArrowDown',
      'ArrowDown',
      ' ',
    ]) {
      await page.keyboard.press(key)
    }
    await expect.poll(() => bar.textContent()).toBe('4 rows are chosen')
    await page.screenshot({ path: join(SHOTS, `corpus-chosen-${look.name}.png`) })
    await page.keyboard.press('Control+c')
    await page.getByText('Copied 4 rows.').waitFor()
    const lines = (await copied()).split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]?.split('\t')).toContain('Events')
    await page.keyboard.press('Control+Shift+c')
    await expect.poll(copied).toMatch(/^\{/)
    const events = (await copied()).split('\n').map((line) => JSON.parse(line).events)
    expect(events).toEqual([0, 1, 2, 4].map((at) => rows[at]?.events))

    const facets = page.getByRole('region', { name: 'Facets', exact: true })
    await facets.waitFor()
    await page.keyboard.press('Control+b')
    await facets.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+b')
    await facets.waitFor()

    await page.keyboard.press('Control+a')
    const all = `All ${rows.length.toLocaleString('en')} rows that match are chosen`
    await expect.poll(() => bar.textContent()).toBe(all)
    await page.keyboard.press('Escape')
    expect(await page.locator('.chosen-bar').count()).toBe(0)

    // Kept alone they are a query of content ids, which a link holds.
    for (const key of ['Home', ' ', 'ArrowDown', ' ', 'o']) await page.keyboard.press(key)
    await expect.poll(() => count(page)).toMatch(/^2 of /)
    const query = await page.getByRole('combobox', { name: 'Query' }).inputValue()
    expect(query).toBe(`id in ["${rows[0]?.trace}", "${rows[1]?.trace}"]`)
    await page.getByRole('grid', { name: 'Traces' }).focus()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: 'Compare the two' }).click()
    await expect.poll(() => page.getByTestId('trace-view').count()).toBe(2)
    await idle(page)
    expect(problems).toEqual([])
    await context.close()
  })

  it('narrows by facets and cells, keeps a view, and begins with it', async () => {
    const { page, problems, context } = await samples.open(look)
    await idle(page)
    await page.getByRole('button', { name: 'Not normal' }).focus()
    await page.keyboard.press('Enter')
    await idle(page)
    const kept = await ndwJson(['rows', 'trace', '--where', 'exit != "normal"', '--store', store])
    await expect.poll(() => count(page)).toMatch(new RegExp(`^${kept.length} of`))
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem').first().waitFor()
    await page.screenshot({ path: join(SHOTS, `corpus-menu-${look.name}.png`) })
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^Views/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Save what is shown as').fill('Did not end well')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Open the corpus with Did not end well' }).click()
    await idle(page)
    await page.screenshot({ path: join(SHOTS, `corpus-views-${look.name}.png`) })
    expect(problems).toEqual([])
    await context.close()

    const again = await samples.open(look)
    await expect
      .poll(() => again.page.getByRole('combobox', { name: 'Query' }).inputValue())
      .toBe('exit != "normal"')
    expect(again.problems).toEqual([])
    await again.context.close()
  })
})
