import type { Locator, Page } from 'playwright-core'
import { idle } from './workbench.ts'

/** One side of a comparison. */
export const half = (page: Page, side: 'Left' | 'Right'): Locator =>
  page.getByRole('region', { name: `The ${side.toLowerCase()} run` })

/** What a side says of where it stands. */
export async function standing(page: Page, side: 'Left' | 'Right'): Promise<string> {
  await idle(page)
  const text = (await half(page, side).locator('.standing').textContent()) ?? ''
  return text.replace(/ · depth.*/, '')
}

/** The same of both. */
export async function both(page: Page): Promise<string[]> {
  return [await standing(page, 'Left'), await standing(page, 'Right')]
}

/** How the bar says that the two compare. */
export const status = (page: Page): Promise<string | null> =>
  page.locator('.compare-status').textContent()

/** Rows of a side's variables as `name value word`. */
export async function variables(page: Page, side: 'Left' | 'Right'): Promise<string[]> {
  await idle(page)
  return half(page, side)
    .locator('.variables tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const text = (part: string) => row.querySelector(part)?.textContent ?? ''
        const name = row.querySelector('.name')?.firstChild?.textContent ?? ''
        return [name, text('.value-text'), text('.likeness')].join(' ')
      }),
    )
}
