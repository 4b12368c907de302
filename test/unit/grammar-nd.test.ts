import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { codecById } from '../../shared/grammar/codecs.ts'
import { renderLocals } from '../../shared/grammar/locals.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { type ShownState, transcriptOf } from '../../shared/grammar/transcript.ts'
import type { Transcript } from '../../shared/grammar/types.ts'
import { type EventKind, FLAG_UNWOUND } from '../../shared/trace/event.ts'
import { follow, type Told } from '../support/follow.ts'
import { handTrace, repr, SCALE } from '../support/hand-trace.ts'

/** Frames and actions of a text, one each, for reading; the head and the end marks apart. */
function framesOf(text: string): string[] {
  return text.split(/(?=<\|frame_sep\|>|<\|action_sep\|>|<\|trace_end\|>)/).slice(1)
}

function localsShown(transcript: Transcript): string[] {
  return framesOf(ND_1.encode(transcript).text).flatMap((frame) => {
    const [, locals] = frame.match(/<\|arg_sep\|>(\{.*?\})(?:<\||$)/s) ?? []
    return locals === undefined ? [] : [locals]
  })
}

function repeatAction(told: Told, times: number): Told[] {
  return Array.from({ length: times }, () => told)
}

describe('nd@1 forward', () => {
  it("writes the reference's own example byte for byte", () => {
    const transcript = follow(SCALE, [
      'step_into',
      'step_into',
      'breakpoint:    return out',
      'step_return',
      'step_over',
      'continue',
    ])
    const example = `<|frame_sep|><|call_sep|><|src_sep|>def scale(xs, k):<|arg_sep|>{"xs": "[1, 2]", "k": "3"}
<|action_sep|><|breakpoint|>    return out
<|frame_sep|><|line_sep|><|arg_sep|>{"xs": "[1, 2]", "k": "3", "out": "[3, 6]", "x": "2"}<|src_sep|>    return out
<|action_sep|><|step_return|>
<|frame_sep|><|return_sep|><|src_sep|>    return out<|arg_sep|>"[3, 6]"
<|action_sep|><|step_over|>
<|frame_sep|><|line_sep|><|arg_sep|>{"ys": "[3, 6]"}<|src_sep|>    return sum(ys)`
    const head =
      '<|frame_sep|><|call_sep|><|src_sep|>def total():<|arg_sep|>{}<|action_sep|><|step_into|>' +
      '<|frame_sep|><|line_sep|><|arg_sep|>{}<|src_sep|>    ys = scale([1, 2], 3)<|action_sep|><|step_into|>'
    const tail =
      '<|action_sep|><|continue|><|frame_sep|><|exit_normal|><|trace_end|><|end_of_text|>'
    expect(ND_1.encode(transcript).text).toBe(
      `<|begin_of_text|><|trace_context_start|>${SCALE.source}${head}${example.replaceAll('\n', '')}${tail}`,
    )
  })

  it('tells a call in full, then only what changed, the mark for the rest first', () => {
    const shown = localsShown(follow(SCALE, repeatAction('step_into', 13)))
    expect(shown).toEqual([
      '{}',
      '{}',
      '{"xs": "[1, 2]", "k": "3"}',
      '{"..": ".."}',
      '{"..": "..", "out": "[]"}',
      '{"..": "..", "x": "1"}',
      '{"..": "..", "out": "[3]"}',
      '{"..": "..", "x": "2"}',
      '{"..": "..", "out": "[3, 6]"}',
      '{"..": ".."}',
      '{"ys": "[3, 6]"}',
    ])
  })

  it('spans what a jump over a call changed', () => {
    const trace = handTrace(
      'def f():\n    x = 1\n    g(x)\n    return x\n\ndef g(a):\n    pass\n',
      [
        ['call', 1, 0, 'f', {}],
        ['line', 2, 0, 'f', {}],
        ['line', 3, 0, 'f', { x: '1' }],
        ['call', 6, 1, 'g', { a: '1' }],
        ['return', 7, 1, 'g', 'None'],
        ['line', 4, 0, 'f', { x: '1', y: '2' }],
        ['return', 4, 0, 'f', '1'],
      ],
    )
    const over = localsShown(follow(trace, repeatAction('step_over', 3)))
    expect(over).toEqual(['{}', '{}', '{"x": "1"}', '{"..": "..", "y": "2"}'])
    const through = localsShown(follow(trace, repeatAction('step_into', 5)))
    expect(through.at(-1)).toBe('{"x": "1", "y": "2"}')
  })

  it('tells everything after a return and in another activation, even where levels were lost', () => {
    const state = (kind: EventKind, activation: number): ShownState => ({
      kind,
      src: '',
      locals: [['a', repr('1')]],
      arg: null,
      activation,
    })
    const states = [state('call', 0), state('return', 0), state('line', 0), state('line', 1)]
    const step = { name: 'step_into' as const, operand: null }
    const steps = [1, 2, 3].map((seq) => ({ action: step, target: { seq, duplicate: false } }))
    const start = { seq: 0, duplicate: false }
    const course = { direction: 'forward' as const, start, steps, exit: null }
    const shown = transcriptOf(course, (seq) => must(states[seq], 'state'), '').states
    expect(shown.map(({ locals }) => locals?.omitted)).toEqual([false, undefined, false, false])
  })

  it('tells a value again that changed behind the cut of its text', () => {
    const cut = (size: number) => [['a', { text: '[0, 0, ', size, type: 'list' }]] as const
    expect(renderLocals(cut(300), cut(299)).entries).toEqual([['a', '[0, 0, ']])
    expect(renderLocals(cut(300), cut(300))).toEqual({ omitted: true, entries: [] })
  })

  it('leaves no trace of a deleted variable', () => {
    const trace = handTrace('def f(a, b):\n    del b\n    return a\n', [
      ['call', 1, 0, 'f', { a: '1', b: '2' }],
      ['line', 2, 0, 'f', { a: '1', b: '2' }],
      ['line', 3, 0, 'f', { a: '1' }],
      ['return', 3, 0, 'f', '1'],
    ])
    expect(localsShown(follow(trace, repeatAction('step_into', 3)))).toEqual([
      '{"a": "1", "b": "2"}',
      '{"..": ".."}',
      '{"..": ".."}',
    ])
  })

  it('leads an unreached breakpoint to the exit code', () => {
    const { text } = ND_1.encode(follow(SCALE, ['breakpoint:    nowhere']))
    expect(framesOf(text).slice(1)).toEqual([
      '<|action_sep|><|breakpoint|>    nowhere',
      '<|frame_sep|><|exit_normal|>',
      '<|trace_end|><|end_of_text|>',
    ])
  })

  it('puts an exception after its source, and its exit is error when it gets out', () => {
    const trace = handTrace('def f():\n    raise E\n', [
      ['call', 1, 0, 'f', {}],
      ['line', 2, 0, 'f', {}],
      ['exception', 2, 0, 'f', 'E()'],
      ['return', 2, 0, 'f', 'None', {}, FLAG_UNWOUND],
    ])
    const { text } = ND_1.encode(follow(trace, repeatAction('step_into', 4)))
    expect(framesOf(text).slice(4)).toEqual([
      '<|frame_sep|><|exception_sep|><|src_sep|>    raise E<|arg_sep|>"E()"',
      '<|action_sep|><|step_into|>',
      '<|frame_sep|><|return_sep|><|src_sep|>    raise E<|arg_sep|>"None"',
      '<|action_sep|><|step_into|>',
      '<|frame_sep|><|exit_error|>',
      '<|trace_end|><|end_of_text|>',
    ])
  })

  it('ends a cut trajectory after its last state', () => {
    const { text } = ND_1.encode(follow(SCALE, ['step_into']))
    expect(text.endsWith('<|src_sep|>    ys = scale([1, 2], 3)')).toBe(true)
    expect(ND_1.decode(text).problem).toBeNull()
  })
})

