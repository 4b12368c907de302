import { useMutation, useQuery } from '@tanstack/react-query'
import type { ExportRequest, ExportRow } from '../../../shared/contract/exports.ts'
import { noteStartedJob } from './jobs.ts'
import { useSession } from './session.ts'

const LISTED = 100

/** Earlier exports, newest first. */
export function useExports() {
  const session = useSession()
  return useQuery({
    queryKey: ['export', 'page'],
    queryFn: async ({ signal }): Promise<readonly ExportRow[]> =>
      (await session.call('export.page', { offset: 0, limit: LISTED }, { signal })).rows,
  })
}

/** An absolute path that an export could go to; asked again after each export. */
export function useSuggestedFolder() {
  const session = useSession()
  return useQuery({
    queryKey: ['export', 'suggest'],
    queryFn: async ({ signal }) => (await session.call('export.suggest', {}, { signal })).directory,
  })
}

/** Starts an export job; resolves to its id. */
export function useStartExport() {
  const session = useSession()
  return useMutation({
    mutationFn: async (request: ExportRequest): Promise<string> => {
      const { job } = await session.call('export.start', request)
      return noteStartedJob(session, job)
    },
  })
}
