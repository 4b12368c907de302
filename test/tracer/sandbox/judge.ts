import { hostname } from 'node:os'
import { isRunning, processesNamed } from '../processes.ts'
import type { Attempt } from './attempt.ts'
import type { Place, Scene } from './scene.ts'
import type { Seen } from './watch.ts'

/** What became of one run of an attempt, as far as the host can see. */
export interface Run {
  readonly output: string
  readonly seen: Seen
  /** How long it ran, and how long it was allowed to. */
  readonly ms: number
  readonly allowedMs: number
  readonly outputBytes: number
  /** Only of an engine: whether a program after it gave another trace than before. */
  readonly isSpoiled: boolean
  /** Only of a control: whether the process that started it was killed. */
  readonly isParentDead: boolean
}

export const NOTHING_SEEN: Omit<Run, 'output'> = {
  seen: { processes: 0, resident: 0, filled: 0, answered: false },
  ms: 0,
  allowedMs: 0,
  outputBytes: 0,
  isSpoiled: false,
  isParentDead: false,
}

/** A run that is over so much later than its time counts as one that nothing ends. */
const LATE_MS = 4000

/** Whether the attempt got what it was after. */
export function hasSucceeded(attempt: Attempt, scene: Scene, place: Place, run: Run): boolean {
  const { goal } = attempt
  switch (goal.kind) {
    case 'told':
      return run.output.includes(wordOf(goal.word, scene))
    case 'touched':
      return place.isTouched()
    case 'killed':
      return run.isParentDead || !isRunning(place.victim?.pid ?? process.pid)
    case 'answers':
      return run.seen.answered
    case 'hit':
      return scene.saw(place.names.MARK)
    case 'left':
      return processesNamed(`: ${place.names.MARK}`).length > 0
    case 'processes':
      return run.seen.processes > goal.over
    case 'resident':
      return run.seen.resident > goal.over
    case 'filled':
      return run.seen.filled > goal.over
    case 'flooded':
      return run.output.length > 2 * run.outputBytes
    case 'outlived':
      return run.ms > run.allowedMs + LATE_MS
    case 'spoiled':
      return run.isSpoiled
  }
}

function wordOf(word: string | undefined, scene: Scene): string {
  if (word === 'HOSTNAME') return `[${hostname()}]`
  return word ?? scene.secret
}
