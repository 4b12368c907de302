import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { WorkbenchContract } from '../../../shared/contract/index.ts'
import type {
  ComparedRow,
  ListedRun,
  PredictionChoice,
  RunComparison,
  RunPivot,
  RunPredictionRow,
  RunSummary,
} from '../../../shared/contract/runs.ts'
import type { Dimension } from '../../../shared/model/pivot.ts'
import type { GivenOf } from '../../../shared/rpc/contract.ts'
import type { ActionName } from '../../../shared/trajectory/types.ts'
import { noteStartedJob } from './jobs.ts'
import { type PagedRows, type PageOf, usePagedRows } from './pages.ts'
import { useSession } from './session.ts'

/** Every run, the newest first. */
export function useRuns(): PagedRows<ListedRun, PageOf<ListedRun>> {
  const session = useSession()
  return usePagedRows<ListedRun, PageOf<ListedRun>>(['run', 'page'], (offset, limit, signal) =>
    session.call('run.page', { offset, limit }, { signal }),
  )
}

/** What a run that is at work shows is read again whenever its job tells how far it is. */
function keyOf(isLive: boolean, ...rest: readonly unknown[]): readonly unknown[] {
  return [isLive ? 'job' : 'run', 'of', ...rest]
}

/** How a run stands now; idle while `run` is null. */
export function useRunStanding(run: string | null, isLive: boolean) {
  const session = useSession()
  return useQuery({
    queryKey: keyOf(isLive, 'standing', run),
    queryFn: ({ signal }): Promise<ListedRun> =>
      session.call('run.standing', { run: run ?? '' }, { signal }),
    enabled: run !== null,
  })
}

/** What a run comes to, as far as it is done; read again at each new stage of it. */
export function useRunSummary(run: string, stage: number) {
  const session = useSession()
  return useQuery({
    queryKey: ['run', 'summary', run, stage],
    queryFn: async ({ signal }): Promise<RunSummary> =>
      (await session.call('run.get', { run }, { signal })).summary,
    placeholderData: keepPreviousData,
  })
}

/** A run under two dimensions, as far as it is done; read again at each new stage of it. */
export function useRunPivot(
  run: string,
  stage: number,
  dimensions: { readonly rows: Dimension; readonly columns: Dimension },
) {
  const session = useSession()
  return useQuery({
    queryKey: ['run', 'pivot', run, stage, dimensions],
    queryFn: ({ signal }): Promise<RunPivot> =>
      session.call('run.pivot', { run, ...dimensions }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Predictions of a run that were chosen, in the order of its set. */
export function useRunPredictions(
  run: string,
  choice: PredictionChoice,
  isLive: boolean,
): PagedRows<RunPredictionRow, PageOf<RunPredictionRow>> {
  const session = useSession()
  return usePagedRows<RunPredictionRow, PageOf<RunPredictionRow>>(
    keyOf(isLive, 'predictions', run, choice),
    (offset, limit, signal) =>
      session.call('run.predictions', { run, choice, offset, limit }, { signal }),
  )
}

/** Two runs held against each other; the error says in a sentence why they cannot be. Idle while one is null. */
export function useComparison(first: string | null, second: string | null) {
  const session = useSession()
  return useQuery({
    queryKey: ['run', 'compare', first, second],
    queryFn: ({ signal }): Promise<RunComparison> =>
      session.call('run.compare', { first: first ?? '', second: second ?? '' }, { signal }),
    enabled: first !== null && second !== null,
  })
}

export interface FlipsAsked {
  readonly first: string
  readonly second: string
  readonly flip: 'lost' | 'won'
  readonly action: ActionName | null
}

/** Steps that flipped between two runs, in the order of the set. */
export function useFlips(asked: FlipsAsked): PagedRows<ComparedRow, PageOf<ComparedRow>> {
  const session = useSession()
  return usePagedRows<ComparedRow, PageOf<ComparedRow>>(
    ['run', 'flips', asked],
    (offset, limit, signal) => session.call('run.flips', { ...asked, offset, limit }, { signal }),
  )
}

/** What is asked of a run; everything else is as it is by itself. */
export type RunAsked = GivenOf<WorkbenchContract['run.start']>

/** Starts a run; resolves to its job's id. */
export function useStartRun() {
  const session = useSession()
  return useMutation({
    mutationFn: async (request: RunAsked): Promise<string> => {
      const { job } = await session.call('run.start', request)
      return noteStartedJob(session, job)
    },
  })
}
