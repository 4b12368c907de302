import { expect } from 'vitest'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { type Cases, notObject } from './workbench-scene.ts'

const OWN_POLICY: PolicyDocument = {
  format: 'policy@1',
  name: 'own',
  about: 'Over everything.',
  forward: [{ mix: [{ share: 1, weights: { step_over: 1 } }] }],
}
/** No rule of it gives what is defined everywhere. */
const ONLY_RETURN = { mix: [{ share: 1, weights: { step_return: 1 } }] }

/** Cases of the workspace's own policies. */
export const POLICY_CASES: Cases<'policy.own' | 'policy.save' | 'policy.remove'> = {
  'policy.own': {
    input: async ({ client }) => {
      await client.call('policy.save', { policy: { ...OWN_POLICY, name: 'listed' }, was: null })
      return {}
    },
    check: ({ policies }) => expect(policies).toContainEqual({ ...OWN_POLICY, name: 'listed' }),
    bad: [notObject],
  },
  'policy.save': {
    input: () => ({ policy: OWN_POLICY, was: null }),
    check: async ({ policies }, { client }) => {
      expect(policies).toContainEqual(OWN_POLICY)
      const renamed = { ...OWN_POLICY, name: 'renamed' }
      const told = await client.call('policy.save', { policy: renamed, was: 'own' })
      expect(told.policies).toContainEqual(renamed)
      expect(told.policies).not.toContainEqual(OWN_POLICY)
      await client.call('policy.save', { policy: OWN_POLICY, was: null })
      const { policies: both } = await client.call('policy.own', {})
      expect(both.map(({ name }) => name)).toEqual(expect.arrayContaining(['own', 'renamed']))
      await expect(client.call('policy.save', { policy: renamed, was: 'own' })).rejects.toThrow(
        /has a policy named "renamed" already/,
      )
      await client.call('policy.remove', { name: 'renamed' })
      await client.call('policy.remove', { name: 'own' })
    },
    bad: [
      notObject,
      [
        { policy: { ...OWN_POLICY, name: 'surface' }, was: null },
        'bad-input',
        /surface comes with the workbench/,
      ],
      [
        { policy: { ...OWN_POLICY, forward: [ONLY_RETURN] }, was: null },
        'bad-input',
        /At forward, rule 1/,
      ],
    ],
  },
  'policy.remove': {
    input: async ({ client }) => {
      await client.call('policy.save', { policy: { ...OWN_POLICY, name: 'gone' }, was: null })
      return { name: 'gone' }
    },
    check: ({ policies }) => expect(policies.map(({ name }) => name)).not.toContain('gone'),
    bad: [notObject, [{ name: 'nowhere' }, 'not-found', /no policy named "nowhere"/]],
  },
}
