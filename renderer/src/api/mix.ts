import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { MixLengths, MixRequest } from '../../../shared/contract/drawing.ts'
import { noteStartedJob } from './jobs.ts'
import { useSession } from './session.ts'

/** Starts a job that draws a mix; resolves to its id. */
export function useMixDraw() {
  const session = useSession()
  return useMutation({
    mutationFn: async (request: MixRequest): Promise<string> => {
      const { job } = await session.call('mix.draw', request)
      return noteStartedJob(session, job)
    },
  })
}

/**
 * How long the trajectories of a mix's parts are, by some drawn from the traces of a query; idle for null. What was
 * known of the last mix stays until it is known of this one.
 */
export function useMixLengths(request: MixRequest | null) {
  const session = useSession()
  return useQuery({
    queryKey: ['trace', 'mix lengths', request],
    queryFn: ({ signal }): Promise<MixLengths> =>
      session.call('mix.lengths', request as MixRequest, { signal }),
    enabled: request !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
  })
}
