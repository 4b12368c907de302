import type { Verdict } from './types.ts'

/** How a step came out: held against the recording, not to be held against it, or not predicted. */
export type StepVerdict = Verdict | 'unchecked' | null

/**
 * What a step of a course is, seen with the steps before it. Of a rollout: `first` is where it leaves the recording;
 * `caused` is wrong after that though it is right from the recorded state; `own` is wrong from there too; `after` is
 * wrong, and nobody asked from the recorded state; `healed` is right again.
 */
export type StepMark =
  | 'right'
  | 'wrong'
  | 'unchecked'
  | 'first'
  | 'caused'
  | 'own'
  | 'after'
  | 'healed'

export function isWrong(verdict: StepVerdict): boolean {
  return verdict === 'mismatch' || verdict === 'unparseable'
}

function plainMark(verdict: StepVerdict): StepMark | null {
  if (verdict === null || verdict === 'unchecked') return verdict
  return isWrong(verdict) ? 'wrong' : 'right'
}

/** Marks of steps that were each predicted after recorded states. */
export function forcedMarks(verdicts: readonly StepVerdict[]): readonly (StepMark | null)[] {
  return verdicts.map(plainMark)
}

/** Marks of a rollout's steps; `forced` are the verdicts of the same steps after recorded states, as far as known. */
export function rolloutMarks(
  verdicts: readonly StepVerdict[],
  forced: readonly StepVerdict[],
): readonly (StepMark | null)[] {
  let hasDiverged = false
  let isAstray = false
  return verdicts.map((verdict, step) => {
    if (verdict === null || verdict === 'unchecked') return verdict
    const wasAstray = isAstray
    isAstray = isWrong(verdict)
    if (!isAstray) return wasAstray ? 'healed' : 'right'
    if (!hasDiverged) {
      hasDiverged = true
      return 'first'
    }
    const alone = forced[step] ?? null
    if (alone === null || alone === 'unchecked') return 'after'
    return isWrong(alone) ? 'own' : 'caused'
  })
}

/** The next step from `step` on, or going back the one before it, that is wrong; null where there is none. */
export function nextWrong(
  verdicts: readonly StepVerdict[],
  from: number,
  by: 1 | -1,
): number | null {
  for (let step = from; step >= 0 && step < verdicts.length; step += by) {
    if (isWrong(verdicts[step] ?? null)) return step
  }
  return null
}
