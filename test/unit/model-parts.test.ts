import { execFileSync } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { changedFile } from '../../main/runtime/model-folder/files.ts'
import { openTokenizer } from '../../main/runtime/model-folder/model-tokenizer.ts'
import { readModelFolder } from '../../main/runtime/model-folder/read-model-folder.ts'
import type { ModelFolder } from '../../main/runtime/model-folder/types.ts'
import { modelCardJsonSchema } from '../../shared/contract/model-card-schema.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_FEATURES } from '../../shared/grammar/slots/features.ts'
import { FLOAT, floats, INT64, node, port } from '../support/onnx-writer.ts'
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
  writeFolder,
} from '../support/small-models.ts'
import { smallTokenizer } from '../support/small-tokenizer.ts'

const home = mkdtempSync(join(tmpdir(), 'ndw-model-parts-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let made = 0
const newFolder = (parts: Parameters<typeof writeFolder>[1] = {}): string => {
  made += 1
  return writeFolder(join(home, `m${made}`), parts)
}

const BUDGET = { memory: 4e9 }
const errorOf = async (folder: string, memory = BUDGET.memory): Promise<string> => {
  const read = await readModelFolder(folder, { memory })
  return read.ok ? 'taken' : read.error
}
const folderOf = async (folder: string, memory = BUDGET.memory): Promise<ModelFolder> => {
  const read = await readModelFolder(folder, { memory })
  if (!read.ok) throw new Error(read.error)
  return read.value
}

const AUX = port('aux', INT64, ['batch', 'tokens', SLOTS_FEATURES.columns.length])
const featureModel = (): Uint8Array => plainModel({ inputs: [IDS, AUX] })
const inputs = (aux: unknown) => ({ ...CARD, inputs: { aux } })
const FEATURES = { features: SLOTS_FEATURES.id }

describe('a model folder', () => {
  it('of the fixture is known before it is run', async () => {
    const fixture = join(import.meta.dirname, '../fixtures/decoder-graph')
    const model = readFileSync(join(fixture, 'model.onnx'))
    const config = readFileSync(join(fixture, 'config.json'), 'utf8')
    const folder = newFolder({ model, config })
    expect(await folderOf(folder)).toMatchObject({
      name: `m${made}`,
      nodes: 504,
      opsets: { 'ai.onnx': 17 },
      producer: 'pytorch',
      decoder: {
        inputIds: { type: 'int64', shape: ['batch_size', 'sequence_length'] },
        attentionMask: { name: 'attention_mask' },
        positionIds: { name: 'position_ids' },
        cache: { type: 'float32', heads: 2, headSize: 32, layers: { length: 3 } },
        features: [],
        vocabulary: 512,
        batch: null,
      },
      tokenizer: { kind: 'own' },
      codecs: ['slots@1'],
      contextLength: 4096,
      memory: { perToken: 3 * 2 * 2 * 32 * 4, fits: true, largestContext: 4096 },
    })
  })

  it('may go without a cache, and with features', async () => {
    const card = inputs({ ...FEATURES, columns: ['depth', 'previous_token'] })
    const aux = port('aux', INT64, ['batch', 'tokens', 2])
    const folder = newFolder({ model: plainModel({ inputs: [IDS, aux] }), card })
    const { decoder, memory } = await folderOf(folder)
    expect(decoder.cache).toBeNull()
    expect(memory.perToken).toBe(0)
    expect(decoder.features).toEqual([
      { name: 'aux', type: 'int64', features: 'slots-features@1', columns: [7, 0] },
    ])
  })

  it('may have float16 logits and a batch of one', async () => {
    const half = 10
    const logits = port('logits', half, [1, 'tokens', 512])
    const ids = port('input_ids', INT64, [1, 'tokens'])
    const folder = newFolder({ model: plainModel({ inputs: [ids], outputs: [logits] }) })
    expect((await folderOf(folder)).decoder).toMatchObject({
      batch: 1,
      logits: { type: 'float16' },
    })
  })

  it.each([
    ['there is none', () => join(home, 'nowhere'), /^There is no folder/],
    ['it is a file', () => join(newFolder(), 'model.onnx'), /is no folder; name the folder/],
    ['it has no graph', () => newFolder({ model: null }), /has no model.onnx/],
    ['it has no config.json', () => newFolder({ config: null }), /has no config.json/],
    [
      'it has no tokenizer',
      () => newFolder({ card: null }),
      /has no tokenizer.json; add it, or say/,
    ],
  ])('is refused where %s', async (_what, folder, sentence) => {
    expect(await errorOf(folder())).toMatch(sentence)
  })
})

describe('files of a model folder', () => {
  it.each(['model.onnx', 'config.json', 'workbench.json'])(
    'are no links and have no other name: %s',
    async (name) => {
      const [linked, hard] = [newFolder(), newFolder()]
      const other = join(newFolder(), name)
      for (const folder of [linked, hard]) rmSync(join(folder, name))
      symlinkSync(other, join(linked, name))
      linkSync(other, join(hard, name))
      expect(await errorOf(linked)).toBe(
        `${name} is a link; copy the file itself into the folder (cp -L).`,
      )
      expect(await errorOf(hard)).toMatch(`${name} has another name somewhere else`)
    },
  )

  it('are files: a pipe and a folder are refused at once', async () => {
    const [pipe, directory] = [newFolder(), newFolder()]
    for (const folder of [pipe, directory]) rmSync(join(folder, 'model.onnx'))
    execFileSync('mkfifo', [join(pipe, 'model.onnx')])
    mkdirSync(join(directory, 'model.onnx'))
    expect(await errorOf(pipe)).toBe('model.onnx is no regular file.')
    expect(await errorOf(directory)).toBe('model.onnx is no regular file.')
  })

  it('of more than 2 GiB are no graphs', async () => {
    const folder = newFolder()
    truncateSync(join(folder, 'model.onnx'), 2 ** 31)
    expect(await errorOf(folder)).toBe('model.onnx has 2.1 GB; at most 2.1 GB are read.')
  })

  it('are known again while they do not change', async () => {
    const folder = newFolder()
    const { files } = await folderOf(folder)
    expect(await changedFile(files)).toBeNull()
    const model = join(folder, 'model.onnx')
    utimesSync(model, 1, 1)
    expect(await changedFile(files)).toBe(model)
    const again = await folderOf(folder)
    rmSync(join(folder, 'config.json'))
    expect(await changedFile(again.files)).toBe(join(folder, 'config.json'))
  })
})

describe('workbench.json', () => {
  const formats = join(import.meta.dirname, '../../resources/formats')

  it('has the published schema, and the example of the page is taken', async () => {
    const published = readFileSync(join(formats, 'model-1.schema.json'), 'utf8')
    expect(JSON.parse(published)).toEqual(modelCardJsonSchema())
    const page = readFileSync(join(formats, 'model-1.md'), 'utf8')
    const [, card = ''] = /```json\n(.*?)```/s.exec(page) ?? []
    const model = plainModel({ inputs: [IDS, port('aux_ids', INT64, ['b', 't', 3])] })
    const config = { ...CONFIG, max_position_embeddings: 2048 }
    const read = await folderOf(newFolder({ model, card, config }))
    expect(read).toMatchObject({ name: 'small-slots', codecs: ['slots@1'], contextLength: 1024 })
    for (const key of Object.keys(JSON.parse(published).properties)) {
      expect(page).toContain(`\`${key}\``)
    }
  })

  it.each([
    [
      { ...CARD, codec: 'slots@2' },
      /trained on the codec "slots@2", and this version has nd@1, cwm@1, slots@1/,
    ],
    [
      { ...CARD, codecs: 'slots@1' },
      'workbench.json: There is no "codecs" here; did you mean codec?',
    ],
    [{ ...CARD, tokenizer: 'bpe' }, /At tokenizer: takes own or tokenizer.json/],
    [{ ...CARD, name: 'two\nlines' }, /At name: takes one line/],
    [
      inputs({ features: 'slots-features@2' }),
      /the features "slots-features@2", and this version has slots-features@1/,
    ],
    [
      inputs({ ...FEATURES, columns: ['deepth'] }),
      /takes the feature "deepth", and slots-features@1 has previous_token/,
    ],
    [
      inputs({ ...FEATURES, columns: ['depth'] }),
      /"aux" takes 8 features of a token, and workbench.json gives it 1/,
    ],
    [{ ...CARD, codec: 'nd@1', inputs: { aux: FEATURES } }, /the codec nd@1 has none/],
    [{ ...CARD, inputs: { other: FEATURES } }, /names an input "other", which it has not/],
    [CARD, /what to give its input "aux"/],
    ['[]', /no JSON object/],
    ['{"format":"model@1","format":"model@1"}', /the key "format" twice/],
    ['{"__proto__":{}}', /the key "__proto__", which is refused/],
    ['{"\\u005f_proto__":{}}', /the key "__proto__", which is refused/],
    ['{', /is not JSON/],
    [`${'['.repeat(100_000)}`, /more than 200 levels/],
  ])('%j is refused', async (card, sentence) => {
    const error = await errorOf(newFolder({ model: featureModel(), card }))
    if (typeof sentence === 'string') expect(error).toBe(sentence)
    else expect(error).toMatch(sentence)
  })
})

it('of a model with a longer context than it has positions is refused', async () => {
  expect(await errorOf(newFolder({ card: { ...CARD, context_length: 65 } }))).toMatch(
    /context_length of 65, and config.json has positions for 64 tokens/,
  )
})

describe('config.json', () => {
  it.each([
    [{}, /tells how many tokens the model reads/],
    [{ ...CONFIG, vocab_size: 500 }, /logits are of 512 tokens, and config.json says 500/],
    [{ ...CONFIG, num_hidden_layers: 2 }, /keys and values of 1 layers, and config.json says 2/],
    [
      { ...CONFIG, num_key_value_heads: 8 },
      /heads of its keys and values are 2 in the graph, and 8/,
    ],
    [{ ...CONFIG, max_position_embeddings: -1 }, /a max_position_embeddings that is no size: -1/],
    [{ ...CONFIG, max_position_embeddings: 1e300 }, /that is no size/],
    ['1', /no JSON object/],
  ])('%j is refused', async (config, sentence) => {
    expect(await errorOf(newFolder({ model: cachedModel(), config }))).toMatch(sentence)
  })

  it('tells what the graph leaves open, in the names of model families', async () => {
    const kv = (name: string) => port(name, FLOAT, ['batch', 'heads', 'past', 'size'])
    const names = ['past_key_values.0.key', 'past_key_values.0.value']
    const model = plainModel({
      nodes: [
        node('Gather', ['rows', 'input_ids'], ['logits']),
        ...names.map((name) =>
          node('Identity', [name], [name.replace('past_key_values', 'present')]),
        ),
      ],
      inputs: [IDS, ...names.map(kv)],
      outputs: [
        port('logits', FLOAT, ['b', 't', 'v']),
        ...names.map((name) => kv(name.replace('past_key_values', 'present'))),
      ],
    })
    const sizes = { n_positions: 32, vocab_size: 512, n_layer: 1, n_head: 4, n_embd: 32 }
    const { decoder, contextLength } = await folderOf(newFolder({ model, config: sizes }))
    expect(decoder).toMatchObject({ vocabulary: 512, cache: { heads: 4, headSize: 8 } })
    expect(contextLength).toBe(32)
    expect(
      await errorOf(newFolder({ model, config: { n_positions: 32, vocab_size: 512 } })),
    ).toMatch(/neither it nor config.json tells heads/)
  })
})

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
      /does not fit: with the weights "rows" its constants/,
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
        card: inputs({ ...FEATURES, columns: names }),
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
