import { lookup as systemLookup } from 'node:dns/promises'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { formatDuration } from '../../../shared/base/words.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import { checkTarget, type ServerAddress } from './address.ts'
import { RemoteFailure } from './failure.ts'
import { failureOf, type Stage } from './network-failure.ts'

export interface Deadlines {
  /** From asking for the address to a connection that is ready. */
  readonly connectMs: number
  /** Without a byte, before the first one too. */
  readonly idleMs: number
  /** One request with all of its answer. */
  readonly totalMs: number
}

export const DEADLINES: Deadlines = { connectMs: 10_000, idleMs: 60_000, totalMs: 600_000 }

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

export interface ConnectionOptions {
  readonly address: ServerAddress
  /** The user has agreed to a server in a private network. */
  readonly privateAllowed: boolean
  /** The key that is kept for the origin; asked for once a connection. */
  readonly keyOf: (origin: string) => Promise<string | null>
  /** Requests that are under way at a time; others wait. */
  readonly concurrency: number
  readonly deadlines: Deadlines
  /** The system's resolver, unless a test gives another. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  /** Whole address, of the connection's own origin. */
  readonly url: string
  readonly body: string | null
  /** Tells this try from others in the server's logs. */
  readonly requestId?: string
}

export interface HttpReply {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** Ends in a RemoteFailure where the connection breaks or a deadline passes. */
  readonly body: AsyncIterable<Uint8Array>
  /** Ends the connection, whatever is still to come. */
  readonly destroy: () => void
}

/** Asks one origin and no other: a redirect is an answer, which is not followed. */
export class Connection {
  readonly options: ConnectionOptions
  private readonly agent: http.Agent
  private ownKey: Promise<string | null> | null = null

  constructor(options: ConnectionOptions) {
    this.options = options
    const { isTls } = options.address
    const settings = {
      keepAlive: true,
      maxSockets: options.concurrency,
      scheduling: 'lifo',
    } as const
    this.agent = isTls ? new https.Agent(settings) : new http.Agent(settings)
  }

  /** The key of this server: for its requests, and to keep it out of what is told. */
  key(): Promise<string | null> {
    this.ownKey ??= this.options.keyOf(this.options.address.origin)
    return this.ownKey
  }

