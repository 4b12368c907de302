import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LocalRuntime } from '../../main/runtime/local/local-runtime.ts'
import { readModelFolder } from '../../main/runtime/model-folder/read-model-folder.ts'
import type { ModelFolder } from '../../main/runtime/model-folder/types.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { PredictRequest, Token } from '../../shared/model/engine.ts'
import { follow } from '../support/follow.ts'
import { SCALE } from '../support/hand-trace.ts'
import { computedBomb, endlessLoop } from '../support/hostile-models.ts'
import {
  modelRequest,
  openRuntime,
  type RuntimeBench,
  writeRandomModel,
} from '../support/local-model.ts'
import { CONFIG, writeFolder } from '../support/small-models.ts'

const WHOLE = follow(
  SCALE,
  Array.from({ length: 14 }, () => 'step_into' as const),
)
const promptAt = (step: number): string => SLOTS_1.promptAt(WHOLE, step).text
const NEVER = new AbortController().signal

let root = ''
let folder = ''
const benches: RuntimeBench[] = []

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ndw-model-'))
  folder = writeRandomModel(join(root, 'random'))
})
afterEach(async () => {
  for (const { runtime } of benches.splice(0)) await runtime.loaded.close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function open(loading?: Parameters<typeof openRuntime>[0]): RuntimeBench {
  const bench = openRuntime(loading)
  benches.push(bench)
  return bench
}

const model = (name = 'random', path = folder) => ({ kind: 'local', name, folder: path }) as const

async function tokensOf(
  runtime: LocalRuntime,
  request: PredictRequest,
  signal: AbortSignal = NEVER,
): Promise<Token[]> {
  const engine = await runtime.source.open(model())
  const tokens: Token[] = []
  for await (const token of engine.predict(request, signal)) tokens.push(token)
  return tokens
}

describe('a model folder', () => {
  test('answers as an engine: texts, ids, log-probabilities, alternatives', async () => {
    const { runtime } = open()
    const tokens = await tokensOf(runtime, modelRequest(promptAt(3)))
    expect(tokens.length).toBeGreaterThan(0)
    for (const { id, text, logProbability, alternatives = [] } of tokens) {
      expect(text).toBe(SLOTS_1.tokenizer.detokenize([id ?? -1]))
      expect(logProbability).toBeLessThan(0)
      expect(alternatives).toHaveLength(5)
      expect(alternatives[0]?.id).toBe(id)
    }
    expect(runtime.loaded.state).toMatchObject({ phase: 'ready', model: 'random', provider: 'cpu' })
  })

  test('gives the same answer to the bit whatever it was asked before, and when it is ejected between', async () => {
    const { runtime, children } = open()
    const drawn = (step: number) =>
      modelRequest(promptAt(step), { mode: 'sampled', seed: step, maxTokens: 20 })
    const walked: Token[][] = []
    for (let step = 1; step < 8; step++) walked.push(await tokensOf(runtime, drawn(step)))
    const started = children.length
    await runtime.loaded.eject()
    expect(runtime.loaded.state).toMatchObject({ phase: 'none', model: null })
    for (const step of [6, 2, 4]) {
      expect(await tokensOf(runtime, drawn(step))).toEqual(walked[step - 1])
    }
    expect(children.length).toBe(started + 1)
  })

  test('goes on in another process where its own is killed, with the same tokens', async () => {
    const { runtime, children, warnings } = open()
    await runtime.providers.best()
    const requests = Array.from({ length: 6 }, (_, seed) =>
      modelRequest(promptAt(9), { mode: 'sampled', seed, maxTokens: 200 }),
    )
    const whole = await Promise.all(requests.map((request) => tokensOf(runtime, request)))
    const engine = await runtime.source.open(model())
    let isKilled = false
    const again = requests.map(async (request) => {
      const tokens: Token[] = []
      for await (const token of engine.predict(request, NEVER)) {
        tokens.push(token)
        if (!isKilled) children.at(-1)?.kill()
        isKilled = true
      }
      return tokens
    })
    expect(await Promise.all(again)).toEqual(whole)
    expect(warnings.join()).toMatch(
      /The process of random ended unexpectedly\. It is started again\./,
    )
  })

  test('that keeps dying is given up with a sentence', async () => {
    const { runtime, children } = open()
    await runtime.providers.best()
    const stop = runtime.follow(({ phase }) => {
      if (phase === 'loading') setTimeout(() => children.at(-1)?.kill(), 50)
    })
    await expect(tokensOf(runtime, modelRequest(promptAt(1)))).rejects.toThrow(
      /ended while it was loaded; it may take no more than/,
    )
    stop()
    expect((await tokensOf(runtime, modelRequest(promptAt(1)))).length).toBeGreaterThan(0)
  })

  test('answers several at once, to the bit one after the other, and in batches with the same tokens', async () => {
    const { runtime } = open()
    const requests = Array.from({ length: 6 }, (_, at) =>
      modelRequest(promptAt(1 + (at % 3)), { mode: 'sampled', seed: at, maxTokens: 15 }),
    )
    const alone: Token[][] = []
    for (const request of requests) alone.push(await tokensOf(runtime, request))
    const beside = requests.map((request) => tokensOf(runtime, request))
    expect(await Promise.all(beside)).toEqual(alone)
    const batching = open({ batch: 16 }).runtime
    const together = await Promise.all(requests.map((request) => tokensOf(batching, request)))
    together.forEach((tokens, at) => {
      expect(tokens.map(({ id }) => id)).toEqual(alone[at]?.map(({ id }) => id))
      tokens.forEach(({ logProbability }, i) => {
        const other = alone[at]?.[i]?.logProbability ?? 0
        expect(Math.abs((logProbability ?? 0) - other)).toBeLessThan(1e-4)
      })
    })
  })

  test('is let go of within 200 ms, while it loads and while it answers', async () => {
    const { runtime } = open()
    for (const tokensBefore of [0, 4]) {
      const abort = new AbortController()
      const engine = await runtime.source.open(model())
      let at = 0
      let count = 0
      if (tokensBefore === 0) {
        setTimeout(() => {
          at = performance.now()
          abort.abort()
        }, 20)
      }
      const request = modelRequest(promptAt(5), { maxTokens: 3000 })
      try {
        for await (const _ of engine.predict(request, abort.signal)) {
          if (++count === tokensBefore) {
            at = performance.now()
            abort.abort()
          }
        }
      } catch (error) {
        expect((error as Error).message).toBe('The prediction is no longer wanted.')
      }
      expect(performance.now() - at).toBeLessThan(200)
      expect(count).toBeLessThan(500)
    }
    // What was let go of holds nobody up.
    expect((await tokensOf(runtime, modelRequest(promptAt(1)))).length).toBeGreaterThan(0)
  })

  test('refuses in a sentence what it was not made for', async () => {
    const { runtime } = open()
    await expect(tokensOf(runtime, modelRequest('x', {}, ND_1))).rejects.toThrow(
      'random was trained on slots@1 and cannot be asked in nd@1.',
    )
    const config = { ...CONFIG, max_position_embeddings: 64 }
    const short = writeFolder(join(root, 'short'), { config })
    const engine = await runtime.source.open(model('short', short))
    const asked = engine.predict(modelRequest(promptAt(13)), NEVER)[Symbol.asyncIterator]()
    await expect(asked.next()).rejects.toThrow(/The prompt has \d+ tokens, and short reads 64/)
    await expect(runtime.source.check(model('none', join(root, 'none')))).rejects.toThrow(/none/)
  })
})

describe('a hostile graph', () => {
  /** As if the checks before had let it pass. */
  async function passed(name: string, bytes: Uint8Array): Promise<ModelFolder> {
    const good = await readModelFolder(writeFolder(join(root, `${name}-good`)), { memory: 1e12 })
    if (!good.ok) throw new Error(good.error)
    const path = writeFolder(join(root, name), { model: bytes })
    return { ...good.value, path, name, graph: join(path, 'model.onnx'), identity: name }
  }

  const ask = { prompt: promptAt(1), codec: 'slots@1' }
  const { decoding } = modelRequest('')

  test('that never ends is ended, and the next model is answered by', async () => {
    const { runtime } = open({ patience: { load: 3000 } })
    const bad = await passed('endless', endlessLoop())
    const answer = runtime.loaded.answer(
      { name: 'endless', folder: bad },
      { ...ask, decoding },
      NEVER,
    )
    await expect(answer.next()).rejects.toThrow(
      'Loading endless took longer than 3 seconds in one step and was stopped.',
    )
    expect(runtime.loaded.state).toMatchObject({ phase: 'failed', model: 'endless' })
    expect((await tokensOf(runtime, modelRequest(promptAt(1)))).length).toBeGreaterThan(0)
  })

  test('that takes ever more memory is ended', async () => {
    const { runtime } = open({ patience: { load: 10_000 } })
    const bad = await passed('bomb', computedBomb())
    const answer = runtime.loaded.answer({ name: 'bomb', folder: bad }, { ...ask, decoding }, NEVER)
    await expect(answer.next()).rejects.toThrow(
      /ended while it was loaded; it may take no more than|Failed to allocate|bad_alloc/,
    )
    expect((await tokensOf(runtime, modelRequest(promptAt(1)))).length).toBeGreaterThan(0)
  })
})

describe('the self-test', () => {
  test('tells of each provider whether it works, and a text to copy', async () => {
    const { runtime } = open()
    const rows = await runtime.providers.all({ anew: true })
    expect(rows.map(({ name }) => name)).toEqual([
      ...['CPU', 'CUDA', 'TensorRT', 'WebGPU', 'CoreML', 'DirectML'],
    ])
    expect(rows[0]).toMatchObject({ provider: 'cpu', reason: null })
    for (const { reason, tokensPerSecond } of rows) {
      if (reason === null) expect(tokensPerSecond).toBeGreaterThan(0)
      else expect(reason).toMatch(/\.$/)
    }
    const text = runtime.providers.textOf(rows, 1234)
    expect(text).toMatch(/CPU {7}works: \d+ tokens\/s/)
    expect(text).toMatch(/Models run on /)
    expect(text).not.toMatch(/undefined|NaN/)
  })
})
