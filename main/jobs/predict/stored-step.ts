import { must } from '../../../shared/base/assert.ts'
import type { StepPrediction } from '../../../shared/contract/stepping.ts'
import { resolveLocals } from '../../../shared/grammar/resolve.ts'
import type { Transcript } from '../../../shared/grammar/types.ts'
import { answerSpans } from '../../../shared/model/answer-spans.ts'
import type { Answer } from '../../../shared/model/engine.ts'
import type { Outcome } from '../../../shared/model/types.ts'
import type { StoredStep } from '../../store/stepping-types.ts'
import { codecNamed } from '../trajectory/codec-named.ts'
import type { LoadedCourse } from './load-course.ts'
import { predictedSide, realSide, recordedSide, toldSide } from './step-sides.ts'

/** The course up to step `step` as the model was given it: with what was fed back in place of what was recorded. */
function givenBefore({ course }: LoadedCourse, { fedBack }: StoredStep, step: number): Transcript {
  const { transcript } = course
  const states = transcript.states.slice(0, step + 1).map((state, at) => {
    const outcome = at === 0 ? null : (fedBack[at - 1]?.outcome ?? null)
    return outcome?.kind === 'state' ? outcome.state : state
  })
  return { ...transcript, states, actions: transcript.actions.slice(0, step + 1), exit: null }
}

function beforeSide(loaded: LoadedCourse, stored: StoredStep, step: number) {
  const given = givenBefore(loaded, stored, step)
  const state = must(given.states[step], 'state')
  const { course } = loaded
  if (step === 0 || stored.fedBack.length === 0) {
    return recordedSide(state, course.recorded(step - 1) ?? [], course.lineOf(step))
  }
  const line = stored.fedBack[step - 1]?.line ?? null
  return toldSide(state, must(resolveLocals(given)[step], 'locals'), line)
}

function predictedOf(loaded: LoadedCourse, stored: StoredStep, step: number) {
  const { outcome, line } = stored.answer
  if (outcome?.kind !== 'state') return predictedSide(outcome, null, null)
  const given = givenBefore(loaded, stored, step)
  const after = { ...given, states: [...given.states, outcome.state] }
  return predictedSide(outcome, must(resolveLocals(after).at(-1), 'locals'), line)
}

function realOf({ course, visited }: LoadedCourse, step: number): StepPrediction['real'] {
  const { transcript } = course
  const state = transcript.states[step + 1]
  const outcome: Outcome =
    state === undefined
      ? { kind: 'exit', exit: must(transcript.exit, 'exit') }
      : { kind: 'state', state }
  const recorded = course.recorded(step)
  return realSide(outcome, visited[step + 1] ?? null, { recorded, line: course.lineOf(step + 1) })
}

/** What the parts of the answer tell, as the codec reads it after what the model was given. */
function spansOf(loaded: LoadedCourse, stored: StoredStep, step: number) {
  const codec = codecNamed(stored.codec)
  const { entryLine = null } = loaded.course.hints
  const hints = stored.suite === 'horizon' ? { entryLine } : loaded.course.hints
  const prompt = codec.promptAt(givenBefore(loaded, stored, step), step + 1, hints).text
  return [...answerSpans(codec, prompt, stored.answer)]
}

/** All that is shown of a prediction that a run made of step `step` of a trajectory. */
export function storedStepView(
  loaded: LoadedCourse,
  stored: StoredStep,
  step: number,
): StepPrediction {
  const { answer, run, engine, codec } = stored
  const { verdict, error, path, components, reasons, differencesJson, tokensJson } = answer
  return {
    ...{ prediction: null, run, engine, codec, forced: 0, lost: null },
    seed: answer.seed,
    text: answer.text,
    spans: spansOf(loaded, stored, step),
    finish: answer.finish,
    tokens: tokensJson === null ? null : [...((JSON.parse(tokensJson) as Answer['tokens']) ?? [])],
    before: beforeSide(loaded, stored, step),
    predicted: predictedOf(loaded, stored, step),
    real: realOf(loaded, step),
    score: {
      ...{ verdict, error, path, components, reasons },
      differences: JSON.parse(differencesJson),
    },
    ms: answer.ms,
    predictedAt: answer.predictedAt,
  }
}
