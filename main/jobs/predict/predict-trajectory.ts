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

/** Predicts the steps of a trajectory that are not known yet, in order; fed back, the known ones come first. */
export async function* predictTrajectory(
  { engine, codec, decoding, suite, loaded, known, only, ready }: TrajectoryRequest,
  signal: Signal,
): AsyncGenerator<NewPrediction> {
  const predictor = new CoursePredictor(loaded.course, { engine, codec, decoding, suite })
  let turnAt = performance.now()
  const answers = new Map(known.map((answer) => [answer.step, answer]))
  for (let step = 0; step < predictor.steps && !predictor.hasEnded; step++) {
    if (only !== null && step !== only) continue
    const answer = answers.get(step)
    if (answer !== undefined) {
      if (suite === 'horizon') predictor.take(step, { ...answer, tokens: null })
      continue
    }
    if (performance.now() - turnAt > TURN_MS) {
      await setImmediate()
      turnAt = performance.now()
    }
    await ready()
    const began = performance.now()
    const prediction = await predictor.predict(step, signal)
    const took = { ms: performance.now() - began, at: Date.now() }
    yield { prediction, stored: storedPrediction(loaded, prediction, took) }
  }
}
