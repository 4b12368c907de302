import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PolicyDocument } from '../../../shared/trajectory/policy-document.ts'
import { useSession } from './session.ts'

const OWN_KEY = ['policy', 'own'] as const

/** The workspace's own policies, by name; undefined until they are known. */
export function useOwnPolicies(): readonly PolicyDocument[] | undefined {
  const session = useSession()
  const { data } = useQuery({
    queryKey: OWN_KEY,
    queryFn: async ({ signal }): Promise<readonly PolicyDocument[]> =>
      (await session.call('policy.own', {}, { signal })).policies,
  })
  return data
}

/** Keeps a policy with the workspace, or takes one off; both reject in words. */
export function usePolicyChanges() {
  const session = useSession()
  const client = useQueryClient()
  return useMemo(() => {
    const put = ({ policies }: { policies: readonly PolicyDocument[] }): void =>
      void client.setQueryData(OWN_KEY, policies)
    return {
      /** `was`: the name it had until now, null for one that gets no other. */
      save: async (policy: PolicyDocument, was: string | null): Promise<void> =>
        put(await session.call('policy.save', { policy, was })),
      remove: async (name: string): Promise<void> =>
        put(await session.call('policy.remove', { name })),
    }
  }, [session, client])
}
