import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ROOT } from './ndw.ts'

/** One file a view and look, for people to open; not in git. */
export const SHOTS = join(ROOT, 'test', 'e2e', 'screenshots')
mkdirSync(SHOTS, { recursive: true })

/** Size and colours of a window. */
export interface Look {
  readonly width: number
  readonly height: number
  readonly dark: boolean
}

/** Windows that every view is looked at in. */
export const LOOKS = [
  { name: 'light', width: 1280, height: 800, dark: false },
  { name: 'dark', width: 1920, height: 1080, dark: true },
]

export interface Workbench {
  readonly url: string
  readonly child: ChildProcess
  readonly stop: () => Promise<void>
}

/** Starts the built web host on a store, with more in its environment, and waits for the address it prints. */
export function startWorkbench(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Workbench> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/main/web.js'), '--no-open', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return new Promise((resolve, reject) => {
    let output = ''
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
      const url = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(output)?.[0]
      if (url !== undefined) resolve({ url, child, stop })
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('exit', () => reject(new Error(`The workbench ended: ${output}`)))
  })
}

/** The browser that scripts/browser.mjs found. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.WORKBENCH_BROWSER
  if (executablePath === undefined) throw new Error('WORKBENCH_BROWSER names no browser.')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  /** Console errors, warnings of the content policy and uncaught exceptions so far. */
  readonly problems: string[]
}

/** What a page has before it is opened. */
export interface Before {
  /** The theme the user chose. */
  readonly theme?: string
  /** Code that runs in it first. */
  readonly script?: string
}

/** A page whose every console error is remembered: a scenario ends by asserting that there was none. */
export async function openPage(
  browser: Browser,
  url: string,
  look: Look,
  before: Before = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.dark ? 'dark' : 'light',
  })
  if (before.theme !== undefined) {
    await context.addInitScript(
      (theme) => localStorage.setItem('workbench.theme', JSON.stringify(theme)),
      before.theme,
    )
  }
  if (before.script !== undefined) await context.addInitScript(before.script)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text())) {
      problems.push(message.text())
    }
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(url)
  await idle(page)
  return { context, page, problems }
}

/** Waits until the page says that nothing is under way, and the tree's rows for assistive technology have kept up. */
export async function idle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.idle === 'true' &&
      document.querySelector('.tree-mirror[aria-busy="true"]') === null,
  )
}

interface TraceEvent {
  readonly pid: number
  readonly tid: number
  /** Microseconds of the processor, which another program's load does not change. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Milliseconds of the processor that the longest task of the page's main thread took while `work` went on. */
export async function longestTask(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> {
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata']
  await browser.startTracing(page, { categories })
  await work()
  await idle(page)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: TraceEvent[]
  }
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`
  const main = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf),
  )
  const times = traceEvents.flatMap(({ tdur, ...event }) =>
    tdur !== undefined && main.has(threadOf(event)) ? [tdur / 1000] : [],
  )
  if (times.length === 0) throw new Error('The browser told of no task of the page.')
  return Math.max(...times)
}
