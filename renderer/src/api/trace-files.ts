import { useMutation } from '@tanstack/react-query'
import type {
  TraceExportRequest,
  TraceImportRequest,
} from '../../../shared/contract/trace-files.ts'
import { noteStartedJob } from './jobs.ts'
import { useSession } from './session.ts'

/** Starts a job that reads the traces of a file; resolves to its id. */
export function useImportTraces() {
  const session = useSession()
  return useMutation({
    mutationFn: async (request: TraceImportRequest): Promise<string> =>
      noteStartedJob(session, (await session.call('trace.import', request)).job),
  })
}

/** Starts a job that writes one trace to a file; resolves to its id. */
export function useExportTrace() {
  const session = useSession()
  return useMutation({
    mutationFn: async (request: TraceExportRequest): Promise<string> =>
      noteStartedJob(session, (await session.call('trace.export', request)).job),
  })
}
