import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { commandFile, root } from './paths.mjs'
import { childEnvironment, runNode } from './processes.mjs'
import { runScript, setUp } from './setup.mjs'
import { printTests, readReport } from './test-report.mjs'

const color = process.stdout.isTTY ? [] : ['--colors=off']
const CHECKS = [
  { name: 'type check', file: () => commandFile('typescript', 'tsc'), args: ['-b'] },
  {
    name: 'lint and format',
    file: () => commandFile('@biomejs/biome', 'biome'),
    args: ['ci', ...color, '.'],
  },
  { name: 'dead code', file: () => commandFile('knip'), args: ['--no-progress'] },
]
/** What the folders' rules are held to: part of the unit tests, and of the checks where those are run alone. */
const ARCHITECTURE = {
  name: 'architecture',
  file: () => commandFile('vitest'),
  args: ['run', '--project=unit', '--reporter=dot', 'test/architecture.test.ts'],
}
const PROJECTS = ['unit', 'property', 'store', 'contract', 'tracer', 'component']
const RESULTS = join(root, 'dist', 'test-results')

class Stopped extends Error {}

async function runCheck({ name, file, args }) {
  const started = performance.now()
  const { status, stopped } = await runNode([file(), ...args])
  if (stopped) throw new Stopped()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${name} ${status === 0 ? 'passed' : 'FAILED'} (${seconds} s)`)
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function runVitest(label, projects, rest, env) {
  mkdirSync(RESULTS, { recursive: true })
  const output = join(RESULTS, `${label}.json`)
  rmSync(output, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const args = ['run', ...projects.map((name) => `--project=${name}`), ...reporters, ...rest]
  const { status, stopped } = await runNode([commandFile('vitest'), ...args], { env })
  if (stopped) throw new Stopped()
  return readReport(output, status)
}

function parseArguments(args) {
  const only = []
  const rest = []
  for (let at = 0; at < args.length; at++) {
    if (args[at] === '--only') only.push(args[++at])
    else if (args[at] !== '--checks') rest.push(args[at])
  }
  return { checksOnly: args.includes('--checks'), only, rest }
}

async function runAll({ checksOnly, only, rest }) {
  const totals = []
  if (only.length === 0 && rest.length === 0) {
    for (const check of CHECKS) totals.push(await runCheck(check))
  }
  if (checksOnly) return [...totals, await runCheck(ARCHITECTURE)]
  const projects = only.length === 0 ? PROJECTS : only.filter((name) => name !== 'e2e')
  if (projects.length > 0) {
    totals.push(await runVitest('projects', projects, rest, childEnvironment()))
  }
  if (only.length === 0 ? rest.length === 0 : only.includes('e2e')) {
    const env = { ...childEnvironment(), WORKBENCH_BROWSER: findBrowser() }
    totals.push(await runVitest('e2e', ['e2e'], rest, env))
  }
  return totals
}

await runScript(async (args) => {
  const wanted = parseArguments(args)
  // Checks read sources only, and each project of Vitest builds what it starts.
  if (wanted.checksOnly || wanted.only.length > 0) await ensureInstalled()
  else await setUp()
  try {
    const totals = await runAll(wanted)
    printTests(
      'Passed only on a second try',
      totals.flatMap(({ secondTries = [] }) => secondTries),
    )
    printTests(
      'Failed',
      totals.flatMap(({ failures = [] }) => failures),
    )
    const sum = (key) => totals.reduce((all, part) => all + part[key], 0)
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
    return sum('failed') === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    console.log('\nThe tests were stopped.')
    return 130
  }
})
