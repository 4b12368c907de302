import type { InParts } from '../../../../../shared/base/parts.ts'
import {
  MAX_ACTIONS,
  MOST_ACTIONS,
  type PolicyDocument,
  type Rule,
  type Weights,
} from '../../../../../shared/trajectory/policy-document.ts'
import type { ActionName } from '../../../../../shared/trajectory/types.ts'
import { reachedStates, type Unreached } from './coverage.ts'
import { drawInParts, type PathsRequest } from './draw-paths.ts'

/** A change of a policy that might reach more. */
interface Change {
  readonly words: string
  /** The changed policy; null where it has that already. */
  readonly of: (policy: PolicyDocument) => PolicyDocument | null
}

/** A change that was tried with the same seed: what it reaches of what was not. */
export interface TriedChange {
  readonly words: string
  readonly policy: PolicyDocument
  /** Seqs of the calls it enters that were not. */
  readonly enters: readonly number[]
  /** States reached by as many paths. */
  readonly states: number
}

function everyRule(policy: PolicyDocument, change: (rule: Rule) => Rule): PolicyDocument {
  return {
    ...policy,
    ...(policy.forward === undefined ? {} : { forward: policy.forward.map(change) }),
    ...(policy.inverse === undefined ? {} : { inverse: policy.inverse.map(change) }),
  }
}

/** Every row of weights that has one of the actions gets three times as much of it. */
function more(...names: readonly ActionName[]): Change['of'] {
  return (policy) =>
    everyRule(policy, (rule) => ({
      ...rule,
      mix: rule.mix.map((part) => {
        const raised = names.flatMap((name) => {
          const weight = part.weights[name]
          return weight === undefined ? [] : [[name, Math.min(1_000_000, weight * 3)] as const]
        })
        return { ...part, weights: { ...part.weights, ...(Object.fromEntries(raised) as Weights) } }
      }),
    }))
}

/** The last rule of going forward also jumps to lines still to come, for a fifth of its weight. */
function jumpAhead(policy: PolicyDocument): PolicyDocument | null {
  const last = policy.forward?.at(-1)
  if (policy.forward === undefined || last === undefined) return null
  const mix = last.mix.map((part) => {
    const total = Object.values(part.weights).reduce<number>((sum, one) => sum + (one ?? 0), 0)
    const breakpoint = (part.weights.breakpoint ?? 0) + Math.max(1, Math.round(total / 4))
    return { ...part, weights: { ...part.weights, breakpoint } }
  })
  const lines = { ...last.lines, ahead: Math.max(1, last.lines?.ahead ?? 100) }
  return { ...policy, forward: [...policy.forward.slice(0, -1), { ...last, mix, lines }] }
}

const CHANGES: readonly Change[] = [
  {
    words: 'start at any call',
    of: (policy) => (policy.entry === 'call' ? null : { ...policy, entry: 'call' }),
  },
  { words: 'three times the weight of step_into', of: more('step_into', 'inv_step_into') },
  { words: 'three times the weight of step_over', of: more('step_over', 'inv_step_over') },
  { words: 'some breakpoints on lines ahead', of: jumpAhead },
  {
    words: 'five times as many actions',
    of: (policy) => ({
      ...policy,
      max_actions: Math.min(MOST_ACTIONS, (policy.max_actions ?? MAX_ACTIONS) * 5),
    }),
  },
]

/** Tries changes of a policy, each with the same seed and as many paths; the one that enters most comes first. */
export function* tryChanges(
  request: PathsRequest,
  unreached: readonly Unreached[],
): InParts<readonly TriedChange[]> {
  const tried: TriedChange[] = []
  for (const { words, of } of CHANGES) {
    const policy = of(request.policy)
    const drawn = policy === null ? null : yield* drawInParts({ ...request, policy })
    if (policy === null || drawn === null || !drawn.ok) continue
    const reached = reachedStates(request.sources.tree, drawn.value)
    const enters = unreached.filter(({ seq, close }) =>
      reached.subarray(seq + 1, close + 1).includes(1),
    )
    if (enters.length === 0) continue
    tried.push({
      words,
      policy,
      enters: enters.map(({ seq }) => seq),
      states: reached.reduce((sum, one) => sum + one, 0),
    })
  }
  return tried.sort((a, b) => b.enters.length - a.enters.length || b.states - a.states)
}
