import { CHILD_ENTRIES, type Secrets } from '../../host-port.ts'
import type { FromServices, ToServices } from './services-messages.ts'

/** A process with a message channel; `P` is the port that travels with a message. */
export interface Process<P> {
  postMessage(message: unknown, ports?: P[]): void
  on(event: 'message', listener: (message: FromServices) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  kill(): unknown
}

export interface Desktop<P> {
  /** Starts the services, or a worker entry named by the first argument. */
  readonly start: (what: 'services' | 'child', args: readonly string[]) => Process<P>
  readonly channel: () => readonly [P, P]
  readonly pickFolder: () => Promise<string | null>
  readonly reveal: (path: string) => void
  readonly secrets: Pick<Secrets, 'get' | 'set'>
  /** The services were started anew: pages need a new port. */
  readonly onRestart: () => void
  /** The services cannot run; one sentence. */
  readonly onFailure: (message: string) => void
}

export interface Supervisor<P> {
  /** Gives the services the port of a page. */
  readonly serve: (port: P) => void
  /** Ends the services in good order, by force after five seconds, and then calls `done` once. */
  readonly stop: (done: () => void) => void
}

const RESTART_AFTER_MS = 10_000
const STOP_MS = 5000

/**
 * Keeps the services running: starts the processes they ask for, ends these with them, and starts the
 * services again when they failed, unless they failed within ten seconds of their start.
 */
export function superviseServices<P>(desktop: Desktop<P>, args: readonly string[]): Supervisor<P> {
  const children = new Map<number, Process<P>>()
  let onStopped: (() => void) | null = null
  let services = start()

  function start(): Process<P> {
    const startedAt = Date.now()
    const started = desktop.start('services', args)
    started.on('message', (message) => hear(message))
    started.on('exit', () => {
      for (const child of children.values()) child.kill()
      children.clear()
      if (onStopped !== null) {
        onStopped()
        return
      }
      if (Date.now() - startedAt < RESTART_AFTER_MS) {
        desktop.onFailure('The services could not start; "npm run serve" says why.')
        return
      }
      services = start()
      desktop.onRestart()
    })
    return started
  }

  const tell = (message: ToServices, ports?: P[]): void => services.postMessage(message, ports)

  function hear(message: FromServices): void {
    if (message.t === 'fork') fork(message)
    if (message.t === 'kill') children.get(message.id)?.kill()
    if (message.t === 'reveal') desktop.reveal(message.path)
    if (message.t === 'pickFolder') {
      void desktop.pickFolder().then((path) => tell({ t: 'picked', id: message.id, path }))
    }
    if (message.t === 'secretGet') answer(message.id, desktop.secrets.get(message.origin))
    if (message.t === 'secretSet') {
      const { id, origin, secret } = message
      answer(
        id,
        desktop.secrets.set(origin, secret).then(() => null),
      )
    }
  }

  function answer(id: number, secret: Promise<string | null>): void {
    secret.then(
      (found) => tell({ t: 'secret', id, secret: found }),
      (error: Error) => tell({ t: 'secretRefused', id, message: error.message }),
    )
  }

  function fork({ id, entry, args }: Extract<FromServices, { t: 'fork' }>): void {
    if (!CHILD_ENTRIES.includes(entry)) return
    const child = desktop.start('child', [entry, ...args])
    const [near, far] = desktop.channel()
    child.postMessage(null, [near])
    tell({ t: 'forked', id }, [far])
    children.set(id, child)
    child.on('exit', () => children.delete(id))
  }

  return {
    serve: (port) => tell({ t: 'page' }, [port]),
    stop: (done) => {
      if (onStopped !== null) return
      onStopped = done
      tell({ t: 'stop' })
      setTimeout(() => services.kill(), STOP_MS)
    },
  }
}
