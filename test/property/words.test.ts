import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCount } from '../../shared/base/words.ts'

it('writes every integer as the browser’s own numbers are written in English', () => {
  const own = new Intl.NumberFormat('en')
  for (const count of [0, 999, 1000, 99_999, 1_000_000, -1234, -999, Number.MAX_SAFE_INTEGER]) {
    expect(formatCount(count)).toBe(own.format(count))
  }
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(formatCount(count)).toBe(own.format(count))
    }),
  )
})
