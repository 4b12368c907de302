import { screen } from '@testing-library/react'
import { createSession } from '../../renderer/src/api/session.ts'
import { EvaluateView } from '../../renderer/src/views/evaluate/evaluate-view.tsx'
import type { Change } from '../../shared/contract/host.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import type { JobRow } from '../../shared/contract/jobs.ts'
import type { EngineRow } from '../../shared/contract/models.ts'
import type { ListedRun, RunComparison, RunPredictionRow } from '../../shared/contract/runs.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { mount } from './mount.tsx'

export const JOB: JobRow = {
  job: 'k_1',
  kind: 'run',
  state: 'running',
  paused: false,
  title: 'Run copy on all trajectories, next-state',
  done: 12,
  total: 20,
  text: '12 predictions kept',
  error: null,
  result: null,
  createdAt: 0,
  startedAt: 0,
  endedAt: null,
}

export function listedRun(run: string, change: Partial<ListedRun> = {}): ListedRun {
  const accuracy = { right: 9, total: 10, share: 0.9, interval: [0.8, 1] as [number, number] }
  return {
    run,
    state: 'done',
    suite: 'next-state',
    engine: 'copy',
    identity: 'copy@1',
    mark: null,
    codec: 'nd@1',
    scorer: 'exact@1',
    seed: 1,
    settings: { mode: 'greedy', temperature: 0.6, topP: 0.95, maxTokens: 4096 },
    where: '',
    view: null,
    set: 'one',
    job: JOB.job,
    trajectories: 2,
    steps: 10,
    done: 2,
    createdAt: 0,
    endedAt: 1,
    predicted: 10,
    right: 9,
    programs: 5,
    accuracy,
    ...change,
  }
}

export function prediction(step: number, change: Partial<RunPredictionRow> = {}): RunPredictionRow {
  return {
    trajectory: 'j_1',
    trace: 't_1',
    program: 'merge',
    step,
    direction: 'forward',
    action: 'step_over',
    operand: null,
    target: step + 3,
    depth: 2,
    horizon: 1,
    valueType: 'int',
    seed: 1,
    text: '<|line_sep|>',
    finish: 'stop',
    verdict: 'mismatch',
    error: 'wrong_value',
    path: 'x[0]',
    components: {
      event: 'exact',
      line: 'exact',
      locals: 'different',
      rawLocals: null,
      argument: null,
    },
    reasons: [],
    differences: [{ path: 'x[0]', kind: 'changed', real: '3', predicted: '4' }],
    line: null,
    ms: 1,
    ...change,
  }
}

/** Two runs of one set, of which the second lost one step and won two. */
export function comparison(first: ListedRun, second: ListedRun): RunComparison {
  const paired = { total: 10, wins: 2, losses: 1, ties: 7, difference: 0.1, p: 0.0312 }
  const interval: [number, number] = [-0.05, 0.25]
  const own = { ...paired, interval, programs: 5 }
  return { first, second, ...own, byAction: [{ action: 'step_over', ...own }] }
}

const ENGINES: readonly EngineRow[] = [
  { name: 'copy', kind: 'baseline', about: 'Copies.', mark: 'no model at all', reason: null },
  {
    name: 'ckpt-b',
    kind: 'local',
    about: 'A model.',
    mark: null,
    reason: null,
    codecs: ['slots@1'],
  },
  { name: 'server', kind: 'remote', about: '', mark: null, reason: 'No server answers.' },
]

export interface EvaluateHost {
  runs: ListedRun[]
  jobs: JobRow[]
  /** Every call that was made, with its input. */
  readonly calls: (readonly [name: string, input: unknown])[]
  readonly announce: (change: Change) => void
  readOnly: boolean
}

