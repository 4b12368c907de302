import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { StateView } from '../../../shared/contract/trees.ts'
import { errorText } from './errors.ts'
import { type Session, useConnection, useSession } from './session.ts'

/** States of one trace that were read before, in memory; recorded states never change. */
export interface StateCache {
  readonly get: (seq: number) => StateView | undefined
  /** Asks for states that are not there yet; the newest request goes first. */
  readonly want: (seqs: readonly number[]) => void
  /** Changes whenever something arrived. */
  readonly version: () => number
  readonly error: () => string | null
  readonly subscribe: (listener: () => void) => () => void
  /** Mean characters of a state's values, so that callers do not prefetch a great many large ones. */
  readonly meanSize: () => number
}

const BATCH = 64
/** Characters of value text kept; beyond it the states used longest ago are dropped. */
const KEPT_CHARS = 32_000_000

function sizeOf(state: StateView): number {
  let size = state.arg?.text.length ?? 0
  for (const [name, value] of state.locals) size += name.length + value.text.length
  return size
}

interface Entry {
  readonly state: StateView
  readonly size: number
}

function createStore() {
  const entries = new Map<number, Entry>()
  let chars = 0
  let seen = 0
  let seenChars = 0
  return {
    has: (seq: number): boolean => entries.has(seq),
    get: (seq: number): StateView | undefined => {
      const entry = entries.get(seq)
      if (entry === undefined) return undefined
      entries.delete(seq)
      entries.set(seq, entry)
      return entry.state
    },
    add: (state: StateView): void => {
      const size = sizeOf(state)
      entries.set(state.seq, { state, size })
      chars += size
      seen += 1
      seenChars += size
      for (const [seq, old] of entries) {
        if (chars <= KEPT_CHARS || seq === state.seq) break
        entries.delete(seq)
        chars -= old.size
      }
    },
    meanSize: (): number => (seen === 0 ? 0 : seenChars / seen),
  }
}

function createStateCache(session: Session, trace: string): StateCache {
  const store = createStore()
  const listeners = new Set<() => void>()
  let wanted: number[] = []
  let asking = false
  let version = 0
  let failure: string | null = null

  const announce = (): void => {
    version += 1
    for (const listener of listeners) listener()
  }
  const run = async (): Promise<void> => {
    asking = true
    while (wanted.length > 0) {
      try {
        const { states } = await session.call('tree.states', {
          trace,
          seqs: wanted.slice(0, BATCH),
        })
        for (const state of states) store.add(state)
        // Large states come a few at a time: what did not fit stays wanted, behind what is wanted since.
        const answered = new Set(states.map(({ seq }) => seq))
        wanted = wanted.filter((seq) => !answered.has(seq))
        failure = null
      } catch (error) {
        failure = errorText(error)
        wanted = []
      }
      announce()
    }
    asking = false
  }
  return {
    get: store.get,
    version: () => version,
    error: () => failure,
    meanSize: store.meanSize,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    want: (seqs) => {
      const missing = [...new Set(seqs)].filter((seq) => !store.has(seq))
      if (missing.length === 0) return
      wanted = [...missing, ...wanted.filter((seq) => !missing.includes(seq))].slice(0, 4 * BATCH)
      if (!asking) void run()
    },
  }
}

/** Two traces may be looked at beside each other. */
const KEPT_CACHES = 2

const cachesOfSession = new WeakMap<Session, Map<string, StateCache>>()

/** The states of a trace; those of the traces looked at last are kept. */
export function stateCache(session: Session, trace: string): StateCache {
  const caches = cachesOfSession.get(session) ?? new Map<string, StateCache>()
  cachesOfSession.set(session, caches)
  const cache = caches.get(trace) ?? createStateCache(session, trace)
  caches.delete(trace)
  caches.set(trace, cache)
  for (const other of caches.keys()) {
    if (caches.size <= KEPT_CACHES) break
    caches.delete(other)
  }
  return cache
}

export interface KnownStates {
  readonly stateOf: (seq: number | null) => StateView | undefined
  readonly error: string | null
  readonly meanSize: number
  /** Changes when more states are known. */
  readonly version: number
}

/** States of a trace: `wanted` first, then `ahead`, which are only fetched so that they are there when stepped to. */
export function useStateCache(
  trace: string,
  wanted: readonly number[],
  ahead: readonly number[],
): KnownStates {
  const session = useSession()
  const cache = useMemo(() => stateCache(session, trace), [session, trace])
  const version = useSyncExternalStore(cache.subscribe, cache.version)
  const connection = useConnection().state
  useEffect(() => {
    if (connection === 'open') cache.want([...wanted, ...ahead])
  }, [cache, wanted, ahead, connection])
  return useMemo(
    () => ({
      stateOf: (seq) => (seq === null ? undefined : cache.get(seq)),
      error: cache.error(),
      meanSize: cache.meanSize(),
      version,
    }),
    [cache, version],
  )
}

/** The value, taken over only once it has not changed for a while: work that can wait until the user pauses. */
export function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
