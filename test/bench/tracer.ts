import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { tracerOptions } from '../tracer/support.ts'
import { printTable } from './table.ts'

/**
 * The tracer against a bare trace function: `npm run -s bench -- tracer`. The ceiling is the bare function's own
 * rate, which a tracer that renders every local can hardly pass.
 *
 * Where the rest of a tight loop's time goes, of the bare rate: to look at two variables and compare them alone leaves
 * 1.2 to 1.4 (nothing is rendered that did not change), to write each event as a line of text besides 0.55 to 0.75. The
 * way to 0.8: events as columns of numbers that are formatted once a batch, which leaves 0.8 to 0.85 (CPython 3.11 and
 * 3.13, two variables, functions of twenty lines); it needs a protocol of batches in place of one of lines.
 */

interface Row {
  readonly workload: string
  readonly events: number
  readonly bare: number
  readonly ours: number
  readonly ratio: number
}

const folder = import.meta.dirname
const { denoPath, pyodideDir, resourcesDir } = tracerOptions
const script = join(folder, 'tracer_bench.py')
const packageDir = join(resourcesDir, 'tracer', 'ndtracer')

function rowsOf(output: string): Row[] {
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

function inPyodide(options: object): Row[] {
  const args = ['run', '--no-prompt', '--allow-read', '--v8-flags=--stack-size=3000']
  const own = [join(folder, 'tracer-in-pyodide.mjs'), pyodideDir, packageDir, script]
  const output = execFileSync(denoPath, [...args, ...own, JSON.stringify(options)], {
    encoding: 'utf8',
  })
  return rowsOf(output)
}

function inCpython(options: object): Row[] | null {
  try {
    const args = [script, join(resourcesDir, 'tracer'), JSON.stringify(options)]
    return rowsOf(execFileSync('python3', args, { encoding: 'utf8' }))
  } catch {
    return null
  }
}

for (const backend of ['settrace', 'monitoring']) {
  printTable(`Pyodide, ${backend}`, inPyodide({ backend }))
}
const rows = inCpython({})
if (rows === null) process.stdout.write('There is no python3 here, so CPython is not measured.\n')
else printTable('python3, settrace', rows)
