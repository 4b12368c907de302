import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { constrain } from '../../shared/grammar/constrain/constrain.ts'
import type { TokenConstraint, Vocabulary } from '../../shared/grammar/constrain/types.ts'
import { ownVocabulary } from '../../shared/grammar/constrain/vocabulary.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { ActionText, Codec, StateText, Transcript } from '../../shared/grammar/types.ts'

const CODE = 'def f(x):\n    y = "<|"\n    return y\n\nf(1)'

const call: StateText = {
  event: 'call',
  src: 'def f(x):',
  locals: { omitted: false, entries: [['x', '1']] },
  arg: null,
}

function asking(action: ActionText | string, state: StateText = call): Transcript {
  const taken = typeof action === 'string' ? { name: action, operand: null } : action
  const direction = taken.name.startsWith('inv_') ? 'inverse' : 'forward'
  return { direction, code: CODE, states: [state], actions: [taken], exit: null }
}

function constraintOf(
  given: Transcript,
  codec: Codec = ND_1,
  vocabulary = ownVocabulary(codec),
): TokenConstraint {
  const made = constrain(codec, codec.promptAt(given, 1).text, vocabulary)
  if (!made.ok) throw new Error(made.error)
  return made.value
}

/** The tokens that may come, by their names; those of text as the characters they are. */
function mayCome(
  constraint: TokenConstraint,
  { bytes, special }: Vocabulary,
  left?: number,
): string {
  const names = new Map([...special].map(([name, id]) => [id, name]))
  const ids = [...constraint.allowed(left).entries()].flatMap(([id, may]) =>
    may === 1 ? [id] : [],
  )
  return ids.map((id) => names.get(id) ?? String.fromCharCode(...(bytes[id] ?? []))).join(' ')
}

function pass(constraint: TokenConstraint, text: string, codec: Codec = ND_1): void {
  const { ids } = codec.tokenizer.tokenize(text)
  for (const id of ids) expect(constraint.accept(id), `${id} of ${text}`).toBe(true)
}

const nd = ownVocabulary(ND_1)
const EXITS = '<|exit_normal|> <|exit_error|> <|exit_never|>'

describe('what an action can lead to', () => {
  it.each([
    ['step_into', call, `<|return_sep|> <|call_sep|> <|line_sep|> <|exception_sep|> ${EXITS}`],
    ['step_return', call, '<|return_sep|> <|exit_never|>'],
    ['continue', call, EXITS],
    ['inv_step_call', { ...call, event: 'inv_line' } as const, '<|inv_call_sep|>'],
    [
      'inv_step_over',
      { ...call, event: 'inv_line_call' } as const,
      '<|inv_call_sep|> <|inv_line_sep|> <|inv_return_sep|> <|inv_exception_sep|>',
    ],
  ])('%s', (action, state, first) => {
    expect(mayCome(constraintOf(asking(action, state)), nd)).toBe(first)
  })

  it('a breakpoint: a state at its line, or an exit; an exit alone where the code has no such line', () => {
    const there = constraintOf(asking({ name: 'breakpoint', operand: '    return y' }))
    pass(there, '<|call_sep|><|src_sep|>')
    expect(mayCome(there, nd)).toBe(' ')
    pass(there, '    ')
    expect(mayCome(there, nd)).toBe('r')
    const elsewhere = constraintOf(asking({ name: 'breakpoint', operand: 'return 2' }))
    expect(mayCome(elsewhere, nd)).toBe(EXITS)
  })
})

