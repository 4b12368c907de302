import { canonicalText, type PolicyDocument } from './policy-document.ts'
import { SHIPPED_POLICIES } from './shipped-policies.ts'
import type { Direction } from './types.ts'

export const POLICIES = SHIPPED_POLICIES

export function policyByName(name: string): PolicyDocument | null {
  return POLICIES.find((policy) => policy.name === name) ?? null
}

/** The directions a policy can go in. */
export function directionsOf(policy: PolicyDocument): readonly Direction[] {
  const all: readonly Direction[] = ['forward', 'inverse']
  return all.filter((direction) => policy[direction] !== undefined)
}

/** Policies that were there before documents were, whose trajectories are drawn and named by the policy's name alone. */
const BY_NAME = new Set(['paper-mix', 'interpreter'])

/**
 * What a policy's random streams and the ids of its trajectories are made of: its text, so that another document
 * under the same name is another policy.
 */
export function policyIdentity(policy: PolicyDocument): string {
  const text = canonicalText(policy)
  const shipped = BY_NAME.has(policy.name) ? policyByName(policy.name) : null
  return shipped !== null && canonicalText(shipped) === text ? policy.name : text
}
