import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { POLICIES } from '../../shared/trajectory/policies.ts'
import { policyHash } from '../support/policy-hash.ts'

const golden: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/policy-golden.json'), 'utf8'),
)

describe('trajectories of a seed', () => {
  it('are the same bytes on every machine: those kept in fixtures/policy-golden.json', () => {
    const hashes = Object.fromEntries(POLICIES.map(({ name }) => [name, policyHash(name)]))
    expect(hashes).toEqual(golden)
  })
})