  /** Is used no more: requests under way go on, and then their connections end as those do that nobody uses now. */
  retire(): void {
    this.agent.maxFreeSockets = 0
    for (const sockets of Object.values(this.agent.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy()
    }
  }

  close(): void {
    this.agent.destroy()
  }

  /** Sends a request and resolves when the header of the answer is there. Rejects with a RemoteFailure. */
  async request(asked: HttpRequest, signal: Signal): Promise<HttpReply> {
    const { address, privateAllowed } = this.options
    if (!asked.url.startsWith(`${address.origin}/`))
      throw new Error('the address is of another server')
    if (isIP(address.host) !== 0) checkTarget(address, address.host, { privateAllowed })
    const key = await this.key()
    return new Exchange(this.options, signal).send(asked, {
      agent: this.agent,
      lookup: this.lookup,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
    })
  }

  /** Every address that the name stands for is checked, and one of these very addresses is connected to. */
  private readonly lookup: LookupFunction = (host, { all }, done) => {
    const { address, privateAllowed, resolve = resolveBySystem } = this.options
    resolve(host).then(
      (found) => {
        try {
          for (const { address: ip } of found) checkTarget(address, ip, { privateAllowed })
        } catch (error) {
          done(error as Error, '')
          return
        }
        const first = found[0] ?? { address: '', family: 0 }
        if (all === true) done(null, [...found])
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }
}

function resolveBySystem(host: string): Promise<ResolvedAddress[]> {
  return systemLookup(host, { all: true })
}

interface Sending {
  readonly agent: http.Agent
  readonly lookup: LookupFunction
  readonly headers: Readonly<Record<string, string>>
}

/** One request and its answer, with the clocks that watch them. */
class Exchange {
  private readonly address: ServerAddress
  private readonly deadlines: Deadlines
  private readonly signal: Signal
  private readonly began = performance.now()
  private stage: Stage = 'waiting'
  private request: ClientRequest | null = null
  private response: IncomingMessage | null = null
  private readonly timers = new Map<keyof Deadlines, NodeJS.Timeout>()

  constructor({ address, deadlines }: ConnectionOptions, signal: Signal) {
    this.address = address
    this.deadlines = deadlines
    this.signal = signal
  }

  send(asked: HttpRequest, { agent, lookup, headers }: Sending): Promise<HttpReply> {
    const { promise, resolve, reject } = Promise.withResolvers<HttpReply>()
    const client = this.address.isTls ? https : http
    const request = client.request(asked.url, {
      ...{ method: asked.method, agent, lookup },
      headers: {
        ...headers,
        accept: 'text/event-stream, application/json',
        'user-agent': 'neural-debugger-workbench',
        ...(asked.body === null ? {} : { 'content-type': 'application/json' }),
        ...(asked.requestId === undefined ? {} : { 'x-request-id': asked.requestId }),
      },
    })
    this.request = request
    this.signal.addEventListener('abort', this.abort, { once: true })
    this.watch('totalMs')
    request.once('socket', (socket) => this.follow(socket))
    request.on('error', (error) => {
      const failure = this.failed(error)
      this.end()
      reject(failure)
    })
    request.once('response', (response) => {
      this.stage = 'answering'
      this.response = response
      this.watch('idleMs')
      const destroy = (): void => {
        this.end()
        this.destroy(new Error('no longer wanted'))
      }
      const { statusCode: status = 0 } = response
      resolve({ status, headers: response.headers, body: this.read(response), destroy })
    })
    request.end(asked.body ?? undefined)
    if (this.signal.aborted) this.abort()
    return promise
  }

  /** Follows a new connection through its stages; one that is used again has them behind it. */
  private follow(socket: Socket): void {
    const ready = (): void => {
      clearTimeout(this.timers.get('connectMs'))
      this.stage = 'asked'
      this.watch('idleMs')
    }
    if (!socket.connecting) {
      ready()
      return
    }
    this.stage = 'DNS'
    this.watch('connectMs')
    if (isIP(this.address.host) !== 0) this.stage = 'connect'
    socket.once('lookup', () => {
      this.stage = 'connect'
    })
    socket.once('connect', () => {
      this.stage = 'TLS'
      if (!this.address.isTls) ready()
    })
    if (this.address.isTls) socket.once('secureConnect', ready)
  }

  private async *read(response: IncomingMessage): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of response as AsyncIterable<Uint8Array>) {
        this.timers.get('idleMs')?.refresh()
        yield chunk
      }
      if (!response.complete) throw new Error('aborted')
    } catch (error) {
      throw this.failed(error as Error)
    } finally {
      this.end()
    }
  }

  private watch(which: keyof Deadlines): void {
    clearTimeout(this.timers.get(which))
    const ms = this.deadlines[which]
    const told = formatDuration(ms)
    const timer = setTimeout(() => this.destroy(this.late(which, told)), ms)
    this.timers.set(which, timer)
  }

  private late(which: keyof Deadlines, told: string): RemoteFailure {
    const { origin } = this.address
    if (which === 'connectMs') {
      return new RemoteFailure({
        hop: this.stage === 'DNS' || this.stage === 'TLS' ? this.stage : 'connect',
        isPassing: true,
        message:
          this.stage === 'DNS'
            ? `The name ${this.address.host} was not resolved within ${told}; check it and the network.`
            : this.stage === 'TLS'
              ? `${origin} was reached, but did not agree on encryption within ${told}; check that the port speaks https.`
              : `${origin} did not take the connection within ${told}; check that the server runs, and that no firewall drops it.`,
      })
    }
    const whole = which === 'totalMs'
    return new RemoteFailure({
      hop: this.stage === 'answering' ? 'reply' : 'HTTP',
      isPassing: !whole,
      message: whole
        ? `${origin} was not done with an answer after ${told}; ask for fewer tokens, or for less at a time.`
        : this.stage === 'answering'
          ? `${origin} began an answer and then sent nothing for ${told}.`
          : `${origin} took the request and sent nothing for ${told}; it may be overloaded, or still loading its model.`,
    })
  }

  private readonly abort = (): void => this.destroy(new Error('no longer wanted'))

  /** An answer that has begun ends in the very error; the request's own handlers see it otherwise. */
  private destroy(error: Error): void {
    if (this.response === null) this.request?.destroy(error)
    else this.response.destroy(error)
  }

  private failed(error: Error): Error {
    if (this.signal.aborted || error instanceof RemoteFailure) return error
    const isReused = this.request?.reusedSocket === true
    const ms = performance.now() - this.began
    return failureOf(error, { address: this.address, stage: this.stage, isReused, ms })
  }

  private end(): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.signal.removeEventListener('abort', this.abort)
  }
}
