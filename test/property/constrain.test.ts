import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { loadTokenizer } from '../../main/runtime/tokenizer/hf-tokenizer.ts'
import { must } from '../../shared/base/assert.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { CODECS } from '../../shared/grammar/codecs.ts'
import { constrain } from '../../shared/grammar/constrain/constrain.ts'
import type { TokenConstraint, Vocabulary } from '../../shared/grammar/constrain/types.ts'
import { ownVocabulary } from '../../shared/grammar/constrain/vocabulary.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { Codec } from '../../shared/grammar/types.ts'
import {
  constraintOf as constraintAt,
  RANDOM_MODELS,
  randomAnswer,
  textOf,
} from '../support/random-answers.ts'
import { createSplitter, cutVocabulary } from '../support/random-vocabulary.ts'
import { canGoOn } from '../support/slow-constraint.ts'
import { smallTokenizer } from '../support/small-tokenizer.ts'
import { answerAt, questions } from './constrain-questions.ts'
import { sampled } from './transcript-arbitrary.ts'

function constraintOf(codec: Codec, prompt: string, vocabulary: Vocabulary): TokenConstraint {
  const made = constrain(codec, prompt, vocabulary)
  if (!made.ok) throw new Error(made.error)
  return made.value
}

/** Passes an answer through; every token is allowed, and the end is reached with the last. */
function expectAccepted(constraint: TokenConstraint, ids: readonly number[]): void {
  ids.forEach((id, at) => {
    expect(constraint.soonest()).toBeGreaterThan(0)
    expect(constraint.allowed()[id], `token ${at} of ${ids}`).toBe(1)
    expect(constraint.accept(id)).toBe(true)
  })
  expect(constraint.soonest()).toBe(0)
  expect(constraint.allowed().includes(1)).toBe(false)
}

/** An answer whose beginning stands behind the prompt goes on as one that was walked through. */
function expectBegun(codec: Codec, prompt: string, ids: readonly number[]): void {
  const begun = codec.tokenizer.detokenize(ids)
  if (begun.includes('\ufffd') || !begun.isWellFormed()) return
  const vocabulary = ownVocabulary(codec)
  const walked = constraintOf(codec, prompt, vocabulary)
  for (const id of ids) expect(walked.accept(id)).toBe(true)
  expect(constraintOf(codec, prompt + begun, vocabulary).allowed()).toEqual(walked.allowed())
}

describe.each([...CODECS])('answers in $id', (codec) => {
  it('that are real are all accepted, by the tokens of the codec and by others', () => {
    fc.assert(
      fc.property(sampled, fc.nat(), ({ transcript: given, states }, seed) => {
        fc.pre(codec.refuses(given) === null && given.actions.length > 1)
        const hints = { names: states.map(({ locals }) => locals.map(([name]) => name)) }
        const own = ownVocabulary(codec)
        for (let step = 1; step <= given.actions.length; step++) {
          if (codec === CWM_1 && step === given.actions.length && given.exit === null) continue
          const prompt = codec.promptAt(given, step, hints).text
          const answer = answerAt(codec, given, step, hints)
          const constraint = constraintOf(codec, prompt, own)
          const ids = codec === SLOTS_1 ? idsOfSlots(answer) : codec.tokenizer.tokenize(answer).ids
          expectBegun(codec, prompt, ids.slice(0, seed % ids.length))
          expectAccepted(constraint, ids)
          if (codec === SLOTS_1) continue
          const prng = createPrng('cut', seed, step)
          const vocabulary = cutVocabulary(codec, [answer], { pieces: 40, longest: 12, prng })
          expectAccepted(
            constraintOf(codec, prompt, vocabulary),
            createSplitter(vocabulary)(answer, prng),
          )
        }
      }),
      { numRuns: 30 },
    )
  })
})

/** How many answers of random models are looked at; `npm run bench -- constrain` makes ten thousand. */
const ANSWERS = Number(process.env.NDW_CONSTRAIN_RUNS ?? 1000)

describe.each([...CODECS])('answers of random models in $id', (codec) => {
  it('can all be read, are at lines of the code and where the action leads, whatever the limit', () => {
    const all = questions(codec)
    const prng = createPrng('answers', codec.id)
    const wrong: string[] = []
    let free = 0
    const count = Math.ceil(ANSWERS / CODECS.length)
    for (let seed = 0; seed < count; seed++) {
      const asked = must(all[prng.nextBelow(all.length)], 'question')
      const model = must(RANDOM_MODELS[seed % RANDOM_MODELS.length], 'model')
      const constraint = constraintAt(asked)
      const limit = constraint.soonest() + prng.nextBelow(seed % 2 === 0 ? 8 : 60)
      const { ids, isLegal } = randomAnswer(asked, { model, limit, seed, constraint })
      if (!isLegal) wrong.push(`${model} ${limit} ${asked.step} ${ids}`)
      free += randomAnswer(asked, { model, limit, seed, constraint: null }).isLegal ? 1 : 0
    }
    expect(wrong).toEqual([])
    expect(free).toBeLessThan(count / 2)
  })
})

