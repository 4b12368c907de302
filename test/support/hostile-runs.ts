import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Patience } from '../../main/runtime/local/model-process.ts'
import { readModelFolder } from '../../main/runtime/model-folder/read-model-folder.ts'
import type { ModelFolder } from '../../main/runtime/model-folder/types.ts'
import { must } from '../../shared/base/assert.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { follow } from './follow.ts'
import { SCALE } from './hand-trace.ts'
import type { ModelKind } from './hostile-models.ts'
import { modelRequest, openRuntime, type RuntimeBench } from './local-model.ts'
import { weightFile, writeFolder } from './small-models.ts'

/** What became of a model file. */
export interface Outcome {
  readonly name: string
  readonly what: 'refused' | 'loaded' | 'stopped' | 'BUG'
  /** The sentence that the user reads; empty for a model that runs. */
  readonly sentence: string
  readonly ms: number
}

const NEVER = new AbortController().signal
const PROMPT = SLOTS_1.promptAt(follow(SCALE, ['step_into', 'step_into', 'step_into']), 2).text

/** Kinds of model files, each in a folder of its own, given to real processes. */
export interface HostileBench {
  /** As the workbench does: looked at before it is run. */
  readonly checked: (kind: ModelKind, loops?: boolean) => Promise<Outcome>
  /** Straight into the process of the model, as if nothing had looked at it. */
  readonly unchecked: (kind: ModelKind) => Promise<Outcome>
  readonly close: () => Promise<void>
}

/** With the deadlines of the workbench, or shorter ones. */
export async function openHostileBench(patience: Partial<Patience> = {}): Promise<HostileBench> {
  const root = mkdtempSync(join(tmpdir(), 'ndw-hostile-'))
  const bench = openRuntime({ patience })
  const good = must(await known(writeFolder(join(root, 'good'))), 'a good model')
  let made = 0
  const write = (kind: ModelKind): string => {
    made += 1
    const home = join(root, `kind${made}`)
    const outside = join(home, 'outside')
    mkdirSync(outside, { recursive: true })
    writeFileSync(join(outside, 'secret'), weightFile())
    const folder = join(home, 'model')
    mkdirSync(folder)
    return writeFolder(folder, { model: kind.make(folder, outside) })
  }
  return {
    checked: async (kind, loops = false) => {
      const place = { kind: 'local', name: 'model', folder: write(kind), loops } as const
      const began = performance.now()
      return outcomeOf(kind.name, began, async () => {
        await bench.runtime.source.check(place)
        const engine = await bench.runtime.source.open(place)
        for await (const _ of engine.predict(modelRequest(PROMPT, { maxTokens: 3 }), NEVER));
      })
    },
    unchecked: async (kind) => {
      const path = write(kind)
      const about = (await known(path)) ?? good
      const folder = { ...about, path, graph: join(path, 'model.onnx'), identity: kind.name }
      const began = performance.now()
      return outcomeOf(kind.name, began, () => answer(bench, folder))
    },
    close: async () => {
      await bench.runtime.loaded.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** What is known of a folder; null where it is refused. */
async function known(path: string): Promise<ModelFolder | null> {
  const read = await readModelFolder(path, { memory: process.availableMemory() })
  return read.ok ? read.value : null
}

async function answer({ runtime }: RuntimeBench, folder: ModelFolder): Promise<void> {
  const { decoding } = modelRequest(PROMPT, { maxTokens: 3 })
  const ask = { prompt: PROMPT, codec: SLOTS_1.id, decoding }
  for await (const _ of runtime.loaded.answer({ name: 'model', folder }, ask, NEVER));
}

async function outcomeOf(name: string, began: number, run: () => Promise<void>): Promise<Outcome> {
  const ended = (what: Outcome['what'], sentence: string): Outcome => ({
    ...{ name, what, sentence },
    ms: performance.now() - began,
  })
  try {
    await run()
    return ended('loaded', '')
  } catch (error) {
    if (!(error instanceof ServiceError)) return ended('BUG', String(error))
    const isStopped = /was stopped|ended while it was loaded|ended unexpectedly/.test(error.message)
    return ended(isStopped ? 'stopped' : 'refused', error.message)
  }
}
