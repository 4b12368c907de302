import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openModelText } from '../../main/runtime/local/model-text.ts'
import { bytesAt, memoryVerdict, type Sizes } from '../../main/runtime/model-folder/memory.ts'
import type { Decoder } from '../../main/runtime/model-folder/types.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { cardWith, errorOf, FEATURES, folderOf, modelFolders } from '../support/model-folders.ts'
import { FLOAT, floats, INT64, port } from '../support/onnx-writer.ts'
import {
  CARD,
  cachedModel,
  externalModel,
  IDS,
  plainModel,
  WEIGHT_BYTES,
  WEIGHTS,
  weightFile,
} from '../support/small-models.ts'
import { smallTokenizer } from '../support/small-tokenizer.ts'

const { newFolder, remove } = modelFolders()
afterAll(remove)

describe('the tokenizer', () => {
  const FILE_CARD = { format: 'model@1', codec: 'nd@1' }
  const vocabulary = (size: number): Uint8Array =>
    plainModel({
      weights: [floats('rows', [size, 1]), floats('wide', [1, size])],
      outputs: [port('logits', FLOAT, ['b', 't', size])],
    })
  const fileFolder = (tokenizer: unknown, card: unknown = FILE_CARD, size = 512): string =>
    newFolder({
      ...{ tokenizer, card, model: vocabulary(size) },
      config: { max_position_embeddings: 64 },
    })
  const good = smallTokenizer('def f(): return 1', ND_1.specialTokens, 20)

  it('of a file is the one of the model, in the codecs whose tokens it has', async () => {
    expect((await folderOf(fileFolder(good))).codecs).toEqual(['nd@1'])
    const any = await folderOf(fileFolder(good, null))
    expect(any.codecs).toEqual(['nd@1', 'cwm@1'])
    const { tokenizer } = await openModelText(any, 'nd@1')
    expect(tokenizer.detokenize(tokenizer.tokenize('<|frame_sep|>x').ids)).toBe('<|frame_sep|>x')
    const cwm = smallTokenizer('x', CWM_1.specialTokens, 20)
    expect((await folderOf(fileFolder(cwm, null))).codecs).toEqual(['cwm@1'])
  })

  it('that lacks a special token is refused by its name', async () => {
    const without = ND_1.specialTokens.filter((token) => token !== '<|src_sep|>')
    expect(await errorOf(fileFolder(smallTokenizer('x', without)))).toMatch(
      /has no special token <\|src_sep\|>, which nd@1 needs/,
    )
    expect(await errorOf(fileFolder(smallTokenizer('x', []), null))).toMatch(
      /none of the special tokens .* and 7 more, which cwm@1 needs/,
    )
  })

  it.each([
    [250, /has \d+ tokens and the logits of model.onnx 250: they do not belong together/],
    [2000, /they do not belong together/],
  ])('of another size than logits of %i is refused', async (size, sentence) => {
    expect(await errorOf(fileFolder(good, FILE_CARD, size))).toMatch(sentence)
  })

  const splitBy = (Regex: string) => ({
    ...good,
    pre_tokenizer: { type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false },
  })

  it('splits by known patterns only', async () => {
    const llama =
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
    for (const known of [llama, '\\p{N}', '[\\r\\n]']) {
      expect(await errorOf(fileFolder(splitBy(known)))).toBe('taken')
    }
    expect(await errorOf(fileFolder(splitBy('(a+)+$')))).toMatch(
      /splits texts by the pattern "\(a\+\)\+\$", which is none of those known to be quick/,
    )
  })

  it('may have any word as a token, and nothing else twice', async () => {
    const { model } = good
    const words = JSON.stringify({
      ...good,
      model: { ...model, vocab: { ...model.vocab, constructor: 400 } },
    })
    expect(await errorOf(fileFolder(words))).toBe('taken')
    expect(await errorOf(fileFolder(words.replace('"version"', '"constructor"')))).toMatch(
      /"constructor"/,
    )
    expect(await errorOf(fileFolder(words.replace('"vocab":{', '"vocab":{"a":1,"a":2,')))).toMatch(
      /twice/,
    )
  })

  it.each([
    ['{"model":{}}', /has no vocabulary/],
    [
      '{"model":{"type":"WordLevel","vocab":{}}}',
      /of the kind "WordLevel"; .* BPE, Unigram, WordPiece/,
    ],
    ['{"model":{"vocab":{"a":"b"}}}', /a token whose id is no number/],
    ['{"model":{"vocab":{"a":-1}}}', /a token whose id is no number/],
    ['{"model":{"vocab":[["a",0]]},"added_tokens":[null]}', /a token whose id is no number/],
    ['{"model":{"vocab":[["a",0]]}}', /none of the special tokens/],
  ])('%s is refused', async (tokenizer, sentence) => {
    expect(await errorOf(fileFolder(tokenizer))).toMatch(sentence)
  })
})

