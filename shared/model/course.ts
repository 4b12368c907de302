import { must } from '../base/assert.ts'
import { createPrng } from '../base/prng.ts'
import { type ResolvedLocals, resolveLocals } from '../grammar/resolve.ts'
import type { Codec, EncodeHints, Transcript } from '../grammar/types.ts'
import type { Signal } from '../rpc/wire.ts'
import { type Answer, answerOf, type Decoding, type Engine } from './engine.ts'
import { LineMap } from './map-line.ts'
import type { Truth } from './score.ts'
import { givenTruth, readStep, type StepAsked, stepPrompt } from './step.ts'
import type { MappedLine, Outcome, Score } from './types.ts'

/**
 * `next-state`: each step is predicted after the real ones before it (teacher forcing). `horizon`: predicted states
 * are fed back, so that errors cause errors; the actions stay those of the trajectory.
 */
export const SUITES = ['next-state', 'horizon'] as const
export type Suite = (typeof SUITES)[number]

/** A trajectory as it really went. */
export interface Course {
  /** What the seeds of its predictions depend on, with the step. */
  readonly key: string
  readonly transcript: Transcript
  /** What its trace tells a codec beside. */
  readonly hints: EncodeHints
  /** Complete locals of the state that step `step` leads to, as recorded; null at the exit. */
  readonly recorded: (step: number) => Truth['recorded']
  /** Line of state `state` of the transcript in its code, from 1; null where it is in another file. */
  readonly lineOf: (state: number) => number | null
}

export interface CourseRequest {
  readonly engine: Engine
  readonly codec: Codec
  readonly suite: Suite
  readonly decoding: Decoding
}

/** A prediction of what action `step` of a course leads to. */
export interface Prediction {
  readonly step: number
  /** Steps since the last real state that the prediction was given, from 1. */
  readonly horizon: number
  /** Seed of this one prediction: with the engine's identity and the settings it gives the same answer again. */
  readonly seed: number
  readonly answer: Answer
  /** Null where the answer could not be read. */
  readonly outcome: Outcome | null
  readonly score: Score
}

/** The seed of one prediction of a run: none depends on which others are made. */
export function seedOf(seed: number, key: string, step: number): number {
  return createPrng('prediction', seed, key, step).nextUint32()
}

/** Predicts the steps of one course and scores each. */
export class CoursePredictor {
  private readonly course: Course
  private readonly request: CourseRequest
  private readonly lines: LineMap
  private readonly known: readonly ResolvedLocals[]
  /** The course as the engine is given it. */
  private given: Transcript
  /** Line of the state that was fed back last; undefined while the course is at a recorded one. */
  private line: number | null | undefined
  private isOver = false

  constructor(course: Course, request: CourseRequest) {
    this.course = course
    this.request = request
    this.lines = new LineMap(course.transcript.code)
    this.known = resolveLocals(course.transcript)
    this.given = course.transcript
  }

  get steps(): number {
    return this.course.transcript.actions.length
  }

  /** Whether a prediction that was fed back says that the run has ended, or says nothing. */
  get hasEnded(): boolean {
    return this.isOver
  }

  private truthOf(step: number): Truth {
    const { transcript, recorded } = this.course
    const state = transcript.states[step + 1]
    if (state === undefined) {
      const exit = must(transcript.exit, 'exit')
      return { outcome: { kind: 'exit', exit }, locals: null, recorded: null }
    }
    const locals = must(this.known[step + 1], 'locals')
    return { outcome: { kind: 'state', state }, locals, recorded: recorded(step) }
  }

  /** Of predicted states nobody knows the names of what they leave out. */
  private get hints(): EncodeHints {
    const { entryLine = null } = this.course.hints
    return this.request.suite === 'horizon' ? { entryLine } : this.course.hints
  }

  /** The prediction of step `step` as it is asked for. */
  private asked(step: number): StepAsked {
    const { states, actions } = this.given
    const before = {
      ...this.given,
      states: states.slice(0, step + 1),
      actions: actions.slice(0, step + 1),
      exit: null,
    }
    const from = this.line === undefined ? this.course.lineOf(step) : this.line
    return { before, hints: this.hints, from, truth: this.truthOf(step) }
  }

  /** Asks the engine for step `step`; in the horizon suite the steps before it must have been asked for. */
  async predict(step: number, signal: Signal): Promise<Prediction> {
    const { engine, codec, decoding } = this.request
    const asked = this.asked(step)
    const prompt = stepPrompt(codec, asked)
    const seed = seedOf(decoding.seed, this.course.key, step)
    const truth = engine.info.capabilities.needsTruth ? givenTruth(asked) : null
    const request = { prompt, codec, decoding: { ...decoding, seed }, truth }
    return this.read(step, { asked, prompt, answer: await answerOf(engine, request, signal) })
  }

  /** The prediction of an answer that was given before. */
  take(step: number, answer: Answer): Prediction {
    const asked = this.asked(step)
    return this.read(step, { asked, prompt: stepPrompt(this.request.codec, asked), answer })
  }

  private read(
    step: number,
    { asked, ...answered }: { asked: StepAsked; prompt: string; answer: Answer },
  ): Prediction {
    const { codec, decoding, suite } = this.request
    const { outcome, line, score } = readStep({ codec, lines: this.lines }, asked, answered)
    const horizon = suite === 'horizon' ? step + 1 : 1
    if (suite === 'horizon') this.feedBack(step, outcome, line)
    return {
      step,
      horizon,
      seed: seedOf(decoding.seed, this.course.key, step),
      answer: answered.answer,
      outcome,
      score: must(score, 'score'),
    }
  }

  private feedBack(step: number, outcome: Outcome | null, line: MappedLine | null): void {
    if (outcome === null || outcome.kind === 'exit') {
      this.isOver = true
      return
    }
    const states = [...this.given.states.slice(0, step + 1), outcome.state]
    this.given = { ...this.given, states }
    this.line = line?.number ?? null
  }
}
