import { execFileSync } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { changedFile } from '../../main/runtime/model-folder/files.ts'
import { modelCardJsonSchema } from '../../shared/contract/model-card-schema.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_FEATURES } from '../../shared/grammar/slots/features.ts'
import { cardWith, errorOf, FEATURES, folderOf, modelFolders } from '../support/model-folders.ts'
import { FLOAT, INT64, node, port } from '../support/onnx-writer.ts'
import { CARD, CONFIG, cachedModel, IDS, plainModel } from '../support/small-models.ts'
import { smallTokenizer } from '../support/small-tokenizer.ts'

const { home, newFolder, remove } = modelFolders()
afterAll(remove)

const AUX = port('aux', INT64, ['batch', 'tokens', SLOTS_FEATURES.columns.length])
const featureModel = (): Uint8Array => plainModel({ inputs: [IDS, AUX] })

function otherNames(): string {
  const folder = newFolder({ model: null })
  writeFileSync(join(folder, 'decoder_model.onnx'), plainModel())
  mkdirSync(join(folder, 'onnx'))
  return folder
}

describe('a model folder', () => {
  it('of the fixture is known before it is run', async () => {
    const fixture = join(import.meta.dirname, '../fixtures/decoder-graph')
    const model = readFileSync(join(fixture, 'model.onnx'))
    const config = readFileSync(join(fixture, 'config.json'), 'utf8')
    const folder = newFolder({ model, config })
    expect(await folderOf(folder)).toMatchObject({
      name: basename(folder),
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
    const card = cardWith({ ...FEATURES, columns: ['depth', 'previous_token'] })
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
    [
      'its graph has another name',
      otherNames,
      /but decoder_model.onnx, a folder onnx: put the graph/,
    ],
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

  it('are looked for again where they were not', async () => {
    const tokenizer = smallTokenizer('x', ND_1.specialTokens, 200)
    const folder = newFolder({ tokenizer, card: { format: 'model@1', codec: 'nd@1' } })
    const { files } = await folderOf(folder)
    expect(await changedFile(files)).toBeNull()
    writeFileSync(join(folder, 'tokenizer_config.json'), '{}')
    expect(await changedFile(files)).toBe(join(folder, 'tokenizer_config.json'))
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
      cardWith({ features: 'slots-features@2' }),
      /the features "slots-features@2", and this version has slots-features@1/,
    ],
    [
      cardWith({ ...FEATURES, columns: ['deepth'] }),
      /takes the feature "deepth", and slots-features@1 has previous_token/,
    ],
    [
      cardWith({ ...FEATURES, columns: ['depth'] }),
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
  expect(await errorOf(newFolder({ card: { ...CARD, context_length: 4097 } }))).toMatch(
    /context_length of 4097, and config.json has positions for 4096 tokens/,
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
