import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { createByteTokenizer } from '../../shared/grammar/byte-tokenizer.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { cutAt } from '../../shared/grammar/ruler.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import { tokensOf } from '../../shared/grammar/tokenizer.ts'
import type { Codec } from '../../shared/grammar/types.ts'
import { follow, type Told } from '../support/follow.ts'
import { SCALE } from '../support/hand-trace.ts'

const TOLD = follow(
  SCALE,
  Array.from({ length: 13 }, (): Told => 'step_into'),
)

describe('bytes@1', () => {
  const tokenizer = createByteTokenizer(['<|frame_sep|>', '<|call_sep|>'])

  it('has the bytes of UTF-8 at their values and special tokens behind them', () => {
    const { ids, ends } = tokenizer.tokenize('<|call_sep|>é\u{1f600}a')
    expect(ids).toEqual([257, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0x61])
    expect(ends).toEqual([12, 12, 13, 13, 13, 13, 15, 16])
    expect(tokenizer.size).toBe(258)
  })

  it('makes special tokens of nothing else', () => {
    const texts = ['<|call_sep', '<|oops|>', '<\\|call_sep|>', '<|<|call_sep|>', '<||>', '<|']
    for (const text of texts) {
      const { ids } = tokenizer.tokenize(text)
      expect(ids.filter((id) => id > 255)).toEqual(text.startsWith('<|<|') ? [257] : [])
      expect(tokenizer.detokenize(ids)).toBe(text)
    }
  })

  it('brings back halves of surrogate pairs, and marks bytes that are no text', () => {
    const { ids } = tokenizer.tokenize('\ud83d \ude00')
    expect(ids).toHaveLength(7)
    expect(tokenizer.detokenize(ids)).toBe('\ud83d \ude00')
    expect(tokenizer.detokenize([0x80, 0x61, 0xf0, 0x9f, 257])).toBe('\ufffda\ufffd<|call_sep|>')
  })
})

describe('tokens of an encoded text', () => {
  it.each([ND_1, CWM_1, SLOTS_1])(
    '$id: have the role and the step of what they stand for',
    (codec) => {
      const encoded = codec.encode(TOLD)
      const { ids, ends, spans, start = 0 } = tokensOf(encoded, codec.tokenizer)
      expect(ends).toHaveLength(ids.length)
      expect(spans).toHaveLength(ids.length)
      expect(ends.at(-1)).toBe(encoded.text.length)
      expect(ids.every((id) => id >= 0 && id < codec.tokenizer.size)).toBe(true)
      spans.forEach((index, token) => {
        const span = must(encoded.spans[index], 'span')
        const begin = token === 0 ? start : must(ends[token - 1], 'end')
        expect(begin).toBeGreaterThanOrEqual(span.start)
        expect(begin).toBeLessThan(span.end)
      })
    },
  )

  it.each([ND_1, CWM_1])('$id: have the variable they tell', (codec) => {
    const encoded = codec.encode(TOLD)
    const { ends, spans } = tokensOf(encoded, codec.tokenizer)
    const at = encoded.text.indexOf('"k": "3"') + '"k": "'.length
    const token = ends.findIndex((end) => end > at)
    expect(encoded.spans[spans[token] ?? 0]).toMatchObject({
      variable: 'k',
      step: 2,
      role: 'locals',
    })
  })

  it('are special only where the codec has them', () => {
    const { text } = ND_1.encode(TOLD)
    const { ids } = ND_1.tokenizer.tokenize(text)
    const special = text.match(/<\|[a-z_]+\|>/g) ?? []
    expect(ids.filter((id) => id > 255)).toHaveLength(special.length)
    for (const token of special) expect(ND_1.specialTokens).toContain(token)
  })
})

describe('context ruler', () => {
  const cut = (codec: Codec, limit: number, keep?: 'first' | 'last') => {
    const encoded = codec.encode(TOLD)
    return cutAt(encoded.spans, tokensOf(encoded, codec.tokenizer), limit, keep)
  }
  const { text } = ND_1.encode(TOLD)
  const tokensOfText = (part: string): number => ND_1.tokenizer.tokenize(part).ids.length

  it('loses nothing of a text that fits', () => {
    const total = tokensOfText(text)
    expect(cut(ND_1, total)).toEqual({
      total,
      kept: { start: 0, end: text.length },
      cutsCode: false,
      steps: [],
      variables: [],
      unseen: [],
    })
  })

  it('names the last states, and their variables, where the first tokens are kept', () => {
    const end = text.indexOf('"out": "[3]"')
    const { kept, cutsCode, steps, variables, unseen } = cut(ND_1, tokensOfText(text.slice(0, end)))
    expect(kept).toEqual({ start: 0, end })
    expect(cutsCode).toBe(false)
    expect(steps).toEqual([6, 7, 8, 9, 10, 11, 12, 13])
    expect(variables).toEqual([
      { step: 6, name: 'out' },
      { step: 7, name: 'x' },
      { step: 8, name: 'out' },
      { step: 11, name: 'ys' },
    ])
    expect(unseen).toEqual(['ys'])
  })

  it('names the code and the first states where the last tokens are kept', () => {
    const start = text.lastIndexOf('<|frame_sep|><|line_sep|>')
    const rest = tokensOfText(text.slice(start))
    const { kept, cutsCode, steps, unseen } = cut(ND_1, rest, 'last')
    expect(kept).toEqual({ start, end: text.length })
    expect(cutsCode).toBe(true)
    expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(unseen).toEqual(['xs', 'k', 'out', 'x'])
  })

  it.each([ND_1, CWM_1, SLOTS_1])('$id: has room for nothing in nothing', (codec) => {
    for (const keep of ['first', 'last'] as const) {
      const { steps, cutsCode } = cut(codec, 0, keep)
      expect(cutsCode).toBe(true)
      expect(steps).toEqual(Array.from({ length: 14 }, (_, step) => step))
    }
  })
})
