import { useMutation, useQuery } from '@tanstack/react-query'
import type { EngineAbout, GivenRequest } from '../../../shared/contract/recording.ts'
import { noteStartedJob } from './jobs.ts'
import { useSession } from './session.ts'

/** The engines of this machine; `python` names an interpreter of the user's, null takes the first one found. */
export function useEngines(python: string | null) {
  const session = useSession()
  return useQuery({
    queryKey: ['engine', 'list', python],
    queryFn: async ({ signal }): Promise<readonly EngineAbout[]> =>
      (await session.call('trace.engines', { python }, { signal })).engines,
    // While another interpreter is looked at, what is known of the engines stays.
    placeholderData: (previous) => previous,
  })
}

/** Agrees, or no longer agrees, to record where nothing contains a program. */
export function useConsent() {
  const session = useSession()
  return useMutation({
    mutationFn: (agree: boolean) => session.call('trace.consent', { agree }),
    onSuccess: () => session.queryClient.invalidateQueries({ queryKey: ['engine'] }),
  })
}

/** Starts a recording job, or a probe of one; resolves to the job's id. */
export function useStartRecording(name: 'trace.record' | 'trace.probe') {
  const session = useSession()
  return useMutation({
    mutationFn: async (request: GivenRequest): Promise<string> => {
      const { job } = await session.call(name, request)
      return noteStartedJob(session, job)
    },
  })
}
