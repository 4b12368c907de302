import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { formatBytes } from '../../../shared/base/words.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { quoted, refuse } from '../refuse.ts'
import { LARGEST_TOKENIZER, parseTokenizer } from '../tokenizer/hf-tokenizer.ts'
import { type CheckedCard, readCard } from './card.ts'
import { readConfig } from './config.ts'
import { readDecoder } from './decoder.ts'
import { bytesOf, checksumOf, type ModelFile, openFile, openFolder, stampOf } from './files.ts'
import { type RawModel, readModel } from './graph.ts'
import { memoryVerdict } from './memory.ts'
import { checkVocabulary, codecsOf, readTokenizer, type TokenizerFacts } from './model-tokenizer.ts'
import type { ExternalPart } from './tensor.ts'
import type { Decoder, FileStamp, ModelBudget, ModelFolder } from './types.ts'
import { WireFile } from './wire-file.ts'

/** What a protobuf message can be. */
const LARGEST_GRAPH = 2_147_483_647
const LARGEST_WEIGHTS = 1_099_511_627_776
const LARGEST_JSON = 1_048_576

/**
 * All that is known of a model folder before a byte of it is run, or the one sentence that says why it is not. Nothing
 * is taken on trust: not the sizes that a graph tells, nor that its files are files, nor that its parts go together.
 */
export async function readModelFolder(
  path: string,
  budget: ModelBudget,
): Promise<Result<ModelFolder, string>> {
  const files = new Files()
  try {
    return ok(await read(await openFolder(path), files, budget))
  } catch (error) {
    if (error instanceof ServiceError) return err(error.message)
    throw error
  } finally {
    await files.close()
  }
}

/** Files of the folder, open until all is read. */
class Files {
  readonly all = new Map<string, ModelFile>()
  /** Of each that was asked for, whether it is there or not. */
  readonly stamps: FileStamp[] = []

  async open(folder: string, name: string, largest: number): Promise<ModelFile | null> {
    const known = this.all.get(name)
    if (known !== undefined) return known
    const file = await openFile(folder, name, largest)
    this.stamps.push(file?.stamp ?? (await stampOf(join(folder, name))))
    if (file !== null) this.all.set(name, file)
    return file
  }

  async close(): Promise<void> {
    for (const { handle } of this.all.values()) await handle.close()
  }
}

async function read(folder: string, files: Files, budget: ModelBudget): Promise<ModelFolder> {
  const bytes = async (name: string, largest: number): Promise<Uint8Array | null> => {
    const file = await files.open(folder, name, largest)
    return file === null ? null : bytesOf(file)
  }
  const graph = await files.open(folder, 'model.onnx', LARGEST_GRAPH)
  if (graph === null) return refuseWithoutGraph(folder)
  const config = readConfig(
    (await bytes('config.json', LARGEST_JSON)) ??
      refuse(`${folder} has no config.json; copy it from where the model was exported.`),
  )
  const cardBytes = await bytes('workbench.json', LARGEST_JSON)
  const card = cardBytes === null ? null : readCard(cardBytes)
  const tokenizer = card?.card.tokenizer === 'own' ? null : await tokenizerFacts(bytes, folder)
  const codecs = codecsOf(tokenizer, card?.card.codec ?? null)
  const raw = await readGraph(graph, budget)
  await checkExternals(folder, files, raw.externals)
  const decoder = readDecoder({ ...raw, config, features: card?.inputs ?? new Map() })
  for (const codec of codecs) checkVocabulary(tokenizer, codec, decoder.vocabulary)
  const contextLength = contextOf(card, config.contextLength)
  const { width, attentionHeads: heads } = config
  const inGraph = raw.weights - raw.externals.reduce((sum, part) => sum + part.bytes, 0)
  const memory = memoryVerdict(
    { weights: raw.weights, inGraph, decoder, width, heads, contextLength },
    budget.memory,
  )
  if (memory.largestContext === 0) refuse(memory.sentence)
  const checksums = await checksumsOf(files)
  return {
    path: folder,
    name: card?.card.name ?? basename(folder),
    about: card?.card.about ?? null,
    graph: graph.path,
    ...{ nodes: raw.nodes, opsets: raw.opsets, producer: raw.producer },
    ...{ decoder, contextLength, memory, checksums },
    codecs: codecs.map(({ id }) => id),
    tokenizer: { kind: tokenizer === null ? 'own' : 'file' },
    identity: identityOf(checksums, { card, decoder }),
    files: files.stamps,
  }
}

