import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Wire } from '../../../shared/rpc/wire.ts'
import { plainResponse, SECURITY_HEADERS } from '../../http-headers.ts'
import { createGate, type Gate, type Refusal, refuse } from './gate.ts'
import { acceptSocket, createTokenCheck } from './socket-wire.ts'

/** The two doors of the application that a network host opens. */
export interface ServedApp {
  readonly serve: (wire: Wire) => void
  readonly http: (request: Request) => Promise<Response>
}

export interface WebServerOptions {
  /** 0 takes any free port; null the usual one where it is free. */
  readonly port: number | null
  /** What a page must say first on its socket. */
  readonly token: string
  /** Further origins that may use the server: the development server, a tunnel's near end. */
  readonly origins: readonly string[]
  readonly onError: (message: string) => void
}

export interface WebServer {
  readonly port: number
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>
}

const MAX_MESSAGE = 1024 * 1024
/** Where the workbench is looked for when no port was asked for. */
export const USUAL_PORT = 8765
const SOCKET_PATH = '/socket'

/** Listens on 127.0.0.1 only. Rejects with one sentence when the port cannot be had. */
export async function startWebServer(
  app: ServedApp,
  options: WebServerOptions,
): Promise<WebServer> {
  const server = createServer({
    connectionsCheckingInterval: 2000,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5000,
    maxHeaderSize: 16 * 1024,
  })
  server.maxConnections = 256
  await listenSomewhere(server, options.port)
  const { port } = server.address() as AddressInfo
  const gate = createGate(port, options.origins)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
  })
  const tokens = createTokenCheck(options.token)
  server.on('request', (request, response) => {
    answer(app, gate, request, response).catch((error: unknown) => {
      options.onError(`A request failed: ${error instanceof Error ? error.message : String(error)}`)
      response.destroy()
    })
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const refusal = refuseUpgrade(gate, request)
    if (refusal !== null) return refuseSocket(socket, refusal)
    sockets.handleUpgrade(request, socket, head, (accepted) =>
      acceptSocket(accepted, tokens, app.serve),
    )
  })
  return { port, close: () => closeServer(server, sockets) }
}

/** A port that stays the same keeps addresses, open tabs and what the browser remembers alive over a restart. */
async function listenSomewhere(server: Server, port: number | null): Promise<void> {
  if (port !== null) return listen(server, port)
  await listen(server, USUAL_PORT).catch(() => listen(server, 0))
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is already in use; choose another with --port, or leave it out to take a free one.`
          : `The workbench cannot listen on port ${port}: ${error.message}.`
      reject(new Error(why))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

async function answer(
  app: ServedApp,
  gate: Gate,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refuse(gate, request.headers, false) ?? refuseTarget(request)
  const answered =
    refusal === null
      ? await app.http(
          new Request(`http://${request.headers.host}${request.url}`, {
            method: request.method ?? 'GET',
          }),
        )
      : plainResponse(refusal.status, refusal.message)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
  for (const [name, value] of answered.headers) response.setHeader(name, value)
  // A body that nobody reads must not keep the connection open for the next request.
  if (request.method !== 'GET' && request.method !== 'HEAD')
    response.setHeader('Connection', 'close')
  response.writeHead(answered.status)
  response.end(Buffer.from(await answered.arrayBuffer()))
}

/** Only the plain form of a request line is served, and nothing here changes by a request. */
function refuseTarget(request: IncomingMessage): Refusal | null {
  if (!request.url?.startsWith('/') || request.url.startsWith('//')) {
    return { status: 400, message: 'The request line is not understood.' }
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, message: 'Only GET is answered here.' }
  }
  return null
}

function refuseUpgrade(gate: Gate, request: IncomingMessage): Refusal | null {
  const refusal = refuse(gate, request.headers, true)
  if (refusal !== null) return refusal
  if (request.url !== SOCKET_PATH) return { status: 404, message: 'There is no such socket.' }
  return null
}

function refuseSocket(socket: Duplex, { status, message }: Refusal): void {
  const headers = { ...SECURITY_HEADERS, Connection: 'close', 'Content-Length': message.length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} Refused`, ...lines, '', message].join('\r\n'))
}

async function closeServer(server: Server, sockets: WebSocketServer): Promise<void> {
  for (const socket of sockets.clients) socket.close(1001, 'the workbench is stopping')
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
  }, 500)
  await closed
  clearTimeout(timer)
}
