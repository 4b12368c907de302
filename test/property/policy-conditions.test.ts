import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { EVENT_KINDS, type TraceId } from '../../shared/trace/event.ts'
import { compileCondition, Moment } from '../../shared/trajectory/moment.ts'
import {
  AHEAD,
  type Bounds,
  type Condition,
  LINE_KINDS,
  MAX_ACTIONS,
  type PolicyDocument,
  type Rule,
} from '../../shared/trajectory/policy-document.ts'
import { sampleTrajectory } from '../../shared/trajectory/sample.ts'
import {
  type ActionName,
  type Direction,
  FORWARD_ACTIONS,
  INVERSE_ACTIONS,
} from '../../shared/trajectory/types.ts'
import { createWalk } from '../../shared/trajectory/walk.ts'
import { type PolicyScene, policyScenes } from '../support/policy-scene.ts'
import { type Past, SlowPolicy } from '../support/slow-policy.ts'

const SCENES = policyScenes()
const scene = fc.constantFrom(...SCENES)
const direction = fc.constantFrom<Direction>('forward', 'inverse')

const bounds: fc.Arbitrary<Bounds> = fc.oneof(
  fc.record({ at_least: fc.nat(5) }),
  fc.record({ below: fc.integer({ min: 1, max: 5 }) }),
  fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 4 })).map(([at_least, more]) => ({
    at_least,
    below: at_least + more,
  })),
)
const action = fc.constantFrom<ActionName>(...FORWARD_ACTIONS, ...INVERSE_ACTIONS)

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    fc.record({ depth: bounds }),
    fc.record({ in_library: fc.boolean() }),
    fc.record({ has_call: fc.boolean() }),
    fc.record({ calls_library: fc.boolean() }),
    fc.record({ event: fc.constantFrom(...EVENT_KINDS) }),
    fc.record({ loop_visit: bounds }),
    fc.record({ exception_ahead: fc.constantFrom(...AHEAD) }),
    fc.record({ changed: bounds }),
    fc.record({ actions_left: fc.record({ at_least: fc.nat(MAX_ACTIONS) }) }),
    fc.tuple(action, bounds).map(([name, limits]) => ({ streak: { action: name, ...limits } })),
    fc.record({ not: tie('condition') }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => ({ ...a, ...b })),
  ),
}))

const ENTRIES = ['root', 'call'] as const

function drawn(
  { sources, name }: PolicyScene,
  policy: PolicyDocument | string,
  way: Direction,
  ordinal: number,
) {
  const traceId = name as TraceId
  const common = { sources, traceId, traceExit: null, seed: 3, entry: null }
  const result = sampleTrajectory({ ...common, policy, direction: way, ordinal })
  if (!result.ok) throw new Error(result.error)
  return result.value
}

const STEPPING: PolicyDocument = {
  format: 'policy@1',
  name: 'stepping',
  about: 'Goes far.',
  entry: 'call',
  forward: [{ mix: [{ share: 1, weights: { step_into: 6, step_over: 3, step_return: 1 } }] }],
  inverse: [
    { mix: [{ share: 1, weights: { inv_step_into: 6, inv_step_over: 3, inv_step_call: 1 } }] },
  ],
}

describe('conditions', () => {
  it('hold where the page says, along trajectories', () => {
    fc.assert(
      fc.property(
        scene,
        direction,
        fc.record({ ordinal: fc.nat(50), entry: fc.constantFrom(...ENTRIES) }),
        fc.array(condition, { minLength: 4, maxLength: 8 }),
        (place, way, { ordinal, entry }, conditions) => {
          const { scope, start, steps } = drawn(place, { ...STEPPING, entry }, way, ordinal)
          const walk = createWalk(place.sources, scope)
          const limits = { direction: way, actions: MAX_ACTIONS, tokens: Number.POSITIVE_INFINITY }
          const moment = new Moment(walk, start, limits)
          const slow = new SlowPolicy(place)
          const questions = conditions.map(compileCondition)
          for (let at = 0; at < Math.min(steps.length, 25); at++) {
            const past: Past = {
              scope,
              direction: way,
              start,
              steps: steps.slice(0, at),
              mostActions: MAX_ACTIONS,
            }
            const answers = questions.map((holds) => holds(moment))
            expect(answers).toEqual(conditions.map((one) => slow.holds(one, moment.at, past)))
            const { action: taken, target } = must(steps[at], 'step')
            if (target !== null) moment.move(taken.name, target, 0)
          }
        },
      ),
      { numRuns: 250 },
    )
  })

  it('of tokens count down from the limit, and without one never run out', () => {
    const place = must(SCENES[0], 'scene')
    const sizes = place.events.map((_event, seq) => seq % 5)
    const costOf = (seq: number): number => (place.events[seq]?.src.length ?? 0) + (seq % 5) + 8
    const rules: Rule[] = [
      { when: { tokens_left: { below: 50 } }, mix: [{ share: 1, weights: { continue: 1 } }] },
      { mix: [{ share: 1, weights: { step_into: 1 } }] },
    ]
    const plain = { ...STEPPING, entry: 'root' as const, forward: rules }
    const withSizes = { ...place, sources: { ...place.sources, sizes } }
    const { steps } = drawn(withSizes, { ...plain, max_tokens: 400 }, 'forward', 0)
    const names = steps.map(({ action: { name } }) => name)
    expect(names.at(-1)).toBe('continue')
    // Each step but the last is to the next state: the first after which fewer than 50 are left ends it.
    const left = names.map((_name, at) => {
      const spent = Array.from({ length: at + 1 }, (_, seq) => costOf(seq))
      return 400 - spent.reduce((sum, one) => sum + one, 0)
    })
    expect(left.findIndex((one) => one < 50)).toBe(names.length - 1)
    const short = drawn(
      withSizes,
      { ...plain, forward: rules.slice(1), max_tokens: 400 },
      'forward',
      0,
    )
    expect(short.exit).toBeNull()
    expect(short.steps.length).toBeGreaterThan(names.length)
    expect(drawn(place, plain, 'forward', 0).exit).toBe('normal')
    expect(() => drawn(place, { ...plain, max_tokens: 400 }, 'forward', 0)).toThrow(
      /limits tokens, and how long values are is not known here/,
    )
  })
})

describe('lines of breakpoints', () => {
  it('are of the kinds that the rule names, where there are such', () => {
    const shares = fc.record(
      Object.fromEntries(LINE_KINDS.map((kind) => [kind, fc.constantFrom(0, 1, 3)])),
    ) as fc.Arbitrary<Record<(typeof LINE_KINDS)[number], number>>
    fc.assert(
      fc.property(scene, fc.nat(50), shares, (place, ordinal, lines) => {
        fc.pre(Object.values(lines).some((share) => share > 0))
        const rule: Rule = {
          mix: [{ share: 1, weights: { breakpoint: 1, step_into: 3 } }],
          lines,
        }
        const policy = { ...STEPPING, forward: [rule] }
        const { scope, start, steps } = drawn(place, policy, 'forward', ordinal)
        const slow = new SlowPolicy(place)
        let at = start
        for (const { action: taken, target } of steps.slice(0, 40)) {
          if (taken.operand !== null) {
            const past = { scope, direction: 'forward' as const, start, steps: [], mostActions: 0 }
            const kinds = slow.lines(at, past)
            const wanted = LINE_KINDS.filter((kind) => lines[kind] > 0)
            expect(wanted.some((kind) => kinds[kind].has(taken.operand ?? ''))).toBe(true)
          }
          at = target ?? at
        }
      }),
      { numRuns: 150 },
    )
  })
})