describe('a constraint', () => {
  it('tells source lines of the code alone, escaped as the codec does', () => {
    const constraint = constraintOf(asking('step_into'))
    pass(constraint, '<|line_sep|><|arg_sep|>{}<|src_sep|>')
    expect(mayCome(constraint, nd)).toBe('  d f <|action_sep|>')
    pass(constraint, '    ')
    expect(mayCome(constraint, nd)).toBe('r y')
    pass(constraint, 'y = "<\\|"')
    expect(mayCome(constraint, nd)).toBe('<|action_sep|>')
  })

  it('names each variable once, and what stands for those left out first', () => {
    const constraint = constraintOf(asking('step_into'))
    pass(constraint, '<|line_sep|><|arg_sep|>{"a": "", "')
    const again = constraint.fork()
    pass(again, 'a')
    expect(mayCome(again, nd)).not.toContain('"')
    expect(again.accept('b'.charCodeAt(0))).toBe(true)
    expect(mayCome(again, nd)).toContain('"')
    pass(constraint, '..')
    expect(mayCome(constraint, nd)).not.toContain('"')
    const escaped = constraintOf(asking('step_into'))
    pass(escaped, '<|line_sep|><|arg_sep|>{"a": "", "\\u006')
    expect(mayCome(escaped, nd)).toContain('1')
    pass(escaped, '1')
    expect(mayCome(escaped, nd)).not.toContain('"')
    const rest = constraintOf(asking('step_into'))
    pass(rest, '<|line_sep|><|arg_sep|>{"..": "')
    expect(mayCome(rest, nd)).toBe('. \\')
    pass(rest, '.\\u002')
    expect(mayCome(rest, nd)).toBe('E e')
    pass(rest, 'e"')
    expect(mayCome(rest, nd)).toBe(', }')
  })

  it('ends no value within a character, an escape or what would be a special token', () => {
    const constraint = constraintOf(asking('step_return'))
    pass(constraint, '<|return_sep|><|src_sep|>f(1)<|arg_sep|>"')
    for (const [told, may] of [
      ['<', '"'],
      ['\\', '" / \\ b f n r t u'],
      ['\\u12', '0 1 2 3 4 5 6 7 8 9 A B C D E F a b c d e f'],
    ] as const) {
      const place = constraint.fork()
      pass(place, told)
      expect(mayCome(place, nd)).toContain(may)
      expect(mayCome(place, nd)).not.toContain('|')
    }
    for (const id of [0xe2, 0x82]) expect(constraint.accept(id)).toBe(true)
    const { bytes } = nd
    const next = [...constraint.allowed().keys()].filter((id) => constraint.allowed()[id] === 1)
    expect(next.map((id) => must(bytes[id], 'byte')[0])).toEqual(
      Array.from({ length: 0x40 }, (_, at) => 0x80 + at),
    )
  })

  it('closes in time, or as soon as can be', () => {
    const constraint = constraintOf(asking('step_into'))
    expect(constraint.soonest()).toBe(2)
    // A whole state takes 9 tokens here, the last line 4 of them.
    expect(mayCome(constraint, nd, 2)).toBe(EXITS)
    expect(mayCome(constraint, nd, 1)).toBe(EXITS)
    expect(mayCome(constraint, nd, 7)).toContain('<|line_sep|>')
    pass(constraint, '<|line_sep|><|arg_sep|>{"a": "some')
    expect(constraint.soonest()).toBe(4)
    const slow = constraint.fork()
    expect(mayCome(constraint, nd, 4)).toBe('"')
    expect(mayCome(slow, nd, 5)).toContain('x')
    for (const left of [4, 3, 2, 1]) {
      constraint.accept(constraint.allowed(left).indexOf(1))
    }
    expect(constraint.soonest()).toBe(0)
    expect(constraint.allowed().includes(1)).toBe(false)
    expect(slow.soonest()).toBe(4)
  })

  it('takes nothing that may not come', () => {
    const constraint = constraintOf(asking('step_into'))
    expect(constraint.accept('x'.charCodeAt(0))).toBe(false)
    expect(constraint.accept(-1)).toBe(false)
    expect(constraint.accept(5000)).toBe(false)
    expect(mayCome(constraint, nd)).toContain('<|line_sep|>')
  })

  it('ends what Code World Model tells with a frame separator or the end of the text', () => {
    const cwm = ownVocabulary(CWM_1)
    const constraint = constraintOf(asking('step_into'), CWM_1)
    expect(mayCome(constraint, cwm)).toBe(
      '<|end_of_text|> <|return_sep|> <|call_sep|> <|line_sep|> <|exception_sep|>',
    )
    pass(constraint, '<|return_sep|><|action_sep|>f(1)\n<|arg_sep|>"2"', CWM_1)
    expect(mayCome(constraint, cwm)).toBe('<|frame_sep|>')
  })
})

