import {
  ALWAYS_DEFINED,
  DEFAULT_LINES,
  type LineShares,
  type Part,
  type PolicyDocument,
  type Rule,
  type Weights,
} from '../../../../../shared/trajectory/policy-document.ts'
import {
  type ActionName,
  type Direction,
  FORWARD_ACTIONS,
  INVERSE_ACTIONS,
} from '../../../../../shared/trajectory/types.ts'

/** Edits of a policy document: each gives a new document and leaves the old one as it is. */
export type Rules = readonly Rule[]

export function rulesOf(policy: PolicyDocument, direction: Direction): Rules {
  return policy[direction] ?? []
}

export function actionsIn(direction: Direction): readonly ActionName[] {
  return direction === 'forward' ? FORWARD_ACTIONS : INVERSE_ACTIONS
}

/** The document with other rules; a direction without rules is left out. */
export function withRules(
  policy: PolicyDocument,
  direction: Direction,
  rules: Rules,
): PolicyDocument {
  if (rules.length > 0) return { ...policy, [direction]: rules }
  const { [direction]: _, ...rest } = policy
  return rest
}

/** A list with one place replaced. */
export function replaceAt<T>(list: readonly T[], index: number, item: T): T[] {
  return list.map((one, at) => (at === index ? item : one))
}

export function removeAt<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, at) => at !== index)
}

/** A rule that goes one step, for a direction or a place that has none yet. */
function plainRule(direction: Direction): Rule {
  return { mix: [{ share: 1, weights: { [ALWAYS_DEFINED[direction][0] as ActionName]: 1 } }] }
}

/** Rules with a new one before the last, as the last is the one that holds everywhere. */
export function addRule(rules: Rules, direction: Direction): Rules {
  const added = plainRule(direction)
  if (rules.length === 0) return [added]
  const first: Rule = { when: { depth: { at_least: 1 } }, ...added }
  return [...rules.slice(0, -1), first, ...rules.slice(-1)]
}

/** Rules with two neighbours exchanged; the last, which holds everywhere, stays the last. */
export function moveRule(rules: Rules, index: number, by: -1 | 1): Rules {
  const other = index + by
  const last = rules.length - 1
  const [a, b] = [rules[index], rules[other]]
  if (a === undefined || b === undefined || index >= last || other >= last) return rules
  return replaceAt(replaceAt(rules, index, b), other, a)
}

/** A weight of an action in a part; 0 leaves the action out, as the document then says less. */
export function withWeight(part: Part, action: ActionName, weight: number): Part {
  const { [action]: _, ...others } = part.weights
  if (weight === 0) return { ...part, weights: others }
  // In the order of the actions, so that moving a slider moves nothing else.
  const all = { ...others, [action]: weight } as Weights
  const order = [...FORWARD_ACTIONS, ...INVERSE_ACTIONS].filter((name) => all[name] !== undefined)
  return { ...part, weights: Object.fromEntries(order.map((name) => [name, all[name]])) }
}

/** Whether a rule draws breakpoints, whose lines it may then say. */
export function drawsBreakpoints(rule: Rule): boolean {
  return rule.mix.some(({ share, weights }) => share > 0 && (weights.breakpoint ?? 0) > 0)
}

/** A rule with another mixture. Lines and a sequel that it can have no more go with what they were for. */
export function withMix(rule: Rule, mix: readonly Part[]): Rule {
  const changed = { ...rule, mix }
  const { lines: _, ...withoutLines } = changed
  const kept = drawsBreakpoints(changed) ? changed : withoutLines
  const after = kept.sequel?.after
  const isDrawn =
    after === undefined || mix.some((part) => part.share > 0 && (part.weights[after] ?? 0) > 0)
  if (isDrawn) return kept
  const { sequel: __, ...withoutSequel } = kept
  return withoutSequel
}

/** The shares of a rule's lines, those of the format where it does not say. */
export function linesOf(rule: Rule): LineShares {
  return rule.lines ?? DEFAULT_LINES
}

/** An object without a key, or with another value of it. */
export function withKey<T extends object, K extends keyof T>(
  object: T,
  key: K,
  value: T[K] | undefined,
): T {
  if (value !== undefined) return { ...object, [key]: value }
  const { [key]: _, ...rest } = object
  return rest as T
}

/** Chances of the actions of a rule over all its parts, in 0 to 1; all 0 where nothing can be drawn. */
export function chancesOf(rule: Rule): ReadonlyMap<ActionName, number> {
  const shares = rule.mix.reduce((sum, { share }) => sum + share, 0)
  const chances = new Map<ActionName, number>()
  for (const { share, weights } of rule.mix) {
    const total = Object.values(weights).reduce<number>((sum, one) => sum + (one ?? 0), 0)
    if (total === 0 || shares === 0) continue
    for (const [action, weight] of Object.entries(weights) as [ActionName, number][]) {
      const chance = (share / shares) * (weight / total)
      chances.set(action, (chances.get(action) ?? 0) + chance)
    }
  }
  return chances
}
