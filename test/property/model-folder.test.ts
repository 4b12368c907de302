import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readModelFolder } from '../../main/runtime/model-folder/read-model-folder.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_FEATURES } from '../../shared/grammar/slots/features.ts'
import { byteMutations, mutate, mutations } from '../support/mutations.ts'
import { INT64, port } from '../support/onnx-writer.ts'
import {
  CARD,
  CONFIG,
  cachedModel,
  externalModel,
  IDS,
  plainModel,
  WEIGHT_BYTES,
  weightFile,
  writeFolder,
} from '../support/small-models.ts'
import { smallTokenizer } from '../support/small-tokenizer.ts'

const home = mkdtempSync(join(tmpdir(), 'ndw-mutants-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const fixture = join(import.meta.dirname, '../fixtures/decoder-graph')
const AUX = port('aux', INT64, ['batch', 'tokens', SLOTS_FEATURES.columns.length])

/** Five models that are taken, with a file to change in each. */
const GOOD = [
  { model: plainModel() },
  { model: cachedModel() },
  { model: externalModel({ location: 'weights', offset: '0', length: String(WEIGHT_BYTES) }) },
  {
    model: plainModel({ inputs: [IDS, AUX] }),
    card: { ...CARD, inputs: { aux: { features: SLOTS_FEATURES.id } } },
  },
  {
    model: readFileSync(join(fixture, 'model.onnx')),
    config: readFileSync(join(fixture, 'config.json'), 'utf8'),
  },
]

const folders = GOOD.map((parts, index) => {
  const folder = writeFolder(join(home, `good${index}`), parts)
  writeFileSync(join(folder, 'weights'), weightFile())
  return { folder, model: parts.model }
})

const RUNS = 2000
const BUDGET = { memory: 2e9 }
/** Processor time and memory of one reading (reliability.md, I1). */
const MOST_MS = 1000
const MOST_MEMORY = 256 * 2 ** 20

interface Watched {
  taken: number
  slowest: number
}

/** Reads a folder, and checks that it is taken or refused in one sentence, in time. */
async function readWatched(folder: string, watched: Watched): Promise<void> {
  const before = process.cpuUsage()
  const read = await readModelFolder(folder, BUDGET)
  const { user, system } = process.cpuUsage(before)
  watched.slowest = Math.max(watched.slowest, (user + system) / 1000)
  if (read.ok) {
    watched.taken += 1
    expect(read.value.identity).toMatch(/^sha256:/)
  } else expect(read.error).toMatch(/^[^\n]{10,600}[.?]$/)
}

describe('a model folder', () => {
  it('is good before it is changed', async () => {
    for (const { folder } of folders) {
      expect(await readModelFolder(folder, BUDGET)).toMatchObject({ ok: true })
    }
  })

  it(`of ${RUNS} mutants of five good graphs is taken or refused in one sentence, each in time and memory`, async () => {
    const watched: Watched = { taken: 0, slowest: 0 }
    const held = process.memoryUsage.rss()
    let most = 0
    // The last is the only large one, and costs as much as all the others.
    const graphs = fc.oneof(
      { weight: 40, arbitrary: fc.nat(3) },
      { weight: 1, arbitrary: fc.constant(4) },
    )
    await fc.assert(
      fc.asyncProperty(graphs, graphs, mutations, async (index, other, changes) => {
        const { folder, model } = folders[index] ?? { folder: '', model: new Uint8Array(0) }
        const donor = folders[other]?.model ?? new Uint8Array(0)
        const mutant = changes.reduce((bytes, change) => mutate(bytes, change, donor), model)
        writeFileSync(join(folder, 'model.onnx'), mutant)
        await readWatched(folder, watched)
        most = Math.max(most, process.memoryUsage.rss() - held)
      }),
      { numRuns: RUNS },
    )
    expect(watched.slowest).toBeLessThan(MOST_MS)
    expect(most).toBeLessThan(MOST_MEMORY)
    // What changes weights or names nothing else goes by is still a model; most is not.
    expect(watched.taken).toBeGreaterThan(0)
    expect(watched.taken).toBeLessThan(RUNS / 2)
  }, 240_000)

  it('of changed JSON is taken or refused in one sentence', async () => {
    const files = {
      'config.json': JSON.stringify(CONFIG),
      'workbench.json': JSON.stringify({
        ...{ format: 'model@1', codec: 'nd@1', name: 'a', context_length: 9 },
        inputs: {},
      }),
      'tokenizer.json': JSON.stringify(smallTokenizer('x = 1', ND_1.specialTokens, 20)),
    }
    const folder = writeFolder(join(home, 'json'))
    const watched: Watched = { taken: 0, slowest: 0 }
    const name = fc.constantFrom(...(Object.keys(files) as (keyof typeof files)[]))
    await fc.assert(
      fc.asyncProperty(name, byteMutations, async (changed, changes) => {
        for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
        const bytes = Buffer.from(files[changed])
        writeFileSync(
          join(folder, changed),
          changes.reduce((all, change) => mutate(all, change, bytes), bytes as Uint8Array),
        )
        await readWatched(folder, watched)
      }),
      { numRuns: 1000 },
    )
    expect(watched.slowest).toBeLessThan(MOST_MS)
  }, 120_000)
})
