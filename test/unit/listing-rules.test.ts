import { describe, expect, it } from 'vitest'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { follow, type Told } from '../support/follow.ts'
import { handTrace } from '../support/hand-trace.ts'

const SOURCE = `def count(word, letter):
    n = 0
    for c in word:
        if c == letter:
            n += 1
    return n

def main(word):
    found = count(word, "o")
    return found > 1
`
const GIVEN = { word: "'oho'", letter: "'o'" }
const MAIN = { word: "'oho'" }

/** What Python records of main("oho"). */
const PROGRAM = handTrace(SOURCE, [
  ['call', 8, 0, 'main', MAIN],
  ['line', 9, 0, 'main', MAIN],
  ['call', 1, 1, 'count', GIVEN],
  ['line', 2, 1, 'count', GIVEN],
  ['line', 3, 1, 'count', { ...GIVEN, n: '0' }],
  ['line', 4, 1, 'count', { ...GIVEN, n: '0', c: "'o'" }],
  ['line', 5, 1, 'count', { ...GIVEN, n: '0', c: "'o'" }],
  ['line', 3, 1, 'count', { ...GIVEN, n: '1', c: "'o'" }],
  ['line', 4, 1, 'count', { ...GIVEN, n: '1', c: "'h'" }],
  ['line', 3, 1, 'count', { ...GIVEN, n: '1', c: "'h'" }],
  ['line', 4, 1, 'count', { ...GIVEN, n: '1', c: "'o'" }],
  ['line', 5, 1, 'count', { ...GIVEN, n: '1', c: "'o'" }],
  ['line', 3, 1, 'count', { ...GIVEN, n: '2', c: "'o'" }],
  ['line', 6, 1, 'count', { ...GIVEN, n: '2', c: "'o'" }],
  ['return', 6, 1, 'count', '2', { ...GIVEN, n: '2', c: "'o'" }],
  ['line', 10, 0, 'main', { ...MAIN, found: '2' }],
  ['return', 10, 0, 'main', 'True', { ...MAIN, found: '2' }],
])

/** Frames of the text, without the separator before them and the action after them. */
function frames(told: readonly Told[]): string[] {
  const { text } = ND_1.encode(follow(PROGRAM, told))
  return text
    .split('<|frame_sep|>')
    .slice(1)
    .map((frame) => frame.replace(/<\|action_sep\|>.*$/s, ''))
}

function repeated(told: Told, times: number): Told[] {
  return Array.from({ length: times }, () => told)
}

describe("the paper's listings", () => {
  it('show a call in full and the first line in the callee as a diff already', () => {
    const [, , call, first, second] = frames(repeated('step_into', 4))
    expect(call).toBe(
      `<|call_sep|><|src_sep|>def count(word, letter):<|arg_sep|>{"word": "'oho'", "letter": "'o'"}`,
    )
    expect(first).toBe('<|line_sep|><|arg_sep|>{"..": ".."}<|src_sep|>    n = 0')
    expect(second).toBe(
      '<|line_sep|><|arg_sep|>{"..": "..", "n": "0"}<|src_sep|>    for c in word:',
    )
  })

  it('show everything again after a return', () => {
    const shown = frames([...repeated('step_into', 2), 'step_return', 'step_over'])
    expect(shown.at(-1)).toBe(
      `<|line_sep|><|arg_sep|>{"word": "'oho'", "found": "2"}<|src_sep|>    return found > 1`,
    )
  })

  it('show nothing but the mark on the first lines of an inverse trace, and then what was different', () => {
    const shown = frames(['inv_step_over', 'inv_step_over', ...repeated('inv_step_into', 5)])
    expect(shown).toEqual([
      '<|inv_return_sep|><|src_sep|>    return found > 1<|arg_sep|>"True"',
      '<|inv_line_sep|><|src_sep|>    return found > 1<|arg_sep|>{"..": ".."}',
      '<|inv_line_call_sep|><|src_sep|>    found = count(word, "o")<|arg_sep|>{"..": ".."}',
      '<|inv_return_sep|><|src_sep|>    return n<|arg_sep|>"2"',
      '<|inv_line_sep|><|src_sep|>    return n<|arg_sep|>{"..": ".."}',
      '<|inv_line_sep|><|src_sep|>    for c in word:<|arg_sep|>{"..": ".."}',
      '<|inv_line_sep|><|src_sep|>            n += 1<|arg_sep|>{"..": "..", "n": "1"}',
      '<|inv_line_sep|><|src_sep|>        if c == letter:<|arg_sep|>{"..": ".."}',
    ])
  })

  it('show the call of an inverse trace in full', () => {
    const into = [...repeated('inv_step_over', 2), 'inv_step_into'] as const
    expect(frames([...into, 'inv_step_call']).at(-1)).toBe(
      `<|inv_call_sep|><|src_sep|>def count(word, letter):<|arg_sep|>{"word": "'oho'", "letter": "'o'"}`,
    )
  })

  it('show the state that a breakpoint leads to in full, in the same activation too', () => {
    const told: Told[] = [...repeated('step_into', 3), 'breakpoint:    return n']
    expect(frames(told).at(-1)).toBe(
      `<|line_sep|><|arg_sep|>{"word": "'oho'", "letter": "'o'", "n": "2", "c": "'o'"}<|src_sep|>    return n`,
    )
  })

  it('lead from a breakpoint that is not reached, and from continue, to the exit code', () => {
    for (const told of ['breakpoint:    n = 0', 'continue'] as const) {
      const end = frames([...repeated('step_into', 4), told]).at(-1)
      expect(end).toBe('<|exit_normal|><|trace_end|><|end_of_text|>')
    }
  })
})
