import { must } from '../../../shared/base/assert.ts'
import type { StepPrediction, StepRequest, StepToken } from '../../../shared/contract/stepping.ts'
import { resolveLocals } from '../../../shared/grammar/resolve.ts'
import { answerSpans } from '../../../shared/model/answer-spans.ts'
import { seedOf } from '../../../shared/model/course.ts'
import { type Answer, answerOf, CUT, type Engine } from '../../../shared/model/engine.ts'
import { LineMap } from '../../../shared/model/map-line.ts'
import { givenTruth, readStep, stepPrompt } from '../../../shared/model/step.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { RunHead } from '../../store/model-types.ts'
import type { KeptStep } from '../../store/stepping-types.ts'
import { contentId, sha256Hex } from '../record/identity.ts'
import { type RealRun, realOutcome } from './real-run.ts'
import type { Predictor } from './run-head.ts'
import { type RequestedStep, requestedStep } from './step-asked.ts'
import { predictedSide, realSide, recordedSide, scoreFacts, toldSide } from './step-sides.ts'

/** What of a request its answer depends on, beside the engine and its settings, which are its run's. */
function courseKey(request: StepRequest): string {
  const { trace, direction, scope, start, given, history, action, forced, sample } = request
  return sha256Hex(
    JSON.stringify([trace, direction, scope, start, given, history, action, forced, sample]),
  )
}

/** The id of a request's prediction in a run: equal requests of one run have one prediction. */
export function stepId(run: string, request: StepRequest): string {
  return contentId('s', [run, courseKey(request)])
}

/** The seed of a request's prediction: it depends on nothing but the request. */
export function stepSeed(request: StepRequest): number {
  return seedOf(request.seed, courseKey(request), request.history.length)
}

/** The engine, telling its tokens as they come. */
function listenedTo(engine: Engine, onToken: (token: StepToken) => void): Engine {
  return {
    info: engine.info,
    predict: async function* (request, signal) {
      for await (const token of engine.predict(request, signal)) {
        if (token !== CUT) onToken(token)
        yield token
      }
    },
  }
}

function refuseUnable({ info }: Engine, { forced }: StepRequest, step: RequestedStep): void {
  if (info.capabilities.needsTruth && step.asked.truth === null) {
    throw new ServiceError(
      'bad-input',
      `${info.name} repeats the recording, and there is none here: ${step.lost ?? 'the recorded run does not come here.'}`,
    )
  }
  if (forced !== '' && info.kind === 'baseline') {
    throw new ServiceError('bad-input', `${info.name} is no model, so it cannot go on from there.`)
  }
}

interface Asking {
  readonly predictor: Predictor
  readonly request: StepRequest
  readonly step: RequestedStep
  readonly onToken: (token: StepToken) => void
}

/** Asks the engine for what a request predicts. A beginning that is given counts as part of the answer. */
export async function askStep(
  { predictor: { engine, codec, decoding }, request, step, onToken }: Asking,
  signal: Signal,
): Promise<Answer> {
  refuseUnable(engine, request, step)
  const { forced } = request
  const truth = engine.info.capabilities.needsTruth ? givenTruth(step.asked) : null
  const prompt = stepPrompt(codec, step.asked) + forced
  const own = { ...decoding, seed: stepSeed(request) }
  const asked = { prompt, codec, decoding: own, truth }
  const answer = await answerOf(listenedTo(engine, onToken), asked, signal)
  if (forced === '') return answer
  const begun = { text: forced, logProbability: null }
  const tokens = answer.tokens === null ? null : [begun, ...answer.tokens]
  return { ...answer, text: forced + answer.text, tokens }
}

/** A request with everything that its prediction is read by. */
export interface OpenStep extends RequestedStep {
  readonly request: StepRequest
  readonly predictor: Predictor
  readonly head: RunHead
  readonly real: RealRun
}

export function openStep(
  request: StepRequest,
  real: RealRun,
  { predictor, head }: Pick<OpenStep, 'predictor' | 'head'>,
): OpenStep {
  return { request, predictor, head, real, ...requestedStep(request, real, predictor.codec) }
}

const lineMaps = new Map<string, LineMap>()

/** The lines of a program, read once while one steps through it. */
function linesOf(code: string): LineMap {
  const known = lineMaps.get(code) ?? new LineMap(code)
  lineMaps.clear()
  lineMaps.set(code, known)
  return known
}

function beforeSide({ asked, given, real }: OpenStep): StepPrediction['before'] {
  const at = asked.before.actions.length - 1
  const state = must(asked.before.states[at], 'state')
  const own = given[at] ?? null
  if (own === null) return recordedSide(state, real.recorded(at), real.lineOf(at))
  const known = must(resolveLocals(asked.before)[at], 'locals')
  return toldSide(state, known, { number: own.line, isAmbiguous: false })
}

function realOf({ asked, real }: OpenStep): StepPrediction['real'] {
  const action = asked.before.actions.length - 1
  const outcome = realOutcome(real, action)
  if (outcome === null) return null
  const at = real.visited[action + 1] ?? null
  const recorded = at === null ? null : real.recorded(action + 1)
  return realSide(outcome, at, { recorded, line: real.lineOf(action + 1) })
}

interface Answered {
  readonly answer: Answer
  readonly ms: number
  readonly predictedAt: number
  /** Null where the store takes none. */
  readonly id: string | null
}

/** All that is shown of a prediction: read, mapped to its line and held against what really follows. */
export function readAsked(
  open: OpenStep,
  { answer, ms, predictedAt, id }: Answered,
): StepPrediction {
  const { request, predictor, head, asked, lost } = open
  const { codec } = predictor
  const prompt = stepPrompt(codec, asked)
  const read = readStep({ codec, lines: linesOf(asked.before.code) }, asked, { prompt, answer })
  return {
    prediction: id,
    run: head.run,
    engine: { ...head.engine },
    codec: codec.id,
    seed: stepSeed(request),
    text: answer.text,
    spans: [...answerSpans(codec, prompt, answer)],
    forced: request.forced.length,
    finish: answer.finish,
    tokens: answer.tokens === null ? null : [...answer.tokens],
    before: beforeSide(open),
    predicted: predictedSide(read.outcome, read.locals, read.line),
    real: realOf(open),
    lost,
    score: scoreFacts(read.score),
    ms,
    predictedAt,
  }
}

/** The answer of a prediction that was kept. */
export function keptAnswer({ textJson, finish, stop, tokensJson }: KeptStep): Answer {
  const tokens = tokensJson === null ? null : (JSON.parse(tokensJson) as Answer['tokens'])
  return { text: JSON.parse(textJson) as string, finish, stop, tokens }
}

/** A prediction as it is kept. */
export function keptStep(
  { request, head }: OpenStep,
  prediction: StepPrediction,
  answer: Answer,
): KeptStep {
  const { score, ms, predictedAt } = prediction
  return {
    id: stepId(head.run, request),
    run: head.run,
    trace: request.trace,
    requestJson: JSON.stringify(request),
    textJson: JSON.stringify(answer.text),
    finish: answer.finish,
    stop: answer.stop,
    tokensJson: answer.tokens && JSON.stringify(answer.tokens),
    verdict: score?.verdict ?? null,
    error: score?.error ?? null,
    ms,
    predictedAt,
  }
}
