import {
  ALWAYS_DEFINED,
  type Bounds,
  type Condition,
  type PolicyDocument,
  type Rule,
} from './policy-document.ts'
import type { ActionName, Direction } from './types.ts'

/** Where in a document, by keys and zero-based positions. */
export type DocumentPath = readonly (string | number)[]

/** What is wrong with a document of the right shape: where, and a sentence. */
export interface DocumentProblem {
  readonly path: DocumentPath
  readonly message: string
}

type Problems = Iterable<DocumentProblem>

function* boundsProblems(bounds: Bounds, path: DocumentPath): Problems {
  const { at_least: least, below } = bounds
  if (least === undefined && below === undefined) {
    yield { path, message: 'needs at_least, below or both.' }
  } else if (least !== undefined && below !== undefined && below <= least) {
    yield { path, message: `no number is at least ${least} and below ${below}.` }
  }
}

const BOUNDED = ['depth', 'loop_visit', 'changed', 'actions_left', 'tokens_left', 'streak'] as const

function* conditionProblems(condition: Condition, path: DocumentPath): Problems {
  if (Object.keys(condition).length === 0) {
    yield { path, message: 'says nothing; leave it out where the rule holds everywhere.' }
  }
  for (const key of BOUNDED) {
    const bounds = condition[key]
    if (bounds !== undefined) yield* boundsProblems(bounds, [...path, key])
  }
  if (condition.not !== undefined) yield* conditionProblems(condition.not, [...path, 'not'])
  for (const [index, one] of (condition.any ?? []).entries()) {
    yield* conditionProblems(one, [...path, 'any', index])
  }
}

function sum(weights: Readonly<Record<string, number | undefined>>): number {
  return Object.values(weights).reduce<number>((total, weight) => total + (weight ?? 0), 0)
}

/** Whether a rule draws an action at all. */
export function gives({ mix }: Rule, action: ActionName): boolean {
  return mix.some(({ share, weights }) => share > 0 && (weights[action] ?? 0) > 0)
}

function* ruleProblems(rule: Rule, path: DocumentPath): Problems {
  if (rule.when !== undefined) yield* conditionProblems(rule.when, [...path, 'when'])
  if (rule.mix.every(({ share }) => share === 0)) {
    yield { path: [...path, 'mix'], message: 'every share is 0, so nothing can be drawn.' }
  }
  for (const [index, { weights }] of rule.mix.entries()) {
    if (sum(weights) > 0) continue
    const message = 'no action has a weight above 0, so nothing can be drawn.'
    yield { path: [...path, 'mix', index, 'weights'], message }
  }
  if (rule.lines !== undefined && sum(rule.lines) === 0) {
    yield { path: [...path, 'lines'], message: 'every share is 0, so no line can be drawn.' }
  }
  if (rule.lines !== undefined && !gives(rule, 'breakpoint')) {
    yield {
      path: [...path, 'lines'],
      message: 'the rule draws no breakpoint, which lines are for.',
    }
  }
  yield* sequelProblems(rule, path)
}

function* sequelProblems(rule: Rule, path: DocumentPath): Problems {
  const { sequel } = rule
  if (sequel === undefined) return
  if (sequel.action === 'breakpoint') {
    yield { path: [...path, 'sequel', 'action'], message: 'a breakpoint cannot be a sequel.' }
  }
  if (!gives(rule, sequel.after)) {
    const message = `the rule never draws ${sequel.after}, so nothing comes after it.`
    yield { path: [...path, 'sequel', 'after'], message }
  }
  if (sequel.at_most < sequel.at_least) {
    yield { path: [...path, 'sequel'], message: 'at_most is less than at_least.' }
  }
}

function* rulesProblems(rules: readonly Rule[], direction: Direction): Problems {
  for (const [index, rule] of rules.entries()) {
    const path = [direction, index]
    yield* ruleProblems(rule, path)
    const isLast = index === rules.length - 1
    if (isLast && rule.when !== undefined) {
      const message = 'the last rule takes no when, so that some rule always holds.'
      yield { path: [...path, 'when'], message }
    }
    if (isLast && !ALWAYS_DEFINED[direction].some((action) => gives(rule, action))) {
      const message = `the last rule gives a weight to one of ${ALWAYS_DEFINED[direction].join(', ')}, which are defined everywhere.`
      yield { path: [...path, 'mix'], message }
    }
    if (!isLast && rule.when === undefined) {
      yield {
        path,
        message: 'only the last rule may be without when: those after it would never hold.',
      }
    }
  }
}

/** What is wrong with a document beyond its shape, in the order of the document; nothing when it can be drawn by. */
export function* policyProblems(policy: PolicyDocument): Problems {
  const { forward, inverse } = policy
  if (forward === undefined && inverse === undefined) {
    yield { path: [], message: 'needs rules for forward, inverse or both.' }
  }
  if (forward !== undefined) yield* rulesProblems(forward, 'forward')
  if (inverse !== undefined) yield* rulesProblems(inverse, 'inverse')
}
