import type { SourceIndex } from './source-index.ts'
import type { Step, Trajectory } from './types.ts'

/** Tokens of a state beside its texts: its markers. */
const MARKERS = 8

export function tokensOfState(sources: SourceIndex, seq: number): number {
  return sources.textAt(seq).length + (sources.sizes?.[seq] ?? 0) + MARKERS
}

/** What a step costs, as the page of the format says (resources/formats/policy-1.md). */
export function tokensOfStep(
  sources: SourceIndex,
  { action, target }: Pick<Step, 'action' | 'target'>,
): number {
  const operand = action.operand?.length ?? 0
  if (target === null) return operand + MARKERS
  return operand + tokensOfState(sources, target.seq)
}

/** Tokens of a trajectory's states and actions as estimated before anything is encoded, its code not among them. */
export function estimatedTokens(
  sources: SourceIndex,
  { start, steps }: Pick<Trajectory, 'start' | 'steps'>,
): number {
  return steps.reduce(
    (sum, step) => sum + tokensOfStep(sources, step),
    tokensOfState(sources, start.seq),
  )
}
