import { err, ok, type Result } from '../../base/result.ts'
import { SLOTS_1 } from '../slots/codec.ts'
import type { Codec, Transcript } from '../types.ts'
import { questionOf } from './question.ts'
import { SlotsConstraint } from './slots-constraint.ts'
import { type SplitPrompt, splitCwm, splitNd, splitSlots } from './split-prompt.ts'
import { TextConstraint } from './text-constraint.ts'
import type { TokenConstraint, Vocabulary } from './types.ts'

/** A constraint that an answer can be begun in. */
interface Beginning extends TokenConstraint {
  /** Goes on behind a text; false where that may not come. */
  readonly begin: (text: string) => boolean
}

/**
 * What may follow a text: a prompt that a codec's `promptAt` wrote, and behind it the beginning of an answer, if there is
 * one. A sentence where nothing can. The same vocabulary object should be passed for all prompts of a model: what was found
 * out of it is kept with it.
 */
export function constrain(
  codec: Codec,
  text: string,
  vocabulary: Vocabulary,
): Result<TokenConstraint, string> {
  const isSlots = codec.id === SLOTS_1.id
  const { prompt, begun } = (SPLITS[codec.id] ?? splitNd)(text)
  const asked = askedBy(codec, prompt)
  if (asked === null)
    return err(`This text does not ask for a state: it is no prompt of ${codec.id}.`)
  const made: Result<Beginning, string> = isSlots
    ? SlotsConstraint.create(prompt, asked, vocabulary)
    : textConstraint(codec, asked, vocabulary)
  if (!made.ok || made.value.begin(begun)) return made
  return err(`What the answer begins with cannot go on within ${codec.id}; ask for it free.`)
}

const SPLITS: Readonly<Record<string, (text: string) => SplitPrompt>> = {
  'nd@1': splitNd,
  'cwm@1': splitCwm,
  'slots@1': splitSlots,
}

function textConstraint(
  codec: Codec,
  asked: Transcript,
  vocabulary: Vocabulary,
): Result<Beginning, string> {
  const question = questionOf(codec, asked, vocabulary)
  return question.ok ? ok(new TextConstraint(question.value)) : question
}

/** How every state of CWM's text is reached. */
const STEP_INTO = { name: 'step_into', operand: null }

/** What a prompt tells, with the action that asks for a state; null for what is no prompt. */
function askedBy(codec: Codec, prompt: string): Transcript | null {
  const { transcript, problem } = codec.decode(prompt)
  const isCwm = codec.id === 'cwm@1'
  const isAsking = problem === null ? isCwm : problem.position >= prompt.length
  if (!isAsking || transcript.states.length === 0) return null
  return isCwm ? { ...transcript, actions: [...transcript.actions, STEP_INTO] } : transcript
}
