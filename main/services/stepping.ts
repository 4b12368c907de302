import type { StepNews, StepRequest, stepping } from '../../shared/contract/stepping.ts'
import { StepRequest as StepRequestSchema } from '../../shared/contract/stepping.ts'
import { ServiceError, type Signal } from '../../shared/rpc/wire.ts'
import { type LoadedCourse, loadCourse } from '../jobs/predict/load-course.ts'
import {
  askStep,
  keptAnswer,
  keptStep,
  openStep,
  readAsked,
  stepId,
} from '../jobs/predict/predict-step.ts'
import { followReal } from '../jobs/predict/real-run.ts'
import { predictorOf, runHead } from '../jobs/predict/run-head.ts'
import { storedStepView } from '../jobs/predict/stored-step.ts'
import { codecNamed } from '../jobs/trajectory/codec-named.ts'
import { createTraceCache } from '../jobs/trajectory/trace-cache.ts'
import type { Area } from './area.ts'
import type { Deps } from './deps.ts'
import { requireRecorded } from './require-recorded.ts'

/** Courses kept of trajectories that are stepped through; one made by hand changes. */
const KEPT_COURSES = 3

function createCourses({ store, onChange }: Deps, traces: ReturnType<typeof createTraceCache>) {
  const kept = new Map<string, LoadedCourse>()
  onChange(({ area }) => {
    if (area === 'trajectory') kept.clear()
  })
  return async (trajectory: string, codec: string, signal: Signal): Promise<LoadedCourse> => {
    const key = `${codec} ${trajectory}`
    const source = { store, traces }
    const course =
      kept.get(key) ?? (await loadCourse(source, trajectory, codecNamed(codec), signal))
    kept.delete(key)
    kept.set(key, course)
    for (const other of kept.keys()) {
      if (kept.size <= KEPT_COURSES) break
      kept.delete(other)
    }
    return course
  }
}

function requireWanted(signal: Signal): void {
  if (signal.aborted) throw new ServiceError('cancelled', 'The prediction is no longer wanted.')
}

/** Predictions of single actions, from wherever one stands. */
export const steppingHandlers: Area<typeof stepping> = (deps) => {
  const { store, engines } = deps
  const traces = createTraceCache(store)
  const courseOf = createCourses(deps, traces)
  const open = async (request: StepRequest, signal: Signal) => {
    await requireRecorded(store, request.trace)
    const predictor = await predictorOf(engines, request)
    const head = runHead(predictor, { suite: 'single', where: '' }, [])
    const { loaded } = await traces.get(request.trace, signal)
    const real = await followReal(store, loaded, request, signal)
    return openStep(request, real, { predictor, head })
  }
  const predict = async (
    { fresh, ...request }: StepRequest & { readonly fresh: boolean },
    emit: (news: StepNews) => void,
    signal: Signal,
  ): Promise<void> => {
    const step = await open(request, signal)
    const { head } = step
    const id = stepId(head.run, request)
    const kept = fresh ? null : await store.read('stepGet', { id }, { signal })
    if (kept !== null) {
      const { ms, predictedAt } = kept
      const answered = { answer: keptAnswer(kept), ms, predictedAt, id }
      emit({ kind: 'prediction', prediction: readAsked(step, answered) })
      return
    }
    const began = performance.now()
    const onToken = (token: Parameters<Parameters<typeof askStep>[0]['onToken']>[0]): void =>
      emit({ kind: 'tokens', tokens: [token] })
    const asking = { predictor: step.predictor, request, step, onToken }
    const answer = await askStep(asking, signal)
    requireWanted(signal)
    const isKept = store.readOnlyReason === null
    const took = { ms: performance.now() - began, predictedAt: Date.now() }
    const prediction = readAsked(step, { answer, id: isKept ? id : null, ...took })
    if (isKept) {
      await store.write('runBegin', { head, job: null, trajectories: [] })
      await store.write('stepAdd', keptStep(step, prediction, answer))
    }
    emit({ kind: 'prediction', prediction })
  }
  return {
    'step.predict': (input, emit, { signal }) => predict(input, emit, signal),
    'step.request': async ({ prediction }, { signal }) => {
      const kept = await store.read('stepGet', { id: prediction }, { signal })
      if (kept === null) {
        throw new ServiceError(
          'not-found',
          `There is no prediction ${prediction} in this workspace.`,
        )
      }
      const request = StepRequestSchema.parse(JSON.parse(kept.requestJson))
      return { request, text: keptAnswer(kept).text }
    },
    'step.runs': async (input, { signal }) => ({
      runs: await store.read('stepRuns', input, { signal }),
    }),
    'step.stored': async ({ run, trajectory, step }, { signal }) => {
      const stored = await store.read('stepStored', { run, trajectory, step }, { signal })
      return storedStepView(await courseOf(trajectory, stored.codec, signal), stored, step)
    },
    'step.firstFailure': (_, { signal }) => store.read('stepFirstFailure', {}, { signal }),
  }
}
