import { cpus } from 'node:os'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { DecodingLoop, type WantedAnswer } from '../../main/runtime/local/decoding-loop.ts'
import type { GraphSession } from '../../main/runtime/local/graph-session.ts'
import { constrain } from '../../shared/grammar/constrain/constrain.ts'
import { ownVocabulary } from '../../shared/grammar/constrain/vocabulary.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import {
  GRAPH_DECODER,
  GRAPH_FILE,
  GREEDY,
  openGraph,
  someIds,
  VOCABULARY_SIZE,
} from '../support/decoder-graph.ts'
import { follow } from '../support/follow.ts'
import { SCALE } from '../support/hand-trace.ts'
import { printTable } from './table.ts'

/**
 * Our decoding loop against onnxruntime driven by the smallest loop there can be, on the same graph in the same minute:
 * the two take turns, in the processor's time of this thread.
 */

const TOKENS = 64
const TURNS = 30
const CACHE = 1e9

const layers = GRAPH_DECODER.cache?.layers ?? []
const VOCABULARY = ownVocabulary(SLOTS_1, VOCABULARY_SIZE)

/** Milliseconds of the processor that this thread took, which other programs' load changes little. */
function clock(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

function likeliest(row: Float32Array): number {
  let best = 0
  for (let id = 1; id < row.length; id++) if ((row[id] ?? 0) > (row[best] ?? 0)) best = id
  return best
}

/** What a pass gives is what the next one is fed with. */
function pastOf(out: InferenceSession.OnnxValueMapType): Record<string, Tensor> {
  return Object.fromEntries(
    layers.flatMap((layer) => [
      [layer.pastKey, out[layer.presentKey] as Tensor],
      [layer.pastValue, out[layer.presentValue] as Tensor],
    ]),
  )
}

/** Keys and values as they come, the likeliest token, and nothing else. */
async function smallestLoop(session: InferenceSession, prompts: readonly (readonly number[])[]) {
  const batch = prompts.length
  let rows = prompts
  let past: Record<string, Tensor> = Object.fromEntries(
    layers.flatMap(({ pastKey, pastValue }) =>
      [pastKey, pastValue].map((name) => [
        name,
        new Tensor('float32', new Float32Array(0), [batch, 2, 0, 32]),
      ]),
    ),
  )
  let length = 0
  let began = clock()
  const times = { prefill: 0, decode: 0 }
  for (let count = 0; count < TOKENS; count++) {
    const tokens = rows[0]?.length ?? 0
    const total = length + tokens
    const places = rows.flatMap((row) => row.map((_, at) => BigInt(length + at)))
    const out = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(rows.flat(), BigInt), [batch, tokens]),
      attention_mask: new Tensor('int64', new BigInt64Array(batch * total).fill(1n), [
        batch,
        total,
      ]),
      position_ids: new Tensor('int64', BigInt64Array.from(places), [batch, tokens]),
      ...past,
    })
    past = pastOf(out)
    const logits = out.logits?.data as Float32Array
    rows = rows.map((_, row) => {
      const from = (row * tokens + tokens - 1) * VOCABULARY_SIZE
      return [likeliest(logits.subarray(from, from + VOCABULARY_SIZE))]
    })
    length = total
    if (count > 0) continue
    times.prefill = clock() - began
    began = clock()
  }
  times.decode = clock() - began
  return times
}

function wanted(ids: readonly number[], changes: Partial<WantedAnswer> = {}): WantedAnswer {
  return {
    ...{ ids, stops: new Set<number>(), size: VOCABULARY_SIZE, constraint: null, features: null },
    decoding: { ...GREEDY, maxTokens: TOKENS },
    isCancelled: () => false,
    onToken: () => {},
    onPass: () => {},
    onError: (error) => {
      throw error
    },
    ...changes,
  }
}

