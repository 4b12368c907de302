import { describe, expect, it } from 'vitest'
import {
  type TokenColumns,
  tokenRows,
  tokenStretches,
  visibleToken,
} from '../../renderer/src/draw/token-rows.ts'
import { cutWords } from '../../renderer/src/views/sample/tokens/cut-words.ts'
import { CODECS } from '../../shared/grammar/codecs.ts'
import { cutAt } from '../../shared/grammar/ruler.ts'
import { tokensOf } from '../../shared/grammar/tokenizer.ts'
import type { Transcript } from '../../shared/grammar/types.ts'

const TRANSCRIPT: Transcript = {
  direction: 'forward',
  code: 'def f(x):\n    y = x\n    return y\n',
  states: [
    {
      event: 'call',
      src: 'def f(x):',
      locals: { omitted: false, entries: [['x', '1']] },
      arg: null,
    },
    { event: 'line', src: '    y = x', locals: { omitted: true, entries: [] }, arg: null },
    {
      event: 'line',
      src: '    return y',
      locals: { omitted: true, entries: [['y', "'é\\n'"]] },
      arg: null,
    },
  ],
  actions: [
    { name: 'step_into', operand: null },
    { name: 'step_into', operand: null },
    { name: 'step_into', operand: null },
  ],
  exit: 'normal',
}

describe.each(CODECS.map((codec) => [codec.id, codec] as const))('tokens of %s', (_, codec) => {
  const encoded = codec.encode(TRANSCRIPT)
  const tokens: TokenColumns = { start: 0, ...tokensOf(encoded, codec.tokenizer) }
  const stretches = tokenStretches(tokens, encoded.spans)

  it('are shared out over the states without a gap, in order', () => {
    expect(stretches[0]?.from).toBe(0)
    expect(stretches.at(-1)?.to).toBe(tokens.ids.length)
    const begins = stretches.slice(1).map(({ from }) => from)
    expect(begins).toEqual(stretches.slice(0, -1).map(({ to }) => to))
    for (const step of [0, 1, 2]) expect(stretches.some((one) => one.step === step)).toBe(true)
  })

  it('make the text again, row by row, and name the variable they encode', () => {
    const rows = stretches.flatMap((one) => tokenRows(encoded.text, encoded.spans, tokens, one))
    const text = rows.flatMap((row) => row.tokens.map((token) => token.text)).join('')
    expect(text).toBe(encoded.text.slice(tokens.start))
    const named = rows.flatMap(({ variable }) => variable ?? [])
    expect(named).toContain('x')
    expect(named).toContain('y')
  })

  it('say what a short context removes', () => {
    const { ends } = tokens
    const whole = cutAt(encoded.spans, { ids: tokens.ids, ends }, tokens.ids.length)
    expect(cutWords(whole)).toBe('Everything fits.')
    const third = stretches.find(({ step }) => step === 2)
    const words = cutWords(cutAt(encoded.spans, { ids: tokens.ids, ends }, third?.from ?? 0))
    expect(words).toContain('2 states not whole: states 2 to 3')
    expect(words).toContain('No kept state tells y.')
    expect(words).not.toContain('tells x')
  })
})

describe('a token', () => {
  it('shows what cannot be seen', () => {
    expect(visibleToken(' a\n\t')).toBe('·a⏎→')
    expect(visibleToken('')).toBe('…')
    // A control character, one that turns the order round, half of a character, a space that does not break.
    expect(visibleToken('a\0\x1b\u202eb\ud83d')).toBe('a␀␛⟨202E⟩b⟨D83D⟩')
    expect(visibleToken('\u00a0\u200b')).toBe('⟨00A0⟩⟨200B⟩')
    expect(visibleToken('ä→🙂')).toBe('ä→🙂')
  })
})
