import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { position, samplesInWindow, type } from '../support/samples-in-window.ts'
import { idle } from '../support/workbench.ts'

const withPage = samplesInWindow('places')

const titles = (page: Page): Promise<string[]> => page.getByRole('tab').allTextContents()
const front = (page: Page): Promise<string | null> =>
  page.getByRole('tab', { selected: true }).textContent()

/** Opens the traces of a query and goes to the first row. */
async function list(page: Page, query: string): Promise<void> {
  await type(page, '/', 'Control+a', query, 'Enter')
  await idle(page)
  await type(page, 'Home')
  await idle(page)
}

it('rows open in tabs of the window, which keys go between, close, reopen and move', () =>
  withPage(async (page) => {
    expect(await page.getByRole('tablist').count()).toBe(0)
    await list(page, 'program == "merge-sort"')
    await type(page, 'Control+Enter')
    await page.getByTestId('trace-view').waitFor()
    await type(page, 'n')
    await expect.poll(() => position(page)).toBeGreaterThan(0)
    const step = await position(page)
    const merged = `merge-sort · event ${step}`
    const rows = 'Traces: program == "merge-sort"'
    expect(await titles(page)).toEqual([rows, merged])
    expect(page.url()).toContain(`step=${step}`)

    // The table is as it was left, and a middle click does what Ctrl+Enter does.
    await type(page, 'Alt+PageUp')
    await expect.poll(() => front(page)).toBe(rows)
    await list(page, 'program == "even-odd"')
    await page.locator('[data-row]').first().click({ button: 'middle' })
    await page.getByTestId('trace-view').waitFor()
    await expect
      .poll(() => titles(page))
      .toEqual(['Traces: program == "even-odd"', 'even-odd', merged])
    // The keys are in the tree at once, and each tab has a history of its own.
    await type(page, 's')
    await expect.poll(() => position(page)).toBe(1)
    await type(page, 'Alt+PageDown')
    await expect.poll(() => position(page)).toBe(step)
    await type(page, 'Alt+ArrowLeft')
    await expect.poll(() => position(page)).toBeLessThan(step)
    await type(page, 'Alt+ArrowRight')
    await type(page, 'Alt+PageUp')
    await expect.poll(() => front(page)).toBe('even-odd · event 1')

    await type(page, 'Alt+Shift+PageDown')
    await expect
      .poll(async () => (await titles(page)).slice(1))
      .toEqual([merged, 'even-odd · event 1'])
    await page.reload()
    await idle(page)
    expect((await titles(page)).slice(1)).toEqual([merged, 'even-odd · event 1'])
    expect(await position(page)).toBe(1)

    // By the browser's own way back to the tab that was in front, and by arrows in the row of tabs.
    await page.goBack()
    await expect.poll(() => front(page)).toBe(merged)
    await page.getByRole('tab', { selected: true }).focus()
    await type(page, 'ArrowLeft')
    await expect.poll(() => front(page)).toBe('Traces: program == "even-odd"')
    await type(page, 'End', 'Delete')
    await expect.poll(() => titles(page)).toHaveLength(2)
    await type(page, 'Alt+Shift+Backspace')
    await expect.poll(() => front(page)).toBe('even-odd · event 1')
    await type(page, 'Control+k', 'close the tab')
    await page.getByRole('option', { name: 'Close the tab' }).waitFor()
    await type(page, 'Enter')
    await expect.poll(() => front(page)).toBe(merged)
    await type(page, 'Alt+Backspace')
    await expect.poll(() => page.getByRole('tablist').count()).toBe(0)
    expect(await page.getByRole('grid').count()).toBe(1)
    await type(page, 'Alt+Backspace')
    await page.getByText('There is no other tab.').waitFor()
  }))
