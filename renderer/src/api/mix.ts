import { useMutation } from '@tanstack/react-query'
import type { MixRequest } from '../../../shared/contract/drawing.ts'
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
