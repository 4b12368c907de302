import { useQuery } from '@tanstack/react-query'
import type {
  PredictedStates,
  PredictionSource,
  PredictionsOf,
} from '../../../shared/contract/predictions.ts'
import { useSession } from './session.ts'
import { streamed } from './streamed.ts'

const NO_SOURCES: readonly PredictionSource[] = []

/** Who predicted states of a trace, the newest run first; undefined until it is known. */
export function usePredictionSources(trace: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['run', 'sources-of-trace', trace],
    queryFn: async ({ signal }) => {
      const { sources } = await session.call('prediction.sources', { trace }, { signal })
      return sources.length === 0 ? NO_SOURCES : sources
    },
  })
}

/** How the states of a trace were predicted by a run or an engine, once all of it is read; idle while `of` is null. */
export function usePredictedStates(trace: string, of: PredictionsOf | null) {
  const session = useSession()
  return useQuery({
    queryKey: ['run', 'states-of-trace', trace, of],
    queryFn: async ({ signal }): Promise<readonly PredictedStates[]> => {
      const parts: PredictedStates[] = []
      if (of === null) return parts
      await streamed(session, {
        name: 'prediction.ofTrace',
        input: { trace, of },
        signal,
        toAnswer: (part) => parts.push(part),
        show: () => {},
      })
      return parts
    },
    enabled: of !== null,
  })
}

/** Whether there is any run, so that something may be predicted; not until it is known. */
export function useHasRuns(): boolean {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['run', 'any'],
    queryFn: async ({ signal }) =>
      (await session.call('run.page', { offset: 0, limit: 1 }, { signal })).total > 0,
  })
  return data ?? false
}
