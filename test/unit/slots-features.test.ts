import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { slotsTokens } from '../../shared/grammar/slots/encode.ts'
import { FEATURE_COUNT, featuresOf, SLOTS_FEATURES } from '../../shared/grammar/slots/features.ts'
import { VOCABULARY } from '../../shared/grammar/slots/vocabulary.ts'
import { follow } from '../support/follow.ts'
import { SCALE } from '../support/hand-trace.ts'
import { ROOT } from '../support/ndw.ts'

const WHOLE = follow(
  SCALE,
  Array.from({ length: 14 }, () => 'step_into' as const),
)

describe('slots-features@1', () => {
  const { ids } = slotsTokens(WHOLE)
  const rows = featuresOf(ids)
  const columns = SLOTS_FEATURES.columns.map(({ name }) => name)
  const tokens = ids.map((id) => VOCABULARY[id])

  /** The features at the `nth` token of a name. */
  function at(name: string, nth: number): Record<string, number> {
    let index = -1
    for (let left = nth; left > 0; left--) index = tokens.indexOf(name, index + 1)
    const row = rows.slice(index * FEATURE_COUNT, (index + 1) * FEATURE_COUNT)
    return Object.fromEntries(columns.map((column, place) => [column, row[place] ?? -1]))
  }

  it('tell the line now executed, its visits, the caller and the depth where a state is asked for', () => {
    // At the header of the loop for the third time, in a callee of line 8.
    expect(at('<step_into>', 9)).toMatchObject({
      executing_line: 3,
      latest_line: 3,
      line_visits: 3,
      caller_line: 8,
      depth: 2,
    })
    // Back in the caller after the return.
    expect(at('<step_into>', 11)).toMatchObject({
      executing_line: 8,
      latest_line: 5,
      caller_line: 0,
      depth: 1,
    })
  })

  it('tell the two tokens before and the latest variable', () => {
    const end = at('<end>', 3)
    expect(VOCABULARY[end.latest_variable ?? 0]).toBe('v1')
    expect(VOCABULARY[end.previous_token ?? 0]).toBe('3e0')
    expect(VOCABULARY[end.token_before_previous ?? 0]).toBe('v1')
  })
})

describe('the vocabulary of slots@1', () => {
  it('is that of its page, name by name, each once and without white space', () => {
    const page = readFileSync(join(ROOT, 'resources', 'formats', 'slots-1.md'), 'utf8')
    const [, listed = ''] = /```tokens\n([\s\S]*?)```/.exec(page) ?? []
    expect(listed.trim().split(/\s+/)).toEqual(VOCABULARY)
    expect(new Set(VOCABULARY).size).toBe(VOCABULARY.length)
    expect(VOCABULARY.length).toBeLessThanOrEqual(512)
  })
})
