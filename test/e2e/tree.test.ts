import { join } from 'node:path'
import axeCore from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openTrace, position, samplesInWindow, type } from '../support/samples-in-window.ts'
import { idle, SHOTS } from '../support/workbench.ts'

const withPage = samplesInWindow('tree')

/** The grid that has the keyboard focus, by its name. */
function focusedGrid(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)
}

/** Texts of the cells of the selected row. */
async function selected(page: Page): Promise<string> {
  await idle(page)
  const row = page.locator('.tree-pane [role="row"][aria-selected="true"]')
  return (await row.getByRole('gridcell').allTextContents()).join(' ')
}

async function problems(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore }
    const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}

describe('the state tree', () => {
  it('is merged by function and shows callers, with the keyboard in it all the time', () =>
    withPage(async (page) => {
      await openTrace(page, 'factorial')
      await type(page, '2')
      await expect.poll(() => focusedGrid(page)).toBe('Tree merged by function')
      await expect.poll(() => selected(page)).toContain('factorial 1 of 1')
      expect(await page.locator('.call-row').count()).toBe(2)
      await type(page, 'r')
      await expect.poll(() => selected(page)).toContain('factorial 1 of 6')
      expect(await page.locator('.call-row').count()).toBe(1)
      await type(page, 'j', 'j')
      await expect.poll(() => selected(page)).toContain('factorial 3 of 6')
      const third = await position(page)
      await type(page, 'k')
      await expect.poll(() => position(page)).toBeLessThan(third)
      expect(await problems(page)).toEqual([])
      await type(page, '3')
      await expect.poll(() => focusedGrid(page)).toBe('Callers and callees of factorial')
      await expect.poll(() => selected(page)).toContain('factorial 2 of 6')
      expect(await problems(page)).toEqual([])
      await type(page, '1')
      await expect.poll(() => focusedGrid(page)).toBe('State tree')
    }))

  it('is moved by its minimap and keeps the focus, which F brings back', () =>
    withPage(async (page) => {
      await openTrace(page, 'merge-sort')
      const map = page.getByRole('scrollbar', { name: 'Part of the trace in view' })
      const first = async () => Number(await map.getAttribute('aria-valuenow'))
      const last = Number(await map.getAttribute('aria-valuemax'))
      const box = await map.boundingBox()
      if (box === null) throw new Error('The minimap has no box')
      const x = box.x + box.width / 2
      await page.mouse.click(x, box.y + box.height * 0.6)
      await expect.poll(first).toBeGreaterThan(last * 0.4)
      await page.mouse.move(x, box.y + box.height * 0.6)
      await page.mouse.down()
      await page.mouse.move(x, box.y + box.height * 0.3, { steps: 5 })
      await page.mouse.up()
      await expect.poll(first).toBeLessThan(last * 0.4)
      expect(await first()).toBeGreaterThan(0)
      expect(await position(page)).toBe(0)
      await page.getByRole('treegrid', { name: 'State tree' }).focus()
      await type(page, 'f')
      await expect.poll(first).toBe(0)
      await type(page, 'f')
      await expect.poll(() => page.getByRole('row', { expanded: false }).count()).toBeGreaterThan(0)
      expect(await page.locator('.tree-pane').textContent()).toContain('hidden')
      expect(await problems(page)).toEqual([])
    }))
  it('keeps the focus in sight while recursion is collapsed and expanded', () =>
    withPage(async (page) => {
      await openTrace(page, 'merge-sort')
      await type(page, 'End', ',', ',', ',')
      const before = await position(page)
      const inSight = page.locator('.tree-pane [role="row"][aria-selected="true"]')
      for (const word of ['collapsed', 'expanded']) {
        await type(page, 'r')
        await page.getByText(new RegExp(`recursive calls ${word}`)).waitFor()
        await idle(page)
        expect(await inSight.count()).toBe(1)
      }
      expect(await position(page)).toBe(before)
    }))

  it('tells in a collapsed row, in the row itself and on the strip what is labelled, as it happens', () =>
    withPage(async (page) => {
      await openTrace(page, 'matrix')
      const other = await page.context().newPage()
      await other.goto(page.url())
      await idle(other)
      await type(other, 'Control+6')
      await idle(other)
      const tree = page.locator('.tree-pane')
      await type(page, 'Control+k', 'collapse every', 'Enter')
      await idle(page)
      expect(await tree.textContent()).not.toMatch(/label/)
      await type(other, '.', '.', '.', '.', '.', '3')
      await expect.poll(() => tree.textContent()).toMatch(/hidden, 1 label among them/)
      await page.screenshot({ path: join(SHOTS, 'trace-labels.png') })
      await type(page, 'Control+k', 'expand every', 'Enter')
      await expect.poll(() => tree.textContent()).toMatch(/labelled wrong value/)
      expect(await problems(page)).toEqual([])
      const strip = page.getByRole('slider', { name: 'Position in the trace' })
      await expect
        .poll(async () => {
          await type(page, '.')
          await idle(page)
          return strip.getAttribute('aria-valuetext')
        })
        .toMatch(/; labelled wrong value$/)
      await type(other, 'Backspace')
      await expect.poll(() => tree.textContent()).not.toMatch(/label/)
    }))
})
