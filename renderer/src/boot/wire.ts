import { createPortWire, openSocketWire, type PageWire } from '../api/wires.ts'

const PORT_MESSAGE = 'workbench-port'
const PORT_WAIT_MS = 10_000

// Listening starts with the module: the desktop window may hand the port over before anything asks for it.
const ports: MessagePort[] = []
let onPort: ((port: MessagePort) => void) | null = null
addEventListener('message', (event) => {
  const port = event.ports[0]
  if (event.source !== window || event.data !== PORT_MESSAGE || port === undefined) return
  if (onPort === null) ports.push(port)
  else onPort(port)
})

function openPortWire(): Promise<PageWire> {
  const ready = ports.shift()
  if (ready !== undefined) return Promise.resolve(createPortWire(ready))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onPort = null
      reject(new Error('The desktop window did not connect to its services. Reload the window.'))
    }, PORT_WAIT_MS)
    onPort = (port) => {
      clearTimeout(timer)
      onPort = null
      resolve(createPortWire(port))
    }
  })
}

const NO_TOKEN =
  'This page does not have its access token. Open the complete address that the workbench printed when it started.'

async function openWebWire(token: string | null): Promise<PageWire> {
  if (token === null) throw new Error(NO_TOKEN)
  const url = new URL('/socket', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''
  url.search = ''
  return openSocketWire(url.href, token)
}

/** Whether a web server sent this page; otherwise it is in the desktop window. */
export function isWebPage(): boolean {
  return location.protocol === 'http:' || location.protocol === 'https:'
}

/** Opens the connection that this page's host offers: a WebSocket to its own origin, or the desktop window's port. */
export function openWire(token: string | null): Promise<PageWire> {
  return isWebPage() ? openWebWire(token) : openPortWire()
}
