import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { AXE_SOURCE, axeFindsInThemes } from '../support/axe.ts'
import { serveSamples, type, WINDOW } from '../support/samples-in-window.ts'
import { idle, SHOTS } from '../support/workbench.ts'

const samples = serveSamples('evaluate', { anew: true })
const WHERE = 'steps < 25 and direction == "forward"'

interface Asked {
  /** Of no other run. */
  readonly seed: string
  readonly faults: string
  /** Null where the form has its set already. */
  readonly where: string | null
}

/** Fills in the form that is open and starts the run; resolves once it is done and in focus. */
async function startRun(page: Page, { seed, faults, where }: Asked): Promise<void> {
  const form = page.getByRole('dialog', { name: 'New run' })
  await form.getByLabel('Engine').selectOption('replay-with-faults')
  await form.getByLabel('Planted errors').fill(faults)
  await form.getByLabel('Seed').fill(seed)
  if (where !== null) {
    await form.getByRole('combobox', { name: 'Query of trajectories' }).fill(where)
    await page.keyboard.press('Escape')
  }
  await idle(page)
  const start = form.getByRole('button', { name: /^Start on \d+ trajectories$/ })
  await start.waitFor()
  await start.focus()
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  const runs = page.getByRole('grid', { name: 'Runs' })
  const row = runs.locator('.grid-row.active', { hasText: 'done' })
  await row.filter({ hasText: seed }).waitFor({ timeout: 120_000 })
  // What came is listed.
  await page.getByRole('grid', { name: 'Predictions' }).locator('.grid-row').nth(1).waitFor()
  await idle(page)
}

async function expectAccessible(
  page: Page,
  place: string,
  themes?: Parameters<typeof axeFindsInThemes>[1],
): Promise<void> {
  expect(await axeFindsInThemes(page, themes), place).toEqual([])
}

describe('the Evaluate view', () => {
  it('scores an engine, opens every cell, compares two runs and keeps what was lost as a set', async () => {
    const { page, problems, context } = await samples.open({ ...WINDOW, dark: false })
    await page.evaluate(AXE_SOURCE)
    await type(page, 'Control+5')
    await page.getByRole('button', { name: 'New run' }).waitFor()
    await type(page, 'n')
    await page.getByRole('dialog', { name: 'New run' }).waitFor()
    await expectAccessible(page, 'new run', ['contrast-dark'])
    await startRun(page, { seed: '4711', faults: 'wrong_value=0.2', where: WHERE })

    // From a cell of the pivot to its predictions, to a step in Predict, and back.
    await type(page, 'p')
    const cell = page.locator('.pivot td button').first()
    await cell.focus()
    const counted = await cell.locator('.pivot-note').textContent()
    await type(page, 'Enter')
    const count = page.getByTestId('prediction-count')
    await count.filter({ hasText: /^[\d,]+ prediction/ }).waitFor()
    expect(await count.textContent()).toContain(`${counted?.split(' ')[0]} prediction`)
    const rows = page.getByRole('grid', { name: 'Predictions' })
    await rows.locator('.grid-row').nth(1).waitFor()
    await idle(page)
    await rows.focus()
    await type(page, 'ArrowDown')
    await page.getByRole('region', { name: 'Prediction in focus' }).waitFor()
    await expectAccessible(page, 'pivot')
    await page.screenshot({ path: join(SHOTS, 'evaluate-pivot.png') })
    await rows.focus()
    await type(page, 'Enter')
    await page.locator('main[data-view="predict"]').waitFor()
    await idle(page)
    await type(page, 'Alt+ArrowLeft')
    await page.locator('main[data-view="evaluate"]').waitFor()
    // The cell and the row are as they were left.
    await page.getByRole('region', { name: 'Prediction in focus' }).waitFor()
    await idle(page)

    // The other model on the very same set.
    await type(page, 'c')
    const other = page.getByRole('button', { name: 'Run the other model' })
    await other.focus()
    await type(page, 'Enter')
    await page.getByText(/^The set of run r_/).waitFor()
    await startRun(page, { seed: '4712', faults: 'wrong_value=0.1,malformed=0.15', where: null })
    await type(page, 'c')
    await page.getByTestId('compare-difference').waitFor()
    const flipped = page.getByRole('grid', { name: 'Flipped steps' })
    await flipped.locator('.grid-row').nth(1).waitFor()
    await idle(page)
    await flipped.focus()
    await type(page, 'ArrowDown')
    await page.getByRole('region', { name: 'Both predictions' }).waitFor()
    await idle(page)
    await expectAccessible(page, 'comparison')
    await page.screenshot({ path: join(SHOTS, 'evaluate-compare.png') })
    await type(page, 'Shift+V')
    await page.getByText(/^Saved as “Lost by replay-with-faults/).waitFor()
    await type(page, 'q')
    await page.locator('main[data-view="corpus"]').waitFor()
    await idle(page)
    const query = page.getByRole('combobox', { name: 'Query', exact: true })
    expect(await query.inputValue()).toMatch(/^flip\("r_\w+", "r_\w+"\) == "lost"$/)
    await expect.poll(() => page.getByTestId('corpus-count').textContent()).toMatch(/^[1-9]/)

    // What was lost is a set that a run can be of.
    await type(page, 'Control+5')
    await idle(page)
    await page.getByRole('grid', { name: 'Runs' }).focus()
    await type(page, 'n')
    const set = page.getByLabel('Set', { exact: true })
    await set.selectOption({ index: 1 })
    await page.getByText(/^\d+ trajector(y|ies) now$/).waitFor()
    await page.screenshot({ path: join(SHOTS, 'evaluate-new-run.png') })
    expect(problems).toEqual([])
    await context.close()
  })
})
