import { describe, expect, it } from 'vitest'
import {
  compareVariables,
  countDifferent,
  likenessText,
} from '../../renderer/src/draw/compared-variables.ts'
import { variableRows } from '../../renderer/src/draw/variable-changes.ts'
import type { Locals } from '../../shared/trace/event.ts'

function locals(values: Readonly<Record<string, string>>): Locals {
  return Object.entries(values).map(([name, text]) => [
    name,
    { text, size: text.length, type: 'int' },
  ])
}

describe('the variables of two runs', () => {
  const here = locals({ a: '1', b: '2', c: '3' })
  const there = locals({ a: '1', b: '20', d: '4' })

  it('are the same, different, or only here; one that went is nowhere', () => {
    const rows = variableRows(here, locals({ gone: '9', d: '4' }))
    const found = compareVariables(rows, there)
    expect([...found]).toEqual([
      ['a', 'same'],
      ['b', 'different'],
      ['c', 'alone'],
    ])
    expect(likenessText(found)).toBe('1 different, 1 only here, 1 same')
  })

  it('differ by what either has', () => {
    expect(countDifferent(here, there)).toBe(3)
    expect(countDifferent(there, here)).toBe(3)
    expect(countDifferent(here, here)).toBe(0)
  })

  it('are told apart beyond the characters that were kept', () => {
    const cut = (digest: string): Locals => [['s', { text: 'aaa', size: 900, type: 'str', digest }]]
    expect(countDifferent(cut('0011'), cut('0022'))).toBe(1)
  })
})
