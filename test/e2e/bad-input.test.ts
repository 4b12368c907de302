import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_SOURCES } from '../support/bad-sources.ts'
import { expectSound } from '../support/expectations.ts'
import { ndw, temporaryFolder } from '../support/ndw.ts'
import { openTrace, position, type } from '../support/samples-in-window.ts'
import {
  idle,
  launchBrowser,
  longestTask,
  openPage,
  SHOTS,
  startWorkbench,
  type Watched,
  type Workbench,
} from '../support/workbench.ts'

const OPTIONS = ['--call', 'main()', '--max-depth', '20000', '--value-characters', '1048576']
/** No key waits longer for the page, in milliseconds of the processor: the aim is 50, here under any load. */
const LONGEST_TASK = 150

const folder = temporaryFolder('bad-input')
const store = join(folder.path, 'workspace.db')
let browser: Browser
let workbench: Workbench
let watched: Watched
let page: Page

beforeAll(async () => {
  const file = join(folder.path, 'programs.jsonl')
  const lines = Object.entries(BAD_SOURCES).map(([id, code]) => JSON.stringify({ id, code }))
  writeFileSync(file, lines.join('\n'))
  const made = await ndw(['trace', file, ...OPTIONS, '--timeout', '60', '--store', store])
  expect(made.status).toBe(0)
  expect(made.stdout.match(/normal {2}ended/g)).toHaveLength(6)
  browser = await launchBrowser()
  workbench = await startWorkbench(['--store', store])
  watched = await openPage(browser, workbench.url, { width: 1280, height: 800, dark: false })
  page = watched.page
  await watched.context.grantPermissions(['clipboard-read', 'clipboard-write'])
})
afterAll(async () => {
  await browser?.close()
  await workbench?.stop()
  expectSound(store)
  folder.remove()
})

/** The row of the tree that has the focus, as a screen reader says it. */
const treeRow = (): Locator => page.locator('.tree-pane [role="row"][aria-selected="true"]')
const sourceLine = (): Locator => page.locator('.code-view .cm-line').filter({ visible: true })
const variable = (name: string): Locator =>
  page.locator('.variables tbody tr').filter({ has: page.locator('.name', { hasText: name }) })

/** Does it by keys, and at once: no task of the page is long. */
async function swiftly(...keys: string[]): Promise<void> {
  const longest = await longestTask(browser, page, () => type(page, ...keys))
  expect(longest, keys.join(' ')).toBeLessThan(LONGEST_TASK)
}

async function paste(text: string): Promise<void> {
  await page.evaluate((all) => navigator.clipboard.writeText(all), text)
  await swiftly('Control+a', 'Control+v')
}

