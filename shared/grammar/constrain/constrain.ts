import { err, ok, type Result } from '../../base/result.ts'
import { SLOTS_1 } from '../slots/codec.ts'
import type { Codec } from '../types.ts'
import { questionOf } from './question.ts'
import { SlotsConstraint } from './slots-constraint.ts'
import { TextConstraint } from './text-constraint.ts'
import type { TokenConstraint, Vocabulary } from './types.ts'

/**
 * What may answer a prompt, which a codec's `promptAt` wrote; a sentence where the vocabulary can give no answer. The
 * same vocabulary object should be passed for all prompts of a model: what was found out of it is kept with it.
 */
export function constrain(
  codec: Codec,
  prompt: string,
  vocabulary: Vocabulary,
): Result<TokenConstraint, string> {
  const { transcript, problem } = codec.decode(prompt)
  const { states, actions } = transcript
  const isAsking = problem === null ? codec.id === 'cwm@1' : problem.position >= prompt.length
  if (!isAsking || states.length === 0) {
    return err(`This text does not ask for a state: it is no prompt of ${codec.id}.`)
  }
  if (codec.id === SLOTS_1.id) return SlotsConstraint.create(prompt, transcript, vocabulary)
  const asked =
    codec.id === 'cwm@1' ? { ...transcript, actions: [...actions, STEP_INTO] } : transcript
  const question = questionOf(codec, asked, vocabulary)
  return question.ok ? ok(new TextConstraint(question.value)) : question
}

/** How every state of CWM's text is reached. */
const STEP_INTO = { name: 'step_into', operand: null }
