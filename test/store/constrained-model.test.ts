import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { constrain } from '../../shared/grammar/constrain/constrain.ts'
import { legalOutcomes } from '../../shared/grammar/constrain/legal.ts'
import { ownVocabulary } from '../../shared/grammar/constrain/vocabulary.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import { transcriptBefore } from '../../shared/grammar/transcript.ts'
import { answerOf, type Decoding } from '../../shared/model/engine.ts'
import { readAnswer } from '../../shared/model/read-answer.ts'
import { follow } from '../support/follow.ts'
import { SCALE } from '../support/hand-trace.ts'
import { modelRequest, openRuntime, writeRandomModel } from '../support/local-model.ts'

const STEPS = 13
const WHOLE = follow(
  SCALE,
  Array.from({ length: STEPS + 1 }, () => 'step_into' as const),
)
/** How many answers the model gives each way. */
const ANSWERS = Number(process.env.NDW_CONSTRAIN_PROCESS ?? 60)
const AT_ONCE = 16
const NEVER = new AbortController().signal

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ndw-constrained-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function promptOf(seed: number): { prompt: string; step: number; soonest: number } {
  const step = 1 + (seed % STEPS)
  const prompt = SLOTS_1.promptAt(WHOLE, step).text
  const made = constrain(SLOTS_1, prompt, ownVocabulary(SLOTS_1, 512))
  return { prompt, step, soonest: made.ok ? made.value.soonest() : 0 }
}

test('a model that knows nothing gives answers that can all be read, in its own process', async () => {
  const folder = writeRandomModel(join(root, 'random'))
  const { runtime } = openRuntime()
  const engine = await runtime.source.open({ kind: 'local', name: 'random', folder })
  expect(engine.info.capabilities.constrained).toBe(true)
  const isRight = async (seed: number, constraint: Partial<Decoding>): Promise<boolean> => {
    const { prompt, step, soonest } = promptOf(seed)
    const limit = { maxTokens: soonest + (seed % 50) }
    // Its logits are nearly even: drawn without more, almost any token comes.
    const drawn = { mode: 'sampled', temperature: 1 + (seed % 3) / 2, seed } as const
    const asked = modelRequest(prompt, { ...drawn, ...limit, ...constraint })
    const read = readAnswer(SLOTS_1, prompt, await answerOf(engine, asked, NEVER), step)
    if (!read.ok) return false
    if (read.outcome.kind === 'exit') return true
    const { events } = legalOutcomes(transcriptBefore(WHOLE, step))
    const { event, src } = read.outcome.state
    return events.includes(event) && WHOLE.code.split('\n').includes(src)
  }
  const count = async (constraint: Partial<Decoding>): Promise<number> => {
    let right = 0
    for (let from = 0; from < ANSWERS; from += AT_ONCE) {
      const seeds = Array.from({ length: Math.min(AT_ONCE, ANSWERS - from) }, (_, at) => from + at)
      const all = await Promise.all(seeds.map((seed) => isRight(seed, constraint)))
      right += all.filter((one) => one).length
    }
    return right
  }
  const within = await count({ constraint: 'codec' })
  const free = await count({})
  const { prompt } = promptOf(0)
  const tooFew = modelRequest(prompt, { maxTokens: 0, constraint: 'codec' })
  await expect(answerOf(engine, tooFew, NEVER)).rejects.toThrow(
    'An answer in slots@1 takes 1 token here at the least, and 0 may come: raise the limit',
  )
  await runtime.loaded.close()
  if (ANSWERS > 1000) {
    process.stdout.write(`${within} of ${ANSWERS} can be read, ${free} of ${ANSWERS} free\n`)
  }
  expect(within).toBe(ANSWERS)
  expect(free).toBeLessThan(ANSWERS / 2)
}, 3_000_000)
