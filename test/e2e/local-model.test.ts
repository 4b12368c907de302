import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AXE_SOURCE, axeFindsInThemes } from '../support/axe.ts'
import { writeRandomModel } from '../support/local-model.ts'
import { temporaryFolder } from '../support/ndw.ts'
import { serveSamples, type, WINDOW } from '../support/samples-in-window.ts'
import { idle, SHOTS } from '../support/workbench.ts'

const settings = temporaryFolder('local-model')
// Models are listed in the user's settings: of this file, not of whoever runs it.
process.env.XDG_CONFIG_HOME = settings.path
const SAMPLES = serveSamples('local-model')

describe('a model folder in the window', () => {
  it('is added, loaded, tried and ejected by keyboard', async () => {
    const folder = writeRandomModel(join(SAMPLES.folder, 'random'))
    const { page, problems, context } = await SAMPLES.open({ ...WINDOW, dark: false })
    await page.evaluate(AXE_SOURCE)
    await type(page, 'Control+k', 'Models: choose')
    await page.getByRole('option', { name: /Models: choose one/ }).waitFor()
    await idle(page)
    await type(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Models' })
    await dialog.getByLabel(/Folder of this machine/).focus()
    await page.keyboard.type(folder)
    await type(page, 'Enter')
    const row = dialog.locator('[data-model="random"]')
    await row.getByText(/Reads slots@1, up to 4,096 tokens\. It fits/).waitFor()

    await row.getByRole('button', { name: 'Load random' }).focus()
    await type(page, 'Enter')
    await row.getByText(/Loaded; runs on/).waitFor({ timeout: 60_000 })
    await page.locator('.model-chip-state', { hasText: 'loaded' }).waitFor()
    await dialog.getByRole('button', { name: 'Self-test' }).focus()
    await type(page, 'Enter')
    await dialog.getByText(/CPU {7}works: \d+ tokens\/s/).waitFor({ timeout: 60_000 })
    await idle(page)
    await page.screenshot({ path: join(SHOTS, 'local-model-dialog.png') })
    expect(await axeFindsInThemes(page, ['light', 'dark'])).toEqual([])

    await row.getByRole('button', { name: 'Eject random' }).focus()
    await type(page, 'Enter')
    await page.locator('.model-chip-state', { hasText: 'ready' }).waitFor()
    await row.getByRole('button', { name: 'Remove' }).focus()
    await type(page, 'Enter')
    await row.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
    settings.remove()
  })
})
