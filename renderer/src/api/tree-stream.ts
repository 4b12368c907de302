import { useEffect, useSyncExternalStore } from 'react'
import type { NodeColumns } from '../../../shared/contract/trees.ts'
import { errorText } from './errors.ts'
import { type Session, useConnection, useSession } from './session.ts'

/** The nodes of a trace as far as they have arrived: chunks in trace order, and whether more will come. */
export interface TreeStreamState {
  readonly chunks: readonly NodeColumns[]
  readonly status: 'loading' | 'done' | 'failed'
  /** One plain sentence when it failed. */
  readonly error: string | null
}

export interface TreeStream {
  readonly get: () => TreeStreamState
  readonly subscribe: (listener: () => void) => () => void
  /** Reads the whole tree again after a failure. */
  readonly retry: () => void
  readonly stop: () => void
}

/** Chunks that arrive within this time are drawn together. */
const PUBLISH_MS = 50
const KEPT_TREES = 3

function startStream(session: Session, trace: string): TreeStream {
  const listeners = new Set<() => void>()
  let state: TreeStreamState = { chunks: [], status: 'loading', error: null }
  let waiting: NodeColumns[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let stopWatch = (): void => {}

  const publish = (patch: Partial<TreeStreamState>): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    state = { ...state, chunks: [...state.chunks, ...waiting], ...patch }
    waiting = []
    for (const listener of listeners) listener()
  }
  const fail = (error: unknown): void => publish({ status: 'failed', error: errorText(error) })
  const start = (): void => {
    try {
      stopWatch = session.watch(
        'tree.nodes',
        { trace },
        {
          onItem: (chunk) => {
            waiting.push(chunk)
            if (state.chunks.length === 0) publish({})
            else timer ??= setTimeout(() => publish({}), PUBLISH_MS)
          },
          onEnd: () => publish({ status: 'done' }),
          onError: fail,
        },
      )
    } catch (error) {
      fail(error)
    }
  }
  start()
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry: () => {
      stopWatch()
      waiting = []
      publish({ chunks: [], status: 'loading', error: null })
      start()
    },
    stop: () => {
      stopWatch()
      if (timer !== null) clearTimeout(timer)
    },
  }
}

const streamsOfSession = new WeakMap<Session, Map<string, TreeStream>>()

/** The stream of a trace. Recorded traces never change, so the last few stay and open at once when asked again. */
export function treeStream(session: Session, trace: string): TreeStream {
  const streams = streamsOfSession.get(session) ?? new Map<string, TreeStream>()
  streamsOfSession.set(session, streams)
  const stream = streams.get(trace) ?? startStream(session, trace)
  streams.delete(trace)
  streams.set(trace, stream)
  for (const [other, old] of streams) {
    if (streams.size <= KEPT_TREES) break
    old.stop()
    streams.delete(other)
  }
  return stream
}

export interface TreeStreamHandle {
  readonly state: TreeStreamState
  readonly retry: () => void
}

const NO_STATE: TreeStreamState = { chunks: [], status: 'loading', error: null }
const NO_STREAM: TreeStream = {
  get: () => NO_STATE,
  subscribe: () => () => {},
  retry: () => {},
  stop: () => {},
}

/** The nodes of a trace while they arrive; none while `trace` is null. */
export function useTreeStream(trace: string | null): TreeStreamHandle {
  const session = useSession()
  const stream = trace === null ? NO_STREAM : treeStream(session, trace)
  const connection = useConnection().state
  useEffect(() => {
    // What a lost connection cut short is read again once there is a new one.
    if (connection === 'open' && stream.get().status === 'failed') stream.retry()
  }, [connection, stream])
  return { state: useSyncExternalStore(stream.subscribe, stream.get), retry: stream.retry }
}
