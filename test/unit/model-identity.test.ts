import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openTokenizer } from '../../main/runtime/model-folder/model-tokenizer.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { cardWith, errorOf, FEATURES, folderOf, modelFolders } from '../support/model-folders.ts'
import { FLOAT, floats, INT64, port } from '../support/onnx-writer.ts'
import {
  CARD,
  CONFIG,
  cachedModel,
  externalModel,
  IDS,
  plainModel,
  WEIGHT_BYTES,
  WEIGHTS,
  weightFile,
} from '../support/small-models.ts'
import { smallTokenizer } from '../support/small-tokenizer.ts'

const { home, newFolder, remove } = modelFolders()
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
    const tokenizer = await openTokenizer(any, ND_1)
    expect(tokenizer.detokenize(tokenizer.tokenize('<|frame_sep|>x').ids)).toBe('<|frame_sep|>x')
    const cwm = smallTokenizer('x', CWM_1.specialTokens, 20)
    expect((await folderOf(fileFolder(cwm, null))).codecs).toEqual(['cwm@1'])
    expect(await openTokenizer({ path: home, tokenizer: { kind: 'own' } }, ND_1)).toBe(
      ND_1.tokenizer,
    )
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
    expect(await errorOf(fileFolder('{"model":{}}'))).toMatch(/has none of the special tokens/)
  })
})

describe('memory', () => {
  it('is reckoned before the model is loaded, with the largest context that fits', async () => {
    const tokens = 100_000
    const config = { ...CONFIG, max_position_embeddings: tokens }
    const folder = newFolder({ model: cachedModel(), config })
    const { memory } = await folderOf(folder)
    const perToken = 2 * 2 * 4 * 4
    expect(memory).toMatchObject({ perToken, fits: true, largestContext: tokens })
    expect(memory.weights).toBeGreaterThan(WEIGHT_BYTES)
    // A pass holds what was there and what comes out, which is all of it again.
    const some = await folderOf(folder, memory.atFullContext - 2 * perToken * 25_000)
    expect(some.memory).toMatchObject({ fits: false, largestContext: 75_000 })
    expect(some.memory.sentence).toMatch(
      /^It fits with a context of up to 75,000 tokens: with all 100,000 tokens/,
    )
    expect(await errorOf(folder, memory.whileLoading - 1)).toMatch(/^It does not fit/)
    expect(await errorOf(folder, 1000)).toMatch(
      /does not fit: with the tensor "rows" its constants/,
    )
  })
})

describe('identity', () => {
  const EXTERNAL = { location: 'weights', length: String(WEIGHT_BYTES) }
  const identity = async (folder: string): Promise<string> => (await folderOf(folder)).identity

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
