import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import type { TraceId } from '../../shared/trace/event.ts'
import { directionsOf, POLICIES } from '../../shared/trajectory/policies.ts'
import {
  MAX_ACTIONS,
  type PolicyDocument,
  type Rule,
} from '../../shared/trajectory/policy-document.ts'
import { sampleTrajectory } from '../../shared/trajectory/sample.ts'
import type { ActionName, Direction, StateRef, Step } from '../../shared/trajectory/types.ts'
import { type PolicyScene, policyScenes } from '../support/policy-scene.ts'
import { type Past, SlowPolicy } from '../support/slow-policy.ts'

const DRAWS = 100_000

/**
 * How far a count may be from what the rules say, in standard errors. A draw beyond 4.75 either way has a chance of
 * 2.1e-6; about 150 counts are compared here, so fewer than one in three thousand seeds would fail a right sampler.
 * The seed is fixed: the counts are the same in every run.
 */
const MOST_ERRORS = 4.75

interface Tally {
  seen: number
  expected: number
  variance: number
}

/** Rules whose actions do not depend on how the trajectory came to a state can be asked once a state. */
function isOfStateAlone(rules: readonly Rule[]): boolean {
  return !/"(changed|actions_left|streak)"/.test(JSON.stringify(rules))
}

class Rates {
  readonly tallies = new Map<string, Tally>()
  draws = 0

  add(rule: number, chances: ReadonlyMap<ActionName, number>, drawn: ActionName): void {
    this.draws += 1
    if (!chances.has(drawn)) throw new Error(`rule ${rule + 1} never draws ${drawn} there`)
    for (const [name, chance] of chances) {
      const key = `rule ${rule + 1} ${name}`
      const tally = this.tallies.get(key) ?? { seen: 0, expected: 0, variance: 0 }
      this.tallies.set(key, tally)
      if (name === drawn) tally.seen += 1
      tally.expected += chance
      tally.variance += chance * (1 - chance)
    }
  }

  far(): string[] {
    return [...this.tallies].flatMap(([key, { seen, expected, variance }]) => {
      const isFar = Math.abs(seen - expected) > MOST_ERRORS * Math.sqrt(variance) + 1e-6
      return isFar ? [`${key}: ${seen} of ${expected}`] : []
    })
  }
}

/** Steps that the policy drew, those that followed another by its sequel left out. */
function drawnSteps(
  steps: readonly Step[],
  rules: readonly Rule[],
  ruleAt: (at: number) => number,
): number[] {
  const drawn: number[] = []
  for (let at = 0; at < steps.length; at++) {
    drawn.push(at)
    const sequel = rules[ruleAt(at)]?.sequel
    if (sequel === undefined || steps[at]?.action.name !== sequel.after) continue
    // How many follow is drawn: the least of them surely, more of them cannot be told from draws of the same action.
    if (sequel.at_least !== sequel.at_most) throw new Error('use a fixed sequel')
    at += sequel.at_least
  }
  return drawn
}

/** The document with sequels of a fixed length, so that what was drawn can be told from what followed. */
function withFixedSequels(policy: PolicyDocument): PolicyDocument {
  const fixed = (rules: readonly Rule[]): Rule[] =>
    rules.map(({ sequel, ...rule }) =>
      sequel === undefined ? rule : { ...rule, sequel: { ...sequel, at_most: sequel.at_least } },
    )
  const { forward, inverse } = policy
  return {
    ...policy,
    ...(forward === undefined ? {} : { forward: fixed(forward) }),
    ...(inverse === undefined ? {} : { inverse: fixed(inverse) }),
  }
}

interface Draw {
  readonly policy: PolicyDocument
  readonly direction: Direction
  readonly scene: PolicyScene
  readonly ordinal: number
}

function sample({ policy, direction, scene, ordinal }: Draw) {
  const drawn = sampleTrajectory({
    sources: scene.sources,
    traceId: scene.name as TraceId,
    traceExit: null,
    policy,
    seed: 5,
    ordinal,
    direction,
    entry: null,
  })
  if (!drawn.ok) throw new Error(drawn.error)
  return drawn.value
}

function rateOf(policy: PolicyDocument, direction: Direction, draws: number): Rates {
  const rates = new Rates()
  const rules = must(policy[direction], 'rules')
  const oracles = policyScenes().map((scene) => ({
    scene,
    slow: new SlowPolicy(scene),
    known: new Map(),
  }))
  const isKnowable = isOfStateAlone(rules)
  for (let ordinal = 0; rates.draws < draws; ordinal++) {
    const { scene, slow, known } = must(oracles[ordinal % oracles.length], 'scene')
    const { scope, start, steps } = sample({ policy, direction, scene, ordinal })
    const mostActions = policy.max_actions ?? MAX_ACTIONS
    const past: Past = { scope, direction, start, steps: [], mostActions }
    const stateAt = (at: number): StateRef =>
      must(at === 0 ? start : steps[at - 1]?.target, 'state')
    const chancesAt = (at: number) => {
      const key = `${scope.open} ${JSON.stringify(stateAt(at))}`
      const found =
        known.get(key) ?? slow.chances(rules, stateAt(at), { ...past, steps: steps.slice(0, at) })
      if (isKnowable) known.set(key, found)
      return found
    }
    for (const at of drawnSteps(steps, rules, (one) => chancesAt(one).rule)) {
      const { rule, chances } = chancesAt(at)
      rates.add(rule, chances, must(steps[at], 'step').action.name)
    }
  }
  return rates
}

const CASES = POLICIES.flatMap((policy) =>
  directionsOf(policy).map((direction) => [policy.name, direction, policy] as const),
)

describe('action rates of 100,000 draws are those of the document', () => {
  it.each(CASES)('%s %s', (_name, direction, policy) => {
    const rates = rateOf(withFixedSequels(policy), direction, DRAWS)
    expect(rates.far()).toEqual([])
    // Every rule of the shipped documents decides somewhere in the scenes.
    const rules = must(policy[direction], 'rules').length
    const used = new Set([...rates.tallies.keys()].map((key) => key.split(' ')[1]))
    expect(used.size).toBe(rules)
  })
})