/** Exporters have other names for it, and folders of their own. */
async function refuseWithoutGraph(folder: string): Promise<never> {
  const names: readonly string[] = await readdir(folder).catch(() => [])
  const graphs = names.filter((name) => name.endsWith('.onnx')).sort()
  if (names.includes('onnx')) graphs.push('a folder onnx')
  const others = graphs.slice(0, 3).map((name) => quoted(name).slice(1, -1))
  const rest =
    others.length === 0
      ? 'so that it is no model folder'
      : `but ${others.join(', ')}: put the graph to be used beside config.json, under that name`
  return refuse(`${folder} has no model.onnx, ${rest}.`)
}

async function tokenizerFacts(
  bytes: (name: string, largest: number) => Promise<Uint8Array | null>,
  folder: string,
): Promise<TokenizerFacts> {
  const beside = await bytes('tokenizer_config.json', LARGEST_TOKENIZER)
  if (beside !== null) parseTokenizer(beside, 'tokenizer_config.json')
  const file = await bytes('tokenizer.json', LARGEST_TOKENIZER)
  if (file !== null) return readTokenizer(file)
  return refuse(
    `${folder} has no tokenizer.json; add it, or say in workbench.json that the model uses the tokenizer of its codec ("tokenizer": "own").`,
  )
}

async function readGraph(graph: ModelFile, budget: ModelBudget): Promise<RawModel> {
  const start = Buffer.alloc(8)
  await graph.handle.read(start, 0, 8, 0)
  if (start.toString('latin1', 4) === 'ORTM') {
    refuse(
      'model.onnx is in the format of onnxruntime (ORT), which cannot be checked; give the ONNX model.',
    )
  }
  const file = new WireFile(graph.name, graph.handle.fd, graph.size)
  const controlFlow = budget.controlFlow ?? false
  return readModel(file, { memory: budget.memory, controlFlow })
}

/** A name of this folder: no path, no drive, no stream. */
const PLAIN_NAME = /^[^/\\:\0]+$/

async function checkExternals(
  folder: string,
  files: Files,
  parts: readonly ExternalPart[],
): Promise<void> {
  for (const { tensor, location, offset, bytes } of parts) {
    if (!PLAIN_NAME.test(location) || location === '.' || location === '..') {
      refuse(`model.onnx: ${tensor} is in ${quoted(location)}, which is no file of this folder.`)
    }
    const file = await files.open(folder, location, LARGEST_WEIGHTS)
    if (file === null) {
      return refuse(
        `${quoted(location)} is missing, which holds ${tensor}; copy it beside model.onnx.`,
      )
    }
    if (offset + bytes > file.size) {
      refuse(
        `${quoted(location)} has ${formatBytes(file.size)}, and ${tensor} is to be at ${offset} with ${bytes} bytes; it was cut off, or is of another model.`,
      )
    }
  }
}

function contextOf(card: CheckedCard | null, told: number | null): number {
  const wanted = card?.card.context_length
  if (wanted !== undefined && told !== null && wanted > told) {
    refuse(
      `workbench.json says a context_length of ${wanted}, and config.json has positions for ${told} tokens.`,
    )
  }
  return (
    wanted ??
    told ??
    refuse(
      'Neither config.json (max_position_embeddings) nor workbench.json (context_length) tells how many tokens the model reads.',
    )
  )
}

/** Files whose contents an answer does not depend on. */
const BESIDE = new Set(['config.json', 'workbench.json'])

async function checksumsOf(files: Files): Promise<Readonly<Record<string, string>>> {
  const sums: [string, string][] = []
  for (const [name, file] of files.all) {
    if (!BESIDE.has(name)) sums.push([name, await checksumOf(file)])
  }
  return Object.fromEntries(sums.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What workbench.json says counts by its meaning, not by how it is written. */
function identityOf(
  checksums: Readonly<Record<string, string>>,
  { card, decoder }: { readonly card: CheckedCard | null; readonly decoder: Decoder },
): string {
  const parts = {
    files: Object.entries(checksums),
    codec: card?.card.codec ?? null,
    tokenizer: card?.card.tokenizer ?? 'tokenizer.json',
    features: decoder.features.map(({ name, features, columns }) => [name, features, columns]),
  }
  return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}
