import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads'
import { WebSocket as WsSocket } from 'ws'
import { portWire } from '../../main/hosts/node/port-wire.ts'
import type { Port } from '../../main/hosts/node/services-messages.ts'
import { startWebServer } from '../../main/hosts/web/server.ts'
import { createPortWire, openSocketWire } from '../../renderer/src/api/wires.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import type { Wire } from '../../shared/rpc/wire.ts'

/** Both ends of one connection, and how to lose it without a word from the client. */
export interface WirePair {
  readonly client: Wire
  readonly server: Wire
  readonly lose: () => void
  readonly dispose: () => Promise<void>
}

async function memoryPair(): Promise<WirePair> {
  const [client, server] = createMemoryWires()
  return { client, server, lose: server.close, dispose: async () => server.close() }
}

/** Node's port as Electron shows one to the services: messages come inside an event. */
function electronPort(port: NodePort): Port {
  return {
    postMessage: (message) => port.postMessage(message),
    on: (event: 'message' | 'close', listener: (event: { data: unknown }) => void) =>
      event === 'message'
        ? port.on('message', (data) => listener({ data }))
        : port.on('close', () => listener({ data: null })),
    start: () => port.start(),
    close: () => port.close(),
  }
}

async function portPair(): Promise<WirePair> {
  const { port1, port2 } = new MessageChannel()
  return {
    client: createPortWire(port1 as unknown as MessagePort),
    server: portWire(Promise.resolve(electronPort(port2))),
    lose: () => port2.close(),
    dispose: async () => port2.close(),
  }
}

/** The page's WebSocket: a browser names the page's origin by itself. */
class PageSocket extends WsSocket {
  constructor(url: string) {
    super(url, { origin: new URL(url.replace('ws', 'http')).origin })
  }
}

async function socketPair(): Promise<WirePair> {
  Object.assign(globalThis, { WebSocket: PageSocket })
  const served = Promise.withResolvers<Wire>()
  const server = await startWebServer(
    { serve: served.resolve, http: async () => new Response(null, { status: 404 }) },
    { port: 0, token: 'token', origins: [], onError: () => {} },
  )
  const client = await openSocketWire(`ws://127.0.0.1:${server.port}/socket`, 'token')
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => {
    closing ??= server.close()
    return closing
  }
  return { client, server: await served.promise, lose: () => void close(), dispose: close }
}

/** The three kinds of connection, each with the two ends that the workbench ships. */
export const WIRES: readonly { readonly name: string; readonly open: () => Promise<WirePair> }[] = [
  { name: 'memory', open: memoryPair },
  { name: 'message port', open: portPair },
  { name: 'WebSocket on loopback', open: socketPair },
]
