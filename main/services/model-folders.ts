import { isAbsolute } from 'node:path'
import type { ModelFolderRow, modelFolders } from '../../shared/contract/model-folders.ts'
import { SLOTS_FEATURES } from '../../shared/grammar/slots/features.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { readModelFolder } from '../runtime/model-folder/read-model-folder.ts'
import type { Decoder, ModelFolder, Port } from '../runtime/model-folder/types.ts'
import type { Area } from './area.ts'

export const modelFolderHandlers: Area<typeof modelFolders> = ({ engines }) => ({
  'model.check': async ({ place, loops }) => {
    const model = isAbsolute(place) ? { folder: place } : await engines.folder(place)
    const controlFlow = loops || ('loops' in model && model.loops === true)
    const memory = process.availableMemory()
    const read = await readModelFolder(model.folder, { memory, controlFlow })
    if (!read.ok) throw new ServiceError('bad-input', read.error)
    return rowOf(read.value)
  },
})

function rowOf(folder: ModelFolder): ModelFolderRow {
  const { path, name, about, identity, codecs, contextLength, producer, nodes } = folder
  const { decoder, memory } = folder
  return {
    ...{ path, name, about, identity, contextLength, producer, nodes, memory },
    codecs: [...codecs],
    tokenizer: folder.tokenizer.kind === 'own' ? 'own' : 'tokenizer.json',
    checksums: Object.entries(folder.checksums).map(([file, sha256]) => ({ file, sha256 })),
    opsets: Object.entries(folder.opsets).map(([domain, version]) => ({ domain, version })),
    inputs: inputsOf(decoder),
    logits: portRow(decoder.logits),
    vocabulary: decoder.vocabulary,
    cache:
      decoder.cache === null ? null : { ...decoder.cache, layers: decoder.cache.layers.length },
    features: decoder.features.map(({ name: input, features, columns }) => ({
      ...{ input, features },
      columns: columns.map((at) => SLOTS_FEATURES.columns[at]?.name ?? ''),
    })),
  }
}

function portRow({ name, type, shape }: Port) {
  return { name, type, shape: [...shape] }
}

/** In the order that a graph is fed; keys and values are told by `cache`. */
function inputsOf({ inputIds, attentionMask, positionIds, features }: Decoder) {
  const ports = [inputIds, attentionMask, positionIds].filter((port) => port !== null)
  const filled = features.map(({ name, type, columns }) => ({
    ...{ name, type },
    shape: ['batch', 'tokens', columns.length],
  }))
  return [...ports.map(portRow), ...filled]
}
