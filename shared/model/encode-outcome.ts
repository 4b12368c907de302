import type { Codec, EncodeHints, Transcript } from '../grammar/types.ts'
import type { Outcome } from './types.ts'

/** A transcript that ends in an action, and what its trace tells a codec beside. */
export interface Asked {
  readonly before: Transcript
  readonly hints: EncodeHints
}

/** What a model that is always right would answer, up to and including what ends the answer. */
export function encodedOutcome(codec: Codec, { before, hints }: Asked, outcome: Outcome): string {
  const prompt = codec.promptAt({ ...before, exit: null }, before.states.length, hints).text
  const whole =
    outcome.kind === 'exit'
      ? codec.encode({ ...before, exit: outcome.exit }, hints)
      : codec.encode({ ...before, states: [...before.states, outcome.state], exit: null }, hints)
  const answer = whole.text.slice(prompt.length)
  const isEnded = codec.stopTokens.some((stop) => answer.includes(stop))
  return isEnded ? answer : answer + (codec.stopTokens[0] ?? '')
}
