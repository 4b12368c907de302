import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'
import type { Wire } from '../../../shared/rpc/wire.ts'

export const CLOSE_BAD_TOKEN = 4401
const CLOSE_NOT_JSON = 4400
const HELLO_MS = 5000
const PING_MS = 30_000
const MAX_BUFFERED = 8 * 1024 * 1024
/** Streams wait while more than this is on its way. */
const DRAINED = 1024 * 1024
const DRAIN_CHECK_MS = 10
const FAILURES_PER_SECOND = 10

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares tokens in constant time; past ten failures within a second each further answer waits a second. */
export function createTokenCheck(token: string): {
  readonly isRight: (given: unknown) => boolean
  readonly delayMs: () => number
} {
  const expected = digest(token)
  let failures: number[] = []
  return {
    isRight: (given) => {
      const right = typeof given === 'string' && timingSafeEqual(digest(given), expected)
      if (!right) failures = [...failures.slice(-FAILURES_PER_SECOND), Date.now()]
      return right
    },
    delayMs: () => {
      const oldest = failures.at(-FAILURES_PER_SECOND - 1)
      return oldest !== undefined && Date.now() - oldest < 1000 ? 1000 : 0
    },
  }
}

function parse(data: RawData, isBinary: boolean): unknown {
  if (isBinary) return undefined
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}

/**
 * Waits for the first message, which must be `{"t":"hello","token":…}` within five seconds, then hands out
 * the wire. Anything else closes the socket with 4401.
 */
export function acceptSocket(
  socket: WebSocket,
  tokens: ReturnType<typeof createTokenCheck>,
  onWire: (wire: Wire) => void,
): void {
  const timer = setTimeout(() => socket.close(CLOSE_BAD_TOKEN, 'no hello in time'), HELLO_MS)
  socket.on('close', () => clearTimeout(timer))
  // Protocol errors (too large, bad frame) are answered by ws itself, which then closes.
  socket.on('error', () => {})
  socket.once('message', (data, isBinary) => {
    clearTimeout(timer)
    const hello = parse(data, isBinary) as { t?: unknown; token?: unknown } | null | undefined
    if (hello?.t === 'hello' && tokens.isRight(hello.token)) {
      keepAlive(socket)
      onWire(socketWire(socket))
      return
    }
    setTimeout(() => socket.close(CLOSE_BAD_TOKEN, 'wrong token'), tokens.delayMs())
  })
}

/** Ends a connection whose other side does not answer pings: a sleeping laptop, a dropped tunnel. */
function keepAlive(socket: WebSocket): void {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, PING_MS)
  socket.on('close', () => clearInterval(timer))
}

function socketWire(socket: WebSocket): Wire {
  const listeners: ((message: unknown) => void)[] = []
  socket.on('message', (data, isBinary) => {
    const message = parse(data, isBinary)
    if (message === undefined) return socket.close(CLOSE_NOT_JSON, 'messages are JSON text')
    for (const listener of listeners) listener(message)
  })
  return {
    post: (message) => {
      if (socket.readyState !== socket.OPEN) return
      // A reader that does not keep up would fill our memory.
      if (socket.bufferedAmount > MAX_BUFFERED) return socket.terminate()
      socket.send(JSON.stringify(message))
    },
    onMessage: (listener) => void listeners.push(listener),
    onClose: (listener) => {
      if (socket.readyState === socket.CLOSED) queueMicrotask(listener)
      else socket.once('close', () => listener())
    },
    close: () => socket.close(1000),
    drained: async () => {
      while (socket.readyState === socket.OPEN && socket.bufferedAmount > DRAINED) {
        await sleep(DRAIN_CHECK_MS)
      }
    },
  }
}
