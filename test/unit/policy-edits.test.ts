import { describe, expect, it } from 'vitest'
import {
  acceptEdits,
  chosenText,
  copyName,
  deskOf,
  FIRST_DESK,
  policyNames,
  refusalOfName,
  withOwnOf,
  withoutDraft,
  withoutOwn,
  withSaved,
  withText,
} from '../../renderer/src/views/sample/policy/policy-desk.ts'
import {
  addRule,
  chancesOf,
  moveRule,
  withMix,
  withRules,
  withWeight,
} from '../../renderer/src/views/sample/policy/policy-edits.ts'
import { policyText } from '../../renderer/src/views/sample/policy/policy-text.ts'
import { readDraft } from '../../renderer/src/views/sample/policy/read-draft.ts'
import { checkPolicy } from '../../shared/contract/read-document.ts'
import type { PolicyDocument, Rule } from '../../shared/trajectory/policy-document.ts'
import { SHIPPED_POLICIES } from '../../shared/trajectory/shipped-policies.ts'

function shipped(name: string): PolicyDocument {
  const found = SHIPPED_POLICIES.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no policy ${name}`)
  return found
}

describe('the text of a policy', () => {
  it.each(SHIPPED_POLICIES.map((policy) => [policy.name, policy] as const))(
    '%s comes back as it was, on lines short enough to read',
    (_, policy) => {
      const text = policyText(policy)
      expect(readDraft(text)).toMatchObject({ valid: policy, error: null })
      const structure = text.split('\n').filter((line) => !line.includes('"about"'))
      expect(Math.max(...structure.map((line) => line.length))).toBeLessThan(90)
    },
  )

  it('that is no JSON has no form and says where; one whose rules are wrong keeps its form', () => {
    const cut = readDraft('{ "format": ')
    expect(cut.shown).toBeNull()
    expect(cut.error).toContain('JSON')
    const { forward = [] } = shipped('surface')
    const none = {
      ...shipped('surface'),
      forward: [{ ...forward[0], mix: [{ share: 1, weights: {} }] }],
    }
    const reading = readDraft(JSON.stringify(none))
    expect(reading.shown).toEqual(none)
    expect(reading.valid).toBeNull()
    expect(reading.error).toContain('At forward, rule 1, mix 1, weights:')
  })
})

describe('edits of rules', () => {
  const [rule] = shipped('bp-hunter').forward as readonly [Rule]

  it('keep the weights in the order of the actions, whatever was set last', () => {
    const part = withWeight({ share: 1, weights: { continue: 1, step_into: 2 } }, 'step_over', 7)
    expect(Object.keys(part.weights)).toEqual(['step_into', 'step_over', 'continue'])
    expect(withWeight(part, 'step_over', 0).weights).toEqual({ step_into: 2, continue: 1 })
  })

  it('drop the lines and the sequel that the mixture has no use for any more', () => {
    const changed = withMix(rule, [{ share: 1, weights: { step_over: 1 } }])
    expect(changed).toEqual({ mix: [{ share: 1, weights: { step_over: 1 } }] })
    expect(withMix(rule, rule.mix)).toEqual(rule)
  })

  it('give documents one can draw by: a rule added, moved, a direction opened', () => {
    const policy = shipped('error-seeker')
    const rules = addRule(policy.forward ?? [], 'forward')
    expect(checkPolicy(withRules(policy, 'forward', rules)).ok).toBe(true)
    const moved = moveRule(rules, 0, 1)
    expect(moved.slice(0, 2)).toEqual([rules[1], rules[0]])
    expect(moveRule(rules, rules.length - 2, 1)).toBe(rules)
    expect(checkPolicy(withRules(shipped('bp-hunter'), 'inverse', addRule([], 'inverse'))).ok).toBe(
      true,
    )
    expect(withRules(policy, 'inverse', []).inverse).toBeUndefined()
  })

  it('tell the chance of an action over all rows, as the format says', () => {
    const [mix] = shipped('paper-mix').forward as readonly [Rule]
    const chances = chancesOf(mix)
    const rounded = Object.fromEntries(
      [...chances].map(([name, chance]) => [name, +chance.toFixed(3)]),
    )
    expect(rounded).toEqual({
      step_into: 0.425,
      step_over: 0.4,
      step_return: 0.1,
      breakpoint: 0.05,
      continue: 0.025,
    })
  })
})

describe('the desk of policies', () => {
  it('keeps a changed text until it is what was saved again', () => {
    const text = chosenText(FIRST_DESK)
    const changed = withText(FIRST_DESK, `${text} `)
    expect(changed.drafts).toEqual({ 'paper-mix': `${text} ` })
    expect(withText(changed, text).drafts).toEqual({})
    expect(chosenText(withoutDraft(changed))).toBe(text)
  })

  it('saves under a name of its own, which shipped ones keep', () => {
    expect(refusalOfName(FIRST_DESK, 'surface')).toContain('comes with the workbench')
    expect(refusalOfName(FIRST_DESK, '')).not.toBeNull()
    const saved = withSaved(withText(FIRST_DESK, 'x'), shipped('surface'), 'mine')
    expect(saved).toEqual({
      chosen: 'mine',
      own: { mine: { ...shipped('surface'), name: 'mine' } },
      drafts: {},
    })
    expect(refusalOfName(saved, 'mine')).toContain('already')
    expect(copyName(saved, 'mine')).toBe('mine copy')
    expect(withoutOwn(saved, 'mine')).toEqual(FIRST_DESK)
  })

  it('has a deleted policy back without losing what was done since', () => {
    const mine = withSaved(FIRST_DESK, shipped('surface'), 'mine')
    const before = withText(mine, '{ half')
    const since = withText(withoutOwn(before, 'mine'), 'other')
    expect(withOwnOf(since, before, 'mine')).toEqual({
      chosen: 'mine',
      own: mine.own,
      drafts: { mine: '{ half', 'paper-mix': 'other' },
    })
  })

  it('has what a browser kept itself as texts to save, until the workspace has them', () => {
    const own = { good: { ...shipped('surface'), name: 'good' }, bad: { format: 'policy@9' } }
    const edits = acceptEdits(JSON.parse(JSON.stringify({ chosen: 'bad', own, drafts: {} })))
    const desk = edits && deskOf(edits, {})
    expect(desk?.chosen).toBe('bad')
    expect(desk && policyNames(desk).slice(-2)).toEqual(['bad', 'good'])
    expect(desk && chosenText(desk)).toContain('policy@9')
    const kept = edits && deskOf(edits, { good: own.good })
    expect(Object.keys(kept?.drafts ?? {})).toEqual(['bad'])
    expect(edits && deskOf({ ...edits, chosen: 'gone' }, {}).chosen).toBe('paper-mix')
    expect(acceptEdits({ chosen: 1 })).toBeNull()
    expect(acceptEdits(null)).toBeNull()
  })
})