async function ours(session: GraphSession, prompts: readonly (readonly number[])[]) {
  const loop = new DecodingLoop(session, CACHE)
  const began = clock()
  let first = 0
  let firsts = 0
  const onToken = (): void => {
    // The last prompt's first token comes when all prompts are read.
    if (firsts++ < prompts.length) first = clock()
  }
  await loop.answer(prompts.map((ids) => wanted(ids, { onToken })))
  return { prefill: first - began, decode: clock() - first }
}

/** The mean of each over the turns, as the clock ticks coarsely; who begins changes from turn to turn. */
async function inTurns(
  turns: number,
  runs: Readonly<Record<'ours' | 'plain', () => Promise<number>>>,
): Promise<{ ours: number; plain: number }> {
  const mean = { ours: 0, plain: 0 }
  for (let turn = 0; turn < turns; turn++) {
    const order = turn % 2 === 0 ? (['ours', 'plain'] as const) : (['plain', 'ours'] as const)
    for (const which of order) mean[which] += (await runs[which]()) / turns
  }
  return mean
}

function rowOf(what: string, tokens: number, mean: { ours: number; plain: number }, goal = '') {
  const perSecond = (ms: number): number => Math.round((tokens * 1000) / ms)
  return {
    what,
    'ours tokens/s': perSecond(mean.ours),
    'smallest loop': perSecond(mean.plain),
    ratio: (mean.plain / mean.ours).toFixed(2),
    goal,
  }
}

async function compareDecoding(session: GraphSession, plain: InferenceSession): Promise<object[]> {
  const rows: object[] = []
  for (const batch of [1, 16]) {
    const prompts = Array.from({ length: batch }, (_, at) => someIds(64, at + 1))
    const mean = await inTurns(TURNS, {
      ours: async () => (await ours(session, prompts)).decode,
      plain: async () => (await smallestLoop(plain, prompts)).decode,
    })
    rows.push(rowOf(`decode, batch ${batch}`, batch * (TOKENS - 1), mean, '≥ 0.9'))
  }
  for (const length of [256, 1024]) {
    const prompts = [someIds(length)]
    const mean = await inTurns(12, {
      ours: async () => (await ours(session, prompts)).prefill,
      plain: async () => (await smallestLoop(plain, prompts)).prefill,
    })
    rows.push(rowOf(`prefill of ${length}`, length, mean))
  }
  return rows
}

/** As many tokens as a step of slots@1 has: what a state tells, and the action after it. */
const STATE = 9
const CODE = 150

/** What the passes of a step take by themselves: the same tokens behind the same history, and nothing chosen. */
async function passTimes(plain: InferenceSession, history: number): Promise<number> {
  const data = new Float32Array(history * 64)
  let past: Record<string, Tensor> = Object.fromEntries(
    layers.flatMap(({ pastKey, pastValue }) =>
      [pastKey, pastValue].map((name) => [name, new Tensor('float32', data, [1, 2, history, 32])]),
    ),
  )
  let length = history
  const began = clock()
  for (const tokens of [STATE + 1, ...new Array<number>(STATE - 1).fill(1)]) {
    const total = length + tokens
    const places = Array.from({ length: tokens }, (_, at) => BigInt(length + at))
    const out = await plain.run({
      input_ids: new Tensor('int64', new BigInt64Array(tokens).fill(5n), [1, tokens]),
      attention_mask: new Tensor('int64', new BigInt64Array(total).fill(1n), [1, total]),
      position_ids: new Tensor('int64', BigInt64Array.from(places), [1, tokens]),
      ...past,
    })
    past = pastOf(out)
    length = total
  }
  return clock() - began
}

