import { must } from '../base/assert.ts'
import type { Codec, EncodeHints, Transcript } from '../grammar/types.ts'
import { TRAJECTORY_EXITS, type TrajectoryExit } from '../trajectory/types.ts'
import type { Outcome } from './types.ts'

/** A prompt, the transcript it tells, which ends in an action, and what its trace tells a codec beside. */
export interface Asked {
  readonly prompt: string
  readonly before: Transcript
  readonly hints: EncodeHints
}

/** Whether the codec can tell this exit after these states; CWM's end token says no other than they do. */
export function tellsExit(codec: Codec, before: Transcript, exit: TrajectoryExit): boolean {
  return codec.refuses({ ...before, exit }) === null
}

function tellableExit(codec: Codec, before: Transcript, exit: TrajectoryExit): TrajectoryExit {
  const tellable = [exit, ...TRAJECTORY_EXITS].find((one) => tellsExit(codec, before, one))
  return must(tellable, 'an exit that the codec tells')
}

/** What a model that is always right would answer, up to and including what ends the answer. */
export function encodedOutcome(codec: Codec, asked: Asked, outcome: Outcome): string {
  const { prompt, before, hints } = asked
  const whole =
    outcome.kind === 'exit'
      ? codec.encode({ ...before, exit: tellableExit(codec, before, outcome.exit) }, hints)
      : codec.encode({ ...before, states: [...before.states, outcome.state], exit: null }, hints)
  const answer = whole.text.slice(prompt.length)
  const isEnded = codec.stopTokens.some((stop) => answer.includes(stop))
  return isEnded ? answer : answer + (codec.stopTokens[0] ?? '')
}
