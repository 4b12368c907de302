import { ServiceError } from '../../shared/rpc/wire.ts'
import type { Store } from '../store/store.ts'

/** Refuses a trace of which more may come: what is drawn, made or kept of it would be of a part of it. */
export async function requireRecorded(store: Store, trace: string): Promise<void> {
  const { recording, program } = await store.read('traceSource', { trace })
  if (!recording) return
  throw new ServiceError('conflict', `The trace of ${program} is still recorded; wait for its end.`)
}
