import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { createPrng } from '../../shared/base/prng.ts'
import type { TraceId } from '../../shared/trace/event.ts'
import {
  directionsOf,
  drawAction,
  POLICIES,
  policyByName,
} from '../../shared/trajectory/policies.ts'
import { type SampleOptions, sampleTrajectory } from '../../shared/trajectory/sample.ts'
import type { ActionName, Direction } from '../../shared/trajectory/types.ts'
import { type HandEvent, handTrace, SCALE } from '../support/hand-trace.ts'

const DRAWS = 100_000

function sharesOf(policyName: string, direction: Direction): Map<ActionName, number> {
  const mixture = must(policyByName(policyName)?.mixtures[direction], 'mixture')
  const prng = createPrng('frequencies', policyName, direction)
  const counts = new Map<ActionName, number>()
  for (let i = 0; i < DRAWS; i++) {
    const name = drawAction(mixture, prng)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return new Map([...counts].map(([name, count]) => [name, count / DRAWS]))
}

/** Four standard errors of a share. */
function sampling(share: number): number {
  return 4 * Math.sqrt((share * (1 - share)) / DRAWS)
}

function sample(options: Partial<SampleOptions>) {
  return sampleTrajectory({
    sources: SCALE.sources,
    traceId: 't_1' as TraceId,
    traceExit: null,
    policy: 'paper-mix',
    seed: 1,
    ordinal: 0,
    direction: 'forward',
    entry: null,
    ...options,
  })
}

function sampled(options: Partial<SampleOptions>) {
  const drawn = sample(options)
  if (!drawn.ok) throw new Error(drawn.error)
  return drawn.value
}

describe('policies', () => {
  it.each([
    ['paper-mix', 'forward', 'step_into', 0.425],
    ['paper-mix', 'forward', 'step_over', 0.4],
    ['paper-mix', 'forward', 'step_return', 0.1],
    ['paper-mix', 'forward', 'breakpoint', 0.05],
    ['paper-mix', 'forward', 'continue', 0.025],
    ['paper-mix', 'inverse', 'inv_step_into', 0.425],
    ['paper-mix', 'inverse', 'inv_step_over', 0.425],
    ['paper-mix', 'inverse', 'inv_step_call', 0.15],
    ['interpreter', 'forward', 'step_into', 1],
    ['interpreter', 'inverse', 'inv_step_into', 1],
  ] as const)('%s draws %s %s with probability %d', (policy, direction, action, share) => {
    const drawn = sharesOf(policy, direction).get(action) ?? 0
    expect(Math.abs(drawn - share)).toBeLessThanOrEqual(sampling(share))
  })

  it('say in one sentence what they do, and which ways they go', () => {
    for (const policy of POLICIES) {
      expect(policy.about).toMatch(/^[A-Z][^.]*\.$/)
      expect(directionsOf(policy)).toEqual(['forward', 'inverse'])
    }
  })
})

describe('sampling', () => {
  it('draws lines of breakpoints that are reached and lines that are not, four to one', () => {
    const loop = Array.from(
      { length: 60 },
      (_, i): HandEvent => ['line', 2 + (i % 3), 0, 'f', { i: String(i) }],
    )
    const trace = handTrace(
      'def f():\n  for i in r:\n    a(i)\n    b(i)\n  return i\n\ndef g():\n  # note\n  pass\n',
      [['call', 1, 0, 'f', {}], ...loop, ['line', 5, 0, 'f', {}], ['return', 5, 0, 'f', 'None']],
    )
    const last = trace.events.length - 1
    let reached = 0
    const operands: string[] = []
    for (let ordinal = 0; ordinal < 5000; ordinal++) {
      const { start, steps } = sampled({ sources: trace.sources, ordinal })
      let at = start.seq
      for (const { action, target } of steps) {
        // From the last state no line is reached, so there is nothing to choose.
        if (action.operand !== null && at !== last) {
          operands.push(action.operand)
          if (target !== null) reached += 1
        }
        at = target?.seq ?? at
      }
    }
    expect(operands.length).toBeGreaterThan(1000)
    const error = 4 * Math.sqrt((0.8 * 0.2) / operands.length)
    expect(Math.abs(reached / operands.length - 0.8)).toBeLessThan(error)
    expect(new Set(operands)).toContain('def g():')
    expect(operands.some((line) => line.trim() === '' || line.includes('#'))).toBe(false)
  })

  it('draws entries evenly among the activations of a function', () => {
    const calls = Array.from({ length: 4 }, (_, i): HandEvent[] => [
      ['call', 3, i + 1, 'g', {}],
      ['return', 4, i + 1, 'g', '1'],
    ]).flat()
    const trace = handTrace('def f():\n  g() + g()\ndef g():\n  return 1\n', [
      ['call', 1, 0, 'f', {}],
      ['line', 2, 0, 'f', {}],
      ...calls,
      ['return', 2, 0, 'f', '2'],
    ])
    const counts = new Map<number, number>()
    for (let ordinal = 0; ordinal < 4000; ordinal++) {
      const { scope } = sampled({ sources: trace.sources, entry: 'g', ordinal })
      expect(scope.close).toBe(scope.open + 1)
      counts.set(scope.open, (counts.get(scope.open) ?? 0) + 1)
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([2, 4, 6, 8])
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120)
  })

  it('counts what it drew where it was not defined', () => {
    const trace = handTrace('x = 1\n', [
      ['line', 1, 0, '<module>', {}],
      ['line', 1, 0, '<module>', {}],
      ['return', 1, 0, '<module>', 'None'],
    ])
    let resampled = 0
    for (let ordinal = 0; ordinal < 200; ordinal++) {
      const drawn = sampled({ sources: trace.sources, direction: 'inverse', ordinal })
      expect(drawn.exit).toBe('inv_entry')
      expect(drawn.steps.every(({ action }) => action.name !== 'inv_step_call')).toBe(true)
      resampled += drawn.resampled
    }
    expect(resampled).toBeGreaterThan(0)
  })

  it('takes the exit of the whole trace from its recording, that of a call from the tree', () => {
    const whole = sampled({ policy: 'interpreter', traceExit: 'error' })
    expect(whole.exit).toBe('error')
    const call = sampled({ policy: 'interpreter', traceExit: 'error', entry: 'scale' })
    expect(call.exit).toBe('normal')
  })

  it('fails with a sentence', () => {
    const empty = handTrace('', []).sources
    expect(sample({ policy: 'nobody' })).toEqual({
      ok: false,
      error: 'There is no policy named nobody.',
    })
    expect(sample({ entry: 'nowhere' })).toMatchObject({ ok: false })
    expect(sample({ sources: empty })).toMatchObject({ ok: false })
  })
})
