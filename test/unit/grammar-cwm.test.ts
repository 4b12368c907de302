import { describe, expect, it } from 'vitest'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import type { Transcript } from '../../shared/grammar/types.ts'
import { FLAG_UNWOUND } from '../../shared/trace/event.ts'
import { follow, type Told } from '../support/follow.ts'
import { handTrace, SCALE } from '../support/hand-trace.ts'

function into(times: number): Told[] {
  return Array.from({ length: times }, () => 'step_into')
}

const WHOLE = follow(SCALE, into(13))
const { text: whole } = CWM_1.encode(WHOLE)

const RAISING = handTrace('def f():\n    raise E\n', [
  ['call', 1, 0, 'f', {}],
  ['line', 2, 0, 'f', {}],
  ['exception', 2, 0, 'f', 'E()'],
  ['return', 2, 0, 'f', 'None', {}, FLAG_UNWOUND],
])

/** What comes after the code: the frames and the end. */
function framesOf(transcript: Transcript): string {
  const { text } = CWM_1.encode(transcript)
  return text.slice(text.indexOf('<|frame_sep|>') + '<|frame_sep|>'.length)
}

describe('cwm@1', () => {
  it("writes CWM's frames: source after action_sep with its line end, `..` per variable, the entry marked", () => {
    const code = SCALE.source.replace('def total():', 'def total():  # << START_OF_TRACE')
    const frames = [
      '<|call_sep|>{}<|action_sep|>def total():\n',
      '<|line_sep|>{}<|action_sep|>    ys = scale([1, 2], 3)\n',
      '<|call_sep|>{"xs": "[1, 2]", "k": "3"}<|action_sep|>def scale(xs, k):\n',
      '<|line_sep|>{"xs": "..", "k": ".."}<|action_sep|>    out = []\n',
      '<|line_sep|>{"xs": "..", "k": "..", "out": "[]"}<|action_sep|>    for x in xs:\n',
      '<|line_sep|>{"xs": "..", "k": "..", "out": "..", "x": "1"}<|action_sep|>        out.append(x * k)\n',
      '<|line_sep|>{"xs": "..", "k": "..", "out": "[3]", "x": ".."}<|action_sep|>    for x in xs:\n',
      '<|line_sep|>{"xs": "..", "k": "..", "out": "..", "x": "2"}<|action_sep|>        out.append(x * k)\n',
      '<|line_sep|>{"xs": "..", "k": "..", "out": "[3, 6]", "x": ".."}<|action_sep|>    for x in xs:\n',
      '<|line_sep|>{"xs": "..", "k": "..", "out": "..", "x": ".."}<|action_sep|>    return out\n',
      '<|return_sep|><|action_sep|>    return out\n<|arg_sep|>"[3, 6]"',
      '<|line_sep|>{"ys": "[3, 6]"}<|action_sep|>    return sum(ys)\n',
      '<|return_sep|><|action_sep|>    return sum(ys)\n<|arg_sep|>"9"',
    ]
    const body = frames.map((frame) => `${frame}<|frame_sep|>`).join('')
    expect(whole).toBe(
      `<|begin_of_text|><|trace_context_start|>${code}<|frame_sep|>${body}<|end_of_text|>`,
    )
    expect(CWM_1.decode(whole)).toMatchObject({ transcript: WHOLE, problem: null })
  })

  it('comes back from a text that its exception ended, and from one that was cut', () => {
    for (const transcript of [follow(RAISING, into(4)), follow(SCALE, into(5))]) {
      const { text } = CWM_1.encode(transcript)
      expect(CWM_1.decode(text)).toMatchObject({ transcript, problem: null })
    }
    expect(follow(RAISING, into(4)).exit).toBe('error')
  })

  it('leaves deleted variables out where it is told which there are', () => {
    const trace = handTrace('def f(a, b):\n    del a\n    return b\n', [
      ['call', 1, 0, 'f', { a: '1', b: '2' }],
      ['line', 2, 0, 'f', { a: '1', b: '2' }],
      ['line', 3, 0, 'f', { b: '2' }],
    ])
    const transcript = follow(trace, into(2))
    const names = [['a', 'b'], ['a', 'b'], ['b']]
    const { text } = CWM_1.encode(transcript, { names })
    expect(text).toContain('<|line_sep|>{"b": ".."}<|action_sep|>    return b\n')
    const { transcript: back, hints } = CWM_1.decode(text)
    expect(back).toEqual(transcript)
    expect(CWM_1.encode(back, hints).text).toBe(text)
  })

  it('marks the line it is given of several with the same text', () => {
    const trace = handTrace('class A:\n  def f(): pass\nclass B:\n  def f(): pass\n', [
      ['call', 4, 0, 'f', {}],
      ['line', 4, 0, 'f', {}],
    ])
    const transcript = follow(trace, into(1))
    const mark = '  # << START_OF_TRACE'
    const markedLine = (entryLine?: number) => {
      const { text } = CWM_1.encode(transcript, entryLine === undefined ? {} : { entryLine })
      expect(CWM_1.decode(text).transcript).toEqual(transcript)
      return text.split('\n').findIndex((line) => line.endsWith(mark))
    }
    expect(markedLine(3)).toBe(3)
    expect(markedLine()).toBe(1)
  })

  it('keeps what looks like its mark, its tokens and its `..` apart from them', () => {
    const source = 's = "<|frame_sep|>" # << START_OF_TRACE\r\n# << START_OF_TRACE\\'
    const trace = handTrace(source, [
      ['line', 1, 0, '<module>', { '..': "'<|line_sep|>'", s: '..', t: '..\\' }],
      ['line', 2, 0, '<module>', { '..': "'<|line_sep|>'", s: '..', t: '2' }],
      ['return', 2, 0, '<module>', '<|end_of_text|>'],
    ])
    const transcript = follow(trace, into(3))
    const { text } = CWM_1.encode(transcript)
    expect(text).toContain(
      's = "<\\|frame_sep|>" # << START_OF_TRACE\\  # << START_OF_TRACE\r\n# << START_OF_TRACE\\\\<|frame_sep|>',
    )
    expect(text).toContain(`{"..\\\\": "..", "s": "..", "t": "2"}`)
    expect(CWM_1.decode(text)).toMatchObject({ transcript, problem: null })
  })

  it('says where variables are left out that were never named', () => {
    const state = { event: 'line', src: 'a', arg: null } as const
    const transcript: Transcript = {
      direction: 'forward',
      code: '',
      states: [{ ...state, locals: { omitted: true, entries: [['x', '1']] } }],
      actions: [],
      exit: null,
    }
    expect(framesOf(transcript)).toContain('{"..": "..", "x": "1"}')
    expect(CWM_1.decode(CWM_1.encode(transcript).text)).toMatchObject({ transcript, problem: null })
  })
})

