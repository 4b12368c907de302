import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { AXE_SOURCE, axeFinds } from '../support/axe.ts'
import { ndwJson, startNdw } from '../support/ndw.ts'
import { openTrace, position, serveSamples, WINDOW } from '../support/samples-in-window.ts'
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

  it('are painted on the tree and the timeline, gone through by d, and narrow the corpus', async () => {
    const model = ['--model', 'replay-with-faults', '--suite', 'next-state', '--seed', '99']
    const where = ['--where', 'program == "merge-sort"', '--faults', 'wrong_value=0.3']
    await ndwJson(onStore('run', ...model, ...where))
    const { page, problems, context } = await samples.open({ ...WINDOW, dark: false })
    await page.evaluate(AXE_SOURCE)
    await openTrace(page, 'merge-sort')
    const row = page.locator('.tree-mirror [role="row"][aria-selected="true"]')
    const lane = page.locator('.accuracy-lane')
    expect(await lane.count()).toBe(0)
    await page.keyboard.press('a')
    await lane.waitFor()
    for (let states = 0, before = 0; states < 3; states++) {
      await page.keyboard.press('d')
      await expect.poll(() => position(page)).toBeGreaterThan(before)
      before = await position(page)
      await expect.poll(() => row.textContent()).toMatch(/wrong: wrong value|at worst wrong value/)
    }
    const third = await position(page)
    await page.screenshot({ path: join(SHOTS, 'predictions-tree.png') })
    await page.keyboard.press('Shift+D')
    await expect.poll(() => position(page)).toBeLessThan(third)
    // The tree as deep as fits: what is collapsed tells what the predictions in it come to.
    await page.keyboard.press('Home')
    await page.keyboard.press('0')
    const folded = page.locator('.tree-mirror [aria-expanded="false"]')
    await expect.poll(() => folded.first().textContent()).toMatch(/\d+ states predicted, \d+ wrong/)
    expect(await axeFinds(page, 'light')).toEqual([])
    await page.screenshot({ path: join(SHOTS, 'predictions-collapsed.png') })
    await page.keyboard.press('Shift+A')
    const choice = page.getByLabel('Accuracy of predictions')
    await expect.poll(() => choice.evaluate((one) => one === document.activeElement)).toBe(true)
    await choice.selectOption('off')
    await lane.waitFor({ state: 'detached' })

    await page.evaluate((hash) => location.assign(hash), '#view=corpus&level=trajectory')
    const facet = page.getByRole('region', { name: 'worst_error' })
    await facet.getByRole('button', { name: /^wrong_value/ }).focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Query' }).inputValue())
      .toBe('worst_error == "wrong_value"')
    await page.getByRole('region', { name: 'First divergence' }).waitFor()
    expect(await axeFinds(page, 'light')).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })
})
