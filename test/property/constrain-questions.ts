import fc from 'fast-check'
import { must } from '../../shared/base/assert.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { ownVocabulary } from '../../shared/grammar/constrain/vocabulary.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { Codec, EncodeHints, Transcript } from '../../shared/grammar/types.ts'
import type { Asked } from '../support/random-answers.ts'
import { cutVocabulary } from '../support/random-vocabulary.ts'
import { sampled } from './transcript-arbitrary.ts'

/** What a model that is always right answers, up to and with the stop token. */
export function answerAt(
  codec: Codec,
  given: Transcript,
  step: number,
  hints: EncodeHints,
): string {
  const prompt = codec.promptAt(given, step, hints).text
  const rest = codec.encode(given, hints).text.slice(prompt.length)
  const ends = codec.stopTokens
    .map((stop) => rest.indexOf(stop) + stop.length)
    .filter((end, at) => end >= must(codec.stopTokens[at], 'stop').length)
  return rest.slice(0, Math.min(...ends))
}

/** Text that pieces are cut out of which tell but parts of characters, escapes and names. */
const ODD = '"é€\u{1f600}": "\\"\\u00e9", "..": "..", "x": "1"}{"\\u0078": "'.repeat(40)

/** Questions of sampled trajectories, with the codec's own tokens and with pieces of answers. */
export function questions(codec: Codec): Asked[] {
  const given = fc
    .sample(sampled, { seed: 6, numRuns: 300 })
    .map(({ transcript }) => transcript)
    .filter((one) => codec.refuses(one) === null)
  const answers = given.flatMap((one) =>
    one.actions.length > 0 ? [answerAt(codec, one, 1, {})] : [],
  )
  const cut = { pieces: 400, longest: 16, prng: createPrng('cut') }
  const vocabularies = [
    ownVocabulary(codec, codec === SLOTS_1 ? 512 : undefined),
    ...(codec === SLOTS_1
      ? []
      : [
          cutVocabulary(codec, answers, cut),
          cutVocabulary(codec, [...answers, ODD], { ...cut, singles: 128 }),
        ]),
  ]
  return given.flatMap((transcript) =>
    transcript.actions.flatMap((_, at) =>
      codec === CWM_1 && transcript.states[at + 1] === undefined && transcript.exit === null
        ? []
        : vocabularies.map((vocabulary) => {
            const prompt = codec.promptAt(transcript, at + 1).text
            return { codec, prompt, transcript, step: at + 1, vocabulary }
          }),
    ),
  )
}
