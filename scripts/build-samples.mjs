import { spawnSync } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { root } from './paths.mjs'

/**
 * Records the sample project into the store named by the first argument, by the command line that was just built,
 * draws some trajectories to start with, and has the baselines predict the short ones. The only program that may fail is the one with the planted syntax error.
 */

const [store] = process.argv.slice(2)
const CLI = join(root, 'dist', 'main', 'cli.js')
const PROGRAMS = join(root, 'resources', 'samples', 'programs.jsonl')
const PLANTED_FAILURE = 'syntax-error'

/** Of these the predictions come along. */
const PREDICTED = 'policy == "paper-mix" and steps <= 20'

/** What is drawn from every trace. */
const DRAWS = [
  ['paper-mix', 'forward', '4'],
  ['paper-mix', 'inverse', '2'],
  ['interpreter', 'forward', '1'],
]

function ndw(/** @type {string[]} */ ...args) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [CLI, ...args, '--store', String(store), '--json'],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  const rows = stdout.split('\n').filter((line) => line !== '')
  return { rows: rows.map((line) => JSON.parse(line)), stderr }
}

function fail(/** @type {string} */ sentence) {
  console.error(sentence)
  process.exit(1)
}

const recorded = ndw('trace', PROGRAMS, '--max-steps', '10000')
const failures = recorded.rows.filter((row) => row.failure !== null)
if (failures.length !== 1 || failures[0].program !== PLANTED_FAILURE) {
  fail(`The sample programs were not recorded as they should be:\n${recorded.stderr}`)
}
for (const [policy, direction, count] of DRAWS) {
  const options = ['--policy', policy, '--direction', direction, '--count', count, '--seed', '1']
  const drawn = ndw('sample', '--all', ...options.map(String))
  if (drawn.rows.length === 0) fail(`Nothing was drawn with ${policy}:\n${drawn.stderr}`)
}
/** Predicted by every baseline, each step from the recorded state and fed back: all screens have something to show. */
for (const model of ['next-line', 'replay-with-faults']) {
  for (const suite of ['horizon', 'next-state']) {
    const ran = ndw('run', '--model', model, '--suite', suite, '--where', PREDICTED)
    if (ran.rows.length === 0) fail(`${model} predicted nothing:\n${ran.stderr}`)
  }
}

/** The jobs tell of this machine (paths, times of work), which is nobody's business elsewhere. */
function forgetJobs() {
  const db = new Database(String(store))
  db.exec('UPDATE trace SET job_key = NULL; UPDATE run SET job_key = NULL; DELETE FROM job; VACUUM')
  db.close()
}

forgetJobs()
const log = `${store}-wal`
if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) {
  fail('The sample store was not folded into one file.')
}
for (const extra of [log, `${store}-shm`]) rmSync(extra, { force: true })
