import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ndw, ndwJson, temporaryFolder } from '../support/ndw.ts'
import {
  idle,
  launchBrowser,
  openPage,
  SHOTS,
  startWorkbench,
  type Watched,
  type Workbench,
} from '../support/workbench.ts'

const NESTED = `def scale(p, by):
    return {"x": p["x"] * by}

def main(n):
    d = {"a": [1, 2, {"k": {"x": 1}}], "s": {1, 2}}
    alias = d
    for i in range(n):
        d["a"][2]["k"] = scale({"x": i}, 2)
    big = list(range(100000))
    text = "line of text\\n" * 5000
    number = 7 ** 60
    del text
    big[50000] = -1
    return d
`
const WIDE = `def wide():
${Array.from({ length: 5000 }, (_, at) => `    v${at} = ${at * at}`).join('\n')}
    v2500 = 'changed'
    return v2500
`

const folder = temporaryFolder('variables')
let browser: Browser
let workbench: Workbench
let watched: Watched
let page: Page
const traces = new Map<string, { trace: string; events: number }>()

beforeAll(async () => {
  const store = join(folder.path, 'workspace.db')
  for (const [name, call, code] of [
    ['nested.py', 'main(3)', NESTED],
    ['wide.py', 'wide()', WIDE],
  ] as const) {
    const file = join(folder.path, name)
    writeFileSync(file, code)
    const args = [
      'trace',
      file,
      '--call',
      call,
      '--value-characters',
      '1000000',
      '--timeout',
      '100',
    ]
    expect((await ndw([...args, '--store', store])).status).toBe(0)
  }
  for (const row of await ndwJson(['traces', '--store', store])) {
    traces.set(String(row.program), { trace: String(row.trace), events: Number(row.events) })
  }
  browser = await launchBrowser()
  workbench = await startWorkbench(['--store', store])
  watched = await openPage(browser, workbench.url, { width: 1600, height: 950, dark: true })
  page = watched.page
})
afterAll(async () => {
  await browser.close()
  await workbench.stop()
  folder.remove()
})

/** Opens a trace at an event counted from its end. */
async function open(program: string, fromEnd: number, variable: string): Promise<void> {
  const { trace, events } = traces.get(program) ?? { trace: '', events: 0 }
  const hash = `#view=trace&trace=${trace}&step=${events - fromEnd}&variable=${variable}`
  await page.evaluate((to) => {
    location.hash = to
  }, hash)
  await page.locator('.variables').waitFor()
  await idle(page)
}

const row = (name: string): Locator =>
  page
    .locator('.variables tbody tr')
    .filter({ has: page.locator('.name', { hasText: new RegExp(`^${name}(?![a-z0-9])`) }) })
const parts = (): Promise<string[]> =>
  page
    .locator('.value-row')
    .evaluateAll((rows) =>
      rows.map((one) =>
        ['part-sign > [aria-hidden]', 'part-label', 'part-text', 'part-type', 'part-size']
          .map((part) => one.querySelector(`.${part}`)?.textContent ?? '')
          .join('|'),
      ),
    )

async function allowCopying(): Promise<void> {
  await watched.context.grantPermissions(['clipboard-read', 'clipboard-write'])
}

