import { inQuotes } from '../../../shared/base/words.ts'
import { MOST_POLICIES } from '../../../shared/contract/trajectories.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { PolicyDocument } from '../../../shared/trajectory/policy-document.ts'
import type { WritableDb } from '../database.ts'
import { settingGet } from '../readers/setting-reader.ts'
import type { Writes } from '../write-types.ts'
import { settingSet } from './setting-writer.ts'

/** JSON that only these writers write. */
function policiesOf(db: WritableDb): PolicyDocument[] {
  return (settingGet(db, { name: 'policies' }) ?? []) as PolicyDocument[]
}

function keep(db: WritableDb, policies: readonly PolicyDocument[]): { policies: PolicyDocument[] } {
  const sorted = policies.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  settingSet(db, { name: 'policies', value: sorted })
  return { policies: sorted }
}

export function policySave(
  db: WritableDb,
  { policy, was }: Writes['policySave']['input'],
): Writes['policySave']['output'] {
  const policies = policiesOf(db)
  const isRenamed = was !== null && was !== policy.name
  if (isRenamed && policies.some(({ name }) => name === policy.name)) {
    throw new ServiceError(
      'conflict',
      `This workspace has a policy named ${inQuotes(policy.name)} already; choose another name.`,
    )
  }
  const others = policies.filter(({ name }) => name !== policy.name && name !== was)
  if (others.length >= MOST_POLICIES) {
    throw new ServiceError(
      'conflict',
      `This workspace keeps ${MOST_POLICIES} policies already; remove one to save another.`,
    )
  }
  return keep(db, [...others, policy])
}

export function policyRemove(
  db: WritableDb,
  { name }: Writes['policyRemove']['input'],
): Writes['policyRemove']['output'] {
  const policies = policiesOf(db)
  const rest = policies.filter((policy) => policy.name !== name)
  if (rest.length === policies.length) {
    throw new ServiceError('not-found', `This workspace has no policy named ${inQuotes(name)}.`)
  }
  return keep(db, rest)
}