/** Steps at three lengths of history: with what was read kept, without our loop, and with all read anew. */
async function stepTimes(session: GraphSession, plain: InferenceSession): Promise<object[]> {
  const all = someIds(CODE + 260 * (STATE + 1), 3)
  const decoding = { ...GREEDY, maxTokens: STATE }
  const rows: { history: number; kept: number; passes: number; anew: number }[] = []
  for (const history of [5, 50, 200]) {
    const loop = new DecodingLoop(session, CACHE)
    const lengthAt = (step: number): number => CODE + (history + step) * (STATE + 1)
    await loop.answer([wanted(all.slice(0, lengthAt(0)), { decoding })])
    const times = { kept: [] as number[], passes: [] as number[], anew: [] as number[] }
    for (let step = 1; step <= 40; step++) {
      const prompt = all.slice(0, lengthAt(step))
      let began = clock()
      await loop.answer([wanted(prompt, { decoding })])
      times.kept.push(clock() - began)
      times.passes.push(await passTimes(plain, lengthAt(step - 1)))
      if (step % 10 > 0) continue
      began = clock()
      await new DecodingLoop(session, CACHE).answer([wanted(prompt, { decoding })])
      times.anew.push(clock() - began)
    }
    const { kept, passes, anew } = times
    rows.push({ history, kept: median(kept), passes: median(passes), anew: median(anew) })
  }
  const [shortest] = rows
  return rows.map(({ history, kept, passes, anew }) => ({
    history: `${history} steps`,
    'ms a step': kept.toFixed(2),
    'to 5 steps': (kept / (shortest?.kept ?? 1)).toFixed(2),
    'its passes alone': passes.toFixed(2),
    'passes to 5 steps': (passes / (shortest?.passes ?? 1)).toFixed(2),
    'all read anew': anew.toFixed(1),
  }))
}

/** Each free answer has as many tokens as the one within the constraint: short ones cost more a token. */
async function constrainedTimes(session: GraphSession): Promise<object[]> {
  const transcript = follow(
    SCALE,
    Array.from({ length: 14 }, () => 'step_into' as const),
  )
  const stops = new Set(SLOTS_1.stopTokens.flatMap((stop) => VOCABULARY.special.get(stop) ?? []))
  const times = { free: [] as number[], constrained: [] as number[] }
  const steps = Array.from({ length: 13 }, (_, at) => at + 1)
  const prompts = steps.map((step) => SLOTS_1.promptAt(transcript, step).text)
  const loop = new DecodingLoop(session, CACHE)
  for (let turn = 0; turn < 8; turn++) {
    const lengths = prompts.map(() => 0)
    for (const kind of ['constrained', 'free'] as const) {
      const isFree = kind === 'free'
      const began = clock()
      for (const [at, prompt] of prompts.entries()) {
        const made = isFree ? null : constrain(SLOTS_1, prompt, VOCABULARY)
        if (made !== null && !made.ok) throw new Error(made.error)
        const maxTokens = isFree ? (lengths[at] ?? 0) : 60
        await loop.answer([
          wanted(SLOTS_1.tokenizer.tokenize(prompt).ids, {
            ...{ size: SLOTS_1.tokenizer.size, constraint: made?.value ?? null },
            stops: isFree ? new Set() : stops,
            decoding: { ...GREEDY, mode: 'sampled', seed: turn * 100 + at, maxTokens },
            onToken: () => {
              if (!isFree) lengths[at] = (lengths[at] ?? 0) + 1
            },
          }),
        ])
      }
      const count = lengths.reduce((sum, length) => sum + length, 0)
      if (turn > 0) times[kind].push((clock() - began) / count)
    }
  }
  const ratio = median(times.constrained.map((time, at) => time / (times.free[at] ?? 1)))
  return (['free', 'constrained'] as const).map((kind) => ({
    kind,
    'ms a token': median(times[kind]).toFixed(3),
    ratio: kind === 'free' ? '' : ratio.toFixed(2),
    goal: kind === 'free' ? '' : '≤ 1.2',
  }))
}

const session = await openGraph(1)
const plain = await InferenceSession.create(GRAPH_FILE, {
  ...{ intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' },
})
process.stdout.write(`${cpus()[0]?.model ?? ''}, one thread, test/fixtures/decoder-graph\n`)
printTable('The loop against onnxruntime', await compareDecoding(session, plain))
printTable(
  `A step: ${STATE} tokens told, one asked, ${STATE} answered`,
  await stepTimes(session, plain),
)
printTable('Constrained decoding, slots@1', await constrainedTimes(session))
