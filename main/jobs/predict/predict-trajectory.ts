import { setImmediate } from 'node:timers/promises'
import { CoursePredictor, type Prediction, type Suite } from '../../../shared/model/course.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import type { StoredAnswer, StoredPrediction } from '../../store/model-types.ts'
import type { LoadedCourse } from './load-course.ts'
import type { Predictor } from './run-head.ts'
import { storedPrediction } from './stored-prediction.ts'

export interface TrajectoryRequest extends Predictor {
  readonly suite: Suite
  readonly loaded: LoadedCourse
  /** Answers kept before; they are not asked for again. */
  readonly known: readonly StoredAnswer[]
  /** Number of the only step that is wanted, teacher-forced; null for all. */
  readonly only: number | null
  /** Called before each answer that has to be asked for. */
  readonly ready: () => Promise<void>
}

/** Milliseconds after which a baseline, which waits for nothing, lets others have their turn. */
const TURN_MS = 20

export interface NewPrediction {
  readonly prediction: Prediction
  readonly stored: StoredPrediction
}

/** Predictions that have to follow one another. */
export type PredictionWork = () => AsyncGenerator<NewPrediction>

/**
 * What is to be predicted of a trajectory, in pieces that can go on beside each other: each next state by itself, of
 * which none depends on another; predictions that are fed back as one piece, in which the known ones come first.
 */
export function predictionWorks(
  { engine, codec, decoding, suite, loaded, known, only, ready }: TrajectoryRequest,
  signal: Signal,
): PredictionWork[] {
  const predictor = new CoursePredictor(loaded.course, { engine, codec, decoding, suite })
  const answers = new Map(known.map((answer) => [answer.step, answer]))
  let turnAt = performance.now()
  const predict = async (step: number): Promise<NewPrediction> => {
    if (performance.now() - turnAt > TURN_MS) {
      await setImmediate()
      turnAt = performance.now()
    }
    await ready()
    const began = performance.now()
    const prediction = await predictor.predict(step, signal)
    const took = { ms: performance.now() - began, at: Date.now() }
    return { prediction, stored: storedPrediction(loaded, prediction, took) }
  }
  const steps = [...Array(predictor.steps).keys()].filter((step) => only === null || step === only)
  if (suite === 'next-state') {
    const asked = steps.filter((step) => !answers.has(step))
    return asked.map(
      (step) =>
        async function* () {
          yield await predict(step)
        },
    )
  }
  const rollout = async function* (): AsyncGenerator<NewPrediction> {
    for (const step of steps) {
      if (predictor.hasEnded) return
      const answer = answers.get(step)
      if (answer === undefined) yield await predict(step)
      else predictor.take(step, { ...answer, tokens: null })
    }
  }
  return [rollout]
}