describe('memory', () => {
  const sizes = (decoder: Decoder): Sizes => ({
    ...{ weights: 4e8, inGraph: 4e8, decoder, width: 1024, heads: 16, contextLength: 100_000 },
  })

  it.each([
    ['with a cache', cachedModel()],
    ['without', plainModel()],
  ])('tells the longest context that fits, %s', async (_how, model) => {
    const { decoder } = await folderOf(newFolder({ model }))
    const of = sizes(decoder)
    for (const tokens of [10_000, 12_345, 99_999, 100_000]) {
      const enough = Math.max(bytesAt(tokens, of), memoryVerdict(of, 1e15).whileLoading)
      const { largestContext, fits } = memoryVerdict(of, enough)
      expect(largestContext).toBe(tokens)
      expect(fits).toBe(tokens === 100_000)
      expect(memoryVerdict(of, enough - 1).largestContext).toBe(tokens - 1)
    }
  })

  it('is about what onnxruntime takes: a decoder of 8 layers was measured at 1.57 GB with 4,000 tokens', () => {
    const layer = { pastKey: '', pastValue: '', presentKey: '', presentValue: '' }
    const port = { name: '', type: 'float32', shape: [] } as const
    const decoder: Decoder = {
      ...{ inputIds: port, attentionMask: null, positionIds: null, features: [], logits: port },
      cache: { layers: Array(8).fill(layer), type: 'float32', heads: 16, headSize: 64 },
      ...{ batch: null, vocabulary: 512 },
    }
    const of = { ...sizes(decoder), weights: 407e6, inGraph: 407e6 }
    expect(bytesAt(4000, of) / 1.57e9).toBeCloseTo(1, 1)
    expect(memoryVerdict(of, 1e12).whileLoading / 0.704e9).toBeCloseTo(1, 1)
  })

  it('that is too small is told before anything is loaded', async () => {
    const folder = newFolder({ model: cachedModel() })
    const { memory } = await folderOf(folder)
    expect(memory).toMatchObject({ perToken: 2 * 2 * 4 * 4, fits: true, largestContext: 4096 })
    expect(memory.weights).toBeGreaterThan(WEIGHT_BYTES)
    const some = await folderOf(folder, memory.atFullContext - 1)
    expect(some.memory.sentence).toMatch(
      /^It fits with a context of up to 4,095 tokens: with all 4,096 tokens it would take about/,
    )
    expect(await errorOf(folder, memory.whileLoading - 1)).toMatch(
      /^It does not fit: it takes about/,
    )
    expect(await errorOf(folder, 1000)).toMatch(
      /does not fit: with the tensor "rows" its constants/,
    )
  })
})

describe('identity', () => {
  const EXTERNAL = { location: 'weights', length: String(WEIGHT_BYTES) }
  async function identity(folder: string): Promise<string> {
    return (await folderOf(folder)).identity
  }

  it('is the same for the same model elsewhere, and however it is called', async () => {
    const first = await identity(newFolder())
    expect(first).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(await identity(newFolder())).toBe(first)
    expect(await identity(newFolder({ card: { ...CARD, name: 'other' } }))).toBe(first)
  })

  it('differs with the graph, weights beside it, the codec’s features and the tokenizer', async () => {
    const outside = (change: number): string => {
      const folder = newFolder({ model: externalModel(EXTERNAL) })
      const weights = weightFile()
      weights[1000] = (weights[1000] ?? 0) ^ change
      writeFileSync(join(folder, 'weights'), weights)
      return folder
    }
    const columns = (...names: readonly string[]) =>
      newFolder({
        model: plainModel({ inputs: [IDS, port('aux', INT64, ['b', 't', 'n'])] }),
        card: cardWith({ ...FEATURES, columns: names }),
      })
    const all = await Promise.all(
      [
        newFolder(),
        newFolder({ model: plainModel({ weights: [...WEIGHTS, floats('w', [1])] }) }),
        ...[outside(0), outside(1)],
        ...[columns('depth', 'executing_line'), columns('executing_line', 'depth')],
      ].map(identity),
    )
    expect(new Set(all).size).toBe(all.length)
  })

  it('is read anew where a file changes under the same name', async () => {
    const folder = newFolder()
    const first = await folderOf(folder)
    writeFileSync(
      join(folder, 'model.onnx'),
      plainModel({ weights: [...WEIGHTS, floats('w', [2])] }),
    )
    const second = await folderOf(folder)
    expect(second.identity).not.toBe(first.identity)
    expect(second.checksums['model.onnx']).not.toBe(first.checksums['model.onnx'])
  })
})
