import type { PolicyDocument } from './policy-document.ts'
import type { Direction } from './types.ts'

export const MIX_FORMAT = 'mix@1'

/** What a mix is drawn up to, never beyond. */
export type MixBudget =
  | { readonly tokens: number }
  | { readonly actions: number }
  | { readonly trajectories: number }

/** Trajectories that one program, or one trace, gives at most. */
export interface MixCaps {
  readonly per_program?: number
  readonly per_trace?: number
}

/** A policy and a direction with their share of the budget. */
export interface MixPart {
  readonly share: number
  /** A policy that comes along, by name, or a document. */
  readonly policy: string | PolicyDocument
  readonly direction: Direction
}

/**
 * A recipe of trajectories (resources/formats/mix-1.md): what of each policy and direction, up to which budget, from
 * which seed. The same recipe over the same traces gives the same trajectories.
 */
export interface MixDocument {
  readonly format: typeof MIX_FORMAT
  readonly name: string
  /** One sentence for people. */
  readonly about: string
  readonly seed: number
  readonly budget: MixBudget
  /** What tokens are counted with; nd@1 without it. */
  readonly codec?: string
  readonly caps?: MixCaps
  readonly parts: readonly MixPart[]
}

/** The unit of a budget and how much of it there is. */
export function unitOf(budget: MixBudget): {
  unit: 'tokens' | 'actions' | 'trajectories'
  amount: number
} {
  if ('tokens' in budget) return { unit: 'tokens', amount: budget.tokens }
  if ('actions' in budget) return { unit: 'actions', amount: budget.actions }
  return { unit: 'trajectories', amount: budget.trajectories }
}
