import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AXE_SOURCE, axeFindsInThemes } from '../support/axe.ts'
import { ndw, ndwJson, temporaryFolder } from '../support/ndw.ts'
import { serveSamples, type, WINDOW } from '../support/samples-in-window.ts'
import { idle, launchBrowser, openPage, SHOTS, startWorkbench } from '../support/workbench.ts'

async function expectAccessible(page: Page, place: string): Promise<void> {
  await idle(page)
  expect(await axeFindsInThemes(page), place).toEqual([])
}

async function shot(page: Page, name: string): Promise<void> {
  await idle(page)
  await page.screenshot({ path: join(SHOTS, `predict-${name}.png`) })
}

/** Number of the state in focus. */
async function state(page: Page): Promise<number> {
  await idle(page)
  const text = await page.getByRole('heading', { name: /^State \d+$/ }).textContent()
  return Number(/\d+/.exec(text ?? '')?.[0])
}

/** The marks of the steps in sight, by their number. */
function marks(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.way-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-mark')))
}

const SAMPLES = serveSamples('predict')

describe('the Predict view', () => {
  it('shows in the first minute where the model fails, and what follows from that', async () => {
    const { page, problems, context } = await SAMPLES.open({ ...WINDOW, dark: false })
    await page.evaluate(AXE_SOURCE)
    const card = page.getByRole('region', { name: 'Where does the model fail first?' })
    // A baseline's failure is not told as a model's.
    await card.filter({ hasText: '(no model) goes wrong' }).waitFor()
    await expectAccessible(page, 'card')
    await shot(page, 'card')

    // One step before the first divergence; a debugger key steps the model, and the real run goes along.
    await type(page, 'x')
    await page.locator('main[data-view="predict"]').waitFor()
    const before = await state(page)
    expect((await marks(page)).slice(0, before + 1)).not.toContain('wrong')
    await page.getByRole('status').filter({ hasText: 'to take the next step' }).waitFor()
    await type(page, 'F10')
    await page.getByText(/^Wrong: wrong value at /).waitFor()
    expect(await state(page)).toBe(before + 1)
    const wrong = page.locator('.three-way [data-standing="different"]')
    expect(await wrong.count()).toBe(1)
    await wrong.locator('[data-trust="refuted"]').waitFor()
    await page.getByText(/replayed from the recording with planted errors, no model/).waitFor()
    await expectAccessible(page, 'diverged')
    await shot(page, 'diverged')
    await type(page, ',')
    await page.getByText(/^Right: the recorded state/).waitFor()
    await type(page, '.', '3')
    await page.getByText(/^Step \d+: wrong value\.$/).waitFor()
    await page.locator('.way-row.current', { hasText: '⚑' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'type export' }).waitFor()

    // Free-running: the same trajectory by what the model said itself.
    await type(page, 'f')
    await page.locator('[data-mark="first"]').waitFor()
    await shot(page, 'free')
    const rollout = await marks(page)
    const first = rollout.indexOf('first')
    expect(rollout.slice(1, first).every((mark) => mark === 'right')).toBe(true)
    await type(page, 'Home')
    await page.getByRole('listbox', { name: 'Steps' }).focus()
    await type(page, 'Home', 'd')
    expect(await state(page)).toBe(first)
    await type(page, 'f')

    // Another action is another way; the original stays, and one goes between them.
    await page.getByRole('listbox', { name: 'Steps' }).focus()
    await type(page, 'Home')
    await idle(page)
    const steps = (await marks(page)).length
    await type(page, 'c')
    const branches = page.getByRole('region', { name: 'Branches' })
    await branches.getByRole('button', { name: /continue at state 0/, pressed: true }).waitFor()
    await page.getByText(/^(Right|Wrong): /).waitFor()
    expect(await page.locator('.way-row').count()).toBe(2)
    await type(page, 'b')
    await expect.poll(() => page.locator('.way-row').count()).toBe(steps)

    // A state changed by hand is a branch too, where a replay has nothing to repeat and another engine goes on.
    await type(page, '.', 'e')
    const dialog = page.getByRole('dialog', { name: 'Change this state by hand' })
    await dialog.waitFor()
    await expectAccessible(page, 'edit')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('4')
    await type(page, 'Enter')
    await dialog.waitFor({ state: 'detached' })
    await branches.getByRole('button', { name: /edited state 2/, pressed: true }).waitFor()
    await page.getByText(/This state was changed by hand/).waitFor()
    await type(page, 'n')
    await page.getByText(/repeats the recording, and there is none here/).waitFor()
    await page.getByRole('combobox', { name: 'Model' }).selectOption('next-line')
    await page.getByRole('listbox', { name: 'Steps' }).focus()
    await idle(page)
    await type(page, 'a')
    await page.getByText('Nothing was recorded after a state that was changed by hand.').waitFor()
    await page.locator('.way-row.current[data-mark="unchecked"]').waitFor()
    await expectAccessible(page, 'branch')
    await shot(page, 'branch')
    expect(problems).toEqual([])
    await context.close()
  })
})