describe('cwm@1 refuses what CWM text cannot tell', () => {
  it.each([
    ['an inverse trajectory', follow(SCALE, ['inv_step_into']), /inverse/],
    ['a jump', follow(SCALE, ['step_into', 'step_return']), /uses step_return/],
    ['a step over', follow(SCALE, ['step_over']), /uses step_over/],
    ['an exit it does not tell', { ...WHOLE, exit: 'error' as const }, /ended with error/],
    ['a program that never ends', { ...WHOLE, exit: 'never' as const }, /never/],
    ['a break after an action', { ...WHOLE, exit: null }, /after an action/],
  ])('%s', (_what, transcript, sentence) => {
    expect(CWM_1.refuses(transcript)).toMatch(sentence)
    expect(CWM_1.refuses(transcript)).toMatch(/^[A-Z].*\.$/)
    expect(() => CWM_1.encode(transcript)).toThrow()
  })

  it('nothing else', () => {
    expect(CWM_1.refuses(WHOLE)).toBeNull()
    expect(CWM_1.refuses(follow(RAISING, into(4)))).toBeNull()
  })
})

describe('cwm@1 prompts', () => {
  it.each([1, 2, 13])('ask for state %i with the frames before it', (step) => {
    const prompt = CWM_1.promptAt(WHOLE, step).text
    expect(whole.startsWith(prompt)).toBe(true)
    expect(prompt.split('<|frame_sep|>')).toHaveLength(step + 2)
    const answer = whole.slice(prompt.length)
    expect(CWM_1.stopTokens.some((token) => answer.includes(token))).toBe(true)
    const { transcript, problem } = CWM_1.decode(prompt)
    expect(problem).toBeNull()
    expect(transcript.states).toEqual(WHOLE.states.slice(0, step))
  })
})

describe('cwm@1 decoding of what is not valid', () => {
  it.each([
    ['"k": "3"', '"k":"3"', 'replace ":" by ": "'],
    ['<|action_sep|>def scale', 'def scale', 'insert <|action_sep|>'],
    ['    out = []\n<|frame_sep|>', '    out = []<|frame_sep|>', 'insert "\\n"'],
    ['<|call_sep|>{"xs"', '{"xs"', 'insert <|call_sep|>'],
    ['<|end_of_text|>', '<|end_of_text|>!', 'delete "!"'],
    ['"xs": ".."', '"xs": "..", "xs": ".."', 'delete "\\"xs\\": \\"..\\", "'],
  ])('repairs %j written as %j', (part, damaged, repair) => {
    const text = whole.replace(part, () => damaged)
    expect(CWM_1.decode(text).problem?.repair).toBe(repair)
  })

  it('finds a second mark of the entry', () => {
    const text = whole.replace('def scale(xs, k):', '$&  # << START_OF_TRACE')
    expect(CWM_1.decode(text).problem).toMatchObject({
      position: text.lastIndexOf('  # <<'),
      expected: 'one line marked as START_OF_TRACE',
    })
  })
})
