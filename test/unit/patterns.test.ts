import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../shared/query/check.ts'
import { matchesPattern } from '../../shared/query/patterns.ts'

function problem(text: string): string | null {
  const parsed = parseQuery(text, 'trace')
  return parsed.ok ? null : parsed.error.message
}

describe('a regular expression in a query', () => {
  it('is found anywhere, by RE2’s rules', () => {
    expect(matchesPattern('[1, 2]', '^\\[\\d')).toBe(true)
    expect(matchesPattern('x [1, 2]', '^\\[\\d')).toBe(false)
    expect(matchesPattern('É', '(?i)é')).toBe(true)
    expect(matchesPattern('a\nb', '(?m)^b$')).toBe(true)
  })

  it('takes a time that grows with the text, whatever it is', () => {
    const began = performance.now()
    expect(matchesPattern(`${'a'.repeat(100_000)}b`, '^(a+)+$')).toBe(false)
    expect(matchesPattern('ab'.repeat(50_000), '(a|b|ab)*c')).toBe(false)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it.each([
    [
      'error.matches("(")',
      /no regular expression of RE2: missing closing \): `\(` \(character 15\)/,
    ],
    ['error.matches("(?=a)")', /invalid or unsupported Perl syntax/],
    ['error.matches("\\\\1")', /invalid escape sequence/],
    [`error.matches("${'a'.repeat(501)}")`, /longer than 500 characters/],
    ['error.matches("(x{900}){1}(x{900}){1}(x{900}){1}")', /repetitions make it too large/],
    ['error.matches(entry)', /takes a regular expression in quotes/],
    ['events.matches("1")', /Expected a text, found a number/],
    ['error.matches()', /Expected one argument, found 0/],
  ])('is refused in words: %s', (text, message) => {
    expect(problem(text)).toMatch(message)
  })
})
