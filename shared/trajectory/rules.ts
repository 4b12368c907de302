import { must } from '../base/assert.ts'
import type { Prng } from '../base/prng.ts'
import { actionsOf, applyAction } from './act.ts'
import { loopPlacesOf } from './loop-places.ts'
import { asksWrites, compileCondition, type Moment } from './moment.ts'
import {
  DEFAULT_LINES,
  LINE_KINDS,
  type LineKind,
  type PolicyDocument,
  type Rule,
  type Sequel,
} from './policy-document.ts'
import { firstAfter } from './source-index.ts'
import type { Action, ActionName, Direction } from './types.ts'
import type { Outcome } from './walk.ts'

/** Things with whole-numbered chances, drawn by one number. */
interface Chances<T> {
  readonly things: readonly T[]
  readonly weights: readonly number[]
  readonly total: number
}

function chancesOf<T>(pairs: readonly (readonly [thing: T, weight: number])[]): Chances<T> {
  const given = pairs.filter(([, weight]) => weight > 0)
  const weights = given.map(([, weight]) => weight)
  return {
    things: given.map(([thing]) => thing),
    weights,
    total: weights.reduce((sum, weight) => sum + weight, 0),
  }
}

function drawOf<T>({ things, weights, total }: Chances<T>, prng: Prng): T {
  let left = prng.nextBelow(total)
  for (let at = 0; ; at++) {
    const weight = must(weights[at], 'a weight that the number falls in')
    if (left < weight) return things[at] as T
    left -= weight
  }
}

/** A rule made ready for drawing. */
interface CompiledRule {
  readonly holds: (moment: Moment) => boolean
  readonly mix: Chances<Chances<ActionName>>
  /** Every action it may draw. */
  readonly names: readonly ActionName[]
  readonly lines: Chances<LineKind>
  readonly sequel: Sequel | null
}

export interface CompiledRules {
  readonly rules: readonly CompiledRule[]
  /** A condition asks what variables changed. */
  readonly asksWrites: boolean
}

const always = (): boolean => true

function compileRule(rule: Rule, direction: Direction): CompiledRule {
  const { when, mix, lines = DEFAULT_LINES, sequel = null } = rule
  const order = actionsOf(direction)
  const parts = mix.map(
    ({ share, weights }) =>
      [chancesOf(order.map((name) => [name, weights[name] ?? 0] as const)), share] as const,
  )
  const chances = chancesOf(parts)
  return {
    holds: when === undefined ? always : compileCondition(when),
    mix: chances,
    names: order.filter((name) => chances.things.some(({ things }) => things.includes(name))),
    lines: chancesOf(LINE_KINDS.map((kind) => [kind, lines[kind] ?? 0] as const)),
    sequel,
  }
}

const compiled = new WeakMap<readonly Rule[], CompiledRules>()

/** The rules of a direction made ready, null where the policy has none. */
export function rulesOf(policy: PolicyDocument, direction: Direction): CompiledRules | null {
  const rules = policy[direction]
  if (rules === undefined) return null
  const known = compiled.get(rules) ?? {
    rules: rules.map((rule) => compileRule(rule, direction)),
    asksWrites: rules.some(({ when }) => asksWrites(when)),
  }
  compiled.set(rules, known)
  return known
}

/** How many lines each kind offers at a moment, and which they are by position. */
function linesAt(moment: Moment) {
  const { walk, at, node } = moment
  const { texts, seqs } = walk.sources.lastSeenIn(walk.scope)
  const split = firstAfter(seqs, at.seq)
  const after = (): string | null => {
    const seq = loopPlacesOf(walk.sources).afterLoop(node)
    return seq === null || seq > walk.scope.close ? null : walk.sources.textAt(seq)
  }
  const draw: Readonly<Record<LineKind, (prng: Prng) => string | null>> = {
    ahead: (prng) => texts[split + prng.nextBelow(texts.length - split)] ?? null,
    after_loop: after,
    never: (prng) => texts[prng.nextBelow(split)] ?? null,
  }
  const has: Readonly<Record<LineKind, () => boolean>> = {
    ahead: () => split < texts.length,
    after_loop: () => after() !== null,
    never: () => split > 0,
  }
  return { draw, has }
}

/** A line for a breakpoint, null where no wanted kind has one. */
function drawLine(lines: Chances<LineKind>, moment: Moment, prng: Prng): string | null {
  const { draw, has } = linesAt(moment)
  const offered = lines.things.map(
    (kind, at) => [kind, has[kind]() ? (lines.weights[at] ?? 0) : 0] as const,
  )
  const there = chancesOf(offered)
  if (there.total === 0) return null
  const first = drawOf(lines, prng)
  if (there.things.includes(first)) return draw[first](prng)
  const [only] = there.things
  const kind = there.things.length === 1 ? must(only, 'kind of line') : drawOf(there, prng)
  return draw[kind](prng)
}

function canGive(rule: CompiledRule, moment: Moment): boolean {
  const { has } = linesAt(moment)
  return rule.names.some((name) =>
    name === 'breakpoint'
      ? rule.lines.things.some((kind) => has[kind]())
      : applyAction(moment.walk, moment.at, { name, operand: null }).kind !== 'undefined',
  )
}

export interface DrawnAction {
  readonly action: Action
  readonly outcome: Outcome
  /** What follows it, null for nothing. */
  readonly sequel: Sequel | null
}

/** Draws from the first rule that holds and can give an action; `undefinedDrawn` is told of each that was not defined. */
export function drawAction(
  { rules }: CompiledRules,
  moment: Moment,
  { prng, undefinedDrawn }: { readonly prng: Prng; readonly undefinedDrawn: () => void },
): DrawnAction {
  for (const rule of rules) {
    if (!rule.holds(moment)) continue
    for (let isFirst = true; ; isFirst = false) {
      const name = drawOf(drawOf(rule.mix, prng), prng)
      const operand = name === 'breakpoint' ? drawLine(rule.lines, moment, prng) : null
      const action = { name, operand }
      const outcome = applyAction(moment.walk, moment.at, action)
      if (outcome.kind !== 'undefined') {
        return { action, outcome, sequel: rule.sequel?.after === name ? rule.sequel : null }
      }
      undefinedDrawn()
      if (isFirst && !canGive(rule, moment)) break
    }
  }
  throw new Error('Assertion failed: the last rule of a policy gives an action everywhere')
}

/** Whether a policy asks about writes of variables, one way or the other. */
export function policyAsksWrites(policy: PolicyDocument): boolean {
  return (['forward', 'inverse'] as const).some(
    (direction) => rulesOf(policy, direction)?.asksWrites === true,
  )
}
