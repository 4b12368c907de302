import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { WebSocketServer, WebSocket as WsSocket } from 'ws'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import type { Wire } from '../../shared/rpc/wire.ts'

/** Both ends of one connection, and how to lose it without a word from the client. */
export interface WirePair {
  readonly client: Wire
  readonly server: Wire
  readonly lose: () => void
  readonly dispose: () => Promise<void>
}

/** The closing half of a wire: every listener is called once, also one that comes late. */
function createClosing(): { fire: () => void; isClosed: () => boolean; onClose: Wire['onClose'] } {
  let closed = false
  const listeners: (() => void)[] = []
  return {
    isClosed: () => closed,
    fire: () => {
      if (closed) return
      closed = true
      for (const listener of listeners) listener()
    },
    onClose: (listener) => {
      if (closed) queueMicrotask(listener)
      else listeners.push(listener)
    },
  }
}

export function createPortWire(port: MessagePort): Wire {
  const closing = createClosing()
  port.on('close', closing.fire)
  return {
    // Through text, as every other wire: structured clone would let dates and maps pass.
    post: (message) => {
      const text = JSON.stringify(message)
      if (!closing.isClosed()) port.postMessage(text)
    },
    onMessage: (listener) => void port.on('message', (text: string) => listener(JSON.parse(text))),
    onClose: closing.onClose,
    close: () => {
      port.close()
      closing.fire()
    },
  }
}

export function createSocketWire(socket: WsSocket): Wire {
  const closing = createClosing()
  socket.on('close', closing.fire)
  socket.on('error', closing.fire)
  return {
    post: (message) => {
      const text = JSON.stringify(message)
      if (socket.readyState === WsSocket.OPEN) socket.send(text)
    },
    onMessage: (listener) =>
      void socket.on('message', (data) => listener(JSON.parse(data.toString()))),
    onClose: closing.onClose,
    close: () => {
      socket.close()
      closing.fire()
    },
  }
}

async function memoryPair(): Promise<WirePair> {
  const [client, server] = createMemoryWires()
  return { client, server, lose: server.close, dispose: async () => server.close() }
}

async function portPair(): Promise<WirePair> {
  const { port1, port2 } = new MessageChannel()
  const client = createPortWire(port1)
  const server = createPortWire(port2)
  return { client, server, lose: () => port2.close(), dispose: async () => port2.close() }
}

async function socketPair(): Promise<WirePair> {
  const listener = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(listener, 'listening')
  const accepted = once(listener, 'connection') as Promise<[WsSocket]>
  const near = new WsSocket(`ws://127.0.0.1:${(listener.address() as AddressInfo).port}`)
  const [[far]] = await Promise.all([accepted, once(near, 'open')])
  return {
    client: createSocketWire(near),
    server: createSocketWire(far),
    lose: () => far.terminate(),
    dispose: async () => {
      near.terminate()
      far.terminate()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** The three kinds of connection the workbench runs over. */
export const WIRES: readonly { readonly name: string; readonly open: () => Promise<WirePair> }[] = [
  { name: 'memory', open: memoryPair },
  { name: 'worker message port', open: portPair },
  { name: 'WebSocket on loopback', open: socketPair },
]
