import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ChosenToken } from '../../main/runtime/local/choose-token.ts'
import { DecodingLoop, type Graph } from '../../main/runtime/local/decoding-loop.ts'
import { ModelFolders } from '../../main/runtime/local/folders.ts'
import { GraphSession } from '../../main/runtime/local/graph-session.ts'
import { openModelText } from '../../main/runtime/local/model-text.ts'
import { readModelFolder } from '../../main/runtime/model-folder/read-model-folder.ts'
import type { ModelFolder } from '../../main/runtime/model-folder/types.ts'
import { slotsTokens } from '../../shared/grammar/slots/encode.ts'
import {
  createFeatureReader,
  FEATURE_COUNT,
  featuresOf,
  SLOTS_FEATURES,
} from '../../shared/grammar/slots/features.ts'
import { answers, GREEDY, idsOf, openGraph, someIds } from '../support/decoder-graph.ts'
import { follow } from '../support/follow.ts'
import { SCALE } from '../support/hand-trace.ts'
import { floats, INT64, node, port } from '../support/onnx-writer.ts'
import {
  CARD,
  cachedModel,
  FIND,
  IDS,
  plainModel,
  VOCABULARY,
  WEIGHTS,
  widen,
  writeFolder,
} from '../support/small-models.ts'

const root = mkdtempSync(join(tmpdir(), 'ndw-graphs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const COLUMNS = ['latest_line', 'depth']

/** A graph whose logits depend on two features of each token beside its id. */
function featured(): Uint8Array {
  return plainModel({
    nodes: [
      FIND,
      node('Cast', ['aux_ids'], ['aux'], { attributes: { to: 1 } }),
      node('MatMul', ['aux', 'weigh'], ['weighed']),
      node('Add', ['found', 'weighed'], ['sum']),
      widen('sum'),
    ],
    weights: [...WEIGHTS, floats('weigh', [2, 1], 3)],
    inputs: [IDS, port('aux_ids', INT64, ['batch', 'tokens', 2])],
  })
}

async function folderOf(name: string, model: Uint8Array, card: object = {}): Promise<ModelFolder> {
  const path = writeFolder(join(root, name), { model, card: { ...CARD, ...card } })
  const read = await readModelFolder(path, { memory: 1e12 })
  if (!read.ok) throw new Error(read.error)
  return read.value
}

async function openLoop(folder: ModelFolder): Promise<DecodingLoop> {
  const options = { provider: 'cpu', threads: 1 }
  return new DecodingLoop(await GraphSession.open(folder.graph, folder.decoder, options), 1e9)
}

const { ids } = slotsTokens(follow(SCALE, ['step_into', 'step_into', 'step_into']))
const short = { decoding: { ...GREEDY, maxTokens: 6 }, size: VOCABULARY }

describe('features of a codec', () => {
  test('reach the graph by the names and columns of workbench.json', async () => {
    const inputs = { aux_ids: { features: SLOTS_FEATURES.id, columns: COLUMNS } }
    const folder = await folderOf('featured', featured(), { inputs })
    const text = await openModelText(folder, 'slots@1')
    const [tokens = []] = await answers(await openLoop(folder), [ids], {
      ...short,
      features: text.features(),
    })
    // The same by hand: row value of the id, and the two features weighed, times the wide row.
    const all = [...ids, ...idsOf(tokens)]
    const rows = featuresOf(all)
    const columns = COLUMNS.map((name) => SLOTS_FEATURES.columns.findIndex((c) => c.name === name))
    tokens.forEach(({ id }, at) => {
      const place = ids.length + at - 1
      const sum = columns.reduce(
        (value, column, i) => value + (rows[place * FEATURE_COUNT + column] ?? 0) * Math.sin(i + 3),
        Math.sin(all[place] ?? 0),
      )
      const logits = Array.from({ length: VOCABULARY }, (_, one) => sum * Math.sin(one))
      expect(logits[id]).toBeCloseTo(Math.max(...logits), 3)
    })
  })

  test('are told of every token once and in order, whatever was read before', async () => {
    const session = await openGraph()
    const seen: number[] = []
    const graph: Graph = {
      decoder: session.decoder,
      run: (input, wantsLogits) => {
        for (const row of input.features ?? []) seen.push(...row)
        return session.run({ ...input, features: null }, wantsLogits)
      },
    }
    const loop = new DecodingLoop(graph, 1e9)
    const ask = (prompt: readonly number[]) =>
      answers(loop, [prompt], {
        ...short,
        features: { width: FEATURE_COUNT, pass: createFeatureReader().pass },
      })
    const long = [...ids, ...someIds(200)]
    const [first = []] = await ask(long)
    const told = [...long, ...idsOf(first).slice(0, -1)]
    expect(seen.splice(0)).toEqual([...featuresOf(told)])
    const longer = [...long, 4, 5, 6]
    await ask(longer)
    expect(seen.slice(0, 3 * FEATURE_COUNT)).toEqual([
      ...featuresOf(longer).slice(long.length * FEATURE_COUNT),
    ])
    await session.close()
  })
})

describe('other graphs', () => {
  test('that take a fixed number of texts are answered one by one, or refused', async () => {
    const model = (batch: number) =>
      plainModel({ inputs: [port('input_ids', INT64, [batch, 'tokens'])] })
    const loop = await openLoop(await folderOf('one', model(1)))
    const [first, second] = await answers(loop, [ids, ids.slice(0, 9)], short)
    expect([first?.length, second?.length]).toEqual([6, 6])
    const folders = new ModelFolders()
    const folder = writeFolder(join(root, 'four'), { model: model(4) })
    await expect(folders.get({ folder })).rejects.toThrow(/takes exactly 4 texts at once/)
  })

  test.each([
    ['without keys and values', plainModel],
    ['with a mask and no positions', cachedModel],
  ])('%s answer, alone and in a batch', async (name, make) => {
    const folder = await folderOf(name, make())
    const loop = await openLoop(folder)
    const prompts = [ids, ids.slice(0, 20), ids.slice(0, 9)]
    const alone: ChosenToken[][] = []
    for (const prompt of prompts) alone.push(...(await answers(loop, [prompt], short)))
    const together = await answers(loop, prompts, short)
    expect(together.map(idsOf)).toEqual(alone.map(idsOf))
    // Each token makes logits of its own row: the likeliest is known.
    const likeliest = (last: number): number => {
      const logits = Array.from({ length: VOCABULARY }, (_, one) => Math.sin(last) * Math.sin(one))
      return logits.indexOf(Math.max(...logits))
    }
    expect(alone[0]?.[0]?.id).toBe(likeliest(ids.at(-1) ?? 0))
  })
})
