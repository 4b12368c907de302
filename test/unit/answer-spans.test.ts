import { describe, expect, it } from 'vitest'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { Codec } from '../../shared/grammar/types.ts'
import { answerSpans } from '../../shared/model/answer-spans.ts'
import { scoredAnswer } from '../support/scored-answer.ts'

function told(codec: Codec, prompt: string, text: string, stop: string) {
  const spans = answerSpans(codec, prompt, { text, stop })
  const whole = text + stop
  expect(spans.map(({ start, end }) => whole.slice(start, end)).join('')).toBe(whole)
  return spans.map(({ start, end, role, variable }) => [whole.slice(start, end), variable ?? role])
}

describe('an answer that is written in another way than the codec would', () => {
  it('has its parts all the same, of characters that are words of their own', () => {
    const { prompt } = scoredAnswer()
    const value = ' v0 _+ < % .removesuffix _T RecursionError'
    expect(told(SLOTS_1, prompt, ` L5${value} v1 3e0 `, '<end>')).toEqual([
      [' L5', 'source'],
      [value, 'xs'],
      [' v1 3e0', 'k'],
      [' ', 'marker'],
      ['<end>', 'marker'],
    ])
  })

  it('has its parts all the same, of characters that are escaped', () => {
    const prompt =
      '<|begin_of_text|><|trace_context_start|>y = x\n<|frame_sep|><|call_sep|><|src_sep|>f()<|arg_sep|>{}<|action_sep|><|step_into|><|frame_sep|>'
    const text = String.raw`<|line_sep|><|arg_sep|>{"x": "'\u0041'", "y": "1"}<|src_sep|>y = x`
    const parts = told(ND_1, prompt, text, '<|action_sep|>')
    const x = parts.filter(([, what]) => what === 'x').map(([part]) => part)
    expect(x.join('')).toContain(String.raw`\u0041`)
    expect(parts.filter(([, what]) => what === 'source').map(([part]) => part)).toEqual(['y = x'])
    expect(parts.at(-1)).toEqual(['<|action_sep|>', 'marker'])
  })

  it('has no parts where it cannot be read', () => {
    const { prompt } = scoredAnswer()
    expect(answerSpans(SLOTS_1, prompt, { text: ' L5 v0 ( v1', stop: null })).toEqual([])
  })
})
