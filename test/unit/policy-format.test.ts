import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { policyJsonSchema } from '../../shared/contract/policy-schema.ts'
import { checkPolicy, readPolicy } from '../../shared/contract/read-document.ts'
import { canonicalText, type PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { SHIPPED_POLICIES } from '../../shared/trajectory/shipped-policies.ts'

const formats = join(import.meta.dirname, '../../resources/formats')

const PLAIN = {
  format: 'policy@1',
  name: 'mine',
  about: 'Steps.',
  forward: [{ mix: [{ share: 1, weights: { step_into: 1 } }] }],
}

function errorOf(change: Record<string, unknown>): string {
  const read = checkPolicy(JSON.parse(JSON.stringify({ ...PLAIN, ...change })))
  return read.ok ? 'taken' : read.error
}

function ruleError(rule: Record<string, unknown>): string {
  const plain = PLAIN.forward[0] ?? {}
  const first = { when: { has_call: true }, ...plain, ...rule }
  return errorOf({ forward: [first, plain] })
}

describe('policy documents', () => {
  test('have the published schema', async () => {
    const published = await readFile(join(formats, 'policy-1.schema.json'), 'utf8')
    expect(JSON.parse(published)).toEqual(policyJsonSchema())
  })

  test('of the page are taken', async () => {
    const page = await readFile(join(formats, 'policy-1.md'), 'utf8')
    const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map((match) => match[1] ?? '')
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) expect(readPolicy(example)).toMatchObject({ ok: true })
  })

  test('are taken behind a byte order mark', () => {
    expect(readPolicy(`\uFEFF${JSON.stringify(PLAIN)}`)).toEqual({ ok: true, document: PLAIN })
  })

  test('that nest without end are refused in a sentence', () => {
    const condition = `${'{"not":'.repeat(20_000)}{"has_call":true}${'}'.repeat(20_000)}`
    const text = JSON.stringify(PLAIN).replace('{"mix"', `{"when":${condition},"mix"`)
    expect(readPolicy(text)).toMatchObject({
      ok: false,
      error: 'It nests more than 100 levels of lists and objects.',
    })
  })

  test('have a name of one line, in any script', () => {
    expect(errorOf({ name: '\u5317\u4EAC \u{1F40D}' })).toBe('taken')
    for (const name of ['a\nb', 'a\u0000', '\u001B[31m']) {
      expect(errorOf({ name })).toBe('At name: takes one line of text without control characters.')
    }
  })

  test('name every key of the schema on the page', async () => {
    const page = await readFile(join(formats, 'policy-1.md'), 'utf8')
    const keys = new Set<string>()
    const collect = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties') for (const name of Object.keys(value)) keys.add(name)
        collect(value)
      }
    }
    collect(policyJsonSchema())
    expect(keys.size).toBeGreaterThan(30)
    for (const key of keys) expect(page).toContain(`\`${key}\``)
  })

  test.each(SHIPPED_POLICIES.map((policy) => [policy.name, policy] as const))(
    '%s is taken and comes back the same',
    (_name, policy) => {
      expect(readPolicy(JSON.stringify(policy))).toEqual({ ok: true, document: policy })
      expect(policy.about).toMatch(/^[A-Z][^.]*\d?\.?\d*[^.]*\.$/)
    },
  )

  test('are told apart by what they say, not by the order of their keys', () => {
    const turned = Object.fromEntries(Object.entries(PLAIN).reverse())
    expect(canonicalText(turned as unknown as PolicyDocument)).toBe(
      canonicalText(PLAIN as unknown as PolicyDocument),
    )
    const texts = new Set(SHIPPED_POLICIES.map(canonicalText))
    expect(texts.size).toBe(SHIPPED_POLICIES.length)
  })
})

