import { setTimeout as sleep } from 'node:timers/promises'
import type { TraceLimits, Tracer } from '../../../main/tracer/tracer.ts'
import { processesNamed } from '../processes.ts'
import { type Recorded, recordWith } from '../support.ts'
import type { Attempt } from './attempt.ts'
import { hasSucceeded, NOTHING_SEEN, type Run } from './judge.ts'
import { bundleOf, partsOf, programOf } from './program.ts'
import type { Place, Scene } from './scene.ts'
import { watch } from './watch.ts'

const LIMITS: TraceLimits = { maxSteps: 100_000, timeoutSeconds: 3, outputBytes: 100_000 }
/** Time enough for many attempts in one program, of which most wait for somebody who does not answer. */
const BUNDLE_LIMITS: TraceLimits = { ...LIMITS, timeoutSeconds: 30, outputBytes: 4_000_000 }

/** What became of an attempt under an engine. */
export interface Outcome {
  readonly attempt: Attempt
  readonly succeeded: boolean
  /** In words, for the table. */
  readonly happened: string
}

const SETTLE_MS = 300

const CANARY = { code: 'def f(n):\n    return [n, f(n - 1)] if n else None\nprint(f(3))\n' }

/** Runs an attempt by itself. */
export async function runAttempt(tracer: Tracer, attempt: Attempt, scene: Scene): Promise<Outcome> {
  const place = await scene.place(attempt)
  const isTrace = attempt.goal.kind === 'spoiled'
  const before = isTrace ? await canary(tracer) : ''
  const limits = attempt.goal.kind === 'outlived' ? { ...LIMITS, timeoutSeconds: 1 } : LIMITS
  const watched = watch(attempt, place)
  const recorded = await recordWith(tracer, { code: programOf(attempt, place.names) }, limits)
  watched.stop()
  const run: Run = {
    output: recorded.stdout + recorded.stderr,
    seen: watched.seen,
    ms: recorded.run.wallMs,
    allowedMs: limits.timeoutSeconds * 1000,
    outputBytes: limits.outputBytes,
    isSpoiled: isTrace && (await canary(tracer)) !== before,
    isParentDead: false,
  }
  // A process that was killed takes its time to end.
  if (attempt.goal.kind === 'killed') await sleep(SETTLE_MS)
  const succeeded = hasSucceeded(attempt, scene, place, run)
  clean(place)
  return { attempt, succeeded, happened: describe(recorded) }
}

async function canary(tracer: Tracer): Promise<string> {
  return JSON.stringify((await recordWith(tracer, CANARY)).records)
}

function describe({ end, stdout }: Recorded): string {
  if (end.error === null)
    return stdout === '' ? 'it ended, with nothing' : 'it ended, told nothing of the host'
  const { type, message } = end.error
  return `${type}: ${message}`.replace(/\s+/g, ' ').slice(0, 110)
}

/**
 * Runs many attempts in one program after the other, as long as the interpreter lives; where one ends it, the rest
 * begin anew in another.
 */
export async function runBundle(
  tracer: Tracer,
  attempts: readonly Attempt[],
  scene: Scene,
): Promise<Outcome[]> {
  const places = await Promise.all(attempts.map(scene.place))
  const programs = attempts.map((attempt, at) => programOf(attempt, (places[at] as Place).names))
  const told: { output: string; happened: string }[] = []
  while (told.length < attempts.length) {
    told.push(...(await runRest(tracer, programs.slice(told.length))))
  }
  await sleep(SETTLE_MS)
  const outcomes = attempts.map((attempt, at): Outcome => {
    const { output, happened } = told[at] as (typeof told)[number]
    const run = { ...NOTHING_SEEN, output }
    const succeeded = hasSucceeded(attempt, scene, places[at] as Place, run)
    return { attempt, succeeded, happened }
  })
  for (const place of places) clean(place)
  return outcomes
}

/** What was told of the first programs: of all, or of those up to the one that ended the interpreter. */
async function runRest(
  tracer: Tracer,
  programs: readonly string[],
): Promise<{ output: string; happened: string }[]> {
  const mark = `@@${Math.random().toString(36).slice(2)}`
  const recorded = await recordWith(tracer, { code: bundleOf(programs, mark) }, BUNDLE_LIMITS)
  const parts = partsOf(recorded.stdout, mark)
  if (parts.length === 0) throw new Error(`no attempt began: ${JSON.stringify(recorded.end)}`)
  return parts.map(({ output, how }) => ({
    output: output + recorded.stderr,
    happened: how ?? describe(recorded),
  }))
}

function clean(place: Place): void {
  place.clear()
  for (const pid of processesNamed(place.names.MARK)) process.kill(pid, 'SIGKILL')
}
