import { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import { contract, type WorkbenchContract } from '../../../shared/contract/index.ts'
import { type Client, createClient } from '../../../shared/rpc/client.ts'
import { ServiceError, type Wire } from '../../../shared/rpc/wire.ts'
import { createInvalidator } from './changes.ts'
import { beginBusy, busyWhile } from './idle.ts'

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

/** A session over wires made by `openWire`, which rejects with one plain sentence when it cannot. */
export function createSession(openWire: () => Promise<Wire>): Session {
  const queryClient = createQueryClient()
  const announce = createInvalidator(queryClient)
  const listeners = new Set<() => void>()
  let status: ConnectionStatus = { state: 'connecting' }
  let client: WorkbenchClient | null = null

  const setStatus = (next: ConnectionStatus): void => {
    status = next
    for (const listener of listeners) listener()
  }
  const lose = (lost: WorkbenchClient | null, reason: string): void => {
    if (lost !== client || status.state === 'lost') return
    client = null
    setStatus({ state: 'lost', reason })
  }
  const current = (): WorkbenchClient => {
    if (client === null) throw new ServiceError('unavailable', LOST)
    return client
  }

  const openClient = async (): Promise<void> => {
    const opened = createClient(contract, await openWire())
    client = opened
    opened.onClose(() => lose(opened, LOST))
    queryClient.setQueryData(['host', 'describe'], await opened.call('host.describe', {}))
    opened.watch(
      'host.changes',
      {},
      {
        onItem: announce,
        onError: (error) => lose(opened, error.message),
        onEnd: () => lose(opened, LOST),
      },
    )
    setStatus({ state: 'open' })
    await queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'host' })
  }

  return {
    queryClient,
    call: (name, input, options) => {
      try {
        return busyWhile(current().call(name, input, options))
      } catch (error) {
        return Promise.reject(error)
      }
    },
    watch: (name, input, handlers) => {
      const end = beginBusy()
      const stop = current().watch(name, input, {
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
    },
    status: () => status,
    onStatus: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect: async () => {
      setStatus({ state: 'connecting' })
      try {
        await busyWhile(openClient())
      } catch (error) {
        client = null
        setStatus({ state: 'lost', reason: error instanceof Error ? error.message : String(error) })
      }
    },
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
