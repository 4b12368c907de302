import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { mixJsonSchema } from '../../shared/contract/mix-schema.ts'
import { checkMix, readMix } from '../../shared/contract/read-document.ts'
import type { MixDocument } from '../../shared/trajectory/mix-document.ts'
import { Shares } from '../../shared/trajectory/mix-shares.ts'
import { policyByName } from '../../shared/trajectory/policies.ts'
import { mixWords, policyWords } from '../../shared/trajectory/policy-words.ts'
import { SHIPPED_POLICIES } from '../../shared/trajectory/shipped-policies.ts'

const formats = join(import.meta.dirname, '../../resources/formats')

const PLAIN: MixDocument = {
  format: 'mix@1',
  name: 'both',
  about: 'Two ways.',
  seed: 7,
  budget: { tokens: 1000 },
  parts: [
    { share: 3, policy: 'paper-mix', direction: 'forward' },
    { share: 1, policy: 'inverse-mix', direction: 'inverse' },
  ],
}

function errorOf(change: Record<string, unknown>): string {
  const read = checkMix({ ...PLAIN, ...change })
  return read.ok ? 'taken' : read.error
}

describe('mixes', () => {
  test('have the published schema, and the example of the page is taken', async () => {
    const published = await readFile(join(formats, 'mix-1.schema.json'), 'utf8')
    expect(JSON.parse(published)).toEqual(mixJsonSchema())
    const page = await readFile(join(formats, 'mix-1.md'), 'utf8')
    const [, example = ''] = /```json\n(.*?)```/s.exec(page) ?? []
    expect(readMix(example)).toMatchObject({ ok: true })
    for (const key of ['format', 'budget', 'codec', 'per_program', 'per_trace', 'parts', 'share']) {
      expect(page).toContain(`\`${key}\``)
    }
  })

  test.each([
    [{ budget: {} }, 'At budget: takes exactly one of tokens, actions and trajectories.'],
    [
      { budget: { tokens: 10, actions: 5 } },
      'At budget: takes exactly one of tokens, actions and trajectories.',
    ],
    [{ name: 'two\nlines' }, 'At name: takes one line of text without control characters.'],
    [{ budget: { tokens: 0 } }, /^At budget/],
    [{ seed: -1 }, 'At seed: takes a number of at least 0, not -1.'],
    [{ parts: [] }, 'At parts: takes at least 1 of them.'],
    [{ caps: { per_file: 1 } }, /^At caps: there is no "per_file" here/],
    [
      { parts: [{ share: 1, policy: 'surfase', direction: 'forward' }] },
      'At parts 1, policy: there is no policy "surfase"; did you mean surface?',
    ],
    [
      { parts: [{ share: 1, policy: 'inverse-mix', direction: 'forward' }] },
      'At parts 1, direction: inverse-mix does not go forward.',
    ],
    [
      { parts: [{ share: 0, policy: 'surface', direction: 'forward' }] },
      'At parts: every share is 0, so nothing can be drawn.',
    ],
  ])('refuse %j', (change, message) => {
    expect(errorOf(change)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
  })

  test('say where a document inside them is wrong', () => {
    const [first] = SHIPPED_POLICIES
    const policy = { ...first, forward: [{ mix: [{ share: 0, weights: { step_into: 1 } }] }] }
    expect(errorOf({ parts: [{ share: 1, policy, direction: 'forward' }] })).toBe(
      'In part 1, at forward, rule 1, mix: every share is 0, so nothing can be drawn.',
    )
  })

  test('let no part go beyond its share by more than one trajectory, whatever they cost', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 6 })
    const costs = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(shares, costs, (wanted, drawn) => {
        const split = new Shares(wanted)
        let spent = 0
        for (const cost of drawn) {
          const part = split.next(() => true)
          if (part === null) throw new Error('no part')
          split.spend(part, cost)
          spent += cost
        }
        const total = wanted.reduce((sum, share) => sum + share, 0)
        const largest = Math.max(...drawn)
        for (const [part, share] of wanted.entries()) {
          const beyond = (split.spent[part] ?? 0) - (spent * share) / total
          expect(beyond).toBeLessThanOrEqual(largest)
        }
      }),
    )
  })
})

describe('the next part of a mix', () => {
  test('is the one furthest behind its share, of those that can give something', () => {
    const split = new Shares([0, 1, 3])
    expect(split.next(() => true)).toBe(1)
    split.spend(1, 10)
    expect(split.next(() => true)).toBe(2)
    split.spend(2, 29)
    expect(split.next(() => true)).toBe(2)
    expect(split.next((part) => part !== 2)).toBe(1)
    expect(split.next((part) => part === 0)).toBeNull()
  })
})

describe('in sentences', () => {
  test('a policy says what it draws', () => {
    const words = (name: string) => policyWords(must(policyByName(name), name))
    expect(words('paper-mix').slice(1)).toEqual([
      'Starts at the root of the trace.',
      'Forward, everywhere: step_into 42.5 %, step_over 40 %, step_return 10 %, breakpoint 5 %, continue 2.5 %.',
      'Its breakpoints: 80 % lines still to come, 20 % lines never reached.',
      'Backwards, everywhere: inv_step_into 42.5 %, inv_step_over 42.5 %, inv_step_call 15 %.',
      'Cuts a trajectory after 200 actions.',
    ])
    expect(words('loop-skipper').slice(2, 5)).toEqual([
      'Forward, rule 1 of 2, where the number of the visit of a loop’s header is at least 3: breakpoint 100 %.',
      'Its breakpoints: 100 % the line after the loop.',
      'Forward, rule 2 of 2, everywhere: step_over 100 %.',
    ])
    expect(policyWords({ ...must(policyByName('surface'), 'policy'), max_tokens: 5000 })).toContain(
      'Cuts a trajectory after 200 actions or about 5,000 tokens.',
    )
    expect(words('bp-hunter')).toContain('After a breakpoint it takes step_over 2 to 6 times.')
  })

  test('a mix says its shares', () => {
    expect(mixWords({ ...PLAIN, caps: { per_trace: 5 } })).toEqual([
      'both: Two ways.',
      'Draws up to 1,000 tokens with seed 7.',
      '75 % of the tokens by paper-mix, forward.',
      '25 % of the tokens by inverse-mix, inverse.',
      'At most 5 of a trace.',
    ])
  })
})
