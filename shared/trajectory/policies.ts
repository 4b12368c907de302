import { must } from '../base/assert.ts'
import type { Prng } from '../base/prng.ts'
import type { ActionName, Direction } from './types.ts'

/** A categorical distribution; weights are whole numbers, and a weight over their sum is a probability. */
export type ActionWeights = readonly (readonly [action: ActionName, weight: number])[]

/** Distributions of equal chance; one is drawn for every action. */
export type Mixture = readonly ActionWeights[]

/** How the next action is chosen (neural-debugger.md 2.6). */
export interface Policy {
  readonly name: string
  /** One sentence for people. */
  readonly about: string
  readonly mixtures: Readonly<Partial<Record<Direction, Mixture>>>
}

/**
 * Of a breakpoint's lines, this many in a hundred are drawn from the distinct lines still to come in the scope, the
 * rest from lines that will not be reached again, so that exit codes are seen. The paper does not say how it draws
 * them; this is the rule of our `bp-hunter` policy (2.6).
 */
export const REACHED_PERCENT = 80

/** Row 1 of the paper's Table A.1 sums to 0.80 as printed; with step_over read as 0.30 it sums to 1 (1.8). */
const PAPER_ROW_1: ActionWeights = [
  ['step_into', 35],
  ['step_over', 30],
  ['step_return', 20],
  ['breakpoint', 10],
  ['continue', 5],
]
const PAPER_ROW_2: ActionWeights = [
  ['step_into', 50],
  ['step_over', 50],
]
const INVERSE_MIX: Mixture = [
  [
    ['inv_step_into', 50],
    ['inv_step_over', 50],
  ],
  [
    ['inv_step_into', 35],
    ['inv_step_over', 35],
    ['inv_step_call', 30],
  ],
]

export const POLICIES: readonly Policy[] = [
  {
    name: 'paper-mix',
    about:
      'Random actions in the proportions of the paper: steps mostly, now and then a jump to a return, a line or the end.',
    mixtures: { forward: [PAPER_ROW_1, PAPER_ROW_2], inverse: INVERSE_MIX },
  },
  {
    name: 'interpreter',
    about: 'Always the next recorded state, so that the trajectory replays the trace.',
    mixtures: { forward: [[['step_into', 1]]], inverse: [[['inv_step_into', 1]]] },
  },
]

export function policyByName(name: string): Policy | null {
  return POLICIES.find((policy) => policy.name === name) ?? null
}

/** The directions a policy can go in. */
export function directionsOf(policy: Policy): readonly Direction[] {
  const all: readonly Direction[] = ['forward', 'inverse']
  return all.filter((direction) => policy.mixtures[direction] !== undefined)
}

/** The next action's name: a distribution, then an action of it. */
export function drawAction(mixture: Mixture, prng: Prng): ActionName {
  const weights = must(mixture[prng.nextBelow(mixture.length)], 'distribution of a mixture')
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  let left = prng.nextBelow(total)
  for (const [action, weight] of weights) {
    if (left < weight) return action
    left -= weight
  }
  throw new Error('Assertion failed: weights do not add up to their sum')
}
