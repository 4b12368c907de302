import { expect, it } from 'vitest'
import { openTrace, position, samplesInWindow, type } from '../support/samples-in-window.ts'

const withPage = samplesInWindow('find')

it('finds a text in the source by keyboard, and goes through the states on its lines', () =>
  withPage(async (page) => {
    await openTrace(page, 'even-odd')
    await type(page, 'Control+f', 'return')
    const said = page.getByRole('search').getByRole('status')
    await expect.poll(() => said.textContent()).toMatch(/^\d+ states on \d+ lines$/)
    const total = Number(/^\d+/.exec((await said.textContent()) ?? '')?.[0])
    const seen: number[] = []
    for (let at = 1; at <= total; at++) {
      await type(page, 'Enter')
      await expect.poll(() => said.textContent()).toMatch(new RegExp(`^${at} of ${total} states`))
      seen.push(await position(page))
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    // Round at the end, and back over it.
    await type(page, 'Enter')
    await expect.poll(() => position(page)).toBe(seen[0])
    await type(page, 'Shift+Enter')
    await expect.poll(() => position(page)).toBe(seen.at(-1))

    // The keyboard is back in the tree, and the keys go on without the field.
    await type(page, 'Escape')
    expect(await page.getByRole('search').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treegrid')
    await type(page, 'F3')
    await expect.poll(() => position(page)).toBe(seen[0])

    await type(page, 'Control+f', 'nowhere')
    await expect.poll(() => said.textContent()).toBe('No line holds this text.')
    await type(page, 'Enter')
    expect(await position(page)).toBe(seen[0])
  }))
