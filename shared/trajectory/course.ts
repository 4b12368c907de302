import type { Trajectory } from './types.ts'

/** Scope, start and steps of a trajectory as one text: two with the same are exact duplicates. */
export function courseText({
  direction,
  scope,
  start,
  steps,
}: Pick<Trajectory, 'direction' | 'scope' | 'start' | 'steps'>): string {
  const taken = steps.map(({ action: { name, operand }, target }) => [
    name,
    ...(operand === null ? [] : [operand]),
    target === null ? null : target.duplicate ? [target.seq] : target.seq,
  ])
  return JSON.stringify([direction, scope.open, scope.close, start.seq, start.duplicate, taken])
}
