import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { processesNamed } from '../processes.ts'
import type { Attempt } from './attempt.ts'
import { hasSucceeded, NOTHING_SEEN, type Run } from './judge.ts'
import { bundleOf, partsOf, programOf } from './program.ts'
import type { Place, Scene } from './scene.ts'
import { watch } from './watch.ts'

/** Outside there is no limit that it should keep. */
const ALLOWED_MS = 0
const OUTLIVED_MS = 4200
const MOST_MS = 60_000
const OUTPUT_BYTES = 100_000
const LOOK_MS = 100
const MOST_LOOKS = 20

/** Why an attempt is not tried outside here; null when it is. */
export function whyNotOutside({ outside }: Attempt): string | null {
  if (typeof outside === 'object') return outside.not
  const isRoot = process.getuid?.() === 0
  return outside === 'root' && !isRoot ? 'outside it needs root' : null
}

/** Runs an attempt where nothing contains it, and says whether it got out: if not, it proves nothing inside. */
export async function succeedsOutside(
  attempt: Attempt,
  scene: Scene,
  python: string,
): Promise<boolean> {
  const place = await scene.place(attempt)
  const watched = watch(attempt, place)
  const isOutlived = attempt.goal.kind === 'outlived'
  const startedAt = performance.now()
  const { child, ended } = start([python, '-S', '-B', '-s', '-'], scene, place.names.FOLDER)
  child.stdin?.end(programOf(attempt, place.names))
  const timer = setTimeout(() => killGroup(child), isOutlived ? OUTLIVED_MS : MOST_MS)
  const { output, signal } = await ended
  clearTimeout(timer)
  const ms = performance.now() - startedAt
  watched.stop()
  const run: Run = {
    ...NOTHING_SEEN,
    output,
    seen: watched.seen,
    ms,
    allowedMs: ALLOWED_MS,
    outputBytes: OUTPUT_BYTES,
    isParentDead: signal === 'SIGKILL' && !isOutlived,
  }
  // A loaded machine takes its time to end a process.
  let isOut = hasSucceeded(attempt, scene, place, run)
  for (let look = 0; !isOut && look < MOST_LOOKS; look++) {
    await sleep(LOOK_MS)
    isOut = hasSucceeded(attempt, scene, place, run)
  }
  killGroup(child)
  clean(place)
  return isOut
}

/** The same for attempts on JavaScript, all in one Pyodide as its manual starts it. */
export async function succeedInPlainPyodide(
  attempts: readonly Attempt[],
  scene: Scene,
): Promise<readonly boolean[]> {
  const places = await Promise.all(attempts.map(scene.place))
  const programs = attempts.map((attempt, at) => programOf(attempt, (places[at] as Place).names))
  const { child, ended } = start([process.execPath, PLAIN_PYODIDE, PYODIDE_DIR], scene, '/')
  const mark = '@@plain'
  child.stdin?.end(bundleOf(programs, mark))
  const timer = setTimeout(() => killGroup(child), MOST_MS)
  const { output } = await ended
  clearTimeout(timer)
  const parts = partsOf(output, mark)
  const succeeded = attempts.map((attempt, at) => {
    const run = { ...NOTHING_SEEN, output: parts[at]?.output ?? '' }
    return hasSucceeded(attempt, scene, places[at] as Place, run)
  })
  for (const place of places) clean(place)
  return succeeded
}

interface Control {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly output: string; readonly signal: string | null }>
}

/** Behind a parent that an attempt may kill, with an open file to inherit. */
function start(command: readonly string[], scene: Scene, folder: string): Control {
  const child = spawn('/bin/sh', ['-c', '"$@"; exit 0', 'sh', ...command], {
    cwd: folder,
    env: { ...scene.env, TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'pipe', scene.descriptor],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output += bytes.toString('latin1')
    })
  }
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<{ output: string; signal: string | null }>((resolve) => {
    child.once('close', (_, signal) => resolve({ output, signal }))
    // A process left behind may hold the pipes.
    child.once('exit', (_, signal) => setTimeout(() => resolve({ output, signal }), DRAIN_MS))
  })
  return { child, ended }
}

const DRAIN_MS = 1000

function clean(place: Place): void {
  for (const one of processesNamed(place.names.MARK)) process.kill(one, 'SIGKILL')
  place.clear()
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}

const PYODIDE_DIR = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))
const PLAIN_PYODIDE = fileURLToPath(new URL('plain-pyodide.mjs', import.meta.url))