describe('nd@1 inverse', () => {
  it('goes back through duplicates, telling what was different before', () => {
    const { text } = ND_1.encode(follow(SCALE, repeatAction('inv_step_into', 14)))
    const frames = framesOf(text).filter((frame) => frame.startsWith('<|frame_sep|>'))
    expect(frames.map((frame) => frame.replace('<|frame_sep|>', ''))).toEqual([
      '<|inv_return_sep|><|src_sep|>    return sum(ys)<|arg_sep|>"9"',
      '<|inv_line_sep|><|src_sep|>    return sum(ys)<|arg_sep|>{"..": ".."}',
      '<|inv_line_call_sep|><|src_sep|>    ys = scale([1, 2], 3)<|arg_sep|>{}',
      '<|inv_return_sep|><|src_sep|>    return out<|arg_sep|>"[3, 6]"',
      '<|inv_line_sep|><|src_sep|>    return out<|arg_sep|>{"..": ".."}',
      '<|inv_line_sep|><|src_sep|>    for x in xs:<|arg_sep|>{"..": ".."}',
      '<|inv_line_sep|><|src_sep|>        out.append(x * k)<|arg_sep|>{"..": "..", "out": "[3]"}',
      '<|inv_line_sep|><|src_sep|>    for x in xs:<|arg_sep|>{"..": "..", "x": "1"}',
      '<|inv_line_sep|><|src_sep|>        out.append(x * k)<|arg_sep|>{"..": "..", "out": "[]"}',
      '<|inv_line_sep|><|src_sep|>    for x in xs:<|arg_sep|>{"..": ".."}',
      '<|inv_line_sep|><|src_sep|>    out = []<|arg_sep|>{"..": ".."}',
      '<|inv_call_sep|><|src_sep|>def scale(xs, k):<|arg_sep|>{"xs": "[1, 2]", "k": "3"}',
      '<|inv_line_sep|><|src_sep|>    ys = scale([1, 2], 3)<|arg_sep|>{}',
      '<|inv_call_sep|><|src_sep|>def total():<|arg_sep|>{}',
      '<|inv_exit_entry|>',
    ])
  })

  it('jumps to the call of the function, and past it to the exit', () => {
    const told: Told[] = ['inv_step_into', 'inv_step_call', 'inv_step_call']
    const { text } = ND_1.encode(follow(SCALE, told, 1))
    expect(framesOf(text).slice(4)).toEqual([
      '<|frame_sep|><|inv_call_sep|><|src_sep|>def scale(xs, k):<|arg_sep|>{"xs": "[1, 2]", "k": "3"}',
      '<|action_sep|><|inv_step_call|>',
      '<|frame_sep|><|inv_exit_entry|>',
      '<|trace_end|><|end_of_text|>',
    ])
  })

  it('skips the callee by inv_step_over, and tells the host against its duplicate', () => {
    const told: Told[] = ['inv_step_over', 'inv_step_over', 'inv_step_over']
    const { states } = follow(SCALE, told)
    expect(states.map(({ event }) => event)).toEqual([
      'inv_return',
      'inv_line',
      'inv_line_call',
      'inv_line',
    ])
  })
})