const PROGRAM = `def f(n):
    m = n + 1
    return m

def main(n):
    a = f(n)
    return a
`

describe('the Predict view of a new store', () => {
  let browser: Awaited<ReturnType<typeof launchBrowser>>
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('says what is missing and does it, up to an inverse trajectory whose values are inferred', async () => {
    const folder = temporaryFolder('predict-empty')
    const store = join(folder.path, 'workspace.db')
    const program = join(folder.path, 'count.py')
    writeFileSync(program, PROGRAM)
    await ndwJson(['trace', program, '--call', 'main(3)', '--store', store])
    const workbench = await startWorkbench(['--store', store])
    const { page, problems, context } = await openPage(browser, workbench.url, {
      ...WINDOW,
      dark: false,
    })
    await page.evaluate(AXE_SOURCE)
    // No run, no card; no trajectory, but one can step from the trace itself.
    expect(await page.locator('.failure-card').count()).toBe(0)
    await type(page, 'Control+4')
    await page.getByText(/there is none here yet/).waitFor()
    await expectAccessible(page, 'no trajectory')
    await shot(page, 'no-trajectory')
    const drawn = ['--all', '--policy', 'paper-mix', '--seed', '1', '--count', '1']
    await ndw(['sample', ...drawn, '--direction', 'inverse', '--store', store])
    await page.getByRole('grid', { name: 'Trajectories' }).waitFor({ timeout: 30_000 })
    await page.getByRole('grid', { name: 'Trajectories' }).focus()
    await type(page, 'ArrowDown')
    await idle(page)
    await type(page, 'Enter')

    // Inverse has its band. No model is chosen: a baseline shows how it works.
    await page.getByText(/^← ?Inverse: values are inferred/).waitFor()
    const stub = page.getByRole('button', { name: /^Use the baseline/ })
    await stub.waitFor()
    await expectAccessible(page, 'no model')
    await shot(page, 'no-model')
    await stub.focus()
    await type(page, 'Enter')
    await page.getByText(/^This is the start/).waitFor()
    await type(page, '.')
    await page.getByText('Not predicted yet.').waitFor()
    await expectAccessible(page, 'not predicted')
    await shot(page, 'not-predicted')
    await type(page, 'a')
    await page.getByText(/^what replay-with-faults wrote$/).waitFor()
    const trusts = await page
      .locator('.three-way tbody [data-trust]')
      .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('data-trust')))])
    expect(trusts).toEqual(['inferred'])
    await expectAccessible(page, 'inverse')
    await shot(page, 'inverse')
    // The whole way by a run, whose predictions then are those in sight.
    await type(page, '.', 'Shift+A')
    await page.getByText(/ · r_[0-9a-f]{16}/).waitFor({ timeout: 60_000 })

    // The models: why one cannot be used, and what is wrong with a folder that is none.
    await page.getByRole('button', { name: /^replay-with-faults/ }).focus()
    await type(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Models' })
    await dialog.waitFor()
    await dialog.locator('[data-model="next-line"]').waitFor()
    await dialog.getByLabel(/^Folder of this machine/).fill(join(folder.path, 'nothing'))
    await type(page, 'Enter')
    await dialog.getByRole('alert').waitFor()
    await expectAccessible(page, 'models')
    await shot(page, 'models')
    await type(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
    await workbench.stop()
    folder.remove()
  })
})
