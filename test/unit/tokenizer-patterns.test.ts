import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlain, unknownPattern } from '../../main/runtime/tokenizer/patterns.ts'

const LLAMA_3 =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
const O200K =
  "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
const QWEN_2 = LLAMA_3.replace('\\p{N}{1,3}', '\\p{N}')
const GPT_2 = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"

const split = (Regex: string) => ({ pre_tokenizer: { pattern: { Regex } } })

describe('patterns of a tokenizer.json', () => {
  it.each([LLAMA_3, O200K, QWEN_2, GPT_2])('in use are taken: %s', (pattern) => {
    expect(unknownPattern(split(pattern))).toBeNull()
  })

  it.each([
    ' ?\\p{L}+',
    '\\d',
    '[0-9][0-9][0-9]',
    '[\\r\\n]',
    ' {2,}',
    '\\n+|x?y{1,3}[a-z]*',
    '.{1,24}',
  ])('that never go back are taken: %s', (pattern) =>
    expect(unknownPattern(split(pattern))).toBeNull(),
  )

  it.each([
    '(a+)+$',
    'a*a*a*b',
    '\\s+$',
    '\\s*[\\r\\n]+',
    'a?a?a?a?aaaa',
    '(?:a|a)',
    '(?=a)b',
    '\\1',
    'a+?b',
    'a++',
    '[[a]&&b]',
    '^a',
    '\\u{61}',
    'x'.repeat(1001),
  ])('of others are refused: %s', (pattern) => expect(unknownPattern(split(pattern))).toBe(pattern))

  it('are found wherever they stand, but for words of the vocabulary', () => {
    const deep = { decoder: { decoders: [{ pattern: { String: 'x' } }, split('(a+)+')] } }
    expect(unknownPattern(deep)).toBe('(a+)+')
    expect(unknownPattern({ model: { vocab: { Regex: 1 } } })).toBeNull()
  })

  it('that are taken as plain are quick on every text', () => {
    const atom = fc.constantFrom('a', 'b', '.', '\\s', '[ab]', '[^a]', '\\p{L}')
    const repeat = fc.constantFrom('', '', '?', '+', '*', '{1,3}', '{2,}')
    const pattern = fc
      .array(fc.array(fc.tuple(atom, repeat), { minLength: 1, maxLength: 5 }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((branches) => branches.map((parts) => parts.flat().join('')).join('|'))
    const text = fc
      .array(fc.constantFrom('a', 'b', ' '), { minLength: 1, maxLength: 3 })
      .map((unit) => unit.join('').repeat(20_000))
    let taken = 0
    fc.assert(
      fc.property(pattern, text, (source, long) => {
        if (!isPlain(source)) return
        taken += 1
        const before = process.cpuUsage()
        long.replaceAll(new RegExp(source, 'gu'), '')
        const { user } = process.cpuUsage(before)
        expect(user / 1000, source).toBeLessThan(1000)
      }),
      { numRuns: 300 },
    )
    expect(taken).toBeGreaterThan(30)
  })
})
