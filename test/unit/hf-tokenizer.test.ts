import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createTokenizers } from '../../main/jobs/trajectory/tokenizers.ts'
import { loadTokenizer } from '../../main/runtime/tokenizer/hf-tokenizer.ts'
import { CODECS } from '../../shared/grammar/codecs.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { tokensOf } from '../../shared/grammar/tokenizer.ts'
import { follow, type Told } from '../support/follow.ts'
import { handTrace, SCALE } from '../support/hand-trace.ts'
import { smallTokenizer } from '../support/small-tokenizer.ts'

const folder = mkdtempSync(join(tmpdir(), 'ndw-tokenizer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const INTO = Array.from({ length: 13 }, (): Told => 'step_into')
const TOLD = follow(SCALE, INTO)
const { text } = ND_1.encode(TOLD)

function write(name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const load = (value: unknown, codec = ND_1) =>
  loadTokenizer(write('tokenizer.json', value), codec.specialTokens, codec.id)

describe('a tokenizer.json', () => {
  it('has the special tokens by name, whatever their ids', async () => {
    const backwards = [...ND_1.specialTokens].reverse()
    const tokenizer = await load(smallTokenizer(text, ['<s>', ...backwards]))
    const { ids } = tokenizer.tokenize('<|frame_sep|><|call_sep|>')
    expect(ids).toEqual([
      1 + backwards.indexOf('<|frame_sep|>'),
      1 + backwards.indexOf('<|call_sep|>'),
    ])
  })

  it('gives tokens whose text comes back, of more characters than bytes@1, each at its place', async () => {
    const tokenizer = await load(smallTokenizer(text, ND_1.specialTokens))
    const encoded = ND_1.encode(TOLD)
    const { ids, ends, spans } = tokensOf(encoded, tokenizer)
    expect(tokenizer.detokenize(ids)).toBe(encoded.text)
    expect(ids.length).toBeLessThan(encoded.text.length / 2)
    expect(ids.every((id) => id < tokenizer.size)).toBe(true)
    expect(ends.at(-1)).toBe(encoded.text.length)
    expect(spans).toHaveLength(ids.length)
    ends.forEach((end, token) => {
      const start = ends[token - 1] ?? 0
      expect(tokenizer.detokenize([ids[token] ?? 0])).toBe(encoded.text.slice(start, end))
    })
  })

  it('gives a character of several tokens to the last of them', async () => {
    const tokenizer = await load(smallTokenizer('', ND_1.specialTokens, 0))
    const { ends } = tokenizer.tokenize('a\u{1f600}é')
    expect(ends).toEqual([1, 1, 1, 1, 3, 3, 4])
  })

  it('makes no special token of its own of what a program says', async () => {
    const tokenizer = await load(smallTokenizer(text, ['<s>', ...ND_1.specialTokens]))
    const trace = handTrace('x = "<s><|call_sep|>"', [
      ['line', 1, 0, '<module>', {}],
      ['return', 1, 0, '<module>', 'None'],
    ])
    const encoded = ND_1.encode(follow(trace, ['step_into']))
    const { ids } = tokenizer.tokenize(encoded.text)
    expect(ids).not.toContain(0)
    const call = 1 + ND_1.specialTokens.indexOf('<|call_sep|>')
    expect(ids).not.toContain(call)
    expect(tokenizer.detokenize(ids)).toBe(encoded.text)
  })

  it('is refused where a special token is missing, and the token is named', async () => {
    const without = ND_1.specialTokens.filter((token) => token !== '<|src_sep|>')
    await expect(load(smallTokenizer(text, without))).rejects.toThrow(
      /has no special token <\|src_sep\|>, which nd@1 needs/,
    )
    await expect(load(smallTokenizer(text, []))).rejects.toThrow(ND_1.specialTokens.join(', '))
    const cwm = await load(smallTokenizer(text, CWM_1.specialTokens), CWM_1)
    expect(cwm.tokenize('<|frame_sep|>').ids).toHaveLength(1)
  })

  it.each([
    ['nothing', join(folder, 'none.json'), /there is no such file/],
    ['a folder', folder, /it is a folder; name its tokenizer\.json/],
    ['no JSON', write('text.json', 'tokenizer'), /is not JSON/],
    ['a list', write('list.json', []), /is no JSON object/],
    [
      'another object',
      write('other.json', { model: {} }),
      /not a tokenizer\.json that can be used/,
    ],
  ])('is refused where it is %s', async (_what, path, sentence) => {
    await expect(loadTokenizer(path, [], 'nd@1')).rejects.toThrow(sentence)
  })
})

describe('tokenizers by name', () => {
  it("are the codec's own, or a file that is read again when it changes", async () => {
    const tokenizers = createTokenizers()
    for (const codec of CODECS) {
      expect(await tokenizers.get('own', codec)).toBe(codec.tokenizer)
    }
    const path = write('changing.json', smallTokenizer('', ND_1.specialTokens, 0))
    const first = await tokenizers.get(path, ND_1)
    expect(await tokenizers.get(path, ND_1)).toBe(first)
    write('changing.json', smallTokenizer(text, ND_1.specialTokens, 50))
    const second = await tokenizers.get(path, ND_1)
    expect(second.size).toBeGreaterThan(first.size)
  })
})
