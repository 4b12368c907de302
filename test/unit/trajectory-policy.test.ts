import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import type { TraceId } from '../../shared/trace/event.ts'
import {
  directionsOf,
  POLICIES,
  policyByName,
  policyIdentity,
} from '../../shared/trajectory/policies.ts'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { type SampleOptions, sampleTrajectory } from '../../shared/trajectory/sample.ts'
import { type HandEvent, handTrace, SCALE } from '../support/hand-trace.ts'

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
  it('have names of their own, and say in one sentence what they do', () => {
    expect(POLICIES.map(({ name }) => name)).toEqual([
      'paper-mix',
      'paper-mix.rescale',
      'paper-mix.uniform',
      'interpreter',
      'surface',
      'bp-hunter',
      'loop-skipper',
      'library-skipper',
      'error-seeker',
      'inverse-mix',
    ])
    for (const { about } of POLICIES) expect(about).toMatch(/^[A-Z].*[^.]\.$/)
  })

  it('go the ways they have rules for', () => {
    const ways = Object.fromEntries(POLICIES.map((one) => [one.name, directionsOf(one)]))
    expect(ways['paper-mix']).toEqual(['forward', 'inverse'])
    expect(ways['loop-skipper']).toEqual(['forward'])
    expect(ways['inverse-mix']).toEqual(['inverse'])
  })

  it('that were there before documents are told apart by name, all others by what they say', () => {
    const paper = must(policyByName('paper-mix'), 'policy')
    expect(policyIdentity(paper)).toBe('paper-mix')
    expect(policyIdentity(structuredClone(paper))).toBe('paper-mix')
    expect(policyIdentity({ ...paper, max_actions: 10 })).toMatch(/^\{"about":/)
    expect(policyIdentity(must(policyByName('surface'), 'policy'))).toMatch(/^\{"about":/)
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

  it('starts at any call, or at those of the query', () => {
    const policy = { ...must(policyByName('surface'), 'policy'), entry: 'call' as const }
    const opens = new Set(
      Array.from({ length: 60 }, (_, ordinal) => sampled({ policy, ordinal }).scope.open),
    )
    expect(opens).toEqual(new Set([0, 2]))
    const asked = { ...policy, entry: { where: 'depth == 2' } }
    const queried = [{ open: 2, close: 10 }]
    expect(sampled({ policy: asked, queried }).scope).toEqual({ open: 2, close: 10 })
    expect(sample({ policy: asked, queried: [] })).toEqual({
      ok: false,
      error: 'The trace has no call that depth == 2 keeps.',
    })
  })

  it('lets a sequel follow as often as it says, evenly drawn', () => {
    const counts = new Map<number, number>()
    const policy: PolicyDocument = {
      ...must(policyByName('bp-hunter'), 'policy'),
      forward: [
        {
          mix: [{ share: 1, weights: { step_into: 1 } }],
          sequel: { after: 'step_into', action: 'step_over', at_least: 2, at_most: 4 },
        },
      ],
    }
    const flat = Array.from({ length: 50 }, (): HandEvent => ['line', 1, 0, '<module>', {}])
    const { sources } = handTrace('x = 1\n', flat)
    for (let ordinal = 0; ordinal < 3000; ordinal++) {
      const names = sampled({ sources, policy, ordinal }).steps.map(({ action }) => action.name)
      const next = names.indexOf('step_into', 1)
      counts.set(next - 1, (counts.get(next - 1) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual([2, 3, 4])
    // Four standard errors of a third of 3,000.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(104)
  })

  it('passes over a rule that can give nothing at a state', () => {
    const policy: PolicyDocument = {
      ...must(policyByName('loop-skipper'), 'policy'),
      forward: [
        {
          when: { event: 'call' },
          mix: [{ share: 1, weights: { breakpoint: 1 } }],
          lines: { after_loop: 1 },
        },
        { mix: [{ share: 1, weights: { step_over: 1 } }] },
      ],
    }
    const drawn = sampled({ policy })
    expect(drawn.steps[0]?.action.name).toBe('step_over')
    expect(drawn.resampled).toBe(1)
  })

  it('stops after the actions that the document allows', () => {
    const policy = { ...must(policyByName('interpreter'), 'policy'), max_actions: 3 }
    expect(sampled({ policy })).toMatchObject({ exit: null, steps: { length: 3 } })
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
    const changes: PolicyDocument = {
      ...must(policyByName('interpreter'), 'policy'),
      forward: [
        { when: { changed: { at_least: 1 } }, mix: [{ share: 1, weights: { step_over: 1 } }] },
        { mix: [{ share: 1, weights: { step_over: 1 } }] },
      ],
    }
    expect(sample({ policy: changes })).toEqual({
      ok: false,
      error: 'The policy interpreter asks what variables changed, which is not known here.',
    })
    expect(sample({ policy: 'loop-skipper', direction: 'inverse' })).toMatchObject({ ok: false })
    expect(sample({ entry: 'nowhere' })).toMatchObject({ ok: false })
    expect(sample({ sources: empty })).toMatchObject({ ok: false })
  })
})
