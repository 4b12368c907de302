import type { models, PredictRequest, RunComparison, RunRow } from '../../shared/contract/models.ts'
import { clusteredShare, pairedTest } from '../../shared/model/statistics.ts'
import { survivalCurve } from '../../shared/model/survival.ts'
import { ServiceError, type Signal } from '../../shared/rpc/wire.ts'
import { FORWARD_ACTIONS, INVERSE_ACTIONS } from '../../shared/trajectory/types.ts'
import { run } from '../jobs/kinds/run.ts'
import { loadCourse } from '../jobs/predict/load-course.ts'
import { type NewPrediction, predictTrajectory } from '../jobs/predict/predict-trajectory.ts'
import { predictorOf, runHead } from '../jobs/predict/run-head.ts'
import { predictionRow } from '../jobs/predict/stored-prediction.ts'
import { createTraceCache } from '../jobs/trajectory/trace-cache.ts'
import type { ModelReads, RunCount } from '../store/model-types.ts'
import type { Store } from '../store/store.ts'
import type { Area } from './area.ts'

export const modelHandlers: Area<typeof models> = ({ store, jobs, engines, announce }) => {
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
    'run.start': async (input) => {
      await predictorOf(engines, input)
      return { job: await jobs.start(run, input) }
    },
    'run.page': (input, { signal }) => store.read('runPage', input, { signal }),
    'run.get': async (input, { signal }) => {
      const row = await store.read('runGet', input, { signal })
      const options = { signal, deadlineMs: 60_000 }
      const counted = await store.read('runCounts', input, options)
      return { row, summary: summaryOf(row, counted) }
    },
    'run.predictions': (input, { signal }) => store.read('runPredictions', input, { signal }),
    'run.compare': (input, { signal }) => compare(store, input, signal),
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

type Counted = ModelReads['runCounts']['output']

function sharesBy(counts: readonly RunCount[], of: (one: RunCount) => readonly [number, number]) {
  const programs = new Map<number, { right: number; total: number }>()
  for (const one of counts) {
    const known = programs.get(one.program) ?? { right: 0, total: 0 }
    const [right, total] = of(one)
    programs.set(one.program, { right: known.right + right, total: known.total + total })
  }
  return clusteredShare([...programs.values()])
}

function summaryOf({ suite }: RunRow, { counts, errors, rollouts }: Counted) {
  const whole = (one: RunCount) => [one.right, one.total] as const
  const part = (at: number) => sharesBy(counts, ({ parts }) => parts[at] ?? [0, 0])
  const actions = [...FORWARD_ACTIONS, ...INVERSE_ACTIONS].filter((action) =>
    counts.some((one) => one.action === action),
  )
  return {
    programs: new Set(counts.map(({ program }) => program)).size,
    all: sharesBy(counts, whole),
    byAction: actions.map((action) => ({
      action,
      ...sharesBy(
        counts.filter((one) => one.action === action),
        whole,
      ),
    })),
    components: {
      event: part(0),
      line: part(1),
      locals: part(2),
      rawLocals: part(3),
      argument: part(4),
    },
    errors,
    survival: suite === 'horizon' ? survivalCurve(rollouts) : [],
  }
}

/** Refuses in a sentence what would make two numbers that mean different things look comparable. */
async function compare(
  store: Store,
  ids: { readonly first: string; readonly second: string },
  signal: Signal,
): Promise<RunComparison> {
  const first = await store.read('runGet', { run: ids.first }, { signal })
  const second = await store.read('runGet', { run: ids.second }, { signal })
  const unfinished = [first, second].find(({ state }) => state !== 'done')
  if (unfinished !== undefined) throw conflict(`Run ${unfinished.run} is not done yet.`)
  if (first.suite !== second.suite) {
    throw conflict(`The runs are of different suites, ${first.suite} and ${second.suite}.`)
  }
  if (first.scorer !== second.scorer) {
    throw conflict(`The runs were scored by different rules, ${first.scorer} and ${second.scorer}.`)
  }
  const options = { signal, deadlineMs: 60_000 }
  const { sameSet, clusters } = await store.read('runPairs', ids, options)
  if (!sameSet) {
    throw conflict(
      'The runs are over different sets of trajectories, so no step of one is a step of the other.',
    )
  }
  return { first, second, programs: clusters.length, ...pairedTest(clusters) }
}

function conflict(sentence: string): ServiceError {
  return new ServiceError('conflict', sentence)
}
