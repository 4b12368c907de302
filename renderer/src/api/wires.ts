import type { Wire } from '../../../shared/rpc/wire.ts'

/** A wire that may know why it was closed: one plain sentence, or null. */
export interface PageWire extends Wire {
  readonly whyClosed?: () => string | null
}

/** Messages and the end of a connection, handed to listeners; the end is told to late listeners too. */
function createListeners() {
  const onMessage = new Set<(message: unknown) => void>()
  const onClose = new Set<() => void>()
  let closed = false
  return {
    message: (message: unknown): void => {
      for (const listener of onMessage) listener(message)
    },
    close: (): void => {
      if (closed) return
      closed = true
      for (const listener of onClose) listener()
    },
    addMessage: (listener: (message: unknown) => void) => void onMessage.add(listener),
    addClose: (listener: () => void): void => {
      if (closed) listener()
      else onClose.add(listener)
    },
  }
}

/** Bytes of one message that the web host takes; it closes the connection on a larger one. */
const MAX_MESSAGE = 1024 * 1024

/** Code with which the web host closes a socket whose token is not its own (main/hosts/web/socket-wire.ts). */
const CLOSE_BAD_TOKEN = 4401
const BAD_TOKEN =
  'The workbench did not accept the access token of this page. Open the complete address that it printed when it started.'

/**
 * A wire over a WebSocket whose first message carries the token. Rejects with one sentence when the socket does
 * not open.
 */
export function openSocketWire(url: string, token: string): Promise<PageWire> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    let why: string | null = null
    const listeners = createListeners()
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ t: 'hello', token }))
      resolve({
        post: (message) => {
          const text = JSON.stringify(message)
          if (text.length > MAX_MESSAGE / 3 && new Blob([text]).size > MAX_MESSAGE) {
            throw new Error('it is larger than 1 MiB, the most that a page may send at once.')
          }
          if (socket.readyState === WebSocket.OPEN) socket.send(text)
        },
        onMessage: listeners.addMessage,
        onClose: listeners.addClose,
        close: () => socket.close(),
        whyClosed: () => why,
      })
    })
    socket.addEventListener('message', (event) => {
      if (typeof event.data === 'string') listeners.message(JSON.parse(event.data))
    })
    socket.addEventListener('close', (event) => {
      why = event.code === CLOSE_BAD_TOKEN ? BAD_TOKEN : null
      reject(
        new Error(
          'The workbench does not answer at this address. Start it again and open the address that it prints; this page goes on by itself if that is the same.',
        ),
      )
      listeners.close()
    })
  })
}

/** A wire over the port that the desktop window hands to the page. */
export function createPortWire(port: MessagePort): Wire {
  const listeners = createListeners()
  port.addEventListener('message', (event) => listeners.message(event.data))
  port.addEventListener('close', listeners.close)
  port.start()
  return {
    post: (message) => port.postMessage(message),
    onMessage: listeners.addMessage,
    onClose: listeners.addClose,
    close: () => {
      port.close()
      listeners.close()
    },
  }
}
