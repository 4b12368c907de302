import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../shared/query/check.ts'
import { completionsAt } from '../../shared/query/complete.ts'
import type { Level } from '../../shared/query/fields.ts'

describe('first_divergence() and flip()', () => {
  it.each([
    ['trace', 'flip("a") == "lost"', /flip\(\) takes the names of two engines/],
    ['trace', 'program.flip("a", "b") == "lost"', /A program has no predictions of its own/],
    ['trace', 'flip("a", "b")', /a text and no condition/],
    ['trace', 'events.flip("a", "b") == "won"', /a number has no predictions/],
    ['trace', 'first_divergence(3) < 1', /takes the name of an engine, or the id of a run/],
    [
      'trace',
      'any(s.first_divergence("a") < 3 for s in steps)',
      /asked of a trajectory or a trace, not of a step/,
    ],
    ['trajectory', 'flip == "lost"', /flip is a function; write flip\(…\)/],
  ] as const)('of a %s refuse %s in words', (level, text, words) => {
    const parsed = parseQuery(text, level)
    expect(parsed.ok ? 'read' : parsed.error.message).toMatch(words)
  })

  it.each([
    ['trajectory', 'first_divergence("m") < 10 and flip("a", "b") != "won"'],
    ['trajectory', 'any(a.flip("a", "b") == "lost" and a.action == "step_over" for a in acts)'],
    ['trace', 'first_divergence("m") is None or any(s.flip("a", "b") == "lost" for s in steps)'],
    ['program', 'any(t.first_divergence("m") < t.depth for t in traces) or name == "a"'],
  ] as const)('of a %s are read: %s', (level, text) => {
    expect(parseQuery(text, level)).toMatchObject({ ok: true })
  })

  const texts = (text: string, level: Level): string[] =>
    completionsAt(text, text.length, level).items.map((item) => item.text)

  it('are offered where there are predictions, and so is what a flip can be', () => {
    expect(texts('first', 'trajectory')).toContain('first_divergence(')
    expect(texts('first', 'step')).toEqual([])
    expect(texts('fli', 'step')).toEqual(['flip('])
    expect(texts('fli', 'program')).toEqual([])
    expect(texts('flip("a", "b") == ', 'trajectory')).toEqual(['"lost"', '"won"', '"same"'])
    expect(texts('flip("a", "b") == "l', 'trajectory')).toEqual(['"lost"'])
  })
})
