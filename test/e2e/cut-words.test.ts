import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openTrace, samplesInWindow, type } from '../support/samples-in-window.ts'
import { idle } from '../support/workbench.ts'

const withPage = samplesInWindow('cut')

/** Texts of the elements that are shown with less than all of them. */
function cut(page: Page, selector: string): Promise<(string | null)[]> {
  return page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )
}

it('no words or buttons of the panes are cut in a window of 1280 pixels', () =>
  withPage(async (page) => {
    await openTrace(page, 'merge-sort')
    const bar = page.locator('.writes-bar')
    await bar.getByText('choose a variable to see its writes').waitFor()
    expect(await cut(page, '.writes-bar .ellipsis')).toEqual([])
    await page.locator('.variables tbody tr').first().click()
    await bar.getByText('there when merge_sort was called').waitFor()
    expect(await cut(page, '.writes-bar .ellipsis')).toEqual([])

    await page.getByRole('treegrid').first().focus()
    await type(page, '3')
    await page.getByText('Called by 1 function').waitFor()
    expect(await cut(page, '.call-row.heading .call-name')).toEqual([])

    await type(page, '1', 'Control+Shift+p', 'Layout: Debug')
    await idle(page)
    await type(page, 'Enter')
    await idle(page)
    const pane = await page.locator('.tree-pane').boundingBox()
    const button = await page.getByRole('button', { name: 'Expand all' }).boundingBox()
    const rightOf = (box: typeof pane): number => (box?.x ?? Number.NaN) + (box?.width ?? 0)
    expect(rightOf(button)).toBeLessThanOrEqual(rightOf(pane))
    await page.getByRole('heading', { name: 'State tree' }).waitFor({ state: 'attached' })
  }))
