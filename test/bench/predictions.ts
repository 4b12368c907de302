import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { openReader } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { ERROR_CLASSES } from '../../shared/model/types.ts'
import { ndw, ndwJson } from '../support/ndw.ts'
import { idle, launchBrowser, openPage, startWorkbench } from '../support/workbench.ts'
import { printTable } from './table.ts'

/**
 * Opening a scored trace: `npm run -s bench -- predictions [STEPS]`, with WORKBENCH_BROWSER naming a browser. Every
 * state of four traces of 10,000 steps is predicted once, each prediction with fifty tokens and five alternatives to
 * each, one in ten wrong. One trace is opened so that the view is read, one without its accuracy painted, and two with
 * it; the better of these has a second, as other programs can only make it longer.
 */
const LIMIT_MS = 1000
const TOKENS = 50

const steps = Number(process.argv[2] ?? 10_000)

/** What a model with log-probabilities leaves of one prediction. */
function tokensJson(prng: ReturnType<typeof createPrng>): string {
  const tokens = Array.from({ length: TOKENS }, (_, at) => ({
    text: ` token${at}`,
    logProbability: -prng.nextFloat(),
    alternatives: Array.from({ length: 5 }, (_, other) => ({
      text: ` other${other}`,
      logProbability: -other - prng.nextFloat(),
    })),
  }))
  return JSON.stringify(tokens)
}

/** A run that is done, with a prediction of every state. */
function score(path: string): number {
  const db = new Sqlite(path)
  const prng = createPrng('scored')
  db.exec(`INSERT INTO run (id, state, suite, engine, engine_kind, identity, codec, scorer, settings_json,
      seed, query, set_sha256, trajectories, steps, done, created_at, ended_at)
    VALUES ('r_bench', 'done', 'next-state', 'made', 'local', 'made@1', 'nd@1', 'exact@1', '{}',
      0, '', 'none', 0, 0, 0, 0, 0)`)
  const add = db.prepare(`INSERT INTO prediction (run_key, trace_key, from_seq, from_duplicate,
      direction, action, target_seq, depth, horizon, seed, text, finish, tokens_json, verdict, error,
      event, reasons, differences_json, line_ambiguous, ms, predicted_at)
    SELECT run_key, ?, ?, 0, 'forward', 'step_into', ?, 1, 1, 0, ?, 'stop', ?, ?, ?,
      'exact', '', '[]', 0, 1, 0 FROM run WHERE id = 'r_bench'`)
  const nodes = db.prepare('SELECT trace_key, seq FROM node WHERE seq > 0').all()
  db.transaction(() => {
    for (const row of nodes) {
      const { trace_key: trace, seq } = row as { trace_key: number; seq: number }
      const isWrong = prng.nextBelow(10) === 0
      const error = isWrong ? ERROR_CLASSES[prng.nextBelow(ERROR_CLASSES.length)] : null
      const verdict = isWrong ? 'mismatch' : 'match'
      add.run(trace, seq - 1, seq, 'x'.repeat(400), tokensJson(prng), verdict, error)
    }
  })()
  db.close()
  return nodes.length
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return Math.round((performance.now() - start) * 10) / 10
}

/** The reads that a scored trace is opened with, and beside them every row of its predictions, read as it is. */
function measureReads(path: string, trace: string): void {
  const db = openReader(path)
  const of = { engine: 'made' }
  const states = timed(() => {
    for (let from: number | null = 0; from !== null; ) {
      from = reads.predictedStates(db, { trace, of, from }).next
    }
  })
  const sources = timed(() => reads.predictionSources(db, { trace }))
  const bare = new Sqlite(path, { readonly: true })
  const rows = timed(() =>
    bare
      .prepare(`SELECT p.target_seq, p.verdict, p.error, r.engine FROM prediction AS p NOT INDEXED
        JOIN run AS r USING (run_key) JOIN trace AS t ON t.trace_key = p.trace_key WHERE t.id = ?`)
      .all(trace),
  )
  bare.close()
  db.close()
  printTable('Reading the predictions of the trace', [
    { what: 'by state and error, in parts', ms: states, 'of the rows': (states / rows).toFixed(2) },
    { what: 'whose there are', ms: sources, 'of the rows': (sources / rows).toFixed(2) },
    { what: '(their rows, one by one)', ms: rows, 'of the rows': '1.00' },
  ])
}

/** Milliseconds until a trace is there whole, and painted if that is asked for. */
function opening(page: Page, trace: string, isPainted: boolean): Promise<number> {
  return page.evaluate(
    ([hash, painted]) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        location.hash = hash
        const look = (): void => {
          const rows = document.querySelector('.tree-mirror')?.textContent ?? ''
          const isWhole = document.querySelector('.tree-loading') === null && rows !== ''
          const isTold = !painted || (rows.includes('predicted') && lane() !== null)
          if (isWhole && isTold) resolve(Math.round(performance.now() - start))
          else requestAnimationFrame(look)
        }
        const lane = () => document.querySelector('.accuracy-lane')
        requestAnimationFrame(look)
      }),
    [`#view=trace&trace=${trace}&step=0`, isPainted] as const,
  )
}

/** Presses the key that paints the predictions, and waits for them. */
async function painting(page: Page): Promise<number> {
  const start = performance.now()
  await page.keyboard.press('a')
  await page.locator('.accuracy-lane').waitFor()
  return Math.round(performance.now() - start)
}

async function measureOpening(path: string, traces: readonly string[]): Promise<number> {
  const workbench = await startWorkbench(['--store', path])
  const browser = await launchBrowser()
  try {
    const look = { width: 1600, height: 1000, dark: false }
    const { page, problems } = await openPage(browser, workbench.url, look)
    await idle(page)
    const rows: object[] = []
    const [first = '', plain = '', ...scored] = traces
    const measure = async (what: string, work: () => Promise<number>): Promise<number> => {
      await page.evaluate(() => location.assign('#view=corpus'))
      await idle(page)
      const ms = await work()
      await idle(page)
      rows.push({ what, ms })
      return ms
    }
    await measure('the first, with the view', () => opening(page, first, false))
    await measure('opened, its accuracy not painted', () => opening(page, plain, false))
    await page.getByRole('treegrid').focus()
    rows.push({ what: 'painted at a key', ms: await painting(page) })
    const all: number[] = []
    for (const trace of scored) {
      all.push(await measure('another, opened and painted', () => opening(page, trace, true)))
    }
    const ms = Math.min(...all)
    printTable(`Traces of ${steps.toLocaleString('en')} steps, all of them predicted`, rows)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return ms
  } finally {
    await browser.close()
    await workbench.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'ndw-bench-'))
try {
  const path = join(folder, 's.ndw')
  for (const name of ['one', 'two', 'three', 'four']) {
    const program = join(folder, `${name}.py`)
    const passes = Math.ceil(steps / 7)
    writeFileSync(
      program,
      `# ${name}\ndef g(i):\n    a = i\n    b = a + 1\n    return b\n\ndef f(n):\n    t = 0\n    for i in range(n):\n        t += g(i)\n    return t\nf(${passes})\n`,
    )
    await ndw(['trace', program, '--store', path, '--max-steps', String(2 * steps)])
  }
  const traces = (await ndwJson(['traces', '--store', path])).map(({ trace }) => String(trace))
  const predicted = score(path)
  process.stdout.write(`${predicted.toLocaleString('en')} predictions in ${traces.length} traces\n`)
  measureReads(path, traces[0] ?? '')
  const ms = await measureOpening(path, traces)
  process.stdout.write(`\n${ms} ms of ${LIMIT_MS} ms\n`)
  if (ms > LIMIT_MS) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
