import type { SavedView } from '../../shared/contract/corpus.ts'
import type {
  ListedRun,
  RunComparison,
  RunRequest,
  RunRow,
  runs,
} from '../../shared/contract/runs.ts'
import { pivotOf } from '../../shared/model/pivot.ts'
import { clusteredShare, pairedTest } from '../../shared/model/statistics.ts'
import { survivalCurve } from '../../shared/model/survival.ts'
import { ServiceError, type Signal } from '../../shared/rpc/wire.ts'
import { FORWARD_ACTIONS, INVERSE_ACTIONS } from '../../shared/trajectory/types.ts'
import { run } from '../jobs/kinds/run.ts'
import { predictorOf } from '../jobs/predict/run-head.ts'
import type { ModelReads, RunCount } from '../store/model-types.ts'
import type { Store } from '../store/store.ts'
import type { Area } from './area.ts'

/** What counts all predictions of a run may take a while. */
const DEADLINE_MS = 60_000

export const runHandlers: Area<typeof runs> = ({ store, jobs, engines }) => ({
  'run.start': async (input, { signal }) => {
    await predictorOf(engines, input)
    return { job: await jobs.start(run, await resolved(store, input, signal)) }
  },
  'run.page': async (input, { signal }) => {
    const { rows, total } = await store.read('runPage', input, { signal })
    return { rows: await withStanding(store, rows, signal), total }
  },
  'run.standing': async (input, { signal }) => {
    const row = await store.read('runGet', input, { signal })
    const [listed] = await withStanding(store, [row], signal)
    if (listed === undefined) throw new Error(`no standing of run ${row.run}`)
    return listed
  },
  'run.get': async (input, { signal }) => {
    const row = await store.read('runGet', input, { signal })
    const counted = await store.read('runCounts', input, { signal, deadlineMs: DEADLINE_MS })
    return { row, summary: summaryOf(row, counted) }
  },
  'run.predictions': (input, { signal }) => store.read('runPredictions', input, { signal }),
  'run.pivot': async (input, { signal }) => {
    if (input.rows === input.columns) {
      throw new ServiceError('bad-input', 'Rows and columns must be two different things.')
    }
    const counts = await store.read('runPivot', input, { signal, deadlineMs: DEADLINE_MS })
    const { rowValues, columnValues, cells, left } = pivotOf(counts, input)
    return { rowValues: [...rowValues], columnValues: [...columnValues], cells: [...cells], left }
  },
  'run.compare': (input, { signal }) => compare(store, input, signal),
  'run.flips': async (input, { signal }) => {
    await comparable(store, input, signal)
    return store.read('runFlips', input, { signal, deadlineMs: DEADLINE_MS })
  },
})

/** The request with the query of the set that it names. */
async function resolved(store: Store, input: RunRequest, signal: Signal): Promise<RunRequest> {
  if (input.like !== null) {
    const { where, view } = await store.read('runGet', { run: input.like }, { signal })
    return { ...input, where, view }
  }
  if (input.view === null) return input
  const views = ((await store.read('settingGet', { name: 'views' }, { signal })) ??
    []) as SavedView[]
  const view = views.find(({ name }) => name === input.view)
  if (view === undefined) {
    throw new ServiceError('not-found', `There is no saved view ${input.view}.`)
  }
  if (view.level !== 'trajectory') {
    const sentence = `The saved view ${view.name} is of rows of another kind, ${view.level}; a run needs trajectories.`
    throw new ServiceError('bad-input', sentence)
  }
  return { ...input, where: view.where }
}

async function withStanding(
  store: Store,
  rows: readonly RunRow[],
  signal: Signal,
): Promise<ListedRun[]> {
  const ids = rows.map((row) => row.run)
  const options = { signal, deadlineMs: DEADLINE_MS }
  const standings = await store.read('runStandings', { runs: ids }, options)
  return rows.map((row, at) => {
    const { predicted = 0, right = 0, clusters = [] } = standings[at] ?? {}
    const accuracy = clusteredShare(clusters)
    return { ...row, predicted, right, accuracy, programs: clusters.length }
  })
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

const ACTIONS = [...FORWARD_ACTIONS, ...INVERSE_ACTIONS]

function summaryOf({ suite }: RunRow, { counts, errors, rollouts }: Counted) {
  const whole = (one: RunCount) => [one.right, one.total] as const
  const part = (at: number) => sharesBy(counts, ({ parts }) => parts[at] ?? [0, 0])
  const actions = ACTIONS.filter((action) => counts.some((one) => one.action === action))
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

interface Pair {
  readonly first: string
  readonly second: string
}

/** Refuses in a sentence what would make two numbers that mean different things look comparable. */
async function comparable(store: Store, ids: Pair, signal: Signal) {
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
  if (first.set !== second.set) {
    throw conflict(
      'The runs are over different sets of trajectories, so no step of one is a step of the other.',
    )
  }
  return { first, second }
}

async function compare(store: Store, ids: Pair, signal: Signal): Promise<RunComparison> {
  const { first, second } = await comparable(store, ids, signal)
  const options = { signal, deadlineMs: DEADLINE_MS }
  const { clusters, byAction } = await store.read('runPairs', ids, options)
  const actions = ACTIONS.flatMap((action) => {
    const own = byAction.find((one) => one.action === action)?.clusters
    return own === undefined ? [] : [{ action, programs: own.length, ...pairedTest(own) }]
  })
  return {
    ...{ first, second, programs: clusters.length, byAction: actions },
    ...pairedTest(clusters),
  }
}

function conflict(sentence: string): ServiceError {
  return new ServiceError('conflict', sentence)
}
