import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, temporaryFolder } from '../support/ndw.ts'
import { type } from '../support/samples-in-window.ts'
import {
  idle,
  launchBrowser,
  openPage,
  SHOTS,
  startWorkbench,
  type Watched,
  type Workbench,
} from '../support/workbench.ts'

const folder = temporaryFolder('empty-states')
const LOOK = { width: 1280, height: 800, dark: false }
let browser: Browser
const workbenches: Workbench[] = []

/** A page on a store; a new one, where no store is given. */
async function open(name: string, from?: string): Promise<Watched> {
  const store = join(folder.path, `${name}.db`)
  if (from !== undefined) copyFileSync(from, store)
  const workbench = await startWorkbench(['--store', store])
  workbenches.push(workbench)
  return openPage(browser, workbench.url, LOOK)
}

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await Promise.all(workbenches.map((workbench) => workbench.stop()))
  folder.remove()
})

/** Sentence, action and example of the empty state in sight. */
async function shown(page: Page): Promise<(string | null)[]> {
  await idle(page)
  const state = page.locator('.empty-state').filter({ visible: true }).first()
  const note = state.locator('.empty-note')
  return [
    await state.locator('p').first().textContent(),
    (await state.locator('button.primary').count()) === 0
      ? null
      : await state.locator('button.primary').textContent(),
    (await note.count()) === 0 ? null : await note.textContent(),
  ]
}

const toLevel = async (page: Page, level: string): Promise<void> => {
  await type(page, 'Control+1')
  await page
    .getByRole('radio', { name: level })
    .or(page.getByRole('button', { name: level, exact: true }))
    .first()
    .click()
  await idle(page)
}

describe('a new store', () => {
  it('says in each view what is missing and what to do', async () => {
    const { page, problems } = await open('new')
    const record = ['Record a program…', 'npm run -s ndw -- trace programs.jsonl']
    const command = 'Record a program, or capture many from the command line.'
    for (const level of ['Programs', 'Traces', 'Steps']) {
      await toLevel(page, level)
      expect(await shown(page)).toEqual([`No ${level.toLowerCase()} yet. ${command}`, ...record])
    }
    await toLevel(page, 'Trajectories')
    expect(await shown(page)).toEqual([
      'No trajectories yet. Sample some from a trace, or from every trace on the command line.',
      'Sample trajectories…',
      'npm run -s ndw -- sample --all --policy paper-mix --seed 1 --count 10',
    ])
    await page.screenshot({ path: join(SHOTS, 'empty-trajectories.png') })
    await type(page, 'Control+2')
    expect(await shown(page)).toEqual([
      'Pick a trace, or press Ctrl+P and type its name.',
      'Go to the corpus',
      null,
    ])
    await type(page, 'Control+3')
    expect(await shown(page)).toEqual([
      'Trajectories are drawn from traces, and there is none yet.',
      'Record a program…',
      null,
    ])
    await type(page, 'Control+6')
    expect((await shown(page)).slice(0, 2)).toEqual([
      'There is nothing to label yet: sample trajectories first.',
      'Open Sample',
    ])
    expect(problems).toEqual([])
  })
})

describe('a query that keeps nothing', () => {
  it('says at each level how many rows its last condition took, and takes it off by key', async () => {
    const samples = join(ROOT, 'dist', 'samples', 'workbench.db')
    const { page, problems } = await open('samples', samples)
    for (const [level, kept, none] of [
      ['Programs', 'len(traces) == 1', 'len(traces) > 5000'],
      ['Traces', 'exit == "error"', 'events > 99999999'],
      ['Steps', 'event == "exception"', 'line > 99999999'],
      ['Trajectories', 'direction == "inverse"', 'steps > 99999999'],
    ] as const) {
      await toLevel(page, level)
      await page.getByRole('combobox', { name: 'Query' }).fill(kept)
      await idle(page)
      const counted = await page.getByTestId('corpus-count').textContent()
      const [count = ''] = counted?.split(' of ') ?? []
      await page.getByRole('combobox', { name: 'Query' }).fill(`${kept} and ${none}`)
      await type(page, 'Enter')
      const thing = Number(count.replaceAll(',', '')) === 1 ? level.slice(0, -1) : level
      await expect
        .poll(async () => (await shown(page))[0])
        .toContain(`The last condition removed all ${count} ${thing.toLowerCase()} that were left.`)
      expect((await shown(page))[1]).toBe('Remove the last condition')
      if (level === 'Traces') {
        expect(await page.locator('.facets').textContent()).toBe('There are no rows to count.')
        await page.screenshot({ path: join(SHOTS, 'empty-filter.png') })
      }
      await page.getByRole('grid').focus()
      await type(page, 'Backspace')
      await expect.poll(() => page.getByTestId('corpus-count').textContent()).toBe(counted)
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
    }
    expect(problems).toEqual([])
  })
})
