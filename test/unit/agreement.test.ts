import { describe, expect, it } from 'vitest'
import type { ResolvedLocals } from '../../shared/grammar/resolve.ts'
import { agreementForecasts, agreementOf, type Sample } from '../../shared/model/agreement.ts'
import { confidenceIn, tokenEntropy } from '../../shared/model/confidence.ts'
import type { Truth } from '../../shared/model/score.ts'

type Locals = Readonly<Record<string, string>>

function known(locals: Locals, hasUnknown = false): ResolvedLocals {
  const variables = Object.entries(locals).map(([name, text]) => ({ name, text, stale: false }))
  return { variables, hasUnknown }
}

function outcome(src: string, locals: Locals) {
  const told = { omitted: false, entries: Object.entries(locals) }
  return { kind: 'state', state: { event: 'line', src, locals: told, arg: null } } as const
}

function sample(src: string, locals: Locals): Sample {
  return { outcome: outcome(src, locals), locals: known(locals), line: null }
}

const REAL = { x: '1', s: '{1, 2}' }
const TRUTH: Truth = { outcome: outcome('y = x', REAL), locals: known(REAL), recorded: null }

describe('agreement of samples', () => {
  it('is the share of the value that the most say, and tells whether that is right', () => {
    const samples = [
      sample('y = x', { x: '1', s: '{1, 2}' }),
      sample('y = x', { x: '1', s: '{2, 1}' }),
      sample('y = x', { x: '2', s: '{1, 2}' }),
      sample('z = x', { x: '2', s: '{1, 2}' }),
      sample('y = x', { x: '2' }),
    ]
    const { event, line, argument, variables, state } = agreementOf(samples, TRUTH)
    expect(event).toMatchObject({ value: 'line', share: 1, isRight: true })
    expect(line).toMatchObject({ value: 'y = x', count: 4, share: 0.8, isRight: true })
    expect(argument).toBeNull()
    expect(variables).toMatchObject([
      { name: 'x', value: '2', count: 3, share: 0.6, isRight: false },
      // The order of a set is no difference; the sample that has no s says something else.
      { name: 's', count: 4, total: 5, share: 0.8, isRight: true },
    ])
    expect(variables[0]?.values).toEqual([
      { value: '2', count: 3 },
      { value: '1', count: 2 },
    ])
    // The two that are alike but for the order of the set.
    expect(state).toMatchObject({ count: 2, share: 0.4, isRight: true })
  })

  it('counts answers that could not be read as saying nothing, not as agreeing', () => {
    const samples = [null, null, null, sample('y = x', { x: '1', s: '{1, 2}' })]
    const { state, variables } = agreementOf(samples, TRUTH)
    expect(state).toMatchObject({ count: 1, total: 4, share: 0.25, isRight: true })
    expect(variables.map(({ share }) => share)).toEqual([0.25, 0.25])
    expect(agreementOf([null, null], TRUTH).state).toMatchObject({
      value: null,
      share: 0,
      isRight: null,
    })
  })

  it('tells nothing of right and wrong without a truth, and none of it is a forecast', () => {
    const { state, variables } = agreementOf([sample('y = x', { x: '1' })], null)
    expect(state).toMatchObject({ share: 1, isRight: null })
    expect(agreementForecasts([state, ...variables])).toEqual([])
    const judged = agreementOf([sample('y = x', { x: '7' })], TRUTH)
    expect(agreementForecasts(judged.variables)).toEqual([{ confidence: 1, isRight: false }])
  })

  it('holds what the true text leaves unknown against the recording', () => {
    const truth: Truth = { ...TRUTH, locals: known({}, true), recorded: [['x', '1']] }
    const { variables } = agreementOf([sample('y = x', { x: '1', more: '0' })], truth)
    expect(variables).toMatchObject([
      { name: 'x', isRight: true },
      { name: 'more', isRight: false },
    ])
    const dark = agreementOf([sample('y = x', { x: '1' })], { ...truth, recorded: null })
    expect(dark.variables).toMatchObject([{ name: 'x', isRight: null }])
  })
})

describe('confidence', () => {
  const log = Math.log

  it('has the entropy of the alternatives, and says when they leave something out', () => {
    const alternatives = [0.5, 0.25].map((one, at) => ({
      text: 'ab'[at] ?? '',
      logProbability: log(one),
    }))
    const token = { text: 'a', logProbability: log(0.5), alternatives }
    // A half, a quarter, and a quarter that is not told.
    expect(tokenEntropy(token)).toEqual({ bits: 1.5, covered: 0.75, isLeast: true })
    const other = { text: 'c', logProbability: log(0.25), alternatives }
    expect(tokenEntropy(other)).toEqual({ bits: 1.5, covered: 1, isLeast: false })
    expect(tokenEntropy({ text: 'a', logProbability: log(0.5) })).toBeNull()
  })

  it('of chosen tokens is theirs alone', () => {
    const tokens = [0.5, 0.1, 0.8].map((one) => ({ text: 'x', logProbability: log(one) }))
    const some = confidenceIn(tokens, [0, 2])
    expect(some?.lowest).toBeCloseTo(0.5, 12)
    expect(some?.mean).toBeCloseTo(Math.sqrt(0.4), 12)
    expect(some?.joint).toBeCloseTo(0.4, 12)
    expect(confidenceIn(tokens, [])).toBeNull()
  })
})