describe('the variables of a trace in the window', () => {
  it('shows a nested value as its parts, with what changed in them opened and marked', async () => {
    // The last event of the loop that follows a write of d.
    await open('nested.py', 7, 'd')
    await page.keyboard.press('w')
    await row('d').first().dblclick()
    await page.getByRole('treegrid', { name: 'Parts of d' }).focus()
    await expect.poll(parts).toContainEqual("|'a'|[1, 2, {'k': {'x': 4}}]|list|3 items")
    // A step back and forth shows what the step did.
    await page.keyboard.press(',')
    await page.keyboard.press('.')
    await expect.poll(parts).toContainEqual("~|'x'|4|int|")
    expect(await parts()).toContainEqual("|'s'|{1, 2}|set|2 items")
    await page.screenshot({ path: join(SHOTS, 'variables-nested.png') })
    await allowCopying()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('treegrid', { name: 'Parts of d' }).focus()
    await page.getByRole('button', { name: 'next change' }).click()
    await page.getByRole('button', { name: 'copy path' }).click()
    await expect.poll(clipboard).toBe("d['a'][2]['k']['x']")
    await page.getByRole('treegrid', { name: 'Parts of d' }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+c')
    await expect.poll(clipboard).toBe("{'x': 4}")
    await page.keyboard.press('ArrowLeft')
    await expect
      .poll(async () => (await parts()).some((part) => part.startsWith("~|'x'|")))
      .toBe(false)
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await expect.poll(() => page.locator('.long-text').last().textContent()).toContain("{'a': [1,")
    await page.getByRole('button', { name: 'Tree', exact: true }).click()
  })

  it('shows which names are one object, and the others of the one in focus', async () => {
    await open('nested.py', 1, 'd')
    const mark = row('alias').locator('.shared-mark')
    await expect.poll(() => mark.textContent()).toBe('≡1')
    expect(await row('alias').locator('.name').getAttribute('title')).toContain('same object as d')
    await expect.poll(() => row('alias').getAttribute('class')).toContain('sharing')
  })

  it('finds the one change in a list of a hundred thousand, and scrolls it smoothly', async () => {
    await open('nested.py', 3, 'big')
    await page.keyboard.press('.')
    await expect.poll(parts).toContainEqual('|0|0|int|')
    expect((await parts()).length).toBeLessThan(120)
    await page.getByRole('button', { name: 'next change' }).click()
    await expect.poll(parts).toContainEqual('~|50000|-1|int|')
    const frame = await page.evaluate(async () => {
      const host = document.querySelector('.value-tree') as HTMLElement
      const times: number[] = []
      let last = performance.now()
      for (let at = 0; at < 60; at++) {
        host.scrollTop = at * 30_000
        await new Promise(requestAnimationFrame)
        times.push(performance.now() - last)
        last = performance.now()
      }
      return times.sort((a, b) => a - b)[30] as number
    })
    expect(frame).toBeLessThan(50)
  })

  it('strikes a deleted variable once, and goes back to its deletion', async () => {
    await open('nested.py', 4, 'text')
    await page.keyboard.press('.')
    await expect.poll(() => row('text').first().getAttribute('class')).toContain('removed')
    await page.keyboard.press('.')
    await expect.poll(() => row('text').count()).toBe(0)
    const bar = page.getByRole('region', { name: 'Writes of the variable' })
    await expect.poll(() => bar.textContent()).toContain('deleted by line 12')
    await row('number').first().click()
    await expect.poll(parts).toEqual([])
    await page.getByRole('button', { name: 'all writes' }).click()
    await expect.poll(() => page.locator('.write').count()).toBe(1)
    await page.getByRole('button', { name: 'all writes' }).click()
  })

  it('filters five thousand variables, and shows the one in focus', async () => {
    await open('wide.py', 1, 'v2500')
    await expect.poll(() => row('v2500').count()).toBe(1)
    expect(await page.locator('.variables tbody tr').count()).toBeLessThan(200)
    await page.getByRole('region', { name: 'Variables', exact: true }).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('v499')
    await expect
      .poll(() => page.locator('.variable-filter .numbers').textContent())
      .toBe('11 of 5,000')
    await page.screenshot({ path: join(SHOTS, 'variables-5000.png') })
    await page.keyboard.press('Escape')
    await expect.poll(() => row('v2500').count()).toBe(1)
    const started = performance.now()
    await page.keyboard.press('w')
    await page.waitForFunction(() => /event 5,002 /.test(document.body.textContent ?? ''))
    expect(performance.now() - started).toBeLessThan(1000)
    await page.keyboard.press('w')
    await page.waitForFunction(() => /event 2,502 /.test(document.body.textContent ?? ''))
    expect(watched.problems).toEqual([])
  })
})