describe('queries', () => {
  const query = (): Locator => page.getByRole('combobox', { name: 'Query' })
  const said = (): Promise<string | null> => page.locator('.query-field').first().textContent()
  const count = (): Locator => page.getByText('6 of 6', { exact: true })

  it.each([
    [
      'that end too soon',
      'exit ==',
      /Expected a name, a number or a text in quotes, found the end/,
    ],
    ['of an open bracket', 'any(s.event == "call" for s in steps', /Expected \) to close the call/],
    ['of an unknown name', 'evnets > 3', /no name "evnets".*events/],
    ['of a name in another script', 'переменная == "мир"', /no name "переменная"/],
    ['with a character out of sight', 'events > 1 \u202e or', /"\\u202e" at 12 means nothing/],
    ['nested too deep', `${'('.repeat(99)}events > 1${')'.repeat(99)}`, /nested more than/],
  ])('%s are refused in words, and the rows stay', async (_, text, words) => {
    await type(page, 'Control+1', '/')
    await page.keyboard.insertText(text)
    await type(page, 'Enter')
    await expect.poll(said).toMatch(words)
    expect(await count().count()).toBe(1)
    await type(page, '/', 'Control+a', 'Backspace', 'Enter')
    await idle(page)
    expect(watched.problems).toEqual([])
  })

  it('of a megabyte are refused in words, in every field that takes a line', async () => {
    const text = 'events > 1'.padEnd(1_000_000, ' and events > 1')
    await type(page, 'Control+1', '/')
    await paste(text)
    expect(await said()).toContain('Not pasted: the text has 1,000,000 characters')
    expect(await query().inputValue()).toBe('')
    await page.screenshot({ path: join(SHOTS, 'bad-input-query.png') })
    await paste(text.slice(0, 4100))
    expect(await said()).toContain('The query has 4,100 characters; 4,000 is the most.')
    await swiftly('Control+a', '"мир"')
    expect(await said()).not.toContain('characters')
    await swiftly('Control+a', 'Backspace')
    expect(await count().count()).toBe(1)
    for (const keys of ['Control+p', 'Control+Shift+f']) {
      await type(page, keys)
      await paste(text)
      expect((await page.getByRole('dialog').textContent()) ?? '').toMatch(/[Nn]othing|No /)
      await type(page, 'Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    expect(watched.problems).toEqual([])
  })
})

describe('names in any script', () => {
  it('are shown, found and gone to', async () => {
    await openTrace(page, 'names')
    await swiftly('Control+p', '@приве')
    await page.getByRole('option', { name: /приветствие/ }).waitFor()
    await type(page, 'Enter')
    await expect
      .poll(() => treeRow().textContent())
      .toContain('def приветствие(имя, *, 名前="世界"):')
    await swiftly('o')
    await expect
      .poll(() => treeRow().textContent())
      .toMatch(/^return, line 11: return переменная, → 'мир/)
    for (const [name, value] of [
      ['العربية', "'مرحبا'"],
      ['control', "'\\x00\\x1b[31m\\u202e\\ud800'"],
      ['ghost', "{'🦄': 'мир', 'ключ': ['世界']}"],
    ] as const) {
      expect(await variable(name).textContent()).toContain(value)
    }
    // A row too short for all of a text ends with no half of a character.
    expect(await page.locator('.tree-pane').textContent()).not.toContain('\ufffd')
    await page.screenshot({ path: join(SHOTS, 'bad-input-names.png') })
    await swiftly('Control+Shift+f', 'перемен')
    await page
      .getByRole('option', { name: /переменная/ })
      .first()
      .waitFor()
    await type(page, 'Escape')
    expect(watched.problems).toEqual([])
  })
})

describe('a source with tabs and mixed ends of lines', () => {
  it('has the lines that Python counts, and shows what cannot be seen', async () => {
    await openTrace(page, 'mixed')
    expect(await page.locator('.cm-line').count()).toBe(13)
    await swiftly('End', ',', ',', ',')
    await expect.poll(() => treeRow().textContent()).toMatch(/^line, line 11: y = /)
    expect(await page.locator('.cm-line.cm-current').textContent()).toContain('y = "')
    const hidden = page.locator('.cm-line.cm-current .cm-specialChar')
    expect(await hidden.evaluateAll((all) => all.map((one) => one.getAttribute('title')))).toEqual([
      'Control character 0xc',
      'Control character right-to-left override',
      'Control character 0x85',
    ])
    await page.screenshot({ path: join(SHOTS, 'bad-input-lines.png') })
    expect(watched.problems).toEqual([])
  })
})

describe('lines of twenty thousand characters', () => {
  it('are stepped over and shown as far as there is room', async () => {
    await openTrace(page, 'long')
    await swiftly('s', 's', 's')
    await expect.poll(() => treeRow().textContent()).toMatch(/^line, line 4: y = \[0, 1, 2/)
    await swiftly('s')
    expect(await variable('words').textContent()).toContain('20,402 chars')
    // To the end of the line in the source, which is not laid out as a whole.
    await type(page, 'F6', 'F6', 'F6')
    await page.locator('.cm-scroller').evaluate((one) => {
      one.scrollLeft = one.scrollWidth
    })
    await expect.poll(() => sourceLine().allTextContents().then(String)).toContain('xxx')
    await page.screenshot({ path: join(SHOTS, 'bad-input-long-lines.png') })
    expect(watched.problems).toEqual([])
  })
})

describe('recursion ten thousand deep', () => {
  it('is gone through at any depth, collapsed, merged and left', async () => {
    await openTrace(page, 'deep')
    expect(await page.locator('.trace-header').textContent()).toContain('depth 10,002')
    await swiftly('Control+p', ':30000', 'Enter')
    await expect.poll(() => position(page)).toBe(30_000)
    expect(await page.locator('.frames').textContent()).toContain('and 9,801 frames further out')
    await page.screenshot({ path: join(SHOTS, 'bad-input-deep.png') })
    await swiftly('o', 'Shift+o', '[', ']', 'Shift+n', 'n')
    await swiftly('r')
    await page.getByText(/recursive calls collapsed/).waitFor()
    await swiftly('r')
    await swiftly('2')
    await swiftly('r')
    await expect
      .poll(() => page.locator('.call-row').allTextContents().then(String))
      .toContain('of 10,001')
    await swiftly('1', 'End')
    await expect.poll(() => treeRow().textContent()).toContain('exit normal')
    expect(watched.problems).toEqual([])
  })
})

describe('a value of ten megabytes', () => {
  it('opens in a pane of its own as far as it was kept, and says how much that is', async () => {
    await openTrace(page, 'big')
    await swiftly('End', ',')
    expect(await variable('text').textContent()).toContain('10,485,762 chars')
    await variable('text').click()
    await swiftly('Enter')
    const pane = page.locator('.value-pane')
    await expect
      .poll(() => pane.textContent())
      .toMatch(/1,048,576 of 10,485,762 characters kept, sha256 [0-9a-f]{16}/)
    expect(await pane.locator('.long-text pre').textContent()).toContain('0123456789abcdef')
    await swiftly('ArrowDown', 'Enter')
    await expect.poll(() => pane.locator('.part-size').first().textContent()).toMatch(/^≥ \d/)
    await page.screenshot({ path: join(SHOTS, 'bad-input-big.png') })
    await swiftly(',', ',', '.')
    await swiftly('w')
    await expect.poll(() => treeRow().textContent()).toContain('n = len(text)')
    expect(watched.problems).toEqual([])
  })
})

describe('five thousand variables in a frame', () => {
  it('are stepped through and filtered', async () => {
    await openTrace(page, 'wide')
    await swiftly('End', ',')
    const count = page.locator('.variable-filter .numbers')
    await expect.poll(() => count.textContent()).toBe('5,000')
    await swiftly(',', ',', ',')
    await expect.poll(() => variable('v0').first().textContent()).toContain('19')
    await swiftly('Shift+n', 'n', 'Shift+s', 's')
    await type(page, 'F6')
    await swiftly('/', 'v123')
    await expect.poll(() => count.textContent()).toBe('11 of 5,000')
    await page.screenshot({ path: join(SHOTS, 'bad-input-wide.png') })
    await type(page, 'Escape')
    expect(watched.problems).toEqual([])
  })
})
