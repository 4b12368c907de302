import { must } from '../base/assert.ts'
import { createPrng } from '../base/prng.ts'
import { type ResolvedLocals, resolveLocals } from '../grammar/resolve.ts'
import type { Codec, EncodeHints, Transcript } from '../grammar/types.ts'
import type { Signal } from '../rpc/wire.ts'
import { type Answer, answerOf, type Decoding, type Engine } from './engine.ts'
import { LineMap } from './map-line.ts'
import { readAnswer } from './read-answer.ts'
import { scoreRead, scoreUnreadable, type Truth } from './score.ts'
import type { Outcome, Score } from './types.ts'

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

  private promptOf(step: number): string {
    return this.request.codec.promptAt(this.given, step + 1, this.hints).text
  }

  /** Asks the engine for step `step`; in the horizon suite the steps before it must have been asked for. */
  async predict(step: number, signal: Signal): Promise<Prediction> {
    const { engine, codec, decoding } = this.request
    const prompt = this.promptOf(step)
    const seed = seedOf(decoding.seed, this.course.key, step)
    const before = {
      ...this.given,
      states: this.given.states.slice(0, step + 1),
      actions: this.given.actions.slice(0, step + 1),
      exit: null,
    }
    const given = { before, hints: this.hints, truth: this.truthOf(step) }
    const truth = engine.info.capabilities.needsTruth ? given : null
    const asked = { prompt, codec, decoding: { ...decoding, seed }, truth }
    const answer = await answerOf(engine, asked, signal)
    return this.take(step, answer, prompt)
  }

  /** The prediction of an answer that was given before, or just now. */
  take(step: number, answer: Answer, prompt = this.promptOf(step)): Prediction {
    const { codec, decoding, suite } = this.request
    const read = readAnswer(codec, prompt, answer, step + 1)
    const outcome = read.ok ? read.outcome : null
    const score = read.ok
      ? this.score(step, read.outcome)
      : scoreUnreadable(this.truthOf(step), read.error)
    const horizon = suite === 'horizon' ? step + 1 : 1
    if (suite === 'horizon') this.feedBack(step, outcome)
    return {
      step,
      horizon,
      seed: seedOf(decoding.seed, this.course.key, step),
      answer,
      outcome,
      score,
    }
  }

  private score(step: number, outcome: Outcome): Score {
    const truth = this.truthOf(step)
    if (outcome.kind === 'exit') return scoreRead(truth, { outcome, locals: null, line: null })
    const { state } = outcome
    const action = must(this.course.transcript.actions[step], 'action').name
    const origin = { from: this.course.lineOf(step), action }
    const line = this.lines.map(state.src, state.event, origin)
    return scoreRead(truth, { outcome, locals: this.resolved(step, outcome), line })
  }

  private resolved(step: number, outcome: Outcome & { kind: 'state' }): ResolvedLocals {
    const { states, actions } = this.given
    const predicted = {
      ...this.given,
      states: [...states.slice(0, step + 1), outcome.state],
      actions: actions.slice(0, step + 1),
      exit: null,
    }
    return must(resolveLocals(predicted).at(-1), 'locals')
  }

  private feedBack(step: number, outcome: Outcome | null): void {
    if (outcome === null || outcome.kind === 'exit') {
      this.isOver = true
      return
    }
    const states = [...this.given.states.slice(0, step + 1), outcome.state]
    this.given = { ...this.given, states }
  }
}
