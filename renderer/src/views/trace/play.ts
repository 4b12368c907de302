import type { StateTree } from '../../../../shared/tree/node.ts'

/** Steps a second, from the slowest on. */
export const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const
export const USUAL_SPEED = 3

export interface PlayRules {
  /** Only states of this function are stopped at; null for all. */
  readonly only: string | null
  /** First and last event of the part to go round in; null to play up to the end. */
  readonly range: readonly [first: number, last: number] | null
}

/** The next state that playing stops at after a seq and up to `last`, or null. */
function nextShown({ nodes }: StateTree, seq: number, last: number, only: string | null) {
  for (let next = seq + 1; next <= last; next++) {
    if (only === null || nodes[next]?.function === only) return next
  }
  return null
}

/**
 * Where playing is after some steps: in a range it goes round, else it stays at the last state, which is the exit
 * unless only one function is played. Null where there is nothing to go on to.
 */
export function playOn(
  tree: StateTree,
  seq: number,
  steps: number,
  { only, range }: PlayRules,
): number | null {
  const last = range?.[1] ?? (only === null ? tree.nodes.length : tree.nodes.length - 1)
  const first = range?.[0] ?? 0
  let at = range !== null && (seq < first || seq > last) ? first - 1 : seq
  for (let step = 0; step < steps; step++) {
    const next = nextShown(tree, at, last, only)
    const again = next === null && range !== null ? nextShown(tree, first - 1, last, only) : next
    if (again === null) return step === 0 ? null : at
    at = again
  }
  return at
}
