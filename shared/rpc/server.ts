import {
  type CallSpec,
  type Contract,
  describeIssues,
  type InputOf,
  type ItemOf,
  type OutputOf,
  type StreamSpec,
} from './contract.ts'
import { type ClientMessage, type ErrorCode, ServiceError, type Signal, type Wire } from './wire.ts'

/** What a handler may know of its request: whether it is still wanted. */
export interface RequestContext {
  readonly signal: Signal
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

/** Told of every failure that is not the caller's: the host logs it, the caller gets one sentence. */
export type ReportBug = (name: string, error: unknown) => void

class RequestSignal implements Signal {
  aborted = false
  private readonly listeners = new Set<() => void>()
  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.aborted) listener()
    else this.listeners.add(listener)
  }
  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener)
  }
  abort(): void {
    if (this.aborted) return
    this.aborted = true
    for (const listener of [...this.listeners]) listener()
    this.listeners.clear()
  }
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
  const open = new Map<number, RequestSignal>()

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
    const signal = new RequestSignal()
    open.set(id, signal)
    try {
      const handler = handlers[name] as (input: unknown, ctx: RequestContext) => unknown
      const output = await handler(input, { signal })
      if (!open.has(id)) return
      const parsed = spec.output.safeParse(output)
      if (!parsed.success) throw new Error(describeIssues('its answer', parsed.error.issues))
      wire.post({ t: 'value', id, value: parsed.data })
    } catch (error) {
      if (open.has(id)) failWith(id, name, error)
    } finally {
      open.delete(id)
    }
  }

  const runStream = async (
    id: number,
    name: string,
    spec: StreamSpec<unknown, unknown>,
    input: unknown,
  ) => {
    const signal = new RequestSignal()
    open.set(id, signal)
    const emit = (item: unknown): void => {
      if (!open.has(id)) return
      const parsed = spec.item.safeParse(item)
      if (!parsed.success) throw new Error(describeIssues('its item', parsed.error.issues))
      wire.post({ t: 'item', id, item: parsed.data })
    }
    try {
      const handler = handlers[name] as (
        input: unknown,
        emit: (item: unknown) => void,
        ctx: RequestContext,
      ) => Promise<void>
      await handler(input, emit, { signal })
      if (open.has(id)) wire.post({ t: 'end', id })
    } catch (error) {
      if (open.has(id)) failWith(id, name, error)
    } finally {
      open.delete(id)
    }
  }

  wire.onMessage((message) => {
    if (!isClientMessage(message)) return
    if (message.t === 'cancel') {
      const signal = open.get(message.id)
      open.delete(message.id)
      signal?.abort()
      return
    }
    const { id, name } = message
    if (open.has(id)) return fail(id, 'bad-input', `Request number ${id} is already in use.`)
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
  wire.onClose(() => {
    const signals = [...open.values()]
    open.clear()
    for (const signal of signals) signal.abort()
  })
}
