import { expect, it } from 'vitest'
import { openTrace, position, samplesInWindow, type } from '../support/samples-in-window.ts'

const withPage = samplesInWindow('refused')

it('a key of the Trace view that cannot act says why', () =>
  withPage(async (page) => {
    await openTrace(page, 'even-odd')
    const at = await position(page)
    const reasons = {
      l: 'This line is in no loop.',
      'Shift+L': 'This line is in no loop.',
      u: 'This line is in no loop.',
      'Shift+K': 'This line is in no loop.',
      w: 'Choose a variable first: click it, or use the arrow keys in the variables.',
      'Shift+W': 'Choose a variable first: click it, or use the arrow keys in the variables.',
      'Shift+T': 'This run has one thread.',
      F3: 'Find a text in the source first: Ctrl+F.',
      j: 'Rows of several calls are in the tree merged by function, and in callers.',
    }
    for (const [key, reason] of Object.entries(reasons)) {
      await type(page, key)
      const toast = page.locator('.toast.info').filter({ hasText: reason }).last()
      await toast.waitFor()
      await toast.getByRole('button', { name: 'Dismiss' }).click()
    }
    expect(await position(page)).toBe(at)

    // The last one alone, while it is told.
    await type(page, 'l', 'F3')
    await page.locator('.toast.info').filter({ hasText: 'Find a text' }).waitFor()
    expect(await page.locator('.toast.info').count()).toBe(1)

    // Who moves on need not read it.
    await type(page, 'l')
    await page.locator('.toast.info').waitFor()
    await type(page, 'F10')
    await page.locator('.toast.info').waitFor({ state: 'detached', timeout: 3000 })
  }))
