import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openTrace, samplesInWindow, type, WINDOW } from '../support/samples-in-window.ts'
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

/** Pixels by which a button lies beyond the right edge of its pane; negative within it. */
async function beyond(page: Page, pane: string, button: string): Promise<number> {
  const rightOf = async (one: Locator): Promise<number> => {
    const box = await one.boundingBox()
    return box === null ? Number.NaN : box.x + box.width
  }
  const edge = await rightOf(page.locator(pane))
  return (await rightOf(page.getByRole('button', { name: button }))) - edge
}

it('no words or buttons of the panes are cut in a window of 1280 pixels', () =>
  withPage(async (page) => {
    await page.getByRole('row', { name: 'dropped-generator' }).waitFor()
    expect(await cut(page, '[role="gridcell"]:first-child')).toEqual([])
    await openTrace(page, 'merge-sort')
    const bar = page.locator('.writes-bar')
    await bar.getByText('choose a variable to see its writes').waitFor()
    expect(await cut(page, '.writes-bar .ellipsis')).toEqual([])
    await page.locator('.variables tbody tr').first().click()
    await bar.getByText('there when merge_sort was called').waitFor()
    expect(await cut(page, '.writes-bar .ellipsis')).toEqual([])

    await page.getByRole('treegrid').first().focus()
    await type(page, '2')
    await page.getByRole('treegrid', { name: 'Tree merged by function' }).waitFor()
    expect(await cut(page, '.call-name')).toEqual([])
    expect(await beyond(page, '.tree-pane', 'Collapse recursion')).toBeLessThanOrEqual(0)
    await type(page, '3')
    await page.getByText('Called by 1 function').waitFor()
    expect(await cut(page, '.call-row.heading .call-name')).toEqual([])

    await type(page, '1', 'Control+Shift+p', 'Layout: Debug')
    await idle(page)
    await type(page, 'Enter')
    await idle(page)
    expect(await beyond(page, '.tree-pane', 'Expand all')).toBeLessThanOrEqual(0)
    await page.getByRole('heading', { name: 'State tree' }).waitFor({ state: 'attached' })
  }))

it('panes follow a window that is made narrower, and messages leave the strip in sight', () =>
  withPage(async (page) => {
    const shown = (locator: Locator) => locator.boundingBox().then((box) => box ?? Promise.reject())
    await openTrace(page, 'merge-sort')
    await type(page, ...'s'.repeat(16))
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.getByRole('treegrid').first().focus()
    await type(page, '2')
    await page.getByRole('treegrid', { name: 'Tree merged by function' }).waitFor()
    await page.setViewportSize(WINDOW)
    await expect.poll(() => cut(page, '.call-name')).toEqual([])
    expect(await beyond(page, '.tree-pane', 'Callers')).toBeLessThanOrEqual(0)

    await type(page, '1', 'Home', 'Shift+S')
    await page.getByText(/^This is the first state/).waitFor()
    const message = await shown(page.locator('.toast'))
    const strip = await shown(page.getByRole('slider', { name: 'Position in the trace' }))
    expect(message.y + message.height).toBeLessThanOrEqual(strip.y)

    await type(page, 'Control+3')
    await page.getByRole('tab', { name: 'Mix' }).click()
    const query = await shown(page.getByLabel('From the traces of a query'))
    const help = await shown(page.locator('.mix-traces > button'))
    expect(help.y + help.height / 2).toBe(query.y + query.height / 2)
  }))

it('no words of the palette, of hits and of the help are cut or covered', () =>
  withPage(async (page) => {
    await page.getByRole('grid').focus()
    await type(page, 'Control+k')
    await page.getByRole('option', { name: /Compare this trace with the pinned one/ }).waitFor()
    expect(await cut(page, '.palette-title')).toEqual([])

    await type(page, 'Escape', 'Control+Shift+f', 'items')
    await page.getByRole('option').first().waitFor()
    const place = page.locator('.search-row .palette-detail').first()
    expect(await place.textContent()).toMatch(/ · line \d+ · /)
    expect((await place.boundingBox())?.height).toBeGreaterThan(12)

    await type(page, 'Escape')
    await page.getByRole('button', { name: 'What a query can say' }).click()
    const help = page.getByRole('note')
    expect(await cut(page, '.filter-help:popover-open dt')).toEqual([])
    const box = await help.filter({ visible: true }).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
  }))
