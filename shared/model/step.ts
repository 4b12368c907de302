import { must } from '../base/assert.ts'
import { type ResolvedLocals, resolveLocals } from '../grammar/resolve.ts'
import type { Codec, EncodeHints, Transcript } from '../grammar/types.ts'
import type { Answer, PredictRequest } from './engine.ts'
import type { LineMap } from './map-line.ts'
import { readAnswer } from './read-answer.ts'
import { scoreRead, scoreUnreadable, type Truth } from './score.ts'
import type { MappedLine, Outcome, Score } from './types.ts'

/** One prediction that can be asked for: an action at the end of a transcript, whatever its states come from. */
export interface StepAsked {
  /** Ends in the action; its states are recorded, predicted or edited ones. */
  readonly before: Transcript
  /** What a codec may be told beside. */
  readonly hints: EncodeHints
  /** Line that the action is taken at, from 1; null where that is not known. */
  readonly from: number | null
  /** What really follows; null where nothing was recorded that the prediction could be held against. */
  readonly truth: Truth | null
}

/** What an answer says. */
export interface StepRead {
  /** Null where the answer could not be read. */
  readonly outcome: Outcome | null
  /** What a reader of the text knows of the locals after it; null at an exit and of what could not be read. */
  readonly locals: ResolvedLocals | null
  readonly line: MappedLine | null
  /** Null where there is no truth. */
  readonly score: Score | null
}

/** Everything a model is given. */
export function stepPrompt(codec: Codec, { before, hints }: StepAsked): string {
  return codec.promptAt(before, before.actions.length, hints).text
}

/** What an engine that needs the truth is given beside the prompt; null where there is none. */
export function givenTruth({ before, hints, truth }: StepAsked): PredictRequest['truth'] {
  return truth === null ? null : { before, hints, truth }
}

/** The outcome that an answer to the prompt tells, where its line is, and how it stands to what really follows. */
export function readStep(
  { codec, lines }: { readonly codec: Codec; readonly lines: LineMap },
  { before, from, truth }: StepAsked,
  { prompt, answer }: { readonly prompt: string; readonly answer: Pick<Answer, 'text' | 'stop'> },
): StepRead {
  const read = readAnswer(codec, prompt, answer, before.actions.length)
  if (!read.ok) {
    const score = truth === null ? null : scoreUnreadable(truth, read.error)
    return { outcome: null, locals: null, line: null, score }
  }
  const { outcome } = read
  const action = must(before.actions.at(-1), 'action').name
  const isState = outcome.kind === 'state'
  const line = isState ? lines.map(outcome.state.src, outcome.state.event, { from, action }) : null
  const locals = isState ? resolvedAfter(before, outcome) : null
  const score = truth === null ? null : scoreRead(truth, { outcome, locals, line })
  return { outcome, locals, line, score }
}

function resolvedAfter(before: Transcript, { state }: Outcome & { kind: 'state' }): ResolvedLocals {
  const after = { ...before, states: [...before.states, state], exit: null }
  return must(resolveLocals(after).at(-1), 'locals')
}
