import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ndwJson, startNdw } from '../support/ndw.ts'
import { serveSamples, WINDOW } from '../support/samples-in-window.ts'
import { idle, SHOTS } from '../support/workbench.ts'

const samples = serveSamples('predictions')

function onStore(...args: string[]): string[] {
  return [...args, '--store', samples.store]
}

let attempts = 0

/** A run that was killed in the middle, as a machine that loses its power would leave it. */
async function killedRun(): Promise<void> {
  const model = ['--model', 'replay-with-faults', '--suite', 'next-state']
  const running = startNdw(onStore('run', ...model, '--seed', `${++attempts}`, '--json'))
  for (let done = 0; done === 0; ) {
    const [run] = await ndwJson(onStore('runs'))
    done = run?.seed === attempts ? Number(run.done) : 0
  }
  running.child.kill('SIGKILL')
  await running.ended
  // Whoever opens the store next finds the job without its process.
  const [run] = await ndwJson(onStore('runs'))
  expect(run).toMatchObject({ state: 'unfinished', seed: attempts })
}

/** Puts the focus on a button as Tab would, and presses it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().focus()
  await page.keyboard.press('Enter')
}

describe('predictions in the window', () => {
  it('of a run that was killed go on from the list of jobs, and are a column and a query', async () => {
    await killedRun()
    const { page, problems, context } = await samples.open({ ...WINDOW, dark: false })
    await idle(page)
    await page.getByTestId('status-jobs').focus()
    await page.keyboard.press('Enter')
    await page.locator('.job-card[data-state="interrupted"]').first().waitFor()
    await press(page, 'Run again')
    await page
      .locator('.job-card[data-state="done"]', { hasText: 'is done:' })
      .first()
      .waitFor({ timeout: 120_000 })
    await page.screenshot({ path: join(SHOTS, 'predictions-jobs.png') })
    await page.keyboard.press('Escape')

    await page.evaluate((hash) => location.assign(hash), '#view=corpus&level=trajectory')
    await idle(page)
    await press(page, 'Columns')
    await page.getByLabel('Find a column, or write one').fill('accuracy')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.locator('[data-heading="accuracy"]').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.insertText('accuracy < 1')
    await page.keyboard.press('Enter')
    await idle(page)
    await expect
      .poll(() =>
        page
          .locator('.grid-row')
          .filter({ hasText: / % of \d+/ })
          .count(),
      )
      .toBeGreaterThan(0)
    await page.screenshot({ path: join(SHOTS, 'predictions-accuracy.png') })
    const [run] = await ndwJson(onStore('runs'))
    expect(run).toMatchObject({ state: 'done', seed: attempts })
    expect(problems).toEqual([])
    await context.close()
  })
})