describe('slots@1', () => {
  const slots = ownVocabulary(SLOTS_1, 512)
  const names = (constraint: TokenConstraint, left?: number): string[] =>
    mayCome(constraint, slots, left).split(' ')
  const accept = (constraint: TokenConstraint, told: string): void => {
    for (const name of told.split(' ')) {
      expect(constraint.accept(must(slots.special.get(name), name)), name).toBe(true)
    }
  }

  it('points at lines of the code, near and far', () => {
    const code = Array.from({ length: 120 }, (_, line) => `x = ${line}`).join('\n')
    const state = { ...call, src: 'x = 1' }
    const constraint = constraintOf({ ...asking('step_into', state), code }, SLOTS_1, slots)
    expect(names(constraint)).not.toContain('<source>')
    expect(names(constraint).filter((name) => /^L/.test(name))).toHaveLength(48)
    accept(constraint, '<L>')
    expect(names(constraint)).toEqual(Array.from({ length: 10 }, (_, digit) => `${digit}e0`))
    accept(constraint, '3e0')
    // 53, 63, 73, 83, 93, 103 and 113.
    expect(names(constraint)).toEqual(['0e1', '1e1', '5e1', '6e1', '7e1', '8e1', '9e1'])
    accept(constraint, '1e1')
    expect(names(constraint)).toEqual(['1e2'])
    accept(constraint, '1e2')
    expect(names(constraint)).toContain('<end>')
  })

  it('has slots of the table, each variable once, and strings that are closed', () => {
    const constraint = constraintOf(asking('step_into'), SLOTS_1, slots)
    accept(constraint, 'L2')
    expect(names(constraint)).toEqual(['<end>', '<rest>', '<all>', '<name>', 'v0', 'v1', 'f0'])
    accept(constraint, "v0 ' _a")
    expect(names(constraint)).toContain("'")
    expect(names(constraint)).not.toContain('"')
    expect(names(constraint)).not.toContain('<end>')
    accept(constraint, '#0')
    expect(names(constraint)).toHaveLength(16)
    accept(constraint, "#0 #6 #1 '")
    expect(names(constraint)).toContain('v1')
    expect(names(constraint)).not.toContain('v0')
    accept(constraint, '<name> _x')
    expect(names(constraint)).not.toContain('<is>')
    expect(constraint.soonest()).toBe(3)
    accept(constraint, '_x <is>')
    expect(names(constraint)).toContain('<undefined>')
    expect(names(constraint, 1)).toEqual(['<end>'])
  })
})

describe('a vocabulary or text that no answer can be made with', () => {
  const prompt = ND_1.promptAt(asking('step_into'), 1).text
  const without = (change: Partial<Vocabulary>): Vocabulary => ({ ...nd, ...change })
  it.each([
    [
      'is no prompt',
      ND_1.encode({ ...asking('step_into'), actions: [] }).text,
      nd,
      /no prompt of nd@1/,
    ],
    ['has no state', '', nd, /no prompt of nd@1/],
    [
      'lacks a special token',
      prompt,
      without({ special: new Map() }),
      /no special token <\|call_sep\|>, /,
    ],
    [
      'lacks characters',
      prompt,
      without({ bytes: nd.bytes.map((one, byte) => (byte === 0x7d ? null : one)) }),
      /no token of its own for \}/,
    ],
  ])('%s', (_what, text, vocabulary, sentence) => {
    const made = constrain(ND_1, text, vocabulary)
    expect(made.ok ? '' : made.error).toMatch(sentence)
  })

  it('has no token of a codec of its own', () => {
    const text = SLOTS_1.promptAt(asking('step_into'), 1).text
    const made = constrain(SLOTS_1, text, nd)
    expect(made.ok ? '' : made.error).toMatch(
      /^The vocabulary lacks 509 of the tokens of slots@1: /,
    )
  })
})

describe('an answer that was begun', () => {
  it.each([
    [ND_1, '<|line_sep|><|arg_sep|>{"a": "é', '"'],
    [CWM_1, '<|line_sep|>{"a": "é', '"'],
    [SLOTS_1, ' <call> L1 v0', '<undefined>'],
    [SLOTS_1, '', '<call>'],
  ])('goes on (%#)', (codec, begun, next) => {
    const prompt = codec.promptAt(asking('step_into'), 1).text
    const vocabulary = ownVocabulary(codec)
    const made = constrain(codec, prompt + begun, vocabulary)
    expect(made.ok ? mayCome(made.value, vocabulary) : made.error).toContain(next)
  })

  it('in slots@1 behind a breakpoint, near, far and told by its text', () => {
    const code = Array.from({ length: 120 }, (_, line) => `x = ${line}`).join('\n')
    for (const operand of ['x = 7', 'x = 77', 'x is 7']) {
      const given = { ...asking({ name: 'breakpoint', operand }, { ...call, src: 'x = 1' }), code }
      const prompt = SLOTS_1.promptAt(given, 1).text
      for (const begun of ['', ' <exit_error>']) {
        const made = constrain(SLOTS_1, prompt + begun, ownVocabulary(SLOTS_1))
        expect(made.ok ? made.value.soonest() : made.error).toBe(begun === '' ? 1 : 0)
      }
    }
  })

  it('as the codec does not is refused', () => {
    for (const codec of [ND_1, CWM_1, SLOTS_1]) {
      const prompt = codec.promptAt(asking('step_into'), 1).text
      const made = constrain(codec, `${prompt} <|line_sep|>}`, ownVocabulary(codec))
      expect(made.ok ? '' : made.error).toBe(
        `What the answer begins with cannot go on within ${codec.id}; ask for it free.`,
      )
    }
  })
})
