import { must } from '../../shared/base/assert.ts'
import type { models, PredictRequest } from '../../shared/contract/models.ts'
import { ServiceError, type Signal } from '../../shared/rpc/wire.ts'
import { inParallel } from '../jobs/in-parallel.ts'
import { loadCourse } from '../jobs/predict/load-course.ts'
import {
  type NewPrediction,
  type PredictionWork,
  predictionWorks,
} from '../jobs/predict/predict-trajectory.ts'
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
    const show = ({ prediction, stored }: NewPrediction): void =>
      emit(predictionRow(loaded, prediction, stored))
    const { concurrency = 1 } = predictor.engine
    const predictions = await inOrder(predictionWorks(request, signal), concurrency, show)
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

/** Works off pieces of one prediction each, so many at a time; they are shown in their order as soon as they can be. */
async function inOrder(
  works: readonly PredictionWork[],
  width: number,
  show: (made: NewPrediction) => void,
): Promise<NewPrediction[]> {
  const made = new Map<number, NewPrediction>()
  const shown: NewPrediction[] = []
  const work = async (at: number): Promise<void> => {
    for await (const one of must(works[at], 'work')()) made.set(at, one)
    for (let next = made.get(shown.length); next !== undefined; next = made.get(shown.length)) {
      shown.push(next)
      show(next)
    }
  }
  async function* tasks() {
    for (const at of works.keys()) yield () => work(at)
  }
  await inParallel(tasks(), width)
  return shown
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
