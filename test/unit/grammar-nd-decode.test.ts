import { describe, expect, it } from 'vitest'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { follow } from '../support/follow.ts'
import { SCALE } from '../support/hand-trace.ts'

describe('nd@1 decoding of what is not valid', () => {
  const whole = ND_1.encode(follow(SCALE, ['step_into', 'step_into', 'continue'])).text

  function find(part: string): number {
    return whole.indexOf(part)
  }

  function replaced(part: string, by: string): string {
    return whole.replace(part, () => by)
  }

  function problemOf(damaged: string) {
    const { problem, transcript } = ND_1.decode(damaged)
    const { states, actions } = transcript
    return { ...problem, states: states.length, actions: actions.length }
  }

  it('names the place, what belongs there and what is there', () => {
    const at = whole.indexOf('<|arg_sep|>{"xs"')
    expect(problemOf(whole.replace('<|arg_sep|>{"xs"', '<|oops|>{"xs"'))).toEqual({
      position: at,
      expected: '<|arg_sep|>',
      found: '<|oops|>',
      repair: 'replace <|oops|> by <|arg_sep|>',
      states: 2,
      actions: 2,
    })
  })

  it('keeps the states and actions before a wrong locals object', () => {
    const at = whole.indexOf('"k": "3"') + '"k":'.length
    const found = problemOf(whole.replace('"k": "3"', '"k":"3"'))
    expect(found).toMatchObject({ position: at - 1, expected: ': ', states: 2, actions: 2 })
  })

  it('finds a prompt to be over after its frame separator', () => {
    const prompt = whole.slice(0, whole.lastIndexOf('<|frame_sep|>') + '<|frame_sep|>'.length)
    expect(problemOf(prompt)).toMatchObject({
      position: prompt.length,
      found: 'the end of the text',
      states: 3,
      actions: 3,
    })
  })

  it.each([
    ['an empty text', '', 0],
    ['text of another kind', 'nonsense', 0],
    ['a space after the end', `${whole} `, whole.length],
    ['a missing end', whole.replace('<|end_of_text|>', ''), whole.indexOf('<|end_of_text|>')],
    ['an action backwards', replaced('<|continue|>', '<|inv_step_into|>'), find('<|continue|>')],
    [
      'an exit backwards',
      replaced('<|exit_normal|>', '<|inv_exit_entry|>'),
      find('<|exit_normal|>'),
    ],
    ['a name twice', replaced('"k": "3"', '"xs": "3"'), find('"k": "3"')],
    ['the mark not first', replaced('"k": "3"', '"..": ".."'), find('"k": "3"')],
    ['an unknown escape', replaced('"3"', '"\\x"'), find('"3"') + 1],
    ['a token in a value', replaced('"3"', '"<|step_into|>"'), find('"3"') + 1],
    ['a raw newline in a value', replaced('"3"', '"a\nb"'), find('"3"') + 2],
    ['an escape of nothing', replaced('def total', '<\\def total'), find('def total')],
  ])('finds %s', (_what, damaged, position) => {
    expect(ND_1.decode(damaged).problem?.position).toBe(position)
  })
})

describe('nd@1 repairs', () => {
  const whole = ND_1.encode(follow(SCALE, ['step_into', 'step_into', 'continue'])).text

  it.each([
    ['<|src_sep|>def scale', 'def scale', 'insert <|src_sep|>'],
    ['<|continue|>', '<|step_over|><|continue|>', 'delete <|continue|>'],
    ['<|action_sep|><|continue|>', '<|continue|>', 'insert <|action_sep|>'],
    ['"k": "3"', '"k":"3"', 'replace ":" by ": "'],
    ['"k": "3"', '"k": "3', 'insert "\\"}"'],
    ['"k": "3"', '"k": 3"', 'insert "\\""'],
    ['"k": "3"', '"xs": "1", "k": "3"', 'delete "\\"xs\\": \\"1\\", "'],
    ['"k": "3"', '"k": "3", "..": ".."', 'replace "\\"..\\"" by "\\"..\\\\\\\\\\""'],
    ['"k": "3"', '"k": "\n"', 'replace "\\n" by "\\\\n"'],
    ['"k": "3"', '"k": "<|frame_sep|>"', 'replace "<" by "\\\\u003c"'],
    ['"k": "3"', '"k": "\\x"', 'insert "\\\\"'],
    ['def total', '<\\def total', 'replace "<\\\\" by "<\\\\\\\\"'],
    ['<|end_of_text|>', '<|end_of_text|>, and more', 'delete ", and more"'],
    ['<|end_of_text|>', '', 'insert <|end_of_text|>'],
    ['<|begin_of_text|>', '', 'insert <|begin_of_text|>'],
  ])('of %j written as %j', (part, damaged, repair) => {
    expect(ND_1.decode(whole.replace(part, () => damaged)).problem?.repair).toBe(repair)
  })

  it('cut a text that breaks off within a state after the state before', () => {
    const cut = whole.slice(0, whole.lastIndexOf('"k": "3"'))
    const { problem } = ND_1.decode(cut)
    const end = cut.lastIndexOf('<|action_sep|>')
    expect(problem?.repair).toBe(`cut the text at character ${end}, after its last whole state`)
    expect(ND_1.decode(cut.slice(0, end)).problem).toBeNull()
  })
})
