import { useMutation, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { NewModel } from '../../../shared/contract/models.ts'
import type {
  CourseRun,
  StepAsk,
  StepPrediction,
  StepToken,
} from '../../../shared/contract/stepping.ts'
import { errorText } from './errors.ts'
import { noteStartedJob } from './jobs.ts'
import { type Session, useSession } from './session.ts'

/** Every engine there is or could be; to list them, the folders of added models are read. */
export function useEngines({ enabled = true } = {}) {
  const session = useSession()
  return useQuery({
    queryKey: ['model', 'list'],
    queryFn: async ({ signal }) => (await session.call('model.list', {}, { signal })).engines,
    enabled,
  })
}

/** Puts a model on this machine's list. */
export function useAddModel() {
  const session = useSession()
  return useMutation({
    mutationFn: (input: NewModel) => session.call('model.add', input),
    onSuccess: () => session.queryClient.invalidateQueries({ queryKey: ['model'] }),
  })
}

/** Takes a model off the list; its files stay. */
export function useRemoveModel() {
  const session = useSession()
  return useMutation({
    mutationFn: (name: string) => session.call('model.remove', { name }),
    onSuccess: () => session.queryClient.invalidateQueries({ queryKey: ['model'] }),
  })
}

/** Starts a run of one trajectory; resolves to the job's id. */
export function useRunTrajectory() {
  const session = useSession()
  return useMutation({
    mutationFn: async ({
      trajectory,
      ...rest
    }: {
      readonly trajectory: string
      readonly model: string
      readonly codec?: string | undefined
      readonly constraint?: 'codec' | 'none' | undefined
      readonly suite: CourseRun['suite']
    }) => {
      const where = `id == "${trajectory}"`
      const { job } = await session.call('run.start', { ...rest, where })
      return noteStartedJob(session, job)
    },
  })
}

const NO_RUNS: readonly CourseRun[] = []

/** Finished runs that predicted a trajectory, the newest first; none while `trajectory` is null. */
export function useCourseRuns(trajectory: string | null) {
  const session = useSession()
  const { data, isPending, error } = useQuery({
    queryKey: ['run', 'of', trajectory],
    queryFn: async ({ signal }) =>
      (await session.call('step.runs', { trajectory: trajectory ?? '' }, { signal })).runs,
    enabled: trajectory !== null,
  })
  return { runs: data ?? NO_RUNS, isPending: isPending && trajectory !== null, error }
}

/** Where a model first fails, for who is new here. */
export function useFirstFailure() {
  const session = useSession()
  return useQuery({
    queryKey: ['run', 'first-failure'],
    queryFn: async ({ signal }) =>
      (await session.call('step.firstFailure', {}, { signal })).failure,
  })
}

/** A prediction that was asked for. */
export type AskedStep =
  | { readonly state: 'asking'; readonly tokens: readonly StepToken[] }
  | { readonly state: 'done'; readonly prediction: StepPrediction }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'cancelled' }

/** Where a prediction comes from: it is asked for, or a run made it. */
export type StepOrigin =
  | { readonly kind: 'request'; readonly request: StepAsk }
  | {
      readonly kind: 'stored'
      readonly run: string
      readonly trajectory: string
      readonly step: number
    }

/** Predictions kept at once; those read longest ago are read again. */
const KEPT = 3000

/** Predictions under keys of the caller's. They never change, so that what came is kept. */
export class Predictions {
  private readonly session: Session
  private readonly entries = new Map<string, AskedStep>()
  private readonly stops = new Map<string, () => void>()
  private readonly listeners = new Set<() => void>()
  private count = 0

  constructor(session: Session) {
    this.session = session
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Changes whenever something came. */
  readonly version = (): number => this.count

  get(key: string): AskedStep | null {
    return this.entries.get(key) ?? null
  }

  /** Gets a prediction that is not there; resolves once it is, or to null where it failed or was cancelled. */
  async want(key: string, origin: StepOrigin): Promise<StepPrediction | null> {
    const known = this.get(key)
    if (known?.state === 'done') return known.prediction
    return origin.kind === 'stored' ? this.read(key, origin) : this.ask(key, origin.request)
  }

  /** Ends what is being predicted; what had come of it is dropped. */
  cancelAll(): void {
    for (const [key, stop] of this.stops) {
      this.put(key, { state: 'cancelled' })
      stop()
    }
    this.stops.clear()
  }

  private put(key: string, entry: AskedStep): void {
    this.entries.delete(key)
    this.entries.set(key, entry)
    for (const old of this.entries.keys()) {
      if (this.entries.size <= KEPT) break
      this.entries.delete(old)
    }
    this.count += 1
    for (const listener of this.listeners) listener()
  }

  private async read(
    key: string,
    { run, trajectory, step }: StepOrigin & { kind: 'stored' },
  ): Promise<StepPrediction | null> {
    try {
      const prediction = await this.session.call('step.stored', { run, trajectory, step })
      this.put(key, { state: 'done', prediction })
      return prediction
    } catch (error) {
      this.put(key, { state: 'failed', reason: errorText(error) })
      return null
    }
  }

  private ask(key: string, request: StepAsk): Promise<StepPrediction | null> {
    const tokens: StepToken[] = []
    this.put(key, { state: 'asking', tokens })
    return new Promise((resolve) => {
      let made: StepPrediction | null = null
      const end = (): void => {
        this.stops.delete(key)
        resolve(made)
      }
      const stop = this.session.watch('step.predict', request, {
        onItem: (news) => {
          if (news.kind === 'tokens') {
            tokens.push(...news.tokens)
            this.put(key, { state: 'asking', tokens: [...tokens] })
            return
          }
          made = news.prediction
          this.put(key, { state: 'done', prediction: made })
        },
        onEnd: end,
        onError: (error) => {
          this.put(key, { state: 'failed', reason: errorText(error) })
          end()
        },
      })
      this.stops.set(key, () => {
        stop()
        resolve(null)
      })
    })
  }
}

/** Asks for a kept prediction again, from its row; whether the same answer came, to the letter. */
async function askAgain(session: Session, prediction: string): Promise<boolean> {
  const { request, text } = await session.call('step.request', { prediction })
  return new Promise((resolve, reject) => {
    let isSame = false
    session.watch(
      'step.predict',
      { ...request, fresh: true },
      {
        onItem: (news) => {
          if (news.kind === 'prediction') isSame = news.prediction.text === text
        },
        onEnd: () => resolve(isSame),
        onError: reject,
      },
    )
  })
}

/** Checks that a prediction can be made again from what is kept of it. */
export function useAskAgain() {
  const session = useSession()
  return useMutation({ mutationFn: (prediction: string) => askAgain(session, prediction) })
}

const predictionsOf = new WeakMap<Session, Predictions>()

/** The predictions of this page; the component renders again when something came. */
export function usePredictions(): { readonly predictions: Predictions; readonly version: number } {
  const session = useSession()
  const predictions = predictionsOf.get(session) ?? new Predictions(session)
  predictionsOf.set(session, predictions)
  const version = useSyncExternalStore(predictions.subscribe, predictions.version)
  return { predictions, version }
}
