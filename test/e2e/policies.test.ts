import { describe, expect, it } from 'vitest'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { hasStackTrace, ndw, ndwJson } from '../support/ndw.ts'
import { prepareStore } from '../support/prepared-store.ts'

const { store, write } = prepareStore('policies')

const OWN: PolicyDocument = {
  format: 'policy@1',
  name: 'own',
  about: 'Into calls, over what changed nothing.',
  entry: { where: 'function == "f"' },
  forward: [
    { when: { changed: { at_least: 1 } }, mix: [{ share: 1, weights: { step_into: 1 } }] },
    { mix: [{ share: 1, weights: { step_over: 1 } }] },
  ],
}

const MIX = {
  format: 'mix@1',
  name: 'small',
  about: 'Both ways.',
  seed: 4,
  budget: { actions: 1000 },
  parts: [
    { share: 3, policy: 'surface', direction: 'forward' },
    { share: 1, policy: 'inverse-mix', direction: 'inverse' },
  ],
}

async function failure(...args: string[]) {
  const { status, stdout, stderr } = await ndw([...args, '--store', store])
  expect(stdout).toBe('')
  expect(hasStackTrace(stderr)).toBe(false)
  return { status, message: stderr.trim() }
}

function drawn(...args: string[]) {
  return ndwJson(['sample', ...args, '--store', store])
}

describe('ndw policy', () => {
  it('lists, prints and explains policies', async () => {
    const names = (await ndwJson(['policy', 'list', '--store', store])).map(({ name }) => name)
    expect(names).toContain('error-seeker')
    const printed = await ndw(['policy', 'show', 'bp-hunter', '--store', store])
    const file = write('bp.json', printed.stdout)
    const { status, stdout } = await ndw(['policy', 'check', file, '--store', store])
    expect(status).toBe(0)
    expect(stdout).toContain('After a breakpoint it takes step_over 2 to 6 times.')
  })

  it('refuses a document with its place', async () => {
    const bad = write('bad.json', JSON.stringify({ ...OWN, forward: [OWN.forward?.[0]] }))
    const { status, message } = await failure('policy', 'check', bad)
    expect(status).toBe(1)
    expect(message).toMatch(/bad\.json was refused\. At forward, rule 1, when: the last rule/)
    expect((await failure('policy', 'check', 'nowhere.json')).message).toBe(
      'There is no file nowhere.json.',
    )
    expect((await failure('policy', 'list', 'more')).status).toBe(2)
  })
})

describe('policies kept with the workspace', () => {
  it('are listed, drawn by their names, alone and in a mix, and taken off', async () => {
    const kept = { ...OWN, name: 'kept' }
    const file = write('kept.json', JSON.stringify(kept))
    await ndwJson(['policy', 'add', file, '--store', store])
    const listed = await ndwJson(['policy', 'list', '--store', store])
    expect(listed.at(-1)).toMatchObject({ name: 'kept', own: true, directions: ['forward'] })
    expect(await ndwJson(['policy', 'show', 'kept', '--store', store])).toEqual([kept])
    const how = ['--seed', '3', '--count', '2', '--all'] as const
    const byName = await drawn('--policy', 'kept', ...how)
    expect(byName.map(({ policy }) => policy)).toEqual(['kept', 'kept'])
    expect(await drawn('--policy', file, ...how)).toEqual(byName)
    const parts = [{ share: 1, policy: 'kept', direction: 'forward' }]
    const mix = write('kept-mix.json', JSON.stringify({ ...MIX, parts }))
    const mixed = await drawn('--mix', mix)
    expect(new Set(mixed.map(({ policy }) => policy))).toEqual(new Set(['kept']))
    await ndwJson(['policy', 'remove', 'kept', '--store', store])
    expect((await failure('sample', ...how, '--policy', 'kept')).message).toMatch(
      /There is no policy and no file kept/,
    )
    expect((await failure('policy', 'remove', 'kept')).message).toBe(
      'This workspace has no policy named "kept".',
    )
  })
})

describe('ndw sample', () => {
  it('says that a document shares its name with another policy that comes along', async () => {
    const told = async (document: object) => {
      const file = write('named.json', JSON.stringify(document))
      const how = ['--all', '--policy', file, '--seed', '71', '--count', '1'] as const
      return (await ndw(['sample', ...how, '--store', store])).stderr
    }
    expect(await told({ ...OWN, name: 'surface' })).toMatch(
      /otherwise than the policy surface that comes along.*give it a name of its own/,
    )
    const shown = await ndw(['policy', 'show', 'surface', '--store', store])
    expect(await told(JSON.parse(shown.stdout))).not.toMatch(/otherwise/)
  })

  it('draws by a document, whose entry is a query, and keeps it', async () => {
    const file = write('own.json', JSON.stringify(OWN))
    const args = ['--all', '--policy', file, '--seed', '1', '--count', '3'] as const
    const rows = await drawn(...args)
    expect(rows.map(({ policy, exit }) => [policy, exit])).toEqual([
      ['own', 'normal'],
      ['own', 'normal'],
      ['own', 'normal'],
    ])
    // The same document draws the same again, another under the same name does not.
    expect(await drawn(...args)).toEqual(rows)
    const other = write('other.json', JSON.stringify({ ...OWN, max_actions: 1 }))
    const others = await drawn('--all', '--policy', other, '--seed', '1', '--count', '3')
    expect(others.map(({ steps }) => steps)).toEqual([1, 1, 1])
    const ids = new Set([...rows, ...others].map(({ trajectory }) => trajectory))
    expect(ids.size).toBe(6)
  })

  it('draws a mix up to its budget, by its shares, the same each time', async () => {
    const file = write('mix.json', JSON.stringify(MIX))
    const rows = await drawn('--mix', file)
    const actions = (way: string): number =>
      rows.reduce((sum, row) => sum + (row.direction === way ? Number(row.steps) : 0), 0)
    const [forward, inverse] = [actions('forward'), actions('inverse')]
    expect(forward + inverse).toBeLessThanOrEqual(1000)
    expect(forward + inverse).toBeGreaterThan(980)
    expect(Math.abs(inverse - 250)).toBeLessThan(20)
    expect(await drawn('--mix', file)).toEqual(rows)
    const { stderr } = await ndw(['sample', '--mix', file, '--tokens', '3000', '--store', store])
    expect(stderr).toMatch(/[\d,]+ of 3,000 tokens/)
  })

  it('says what does not go together, and what there is not', async () => {
    const file = write('mix.json', JSON.stringify(MIX))
    const both = await failure('sample', '--mix', file, '--policy', 'surface')
    expect(both).toEqual({ status: 2, message: '--policy and --mix exclude each other.' })
    const draw = ['sample', '--all', '--seed', '1', '--count', '1', '--policy'] as const
    expect((await failure(...draw, 'surfase')).message).toBe(
      'There is no policy and no file surfase; did you mean surface?',
    )
    expect((await failure(...draw, 'bp-hunter', '--direction', 'inverse')).message).toMatch(
      /bp-hunter does not go inverse/,
    )
    expect(
      (await failure('sample', '--mix', write('p.json', JSON.stringify(OWN)))).message,
    ).toMatch(/p\.json was refused\. At format: takes mix@1, not "policy@1"\./)
  })
})