describe('nd@1 escapes', () => {
  it('keeps token text of the program apart from tokens', () => {
    const source = 's = "<|step_into|>" # <\\|'
    const trace = handTrace(source, [
      ['line', 1, 0, '<module>', { '..': "'<|line_sep|>'", s: '"' }],
      ['return', 1, 0, '<module>', '<|end_of_text|>'],
    ])
    const transcript = follow(trace, [`breakpoint:${source}`])
    const { text } = ND_1.encode(transcript)
    expect(text).toContain('<|trace_context_start|>s = "<\\|step_into|>" # <\\\\|<|frame_sep|>')
    expect(text).toContain(`{"..\\\\": "'\\u003c|line_sep|>'", "s": "\\""}`)
    expect(text).toContain('<|arg_sep|>"\\u003c|end_of_text|>"')
    expect(ND_1.decode(text)).toEqual({ transcript, problem: null })
  })
})

describe('nd@1 prompts', () => {
  const told = follow(SCALE, ['step_into', 'step_into', 'continue'])
  const { text } = ND_1.encode(told)

  it.each([1, 2, 3])('ask for state %i with what precedes it and a frame separator', (step) => {
    const prompt = ND_1.promptAt(told, step).text
    const separators = [...text.matchAll(/<\|frame_sep\|>/g)]
    expect(prompt).toBe(`${text.slice(0, separators[step]?.index)}<|frame_sep|>`)
    const answer = text.slice(prompt.length)
    const stop = ND_1.stopTokens.map((token) => answer.indexOf(token)).filter((at) => at !== -1)
    expect(stop.length).toBeGreaterThan(0)
    expect(ND_1.decode(prompt).transcript.states).toEqual(told.states.slice(0, step))
  })

  it('ask for no state that no action leads to', () => {
    expect(() => ND_1.promptAt(told, 0)).toThrow()
    expect(() => ND_1.promptAt(told, 4)).toThrow()
  })
})

describe('codecs', () => {
  it('are found by the id that files carry', () => {
    expect(codecById('nd@1')).toBe(ND_1)
    expect(codecById('nd@2')).toBeNull()
  })
})