/** With so many tokens left, only those are allowed behind which the answer can end in time. */
function expectInTime(constraint: TokenConstraint, mask: Uint8Array, left: number): void {
  const inTime = [...constraint.allowed(left).entries()].filter(([, may]) => may === 1)
  expect(inTime.length).toBeGreaterThan(0)
  for (const [id] of inTime) {
    expect(mask[id]).toBe(1)
    const next = constraint.fork()
    expect(next.accept(id)).toBe(true)
    expect(next.soonest()).toBeLessThan(left)
  }
}

/** States that masks are compared at, for each codec. */
const STATES = Number(process.env.NDW_CONSTRAIN_STATES ?? 4)

describe.each([...CODECS])('masks in $id', (codec) => {
  it('are what trying each token with the decoder gives', () => {
    const all = questions(codec)
    const prng = createPrng('masks', codec.id)
    for (let seed = 0; seed < STATES; seed++) {
      const asked = must(all[prng.nextBelow(all.length)], 'question')
      const model = must(RANDOM_MODELS[seed % RANDOM_MODELS.length], 'model')
      const limit = constraintAt(asked).soonest() + prng.nextBelow(40)
      const { ids } = randomAnswer(asked, { model, limit, seed, constraint: constraintAt(asked) })
      const told = ids.slice(0, prng.nextBelow(ids.length + 1))
      const constraint = constraintAt(asked)
      for (const id of told) constraint.accept(id)
      const mask = constraint.allowed().slice()
      expectInTime(constraint, mask, constraint.soonest() + prng.nextBelow(12))
      // A hundred tokens of each state: trying takes its time.
      const skipped = Math.max(0, 1 - 100 / mask.length)
      for (let id = 0; id < asked.vocabulary.size; id++) {
        if (prng.nextFloat() < skipped) continue
        const isText = asked.vocabulary.bytes[id] != null
        const isKnown = isText || [...asked.vocabulary.special.values()].includes(id)
        const where = `${id} behind ${JSON.stringify(textOf(asked, told))} of ${asked.step}`
        const isRight = isKnown && canGoOn(asked, [...told, id])
        expect(mask[id], where).toBe(isRight ? 1 : 0)
        expect(constraint.fork().accept(id), where).toBe(isRight)
      }
    }
  })
})

function idsOfSlots(answer: string): number[] {
  const names = answer.trim().split(/[ \n]/)
  const { special } = ownVocabulary(SLOTS_1)
  return names.map((name) => must(special.get(name), name))
}

describe('a tokenizer.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ndw-constrain-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has all real answers, as it splits them, and tells none that cannot be read', async () => {
    const all = questions(ND_1)
    const texts = all.slice(0, 200).map(({ transcript }) => ND_1.encode(transcript).text)
    const path = join(folder, 'tokenizer.json')
    const sample = [...new Set(texts)].join('').slice(0, 20_000)
    writeFileSync(path, JSON.stringify(smallTokenizer(sample, ND_1.specialTokens, 300)))
    const tokenizer = await loadTokenizer(path, ND_1.specialTokens, ND_1.id)
    const vocabulary = tokenizer.vocabulary(tokenizer.size + 5)
    let crossing = 0
    for (const [seed, asked] of all.slice(0, 60).entries()) {
      const answer = answerAt(ND_1, asked.transcript, asked.step, {})
      const { ids } = tokenizer.tokenize(answer)
      crossing += ids.filter((id) => /"[:,}]/.test(tokenizer.detokenize([id]))).length
      expectAccepted(constraintOf(ND_1, asked.prompt, vocabulary), ids)
      const model = must(RANDOM_MODELS[seed % RANDOM_MODELS.length], 'model')
      const own = { ...asked, vocabulary }
      const constraint = constraintAt(own)
      const limit = constraint.soonest() + (seed % 40)
      const random = randomAnswer(own, { model, limit, seed, constraint })
      expect(random.isLegal, textOf(own, random.ids)).toBe(true)
      expect(tokenizer.detokenize(random.ids)).toBe(textOf(own, random.ids))
    }
    expect(crossing).toBeGreaterThan(0)
  }, 120_000)
})
