import type { TraceDetail } from '../../../shared/contract/traces.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import type { StoreReads } from '../../store/store.ts'
import { type LoadedTrace, loadTrace } from './load-trace.ts'

/** Nodes kept of recently used traces, at about 150 bytes each; one trace may be larger alone. */
const MAX_NODES = 500_000

export interface CachedTrace {
  readonly loaded: LoadedTrace
  readonly about: TraceDetail
}

export interface TraceCache {
  readonly get: (trace: string, signal: Signal) => Promise<CachedTrace>
}

/** Traces read on demand, the least recently used ones dropped when they hold many nodes together. */
export function createTraceCache(store: StoreReads): TraceCache {
  const cached = new Map<string, CachedTrace>()
  const trim = (): void => {
    let nodes = 0
    for (const { loaded } of cached.values()) nodes += loaded.tree.nodes.length
    for (const [trace, { loaded }] of cached) {
      if (nodes <= MAX_NODES || cached.size === 1) return
      cached.delete(trace)
      nodes -= loaded.tree.nodes.length
    }
  }
  return {
    get: async (trace, signal) => {
      const known = cached.get(trace)
      cached.delete(trace)
      const entry = known ?? {
        loaded: await loadTrace(store, trace, signal),
        about: await store.read('traceGet', { trace }, { signal }),
      }
      cached.set(trace, entry)
      trim()
      return entry
    },
  }
}
