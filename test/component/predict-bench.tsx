import { screen } from '@testing-library/react'
import { crewHere } from '../../main/jobs/crew/tasks.ts'
import { run as runKind } from '../../main/jobs/kinds/run.ts'
import { JobRunner } from '../../main/jobs/runner.ts'
import type { Engines } from '../../main/runtime/engines.ts'
import { ChangeHub } from '../../main/services/change-hub.ts'
import type { Deps } from '../../main/services/deps.ts'
import { hostHandlers } from '../../main/services/host.ts'
import { jobHandlers } from '../../main/services/jobs.ts'
import { labelHandlers } from '../../main/services/labels.ts'
import { modelHandlers } from '../../main/services/models.ts'
import { runHandlers } from '../../main/services/runs.ts'
import { steppingHandlers } from '../../main/services/stepping.ts'
import { traceHandlers } from '../../main/services/traces.ts'
import { trajectoryHandlers } from '../../main/services/trajectories.ts'
import { treeHandlers } from '../../main/services/trees.ts'
import { createSession } from '../../renderer/src/api/session.ts'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import {
  engineAtom,
  listedAtom,
  modeAtom,
  pendingStepAtom,
  shownSideAtom,
  startAtom,
  waysAtom,
} from '../../renderer/src/views/predict/predict-state.ts'
import { PredictView } from '../../renderer/src/views/predict/predict-view.tsx'
import { must } from '../../shared/base/assert.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import type { Engine } from '../../shared/model/engine.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { TraceId } from '../../shared/trace/event.ts'
import { rootScope } from '../../shared/trajectory/scope.ts'
import type { ActionName, Direction, TrajectoryId } from '../../shared/trajectory/types.ts'
import { SELF } from '../store/samples.ts'
import { walkOf } from '../support/courses.ts'
import { BASELINES_ONLY, directContext, openDirectStore } from '../support/direct-store.ts'
import { SCALE } from '../support/hand-trace.ts'
import { storeTrace } from '../support/stored-trace.ts'
import { mount } from './mount.tsx'

export const FORWARD = 'j_forward'
export const INVERSE = 'j_inverse'

const OTHER_HOST = new Proxy({} as Handlers<WorkbenchContract>, {
  get: (_, name) => () => {
    throw new ServiceError('unavailable', `${String(name)} is not part of this host.`)
  },
})

type Store = ReturnType<typeof openDirectStore>['store']

async function addTrajectory(
  store: Store,
  { trace, id, direction, action }: Readonly<Record<string, string>>,
): Promise<void> {
  const walked = walkOf(SCALE, direction as Direction, 1, action as ActionName)
  const trajectory = {
    id: id as TrajectoryId,
    trace: trace as TraceId,
    policy: 'by-hand',
    seed: 1,
    ordinal: direction === 'forward' ? 0 : 1,
    scope: must(rootScope(SCALE.tree), 'scope'),
    resampled: 0,
    ...must(walked, 'walk'),
  }
  await store.write('trajectoriesStage', { job: 'k_1', trajectories: [trajectory] })
}

async function sceneStore() {
  const { db, store } = openDirectStore()
  const source = { ...SCALE, truncated: false, inherited: 0 }
  const trace = await storeTrace(store, source as never)
  await addTrajectory(store, { trace, id: FORWARD, direction: 'forward', action: 'step_into' })
  await addTrajectory(store, { trace, id: INVERSE, direction: 'inverse', action: 'inv_step_into' })
  await store.write('trajectoriesPublish', { job: 'k_1' })
  return { db, store, trace }
}

/** The services that the view needs, as they are, on a store in memory. */
function servicesOn(store: Store, engines: Engines) {
  const hub = new ChangeHub()
  const jobs = new JobRunner({
    store,
    crew: crewHere(store),
    tracer: () => Promise.reject(new Error('nothing is recorded here')),
    engines,
    appVersion: '0',
    owner: SELF,
    announce: hub.announce,
    log: () => {},
  })
  const deps = {
    store,
    jobs,
    engines,
    announce: hub.announce,
    onChange: hub.onChange,
    config: { storePath: '/store', appVersion: '0' },
    host: { kind: 'web', reveal: null, pickFolder: null },
  } as unknown as Deps
  const handlers = {
    ...hostHandlers(deps),
    ...traceHandlers(deps),
    ...treeHandlers(deps),
    ...trajectoryHandlers(deps),
    ...steppingHandlers(deps),
    ...modelHandlers(deps),
    ...runHandlers(deps),
    ...jobHandlers(deps),
    ...labelHandlers(deps),
  }
  return new Proxy(handlers, {
    get: (own, name) => Reflect.get(own, name) ?? Reflect.get(OTHER_HOST, name),
  }) as Handlers<WorkbenchContract>
}

/** The baselines, and a model by its name. */
function enginesWith(model: Engine | undefined): Engines {
  if (model === undefined) return BASELINES_ONLY
  const { name, kind, about, mark } = model.info
  const known: Pick<Engines, 'get' | 'list'> = {
    get: async (choice) => (choice.model === name ? model : BASELINES_ONLY.get(choice)),
    list: async () => [{ name, kind, about, mark, reason: null }, ...(await BASELINES_ONLY.list())],
  }
  return known as Engines
}

interface Scene {
  /** Runs that are done before the view opens, as `model=faults` or `model`, with their suite. */
  readonly runs?: readonly (readonly [
    model: string,
    faults: string | null,
    suite: 'next-state' | 'horizon',
  ])[]
  readonly trajectory?: string | null
  readonly engine?: string | null
  /** A model that answers as the test says, beside the baselines. */
  readonly model?: Engine
}

/** The Predict view over the real services, on the program of neural-debugger.md 2.4. */
export async function openPredict(scene: Scene = {}) {
  const { runs = [], trajectory = FORWARD, engine = null, model } = scene
  const { store, trace } = await sceneStore()
  for (const [model, faults, suite] of runs) {
    const request = runKind.input.parse({ model, faults, suite, where: '', seed: 3 })
    await runKind.run(request, directContext(store))
  }
  listedAtom.set(false)
  pendingStepAtom.set(null)
  startAtom.set(null)
  waysAtom.set(new Map())
  modeAtom.set('forced')
  shownSideAtom.set('predicted')
  engineAtom.set(engine)
  placeAtom.set({ view: 'predict', focus: { ...NO_FOCUS, trace, trajectory } })
  const session = createSession(async () => {
    const [page, far] = createMemoryWires()
    serve(contract, servicesOn(store, enginesWith(model)), far, (name, error) => {
      throw new Error(`${name} failed`, { cause: error })
    })
    return page
  })
  await session.connect()
  return { ...mount(session, <PredictView />), store, trace, session }
}

/** The row of a variable or a part in the table of three states, as its cells read. */
export function cellsOf(name: string): string[] {
  const row = screen.getByRole('row', { name: new RegExp(`^${name} `) })
  return [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')
}

/** What the list of steps says of each. */
export function stepRows(): string[] {
  const list = screen.getByRole('listbox', { name: 'Steps' })
  return [...list.querySelectorAll('[role="option"]')].map((row) => row.textContent ?? '')
}
