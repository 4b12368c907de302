import {
  type CallName,
  type Contract,
  describeIssues,
  type GivenOf,
  type ItemOf,
  type OutputOf,
  type StreamName,
} from './contract.ts'
import {
  type ClientMessage,
  ERROR_CODES,
  type ErrorCode,
  type ServerMessage,
  ServiceError,
  type Signal,
  type Wire,
} from './wire.ts'

export interface WatchHandlers<Item> {
  readonly onItem: (item: Item) => void
  readonly onEnd?: () => void
  readonly onError?: (error: ServiceError) => void
}

export interface Client<C extends Contract> {
  /** Answers with the call's parsed output; rejects with a ServiceError. */
  readonly call: <K extends CallName<C>>(
    name: K,
    input: GivenOf<C[K]>,
    options?: { signal?: Signal },
  ) => Promise<OutputOf<C[K]>>
  /** Starts a stream; the returned function stops it. */
  readonly watch: <K extends StreamName<C>>(
    name: K,
    input: GivenOf<C[K]>,
    handlers: WatchHandlers<ItemOf<C[K]>>,
  ) => () => void
  /** Called once when the connection is lost. */
  readonly onClose: (listener: () => void) => void
  readonly close: () => void
}

interface Pending {
  readonly onMessage: (message: ServerMessage) => void
  readonly onLost: () => void
}

function isServerMessage(message: unknown): message is ServerMessage {
  if (typeof message !== 'object' || message === null) return false
  const { t, id } = message as { t?: unknown; id?: unknown }
  return (t === 'value' || t === 'item' || t === 'end' || t === 'error') && typeof id === 'number'
}

function toError(message: { code: ErrorCode; message: string }): ServiceError {
  const code = ERROR_CODES.includes(message.code) ? message.code : 'failed'
  return new ServiceError(code, String(message.message))
}

const CLOSED = 'The connection to the workbench is closed.'
const LOST = 'The connection to the workbench was lost.'

/** Null when the request is on its way, or what kept it from leaving: an input that is not JSON. */
function tryPost(wire: Wire, message: ClientMessage): ServiceError | null {
  try {
    wire.post(message)
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return new ServiceError('bad-input', `The request could not be sent: ${reason}`)
  }
}

/** The typed client of a contract over any wire. Every pending call is rejected when the wire is lost. */
export function createClient<C extends Contract>(contract: C, wire: Wire): Client<C> {
  let nextId = 1
  let lost = false
  const pending = new Map<number, Pending>()

  wire.onMessage((message) => {
    if (isServerMessage(message)) pending.get(message.id)?.onMessage(message)
  })
  wire.onClose(() => {
    lost = true
    // Each in a turn of its own, so that one listener that throws does not leave the others waiting.
    for (const id of pending.keys()) void Promise.resolve().then(() => pending.get(id)?.onLost())
  })

  const call: Client<C>['call'] = (name, input, options) =>
    new Promise((resolve, reject) => {
      const spec = contract[name]
      if (spec?.type !== 'call')
        throw new ServiceError('bad-input', `There is no call named ${name}.`)
      if (lost) throw new ServiceError('unavailable', CLOSED)
      const signal = options?.signal
      if (signal?.aborted) throw new ServiceError('cancelled', `${name} was cancelled.`)
      const id = nextId++
      const finish = (): void => {
        pending.delete(id)
        signal?.removeEventListener('abort', onAbort)
      }
      const fail = (error: ServiceError): void => {
        finish()
        reject(error)
      }
      const onAbort = (): void => {
        fail(new ServiceError('cancelled', `${name} was cancelled.`))
        if (!lost) wire.post({ t: 'cancel', id })
      }
      pending.set(id, {
        onMessage: (message) => {
          if (message.t === 'error') return fail(toError(message))
          if (message.t !== 'value') {
            return fail(
              new ServiceError('failed', `${name} was answered with a ${message.t} message.`),
            )
          }
          const parsed = spec.output.safeParse(message.value)
          if (!parsed.success) {
            const problem = describeIssues(`The answer of ${name}`, parsed.error.issues)
            return fail(new ServiceError('failed', problem))
          }
          finish()
          resolve(parsed.data)
        },
        onLost: () => fail(new ServiceError('unavailable', LOST)),
      })
      signal?.addEventListener('abort', onAbort, { once: true })
      const problem = tryPost(wire, { t: 'call', id, name, input })
      if (problem !== null) fail(problem)
    })

  const watch: Client<C>['watch'] = (name, input, handlers) => {
    const spec = contract[name]
    if (spec?.type !== 'stream')
      throw new ServiceError('bad-input', `There is no stream named ${name}.`)
    const id = nextId++
    const fail = (error: ServiceError): void => {
      pending.delete(id)
      handlers.onError?.(error)
    }
    if (lost) {
      fail(new ServiceError('unavailable', CLOSED))
      return () => {}
    }
    pending.set(id, {
      onMessage: (message) => {
        if (message.t === 'end') {
          pending.delete(id)
          handlers.onEnd?.()
        } else if (message.t === 'error') {
          fail(toError(message))
        } else if (message.t === 'item') {
          const parsed = spec.item.safeParse(message.item)
          if (parsed.success) handlers.onItem(parsed.data)
          else {
            wire.post({ t: 'cancel', id })
            fail(
              new ServiceError('failed', describeIssues(`An item of ${name}`, parsed.error.issues)),
            )
          }
        }
      },
      onLost: () => fail(new ServiceError('unavailable', LOST)),
    })
    const problem = tryPost(wire, { t: 'watch', id, name, input })
    if (problem !== null) fail(problem)
    return () => {
      if (pending.delete(id) && !lost) wire.post({ t: 'cancel', id })
    }
  }

  return { call, watch, onClose: wire.onClose, close: wire.close }
}
