import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openTrace, samplesInWindow, type } from '../support/samples-in-window.ts'
import { idle } from '../support/workbench.ts'

const withPage = samplesInWindow('sample')

async function openSample(page: Page, program: string): Promise<void> {
  await openTrace(page, program)
  await type(page, 'Control+3')
  await page.getByRole('listbox', { name: 'Sampled paths' }).waitFor()
  await idle(page)
}

/** The texts of the lanes as assistive technology has them. */
function lanes(page: Page): Promise<string[]> {
  return page.getByRole('listbox', { name: 'Sampled paths' }).getByRole('option').allTextContents()
}

/** A tree draws the rows in sight: one that grew with its rows would draw all of them, a million of a long trace. */
async function expectTreesInTheirPanes(page: Page): Promise<void> {
  const sizes = await page.locator('.state-tree').evaluateAll((trees) =>
    trees.map((tree) => ({
      height: tree.getBoundingClientRect().height,
      room: tree.closest('.pane')?.getBoundingClientRect().height ?? 0,
      scrolls: tree.scrollHeight,
    })),
  )
  expect(sizes.length).toBeGreaterThan(0)
  for (const { height, room, scrolls } of sizes) {
    expect(height).toBeLessThanOrEqual(room)
    expect(scrolls).toBeGreaterThan(height)
  }
}

