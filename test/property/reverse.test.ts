import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TraceId } from '../../shared/trace/event.ts'
import { actionsOf } from '../../shared/trajectory/act.ts'
import { POLICIES, policyByName } from '../../shared/trajectory/policies.ts'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { isReverseOfForwardWalk } from '../../shared/trajectory/reverse-check.ts'
import { sampleTrajectory } from '../../shared/trajectory/sample.ts'
import type { SourceIndex } from '../../shared/trajectory/source-index.ts'
import type { Scope, StateRef } from '../../shared/trajectory/types.ts'
import { type HandEvent, handTrace, tracePlace } from '../support/hand-trace.ts'
import { type RandomTrace, randomTrace } from '../support/random-trace.ts'
import { buildSlowTree, scopeNodes, slowWalk } from '../support/slow-tree.ts'

const BACKWARDS = POLICIES.filter(({ inverse }) => inverse !== undefined)

function drawInverse(sources: SourceIndex, policy: PolicyDocument, ordinal: number) {
  const drawn = sampleTrajectory({
    sources,
    traceId: 't' as TraceId,
    traceExit: null,
    policy: { ...policy, entry: ordinal % 2 === 0 ? 'root' : 'call' },
    seed: 1,
    ordinal,
    direction: 'inverse',
    entry: null,
  })
  if (!drawn.ok) throw new Error(drawn.error)
  return drawn.value
}

/** What any inverse action leads to from a state, by the reference. */
function whereActionsLead({ events }: RandomTrace, { open, close }: Scope, at: StateRef) {
  const { tree } = tracePlace(events, [])
  const isWhole = open === 0 && close === events.length - 1
  const activation = isWhole ? null : (tree.nodes[open]?.activation ?? null)
  const slow = slowWalk(scopeNodes(buildSlowTree(events), activation), 'inverse')
  return actionsOf('inverse').flatMap((name) => {
    const outcome = slow.act(at, { name, operand: null })
    return typeof outcome === 'string' ? [] : [outcome.seq]
  })
}

describe('inverse trajectories', () => {
  it('are forward walks read backwards', () => {
    fc.assert(
      fc.property(randomTrace, fc.constantFrom(...BACKWARDS), ({ events, lines }, policy) => {
        const { sources, tree } = tracePlace(events, lines)
        for (let ordinal = 0; ordinal < 6; ordinal++) {
          const drawn = drawInverse(sources, policy, ordinal)
          expect(isReverseOfForwardWalk(tree, drawn)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('with a state put in that no action leads to are none', () => {
    let refused = 0
    fc.assert(
      fc.property(randomTrace, fc.nat(), fc.nat(), (trace, place, other) => {
        const policy = policyByName('inverse-mix')
        if (policy === null) throw new Error('no policy')
        const { sources, tree } = tracePlace(trace.events, trace.lines)
        const drawn = drawInverse(sources, policy, place % 6)
        const at = place % drawn.steps.length
        const step = drawn.steps[at]
        const before = at === 0 ? drawn.start : drawn.steps[at - 1]?.target
        if (step === undefined || step.target === null || !before) return
        const seq = other % tree.nodes.length
        if (whereActionsLead(trace, drawn.scope, before).includes(seq)) return
        const steps = drawn.steps.with(at, { ...step, target: { seq, duplicate: false } })
        expect(isReverseOfForwardWalk(tree, { ...drawn, steps })).toBe(false)
        refused += 1
      }),
      { numRuns: 300 },
    )
    expect(refused).toBeGreaterThan(50)
  })

  it('that jump to the call of another activation under the same line are none', () => {
    const call = (frame: number): HandEvent[] => [
      ['call', 3, frame, 'g', {}],
      ['line', 4, frame, 'g', {}],
      ['return', 4, frame, 'g', '1'],
    ]
    const { tree } = handTrace('def f():\n  g() + g()\ndef g():\n  return 1\n', [
      ['call', 1, 0, 'f', {}],
      ['line', 2, 0, 'f', {}],
      ...call(1),
      ...call(2),
      ['return', 2, 0, 'f', '2'],
    ])
    const toCall = (seq: number) => ({
      scope: { open: 0, close: 8 },
      start: { seq: 7, duplicate: false },
      steps: [
        {
          action: { name: 'inv_step_call' as const, operand: null },
          target: { seq, duplicate: false },
        },
      ],
      exit: null,
    })
    expect([5, 2, 0].map((seq) => isReverseOfForwardWalk(tree, toCall(seq)))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('that end too early or too late are none', () => {
    fc.assert(
      fc.property(randomTrace, fc.nat(7), (trace, ordinal) => {
        const policy = policyByName('inverse-mix')
        if (policy === null) throw new Error('no policy')
        const { sources, tree } = tracePlace(trace.events, trace.lines)
        const drawn = drawInverse(sources, policy, ordinal)
        if (drawn.exit === null || drawn.steps.length < 2) return
        const [first] = drawn.steps
        const cut = { ...drawn, steps: drawn.steps.slice(0, -1) }
        expect(isReverseOfForwardWalk(tree, cut)).toBe(false)
        expect(isReverseOfForwardWalk(tree, { ...cut, exit: null })).toBe(true)
        const early = first === undefined ? [] : [{ ...first, target: null }]
        if (drawn.start.seq === drawn.scope.open) return
        expect(isReverseOfForwardWalk(tree, { ...drawn, steps: early })).toBe(false)
      }),
    )
  })
})
