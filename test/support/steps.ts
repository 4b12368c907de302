import type { Deps } from '../../main/services/deps.ts'
import { steppingHandlers } from '../../main/services/stepping.ts'
import type { Store } from '../../main/store/store.ts'
import { contract } from '../../shared/contract/index.ts'
import type { GivenState, StepNews, StepPrediction } from '../../shared/contract/stepping.ts'
import type { TrajectoryDetail } from '../../shared/contract/trajectories.ts'
import type { GivenOf } from '../../shared/rpc/contract.ts'
import { BASELINES_ONLY } from './direct-store.ts'

export type AskedStep = GivenOf<(typeof contract)['step.predict']>

/** The services that predict steps, on a store in memory. */
export function stepsOn(store: Store) {
  const used: Partial<Deps> = {
    store,
    engines: BASELINES_ONLY,
    announce: () => {},
    onChange: () => () => {},
  }
  const handlers = steppingHandlers(used as Deps)
  const ask = async (input: AskedStep, signal = new AbortController().signal) => {
    const parsed = contract['step.predict'].input.safeParse(input)
    if (!parsed.success) throw new Error(parsed.error.issues[0]?.message)
    const news: StepNews[] = []
    await handlers['step.predict'](parsed.data, (one) => void news.push(one), { signal } as never)
    return news
  }
  const predict = async (input: AskedStep): Promise<StepPrediction> => {
    const last = (await ask(input)).at(-1)
    if (last?.kind !== 'prediction') throw new Error('no prediction came')
    return last.prediction
  }
  return { handlers, ask, predict }
}

/** A request for step `step` of a trajectory; states that are not given are the recorded ones. */
export function stepOf(
  { row, scope, start, steps }: TrajectoryDetail,
  step: number,
  given: readonly (GivenState | null)[] = [],
): Omit<AskedStep, 'model'> {
  const { trace, direction } = row
  const history = steps
    .slice(0, step)
    .map(({ action }, at) => ({ action, given: given[at + 1] ?? null }))
  const action = steps[step]?.action
  if (action === undefined) throw new Error(`there is no step ${step}`)
  return { trace, direction, scope, start, given: given[0] ?? null, history, action }
}

/** A predicted state as it is fed back; null at an exit and where nothing could be read. */
export function fedBack({ predicted }: StepPrediction): GivenState | null {
  if (predicted?.outcome.kind !== 'state') return null
  const { state } = predicted.outcome
  return { state, line: predicted.line?.number ?? null, edited: false }
}
