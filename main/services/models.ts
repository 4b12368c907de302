import type { models, PredictRequest } from '../../shared/contract/models.ts'
import { ServiceError, type Signal } from '../../shared/rpc/wire.ts'
import { loadCourse } from '../jobs/predict/load-course.ts'
import { type NewPrediction, predictTrajectory } from '../jobs/predict/predict-trajectory.ts'
import { predictorOf, runHead } from '../jobs/predict/run-head.ts'
import { predictionRow } from '../jobs/predict/stored-prediction.ts'
import { createTraceCache } from '../jobs/trajectory/trace-cache.ts'
import type { Area } from './area.ts'

export const modelHandlers: Area<typeof models> = ({ store, engines, announce }) => {
  const traces = createTraceCache(store)
  const predict = async (
    input: PredictRequest,
    emit: (one: ReturnType<typeof predictionRow>) => void,
    signal: Signal,
  ): Promise<void> => {
    const predictor = await predictorOf(engines, input)
    const loaded = await loadCourse({ store, traces }, input.trajectory, predictor.codec, signal)
    requireStep(input, loaded.detail.steps.length)
    const ready = async (): Promise<void> => requireWanted(signal)
    const only = input.step
    const request = { ...predictor, suite: 'next-state', loaded, known: [], only, ready } as const
    const predictions: NewPrediction[] = []
    for await (const made of predictTrajectory(request, signal)) {
      predictions.push(made)
      emit(predictionRow(loaded, made.prediction, made.stored))
    }
    const rows = predictions.map(({ stored }) => stored)
    const head = runHead(predictor, { suite: 'single', where: '' }, [])
    await store.write('runBegin', { head, job: null, trajectories: [] })
    await store.write('predictionsAdd', { run: head.run, predictions: rows, done: 0 })
    announce({ area: 'run', id: head.run })
  }
  return {
    'model.list': async () => ({ engines: await engines.list() }),
    'model.add': (input) => engines.add(input),
    'model.remove': async ({ name }) => {
      await engines.remove(name)
      return {}
    },
    'model.predict': (input, emit, { signal }) => predict(input, emit, signal),
  }
}

function requireWanted(signal: Signal): void {
  if (signal.aborted) throw new ServiceError('cancelled', 'The prediction is no longer wanted.')
}

function requireStep({ trajectory, step }: PredictRequest, steps: number): void {
  if (step === null || step < steps) return
  throw new ServiceError(
    'bad-input',
    `${trajectory} has the steps 0 to ${steps - 1}, so there is no step ${step}.`,
  )
}
