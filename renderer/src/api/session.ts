import { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import { contract, type WorkbenchContract } from '../../../shared/contract/index.ts'
import { type Client, createClient } from '../../../shared/rpc/client.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { createInvalidator } from './changes.ts'
import { errorText } from './errors.ts'
import { beginBusy, busyWhile } from './idle.ts'
import type { PageWire } from './wires.ts'

export type ConnectionStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  /** `reason` is one plain sentence for people. */
  | { readonly state: 'lost'; readonly reason: string }

type WorkbenchClient = Client<WorkbenchContract>

/** The page's connection to the services, which outlives a lost wire. */
export interface Session {
  readonly queryClient: QueryClient
  readonly call: WorkbenchClient['call']
  readonly watch: WorkbenchClient['watch']
  readonly status: () => ConnectionStatus
  readonly onStatus: (listener: () => void) => () => void
  /** Opens the wire, or a new one after the last was lost; everything on screen is then read again. */
  readonly connect: () => Promise<void>
}

function createQueryClient(): QueryClient {
  // The services announce every write, so nothing goes stale by time, and the page works without a network.
  const defaults = { networkMode: 'always', retry: false } as const
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...defaults,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: defaults,
    },
  })
}

const LOST = 'The connection to the workbench was lost.'

/** What is told to everyone who looks at the connection. */
function createStatus() {
  const listeners = new Set<() => void>()
  let status: ConnectionStatus = { state: 'connecting' }
  return {
    get: () => status,
    set: (next: ConnectionStatus): void => {
      status = next
      for (const listener of listeners) listener()
    },
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Streams that go on for as long as a job or a model does: between their items there is nothing to wait for. */
const LASTING: readonly string[] = ['job.follow', 'runtime.follow']

/** A stream keeps the page busy until it ends: what it brings is waited for. */
function watchBusily(client: WorkbenchClient): WorkbenchClient['watch'] {
  return (name, input, handlers) => {
    if (LASTING.includes(name)) return client.watch(name, input, handlers)
    const end = beginBusy()
    const stop = client.watch(name, input, {
      onItem: handlers.onItem,
      onEnd: () => {
        end()
        handlers.onEnd?.()
      },
      onError: (error) => {
        end()
        handlers.onError?.(error)
      },
    })
    return () => {
      end()
      stop()
    }
  }
}

/** A session over wires made by `openWire`, which rejects with one plain sentence when it cannot. */
export function createSession(openWire: () => Promise<PageWire>): Session {
  const queryClient = createQueryClient()
  const announce = createInvalidator(queryClient)
  const status = createStatus()
  let client: WorkbenchClient | null = null

  const lose = (lost: WorkbenchClient, reason: string): void => {
    if (lost !== client || status.get().state === 'lost') return
    client = null
    status.set({ state: 'lost', reason })
  }
  const current = (): WorkbenchClient => {
    if (client === null) throw new ServiceError('unavailable', LOST)
    return client
  }
  const open = async (wire: PageWire): Promise<void> => {
    const opened = createClient(contract, wire)
    client = opened
    opened.onClose(() => lose(opened, wire.whyClosed?.() ?? LOST))
    queryClient.setQueryData(['host', 'describe'], await opened.call('host.describe', {}))
    const changes = {
      onItem: announce,
      onError: (error: ServiceError) => lose(opened, error.message),
      onEnd: () => lose(opened, LOST),
    }
    opened.watch('host.changes', {}, changes)
    status.set({ state: 'open' })
    await queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'host' })
  }
  const connect = async (): Promise<void> => {
    status.set({ state: 'connecting' })
    try {
      await open(await openWire())
    } catch (error) {
      client = null
      if (status.get().state !== 'lost') status.set({ state: 'lost', reason: errorText(error) })
    }
  }

  return {
    queryClient,
    call: async (name, input, options) => busyWhile(current().call(name, input, options)),
    watch: (name, input, handlers) => watchBusily(current())(name, input, handlers),
    status: status.get,
    onStatus: status.onChange,
    connect: () => busyWhile(connect()),
  }
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('This component is not inside a SessionContext')
  return session
}

export function useConnection(): ConnectionStatus {
  const session = useSession()
  return useSyncExternalStore(session.onStatus, session.status)
}
