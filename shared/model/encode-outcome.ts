import type { Codec, Transcript } from '../grammar/types.ts'
import type { Outcome } from './types.ts'

/**
 * What a model that is always right would answer where `before` ends in an action, up to and including what ends the
 * answer.
 */
export function encodedOutcome(codec: Codec, before: Transcript, outcome: Outcome): string {
  const step = before.states.length
  const prompt = codec.promptAt({ ...before, exit: null }, step).text
  const whole =
    outcome.kind === 'exit'
      ? codec.encode({ ...before, exit: outcome.exit })
      : codec.encode({ ...before, states: [...before.states, outcome.state], exit: null })
  const answer = whole.text.slice(prompt.length)
  const isEnded = codec.stopTokens.some((stop) => answer.includes(stop))
  return isEnded ? answer : answer + (codec.stopTokens[0] ?? '')
}
