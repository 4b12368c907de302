import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { CODECS } from '../../shared/grammar/codecs.ts'
import { constrain } from '../../shared/grammar/constrain/constrain.ts'
import type { TokenConstraint, Vocabulary } from '../../shared/grammar/constrain/types.ts'
import { ownVocabulary } from '../../shared/grammar/constrain/vocabulary.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { Codec, EncodeHints, Transcript } from '../../shared/grammar/types.ts'
import { createSplitter, cutVocabulary } from '../support/random-vocabulary.ts'
import { sampled } from './transcript-arbitrary.ts'

/** What a model that is always right answers, up to and with the stop token. */
function answerAt(codec: Codec, given: Transcript, step: number, hints: EncodeHints): string {
  const prompt = codec.promptAt(given, step, hints).text
  const rest = codec.encode(given, hints).text.slice(prompt.length)
  const ends = codec.stopTokens
    .map((stop) => rest.indexOf(stop) + stop.length)
    .filter((end, at) => end >= must(codec.stopTokens[at], 'stop').length)
  return rest.slice(0, Math.min(...ends))
}

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

describe.each([...CODECS])('answers in $id', (codec) => {
  it('that are real are all accepted, by the tokens of the codec and by others', () => {
    let answers = 0
    fc.assert(
      fc.property(sampled, fc.nat(), ({ transcript: given, states }, seed) => {
        if (codec.refuses(given) !== null) return
        const hints = { names: states.map(({ locals }) => locals.map(([name]) => name)) }
        const own = ownVocabulary(codec)
        for (let step = 1; step <= given.actions.length; step++) {
          if (codec === CWM_1 && step === given.actions.length && given.exit === null) continue
          const prompt = codec.promptAt(given, step, hints).text
          const answer = answerAt(codec, given, step, hints)
          const constraint = constraintOf(codec, prompt, own)
          const ids = codec === SLOTS_1 ? idsOfSlots(answer) : codec.tokenizer.tokenize(answer).ids
          expectAccepted(constraint, ids)
          answers++
          if (codec === SLOTS_1) continue
          const prng = createPrng('cut', seed, step)
          const vocabulary = cutVocabulary(codec, [answer], { pieces: 40, longest: 12, prng })
          expectAccepted(
            constraintOf(codec, prompt, vocabulary),
            createSplitter(vocabulary)(answer, prng),
          )
        }
      }),
      { numRuns: 60 },
    )
    expect(answers).toBeGreaterThan(60)
  })
})

function idsOfSlots(answer: string): number[] {
  const names = answer.trim().split(/[ \n]/)
  const { special } = ownVocabulary(SLOTS_1)
  return names.map((name) => must(special.get(name), name))
}