describe('a bad policy document is refused with its place', () => {
  test('that is no JSON, or no object', () => {
    expect(readPolicy('{"format": ')).toMatchObject({ ok: false })
    expect(readPolicy('[]')).toMatchObject({ error: 'Takes an object, not [].' })
  })

  test.each([
    [{ format: 'policy@2' }, 'At format: takes policy@1, not "policy@2".'],
    [{ name: undefined }, 'At name: is missing; it takes a text.'],
    [{ foreward: [] }, 'There is no "foreward" here; did you mean forward?'],
    [{ forward: [] }, 'At forward: takes at least 1 of them.'],
    [{ forward: undefined }, 'Needs rules for forward, inverse or both.'],
    [{ max_actions: 0 }, 'At max_actions: takes a number of at least 1, not 0.'],
    [{ entry: 'rot' }, 'At entry: takes root or call, not "rot".'],
    [{ entry: { where: 'dept > 2' } }, /^At entry, where: character 1: .*did you mean depth\?/],
    [
      { inverse: [{ mix: [{ share: 1, weights: { step_into: 1 } }] }] },
      /^At inverse, rule 1, mix 1, weights: there is no "step_into" here/,
    ],
  ])('%j', (change, message) => {
    expect(errorOf(change)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
  })

  test.each([
    [
      { mix: [{ share: 1, weights: { step_over: 0.5 } }] },
      'At forward, rule 1, mix 1, weights, step_over: takes a whole number, not 0.5.',
    ],
    [
      { mix: [{ share: 0, weights: { step_over: 1 } }] },
      'At forward, rule 1, mix: every share is 0, so nothing can be drawn.',
    ],
    [
      { mix: [{ share: 1, weights: {} }] },
      'At forward, rule 1, mix 1, weights: no action has a weight above 0, so nothing can be drawn.',
    ],
    [{ when: { depth: {} } }, 'At forward, rule 1, when, depth: needs at_least, below or both.'],
    [
      { when: { not: { any: [{ depth: { at_least: 3, below: 3 } }] } } },
      'At forward, rule 1, when, not, any 1, depth: no number is at least 3 and below 3.',
    ],
    [{ when: {} }, /^At forward, rule 1, when: says nothing/],
    [{ when: { deph: {} } }, /did you mean depth\?$/],
    [{ when: undefined }, /^At forward, rule 1: only the last rule may be without when/],
    [{ lines: { ahead: 1 } }, /^At forward, rule 1, lines: the rule draws no breakpoint/],
    [
      { sequel: { after: 'breakpoint', action: 'step_over', at_least: 1, at_most: 2 } },
      /^At forward, rule 1, sequel, after: the rule never draws breakpoint/,
    ],
    [
      { sequel: { after: 'step_into', action: 'step_over', at_least: 3, at_most: 2 } },
      'At forward, rule 1, sequel: at_most is less than at_least.',
    ],
    [
      { sequel: { after: 'step_into', action: 'breakpoint', at_least: 1, at_most: 1 } },
      'At forward, rule 1, sequel, action: a breakpoint cannot be a sequel.',
    ],
    [
      { mix: [{ share: 1, weights: { breakpoint: 1 } }], lines: { ahead: 0, never: 0 } },
      'At forward, rule 1, lines: every share is 0, so no line can be drawn.',
    ],
    [
      {
        mix: [
          { share: 0, weights: { breakpoint: 1 } },
          { share: 1, weights: { step_over: 1 } },
        ],
        lines: { ahead: 1 },
      },
      /^At forward, rule 1, lines: the rule draws no breakpoint/,
    ],
  ])('%j', (rule, message) => {
    expect(ruleError(rule)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
  })

  test('whose last rule has a condition, or may have nothing to do', () => {
    const last = (rule: Record<string, unknown>) => errorOf({ forward: [rule] })
    expect(last({ ...PLAIN.forward[0], when: { has_call: true } })).toBe(
      'At forward, rule 1, when: the last rule takes no when, so that some rule always holds.',
    )
    expect(last({ mix: [{ share: 1, weights: { step_return: 1 } }] })).toMatch(
      /^At forward, rule 1, mix: the last rule gives a weight to one of step_into/,
    )
  })
})