/** Presses a key until something is so. */
async function pressUntil(page: Page, key: string, so: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await so()) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} was pressed 60 times in vain.`)
}

describe('the Sample view by keyboard', () => {
  it('shows what a policy would draw while it is changed, keeps it over a reload, and draws that', async () => {
    await withPage(async (page) => {
      await openSample(page, 'merge-sort')
      await expectTreesInTheirPanes(page)
      const policy = page.getByLabel('Policy', { exact: true })
      await policy.focus()
      await policy.selectOption('surface')
      await expect.poll(() => lanes(page)).toHaveLength(20)
      const before = await lanes(page)

      const slider = page.getByRole('slider', { name: 'step_return, rule 1' })
      await slider.focus()
      for (let presses = 0; presses < 40; presses++) await page.keyboard.press('ArrowRight')
      expect(await slider.inputValue()).toBe('50')
      await expect.poll(() => lanes(page)).not.toEqual(before)
      const changed = await lanes(page)
      await page.getByText('states', { exact: true }).waitFor()
      await page.reload()
      await page.getByRole('listbox', { name: 'Sampled paths' }).waitFor()
      await expect.poll(() => lanes(page)).toEqual(changed)

      // The next seed gives other paths, the one before the same again.
      await page.getByRole('listbox', { name: 'Sampled paths' }).focus()
      await type(page, 'r')
      await expect.poll(() => lanes(page)).not.toEqual(changed)
      await type(page, 'Shift+R')
      await expect.poll(() => lanes(page)).toEqual(changed)

      // A path is gone along, and the state it comes to opens in the trace.
      await type(page, 'ArrowDown', 'ArrowRight')
      await expect.poll(() => page.url()).toContain('step=')
      await type(page, 'Enter')
      await page.getByTestId('trace-view').waitFor()
      await type(page, 'Control+3')
      await page.getByRole('listbox', { name: 'Sampled paths' }).waitFor()

      // What is drawn is what was shown: as many actions in the same order.
      await page.getByLabel('Count for each trace').fill('3')
      await type(page, 'Enter')
      await page.getByText('10 trajectories of merge-sort').waitFor()
      const rows = page.getByRole('row', { name: /surface \(changed\)/ })
      await expect.poll(() => rows.count()).toBe(3)
      for (const [index, lane] of changed.slice(0, 3).entries()) {
        const [, actions] = /: (\d+) action/.exec(lane) ?? []
        const cells = await rows.nth(index).getByRole('gridcell').allTextContents()
        expect(cells).toContain(actions)
      }

      // A mix goes up to its budget, from all traces.
      await page.getByRole('tab', { name: 'Trajectories' }).focus()
      await type(page, 'ArrowRight')
      await page.getByLabel('Unit of the budget').selectOption('trajectories')
      await page.getByLabel('Budget', { exact: true }).fill('12')
      // What the shares come to is reckoned from trajectories that are drawn and not kept, and follows the sliders.
      const amount = page.getByRole('group', { name: 'Part 1' }).locator('.mix-amount')
      await expect.poll(() => amount.textContent()).toMatch(/^6 trajectories ≈ [\d,]+ tokens$/)
      await page
        .getByText(/ tokens of nd@1 in all, reckoned from [\d,]+ trajectories of \d+ of 40 traces/)
        .waitFor()
      // Nothing is asked again while nobody touches it.
      await idle(page)
      await page.getByRole('slider', { name: 'share of part 1' }).focus()
      await type(page, 'End')
      await expect.poll(() => amount.textContent()).toMatch(/^[89] trajectories ≈ /)
      await page.keyboard.press('Home')
      await expect.poll(() => amount.textContent()).toMatch(/^0 trajectories ≈ 0 /)
      await page.getByRole('button', { name: 'Draw the mix' }).focus()
      await type(page, 'Enter')
      await page
        .getByText(/^12 trajectories/)
        .first()
        .waitFor()
    })
  })

  it('tells the tokens of a trajectory and the variables they encode, and makes one by hand', async () => {
    await withPage(async (page) => {
      await openSample(page, 'even-odd')
      await type(page, 't')
      const grid = page.getByRole('grid', { name: 'Trajectories' })
      await grid
        .getByRole('row', { name: /interpreter/ })
        .first()
        .click()
      await page.getByRole('tab', { name: 'Text nd@1' }).focus()
      await type(page, 'ArrowRight')
      const tokens = page.getByRole('listbox', { name: 'Tokens of the state' })
      await tokens.getByRole('option').first().waitFor()
      await tokens.focus()
      const selected = tokens.getByRole('option', { selected: true })
      const variable = () => selected.locator('.token-variable').textContent()
      await pressUntil(page, 'ArrowDown', async () => (await variable()) !== '')
      const name = (await variable()) ?? ''
      expect(await selected.locator('.token-id').first().textContent()).toMatch(/^\d+$/)
      await type(page, 'Enter')
      await page.getByTestId('trace-view').waitFor()
      await expect.poll(() => page.url()).toContain(`variable=${name}`)

      await type(page, 'Control+3')
      await tokensTab(page)
      await page.getByLabel('Tokens of the context').fill('20')
      await page.getByText(/The code is not whole/).waitFor()
      await page.getByRole('button', { name: 'slots@1' }).focus()
      await type(page, 'Enter')
      await page
        .getByText(/slots@1$/)
        .first()
        .waitFor()

      // By hand: a branch, actions by the debugger's letters, gold, and a reason for what is not possible.
      await grid.focus()
      await type(page, 'b')
      await page.getByRole('row', { name: /hand/ }).first().waitFor()
      await page.getByText('Take an action here', { exact: true }).waitFor()
      const before = await page
        .getByRole('listbox', { name: 'Steps of the trajectory' })
        .getByRole('option')
        .count()
      await type(page, 'n')
      const steps = page
        .getByRole('listbox', { name: 'Steps of the trajectory' })
        .getByRole('option')
      await expect.poll(() => steps.count()).toBe(before + 1)
      await type(page, 'Delete')
      await page.getByText('Nothing comes after this state.').first().waitFor()
      await type(page, ',', 'Delete')
      await expect.poll(() => steps.count()).toBe(before)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => steps.count()).toBe(before + 1)
      await type(page, 'g')
      await page.getByText('★ gold').first().waitFor()
    })
  })
})

async function tokensTab(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Tokens' })
  await tab.waitFor()
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click()
}
