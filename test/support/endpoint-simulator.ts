import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { Completion, type Dialect, type ScriptedToken } from './endpoint-dialects.ts'
import type { Fault } from './endpoint-faults.ts'

/** What a completion request asked for, as far as the simulator looks at it. */
export interface CompletionBody {
  readonly model: string
  readonly prompt: string
  readonly max_tokens: number
  readonly stop?: readonly string[]
  readonly logprobs?: number
  readonly [field: string]: unknown
}

/** A request as it came; headers with all that a client told. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: CompletionBody | null
}

/** A request with the means to answer it. */
export interface Asked {
  readonly seen: SeenRequest
  /** Number of the request among the completions, from 0. */
  readonly number: number
  readonly response: ServerResponse
  readonly socket: Socket
  /** What would be answered without a fault. */
  readonly completion: Completion | null
}

export interface SimulatorOptions {
  readonly dialect?: Dialect
  readonly models?: readonly string[]
  /** Wanted of every request. */
  readonly key?: string
  /** Tokens of the answer to a prompt, the stop among them. */
  readonly answer?: (
    body: CompletionBody,
  ) => readonly ScriptedToken[] | Promise<readonly ScriptedToken[]>
  /** What goes wrong with a request to the interface; null for nothing. */
  readonly fault?: (asked: Asked) => Fault | null
  /** Speaks https, with a certificate signed by itself. */
  readonly isTls?: boolean
  /** Milliseconds from a request to its answer. */
  readonly delayMs?: number
  /** Milliseconds between the tokens of an answer, which are else sent together. */
  readonly paceMs?: number
  /** Completions at a time; others wait. */
  readonly slots?: number
  /** Does not remember what it was asked, for many requests. */
  readonly isForgetful?: boolean
}

/** A completions server on loopback that answers from a script, with faults. */
export interface Simulator {
  readonly url: string
  readonly port: number
  /** Every request in order. */
  readonly seen: SeenRequest[]
  /** Those for completions. */
  readonly asked: () => CompletionBody[]
  /** Requests that were under way at one time, at most. */
  readonly highest: () => number
  /** Connections that were ever made. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

const TLS = join(import.meta.dirname, '../fixtures/endpoint-tls')

function readBody(request: IncomingMessage): Promise<CompletionBody | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', reject)
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      resolve(text === '' ? null : (JSON.parse(text) as CompletionBody))
    })
  })
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulated = new SimulatedServer(options)
  const { isTls = false } = options
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void simulated.take(request, response).catch(() => response.destroy())
  const server: Server = isTls
    ? createTlsServer(
        {
          key: readFileSync(join(TLS, 'key.pem')),
          cert: readFileSync(join(TLS, 'certificate.pem')),
        },
        listener,
      )
    : createServer(listener)
  server.keepAliveTimeout = 60_000
  let connections = 0
  server.on(isTls ? 'secureConnection' : 'connection', () => connections++)
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`,
    seen: simulated.seen,
    asked: () => simulated.seen.flatMap(({ body }) => (body === null ? [] : [body])),
    highest: () => simulated.highest,
    connections: () => connections,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

class SimulatedServer {
  readonly seen: SeenRequest[] = []
  highest = 0
  private readonly options: SimulatorOptions
  private running = 0
  private completions = 0
  private readonly waiting: (() => void)[] = []

  constructor(options: SimulatorOptions) {
    this.options = options
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const { method = '', url = '', headers, socket } = request
    const seen: SeenRequest = { method, path: url, headers, body }
    if (this.options.isForgetful !== true) this.seen.push(seen)
    const number = body === null ? -1 : this.completions++
    const completion = await this.completionOf(body)
    const asked: Asked = { seen, number, response, socket, completion }
    const fault = this.options.fault?.(asked) ?? null
    if (fault !== null) return fault(asked)
    const { key } = this.options
    if (key !== undefined && headers.authorization !== `Bearer ${key}`) {
      const message = `Incorrect API key provided: ${headers.authorization?.slice(7) ?? 'none'}.`
      json(response, 401, { error: { message, type: 'invalid_request_error', code: 401 } })
    } else if (url.endsWith('/completions')) await this.complete(body, asked)
    else this.tell(url, response)
  }

  private async completionOf(body: CompletionBody | null): Promise<Completion | null> {
    if (body === null) return null
    const { dialect = 'vllm', answer = () => ['1'] } = this.options
    return new Completion(dialect, body, await answer(body))
  }

  private async complete(
    body: CompletionBody | null,
    { response, completion }: Asked,
  ): Promise<void> {
    const { models = ['tiny'], delayMs = 0, paceMs = 0 } = this.options
    if (body !== null && !models.includes(body.model)) {
      const message = `The model \`${body.model}\` does not exist.`
      json(response, 404, { error: { message, type: 'NotFoundError', code: 404 } })
      return
    }
    await this.slot()
    this.highest = Math.max(this.highest, this.running)
    try {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      const events = completion?.events() ?? []
      if (paceMs > 0) await this.stream(events, paceMs, response)
      else response.end(events.join(''))
    } finally {
      this.running--
      this.waiting.shift()?.()
    }
  }

  private async stream(
    events: readonly string[],
    paceMs: number,
    response: ServerResponse,
  ): Promise<void> {
    for (const event of events) {
      response.write(event)
      await new Promise((resolve) => setTimeout(resolve, paceMs))
    }
    response.end()
  }

  private async slot(): Promise<void> {
    const { slots = Number.POSITIVE_INFINITY } = this.options
    if (this.running >= slots) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.running++
  }

  /** What each kind of server tells of itself. */
  private tell(url: string, response: ServerResponse): void {
    const { dialect = 'vllm', models = ['tiny'] } = this.options
    const owners = { vllm: 'vllm', sglang: 'sglang', llama: 'llamacpp', tgi: 'hf' } as const
    const data = models.map((id) => ({ id, object: 'model', owned_by: owners[dialect] }))
    const told: Readonly<Record<string, unknown>> = {
      '/v1/models': { object: 'list', data },
      ...(dialect === 'vllm' ? { '/version': { version: '0.11.2' } } : {}),
      ...(dialect === 'sglang' ? { '/get_server_info': { version: '0.5.4' } } : {}),
      ...(dialect === 'llama'
        ? { '/props': { build_info: 'b7000-abc', eos_token: '<|end_of_text|>' } }
        : {}),
      ...(dialect === 'tgi'
        ? { '/info': { model_id: models[0], version: '3.3.6', model_sha: 'ab12' } }
        : {}),
    }
    if (told[url] === undefined) json(response, 404, { detail: 'Not Found' })
    else json(response, 200, told[url])
  }
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
