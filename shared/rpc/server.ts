import {
  type CallSpec,
  type Contract,
  describeIssues,
  type InputOf,
  type ItemOf,
  type OutputOf,
  type StreamSpec,
} from './contract.ts'
import { OpenRequests, type ReportBug } from './open-requests.ts'
import { type ClientMessage, type ErrorCode, ServiceError, type Signal, type Wire } from './wire.ts'

/** What a handler may know of its request: whether it is still wanted, and whether the caller keeps up. */
export interface RequestContext {
  readonly signal: Signal
  /** Resolves when most of what was emitted is on its way: a long stream waits for it between items. */
  readonly drained: () => Promise<void>
}

export type Handlers<C extends Contract> = {
  // biome-ignore lint/suspicious/noExplicitAny: matches every call or stream of the table
  readonly [K in keyof C]: C[K] extends CallSpec<any, any>
    ? (input: InputOf<C[K]>, ctx: RequestContext) => Promise<OutputOf<C[K]>> | OutputOf<C[K]>
    : (
        input: InputOf<C[K]>,
        emit: (item: ItemOf<C[K]>) => void,
        ctx: RequestContext,
      ) => Promise<void>
}

function isClientMessage(message: unknown): message is ClientMessage {
  if (typeof message !== 'object' || message === null) return false
  const { t, id, name } = message as { t?: unknown; id?: unknown; name?: unknown }
  if (typeof id !== 'number') return false
  return t === 'cancel' || ((t === 'call' || t === 'watch') && typeof name === 'string')
}

/** Serves one wire until it closes; every request still open is then aborted. */
export function serve<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  wire: Wire,
  reportBug: ReportBug,
): void {
  const requests = new OpenRequests(reportBug)
  const drained = wire.drained ?? (() => Promise.resolve())

  const fail = (id: number, code: ErrorCode, message: string): void => {
    wire.post({ t: 'error', id, code, message })
  }

  const failWith = (id: number, name: string, error: unknown): void => {
    if (error instanceof ServiceError) {
      fail(id, error.code, error.message)
      return
    }
    reportBug(name, error)
    fail(
      id,
      'failed',
      `${name} failed inside the workbench: ${error instanceof Error ? error.message : String(error)}`,
    )
  }

  const runCall = async (
    id: number,
    name: string,
    spec: CallSpec<unknown, unknown>,
    input: unknown,
  ) => {
    const request = requests.begin(id, name)
    try {
      const handler = handlers[name] as (input: unknown, ctx: RequestContext) => unknown
      const output = await handler(input, { signal: request.signal, drained })
      if (!request.isOpen()) return
      const parsed = spec.output.safeParse(output)
      if (!parsed.success) throw new Error(describeIssues('its answer', parsed.error.issues))
      wire.post({ t: 'value', id, value: parsed.data })
    } catch (error) {
      if (request.isOpen()) failWith(id, name, error)
    } finally {
      request.end()
    }
  }

  const runStream = async (
    id: number,
    name: string,
    spec: StreamSpec<unknown, unknown>,
    input: unknown,
  ) => {
    const request = requests.begin(id, name)
    // Never throws: items are often emitted from a listener of somebody else's event.
    const emit = (item: unknown): void => {
      if (!request.isOpen()) return
      try {
        const parsed = spec.item.safeParse(item)
        if (!parsed.success) throw new Error(describeIssues('its item', parsed.error.issues))
        wire.post({ t: 'item', id, item: parsed.data })
      } catch (error) {
        failWith(id, name, error)
        request.abort()
      }
    }
    try {
      const handler = handlers[name] as (
        input: unknown,
        emit: (item: unknown) => void,
        ctx: RequestContext,
      ) => Promise<void>
      await handler(input, emit, { signal: request.signal, drained })
      if (request.isOpen()) wire.post({ t: 'end', id })
    } catch (error) {
      if (request.isOpen()) failWith(id, name, error)
    } finally {
      request.end()
    }
  }

  wire.onMessage((message) => {
    if (!isClientMessage(message)) return
    if (message.t === 'cancel') {
      requests.cancel(message.id)
      return
    }
    const { id, name } = message
    if (requests.has(id)) return fail(id, 'bad-input', `Request number ${id} is already in use.`)
    const spec = Object.hasOwn(contract, name) ? contract[name] : undefined
    const wanted = message.t === 'call' ? 'call' : 'stream'
    if (spec === undefined || spec.type !== wanted) {
      return fail(id, 'not-found', `There is no ${wanted} named ${name}.`)
    }
    const parsed = spec.input.safeParse(message.input)
    if (!parsed.success) {
      return fail(id, 'bad-input', describeIssues(`The input of ${name}`, parsed.error.issues))
    }
    if (spec.type === 'call') void runCall(id, name, spec, parsed.data)
    else void runStream(id, name, spec, parsed.data)
  })
  wire.onClose(() => requests.abortAll())
}
