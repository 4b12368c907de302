import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ndw } from '../support/ndw.ts'
import { idle, launchBrowser, openPage, startWorkbench } from '../support/workbench.ts'
import { printTable } from './table.ts'

/**
 * What opening a long trace and moving about it costs the page's thread: `npm run -s bench -- movement [EVENTS]`, with
 * WORKBENCH_BROWSER naming a browser. Scripting is what Chrome's own tracing says ran on that thread between two
 * frames, tasks are all that ran on it, each by its time on the processor, which other programs do not lengthen.
 * Beside them stands the ceiling: a frame of a page that does nothing but tick.
 */

/** Longer tasks keep the user waiting. */
const LONG_TASK_MS = 50

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly dur?: number
  /** Time on the processor. */
  readonly tdur?: number
  readonly tid: number
  readonly pid: number
}

const SCRIPTING = new Set([
  'FunctionCall',
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'TimerFire',
  'RunMicrotasks',
  'MinorGC',
  'MajorGC',
])

/** What ran on the page's thread: of all threads the one that ran the most of its scripts. */
function ofPage(events: readonly TraceEvent[]): TraceEvent[] {
  const scripts = new Map<string, number>()
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  for (const event of events) {
    if (event.name !== 'FunctionCall') continue
    scripts.set(threadOf(event), (scripts.get(threadOf(event)) ?? 0) + 1)
  }
  const [busiest] = [...scripts].sort(([, a], [, b]) => b - a)
  return events.filter((event) => threadOf(event) === busiest?.[0] && event.ph === 'X')
}

/** Milliseconds of scripting in each frame in which there was some, beyond the frame's own tick. */
function scriptingOf(events: readonly TraceEvent[]): number[] {
  const ticks = events.filter(({ name }) => name === 'FireAnimationFrame')
  const own = events.filter(({ name }) => SCRIPTING.has(name))
  own.sort((a, b) => a.ts - b.ts)
  const frames: number[] = []
  let end = 0
  let frame = 0
  const starts = ticks.map(({ ts }) => ts).sort((a, b) => a - b)
  for (const { ts, dur = 0, tdur = dur } of own) {
    while (frame + 1 < starts.length && (starts[frame + 1] ?? 0) <= ts) frame++
    // What runs inside something that was counted is not counted again.
    if (ts < end) continue
    frames[frame] = (frames[frame] ?? 0) + tdur / 1000
    end = ts + dur
  }
  return frames.filter((ms) => ms !== undefined && ms > 0.3)
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function traced(browser: Browser, page: Page, work: () => Promise<void>) {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'],
  })
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const buffer = await browser.stopTracing()
  const { traceEvents } = JSON.parse(buffer.toString('utf8')) as { traceEvents: TraceEvent[] }
  const own = ofPage(traceEvents)
  const frames = scriptingOf(own)
  const tasks = own
    .filter(({ name }) => name === 'RunTask')
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
  return {
    frames: frames.length,
    'frames/s': Math.round(frames.length / seconds),
    'p50 ms': round(percentile(frames, 0.5)),
    'p95 ms': round(percentile(frames, 0.95)),
    'most ms': round(Math.max(0, ...frames)),
    'longest task ms': round(Math.max(0, ...tasks)),
    [`tasks > ${LONG_TASK_MS} ms`]: tasks.filter((ms) => ms > LONG_TASK_MS).length,
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}

const events = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'ndw-bench-'))
const program = join(folder, 'long.py')
const passes = Math.floor(events / 2) - 4
writeFileSync(
  program,
  `def f(n):\n    t = 0\n    for i in range(n):\n        t += i\n    return t\nf(${passes})\n`,
)
const store = join(folder, 's.ndw')
const limits = ['--timeout', '600', '--max-steps', String(events + 100)]
await ndw(['trace', program, '--store', store, ...limits])
const { stdout } = await ndw(['traces', '--store', store])
const trace = /t_[0-9a-f]+/.exec(stdout)?.[0] ?? ''
const workbench = await startWorkbench(['--store', store])
const browser = await launchBrowser()
try {
  const url = workbench.url.replace('#', `#view=trace&trace=${trace}&step=0&`)
  // A tick a frame, so that the trace tells one frame from the next.
  const script = 'requestAnimationFrame(function tick() { requestAnimationFrame(tick) })'
  const look = { width: 1600, height: 1000, dark: false }
  const { page, problems } = await openPage(browser, workbench.url, look, { script })
  const rows: object[] = []
  const measure = async (what: string, work: () => Promise<void>): Promise<void> => {
    await idle(page)
    const known = problems.length
    rows.push({ what, ...(await traced(browser, page, work)) })
    const found = problems.slice(known)
    if (found.length > 0) throw new Error(`${what}: ${found.join('\n')}`)
  }
  const isDrawn = () =>
    document.querySelector('.depth-strip') !== null &&
    document.querySelector('.tree-loading') === null
  /** The first states of its tree and the variables of the one in focus. */
  const isUsable = () =>
    document.querySelectorAll('.tree-mirror [role="row"]').length > 5 &&
    document.querySelector('table.variables td') !== null
  await measure('(the page alone)', () => page.waitForTimeout(1000))
  let openMs = 0
  let usableMs = 0
  await measure('open', async () => {
    // Another page altogether, and not the same one with another fragment.
    await page.goto('about:blank')
    const opened = performance.now()
    await page.goto(url)
    await page.waitForFunction(isUsable, null, { timeout: 120_000 })
    usableMs = Math.round(performance.now() - opened)
    await page.waitForFunction(isDrawn, null, { timeout: 120_000 })
    await idle(page)
    openMs = Math.round(performance.now() - opened)
  })
  const strip = page.locator('.depth-strip')
  const box = await strip.boundingBox()
  if (box === null) throw new Error('There is no strip.')
  const press = async (keys: readonly string[], times: number): Promise<void> => {
    for (let at = 0; at < times; at++) await page.keyboard.press(keys[at % keys.length] ?? '')
  }
  const y = box.y + box.height / 2
  await measure('scrub', async () => {
    await page.mouse.move(box.x + 5, y)
    await page.mouse.down()
    for (let at = 0; at < 300; at++) {
      await page.mouse.move(box.x + 5 + ((at * 37) % (box.width - 10)), y)
    }
    await page.mouse.up()
  })
  await strip.focus()
  await measure('zoom and pan', () => press(['w', 'w', 'd', 'd', 'a', 's'], 240))
  await page.keyboard.press('0')
  await page.locator('[role=treegrid]').focus()
  await measure('step into', () => press(['s'], 100))
  await measure('step back', () => press(['Shift+s'], 100))
  await measure('next pass', () => press(['l'], 100))
  await measure('previous pass', () => press(['Shift+l'], 100))
  await measure('previous and next', () => press(['.', ','], 100))
  await page.keyboard.press('b')
  await measure('continue', () => press(['c'], 100))
  await measure('continue back', () => press(['Shift+c'], 100))
  await strip.focus()
  await press(['=', '=', '=', '=', '=', '='], 6)
  await measure('play 1,000 steps/s', async () => {
    await page.keyboard.press(' ')
    await page.waitForTimeout(4000)
    await page.keyboard.press(' ')
  })
  printTable(
    `Scripting a frame, ${events.toLocaleString('en')} events, usable in ${usableMs} ms, whole in ${openMs} ms`,
    rows,
  )
} finally {
  await browser.close()
  await workbench.stop()
  rmSync(folder, { recursive: true })
}