function handlersOf(host: EvaluateHost, listeners: Set<(change: Change) => void>) {
  const byId = (run: string): ListedRun => {
    const found = host.runs.find((one) => one.run === run)
    if (found === undefined) throw new ServiceError('not-found', `There is no run ${run}.`)
    return found
  }
  const row = {
    verdict: 'match',
    error: null,
    path: null,
    text: 'as it is',
    differences: [],
  } as const
  const known: Partial<Handlers<WorkbenchContract>> = {
    'host.describe': () => ({
      ...({ host: 'web', version: '0', store: '/store', readOnlyReason: null } as const),
      readOnly: host.readOnly,
      capabilities: { reveal: false, pickFolder: false },
    }),
    'host.changes': (_, emit, { signal }) => {
      listeners.add(emit)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    },
    'model.list': () => ({ engines: [...ENGINES] }),
    'corpus.views': () => ({ views: [] }),
    'corpus.saveView': () => ({ views: [] }),
    'trajectory.page': ({ where }) => ({ rows: [], total: where === '' ? 7 : 1 }),
    'job.page': () => ({ rows: host.jobs, total: host.jobs.length }),
    'job.get': ({ job }) => host.jobs.find((one) => one.job === job) ?? JOB,
    'job.cancel': ({ job }) => ({ ...JOB, job, state: 'cancelled' }),
    'run.page': () => ({ rows: host.runs, total: host.runs.length }),
    'run.standing': ({ run }) => byId(run),
    'run.start': ({ model }) => {
      if (model === 'ckpt-b') throw new ServiceError('unavailable', 'The model is not loaded.')
      return { job: JOB.job }
    },
    'run.get': ({ run }) => {
      const row = byId(run)
      const { programs, accuracy: all, suite } = row
      const components = { event: all, line: all, locals: all, rawLocals: all, argument: all }
      const point = { step: 1, atRisk: 10, wrong: 1, share: 0.9, low: 0.8, high: 0.95 }
      return {
        row,
        summary: {
          ...{ programs, all, components },
          byAction: [{ action: 'step_over', ...all }],
          errors: [{ error: 'wrong_value', count: 1 }],
          survival: suite === 'horizon' ? [point] : [],
        },
      }
    },
    'run.predictions': ({ choice, limit }) => {
      const rows = choice.verdict === 'right' ? [] : [prediction(4), prediction(5)]
      return { rows: rows.slice(0, limit), total: rows.length }
    },
    'run.pivot': () => {
      const share = { right: 8, total: 10, share: 0.8, interval: [0.6, 0.9] as [number, number] }
      const few = { right: 1, total: 2, share: 0.5, interval: null, programs: 1 }
      return {
        rowValues: ['step_over', 'step_into'],
        columnValues: ['1', '2'],
        left: { rows: 0, columns: 0 },
        cells: [
          { row: 'step_over', column: '1', ...share, programs: 6 },
          { row: 'step_over', column: '2', ...few },
          { row: 'step_into', column: '2', ...share, programs: 6 },
          { row: null, column: null, ...share, programs: 6 },
        ],
      }
    },
    'run.compare': ({ first, second }) => {
      const [one, other] = [byId(first), byId(second)]
      if (one.set !== other.set) throw new ServiceError('conflict', 'The sets are different.')
      return comparison(one, other)
    },
    'run.flips': ({ flip }) => {
      const { trajectory, trace, program, step, direction, action, operand, target } = prediction(8)
      const place = { trajectory, trace, program, step, direction, action, operand, target }
      const wrong = { ...row, verdict: 'mismatch', error: 'wrong_line' } as const
      const sides = flip === 'lost' ? { first: row, second: wrong } : { first: null, second: row }
      return {
        rows: [
          {
            ...place,
            ...sides,
            first: sides.first && { ...sides.first, differences: [] },
            second: { ...sides.second, differences: [] },
          },
        ],
        total: 1,
      }
    },
  }
  return new Proxy(known, {
    get: (table, name) => {
      const handler = Reflect.get(table, name)
      return (input: unknown, ...rest: unknown[]) => {
        host.calls.push([String(name), input])
        if (handler !== undefined) return handler(input, ...rest)
        throw new ServiceError('unavailable', `${String(name)} is not part of this host.`)
      }
    },
  }) as Handlers<WorkbenchContract>
}

/** Opens the Evaluate view on a host with these runs. */
export async function openEvaluate(change: Partial<EvaluateHost> = {}): Promise<EvaluateHost> {
  const listeners = new Set<(change: Change) => void>()
  const host: EvaluateHost = {
    runs: [],
    jobs: [],
    calls: [],
    readOnly: false,
    announce: (news) => {
      for (const listener of listeners) listener(news)
    },
    ...change,
  }
  const session = createSession(async () => {
    const [page, services] = createMemoryWires()
    serve(contract, handlersOf(host, listeners), services, (name, error) => {
      throw new Error(`${name} failed`, { cause: error })
    })
    return page
  })
  await session.connect()
  mount(session, <EvaluateView />)
  await screen.findAllByRole('button', { name: 'New run' })
  return host
}
