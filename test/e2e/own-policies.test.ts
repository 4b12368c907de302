import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openTrace, samplesInWindow, type } from '../support/samples-in-window.ts'
import { idle } from '../support/workbench.ts'

const withPage = samplesInWindow('own-policies')

function policies(page: Page) {
  return page.getByLabel('Policy', { exact: true })
}

async function named(page: Page, label: string, name: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.waitFor()
  await field.fill(name)
  await type(page, 'Enter')
  await expect.poll(() => policies(page).inputValue()).toBe(name)
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus()
  await type(page, 'Enter')
}

describe('a policy of one’s own, by keyboard', () => {
  it('is saved with the workspace, renamed, written to a file, deleted, and read from that file', async () => {
    await withPage(async (page) => {
      await openTrace(page, 'merge-sort')
      await type(page, 'Control+3')
      await page.getByRole('listbox', { name: 'Sampled paths' }).waitFor()
      await page.getByRole('slider', { name: 'step_into, rule 1, row 1' }).focus()
      await type(page, 'End')
      await press(page, 'Save…')
      await named(page, 'Save as', 'deep')
      await press(page, 'Rename…')
      await named(page, 'New name', 'deeper')
      const download = page.waitForEvent('download')
      await press(page, 'Export file')
      const file = await (await download).path()
      const document = JSON.parse(await readFile(file, 'utf8'))
      expect(document).toMatchObject({ format: 'policy@1', name: 'deeper' })

      // It is the workspace's: a browser that remembers nothing has it too, in the mix as well.
      await idle(page)
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await expect
        .poll(() => policies(page).locator('option').allTextContents())
        .toContain('deeper · own')
      await policies(page).selectOption('deeper')
      await page.getByRole('tab', { name: 'Mix' }).click()
      await press(page, 'Part')
      const part = page.getByRole('group', { name: 'Part 4' })
      expect(await part.getByLabel('Policy of part 4').inputValue()).toBe('deeper')

      await press(page, 'Delete')
      await page.getByText('deeper was deleted.').waitFor()
      await page.getByText('Part 4: there is no policy deeper.').waitFor()
      await page.getByLabel('Policy file').setInputFiles(file)
      // A download has a name of its own, so the document's counts.
      await expect.poll(() => policies(page).inputValue()).toBe('deeper')
      await page.getByLabel('Policy file').setInputFiles({
        name: 'bad.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ ...document, forward: 3 })),
      })
      await page.getByText('bad.json was refused. At forward: takes a list, not 3.').waitFor()
    })
  })
})
