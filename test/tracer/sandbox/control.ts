import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { processesNamed } from '../processes.ts'
import type { Attempt } from './attempt.ts'
import { hasSucceeded } from './judge.ts'
import { programOf } from './program.ts'
import type { Place, Scene } from './scene.ts'
import { watch } from './watch.ts'

const ALLOWED_MS = 2000
const OUTLIVED_MS = 6500
const OUTPUT_BYTES = 100_000

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
  const isOutlived = attempt.goal.kind === 'outlived'
  const watched = watch(attempt, place)
  const command =
    attempt.outside === 'plain Pyodide'
      ? [process.execPath, PLAIN_PYODIDE, PYODIDE_DIR]
      : [python, '-S', '-B', '-s', '-']
  const startedAt = performance.now()
  // A parent between, which an attempt may kill.
  const child = spawn('/bin/sh', ['-c', '"$@"; exit 0', 'sh', ...command], {
    cwd: place.names.FOLDER,
    env: { ...scene.env, TMPDIR: place.names.FOLDER },
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
  child.stdin?.end(programOf(attempt, place.names))
  const timer = setTimeout(() => killGroup(child.pid), isOutlived ? OUTLIVED_MS : 60_000)
  const signal = await new Promise<string | null>((resolve) => {
    child.once('exit', (_, name) => resolve(name))
  })
  clearTimeout(timer)
  const ms = performance.now() - startedAt
  await new Promise((resolve) => setTimeout(resolve, 50))
  watched.stop()
  const run = {
    output,
    seen: watched.seen,
    ms,
    allowedMs: ALLOWED_MS,
    outputBytes: OUTPUT_BYTES,
    isSpoiled: false,
    isParentDead: signal === 'SIGKILL' && !isOutlived,
  }
  const isOut = hasSucceeded(attempt, scene, place, run)
  clean(child.pid, place)
  return isOut
}

function clean(pid: number | undefined, place: Place): void {
  killGroup(pid)
  for (const one of processesNamed(place.names.MARK)) process.kill(one, 'SIGKILL')
  place.clear()
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}

const PYODIDE_DIR = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))
const PLAIN_PYODIDE = new URL('plain-pyodide.mjs', import.meta.url).pathname
