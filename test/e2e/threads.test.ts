import { spawnSync } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ndwJson } from '../support/ndw.ts'
import { prepareStore } from '../support/prepared-store.ts'
import { openTrace, position, type, WINDOW } from '../support/samples-in-window.ts'
import {
  idle,
  launchBrowser,
  openPage,
  startWorkbench,
  type Workbench,
} from '../support/workbench.ts'

const hasCpython =
  spawnSync('python3', ['--version']).status === 0 && spawnSync('bwrap', ['--version']).status === 0

/** Two threads that wait for each other, so that each run has the same turns. */
const CODE = `import threading
asked = threading.Semaphore(0)
given = threading.Semaphore(0)
def give():
    for n in range(3):
        asked.acquire()
        cup = n * 10
        given.release()
giver = threading.Thread(target=give)
giver.start()
for round in range(3):
    asked.release()
    given.acquire()
    got = round
giver.join()
`

const { store, write } = prepareStore('threads')
let browser: Browser
let workbench: Workbench
beforeAll(async () => {
  if (!hasCpython) return
  browser = await launchBrowser()
  const file = write('cups.jsonl', `${JSON.stringify({ id: 'cups', code: CODE })}\n`)
  await ndwJson(['trace', file, '--engine', 'cpython', '--store', store])
  workbench = await startWorkbench(['--store', store])
})
afterAll(async () => {
  await workbench?.stop()
  await browser?.close()
})

async function shownThread(page: Page): Promise<string> {
  await idle(page)
  const pressed = page
    .getByRole('group', { name: 'Threads of this run' })
    .locator('[aria-pressed=true]')
  return (await pressed.textContent()) ?? ''
}

describe.skipIf(!hasCpython)('threads of a run', () => {
  it('are lanes by the order of all events, gone through by keyboard', async () => {
    const { page, problems, context } = await openPage(browser, workbench.url, {
      ...WINDOW,
      dark: false,
    })
    await openTrace(page, 'cups')
    expect(await shownThread(page)).toBe('main thread')

    // The whole run, event by event: both threads come, each in its own order.
    const seen: string[] = []
    const next = new Map<string, number>()
    const step = async (): Promise<void> => {
      let thread = ''
      const isNext = async (): Promise<boolean> => {
        thread = await shownThread(page)
        return (await position(page)) === (next.get(thread) ?? 0)
      }
      await expect.poll(isNext).toBe(true)
      next.set(thread, (next.get(thread) ?? 0) + 1)
      if (seen.at(-1) !== thread) seen.push(thread)
    }
    const lanes = await ndwJson(['traces', '--where', '"cups"', '--store', store])
    const events = lanes.reduce((sum, lane) => sum + Number(lane.events), 0)
    for (let moment = 0; moment < events; moment++) {
      await step()
      await type(page, '}')
    }
    expect([...next.values()].sort()).toEqual(lanes.map((lane) => Number(lane.events)).sort())
    expect(seen.length).toBeGreaterThan(4)
    const last = [await shownThread(page), await position(page)]
    await type(page, '}')
    expect([await shownThread(page), await position(page)]).toEqual(last)

    // The other thread at this moment, and a moment by the pointer.
    await type(page, 'Shift+T')
    await expect.poll(() => shownThread(page)).toBe('thread 1')
    expect(await position(page)).toBe((next.get('thread 1') ?? 0) - 1)
    await page
      .locator('.lane-strip')
      .first()
      .click({ position: { x: 1, y: 4 } })
    await expect.poll(() => shownThread(page)).toBe('main thread')
    expect(await position(page)).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  })
})
