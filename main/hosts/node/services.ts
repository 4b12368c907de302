import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { App } from '../../app.ts'
import type { HostPort } from '../../host-port.ts'
import { portWire } from './port-wire.ts'
import { withKeyOfEnvironment } from './secret-file.ts'
import type { FromServices, Port, ToServices } from './services-messages.ts'

/** The main process as the services see it. */
export interface Parent {
  postMessage(message: FromServices): void
  on(
    event: 'message',
    listener: (event: { readonly data: ToServices; readonly ports: readonly Port[] }) => void,
  ): unknown
}

export interface Services {
  /** How the main process keeps keys, for the user. */
  readonly keptHow: string
  /** Starts the application; the host asks `parent` for everything only it may do. */
  readonly createApp: (host: HostPort) => Promise<App>
  readonly log: HostPort['log']
  readonly exit: (status: number) => void
}

/** Runs the application in a desktop's services process: serves each page's port until told to stop. */
export function runServices(parent: Parent, { keptHow, createApp, log, exit }: Services): void {
  const secrets = new AskedSecrets()
  const forks = new Map<number, (port: Port) => void>()
  const picks = new Map<number, (path: string | null) => void>()
  let nextId = 1
  const app = createApp({
    kind: 'electron',
    fork: (entry, args) => {
      const id = nextId++
      const arriving = new Promise<Port>((resolve) => forks.set(id, resolve))
      parent.postMessage({ t: 'fork', id, entry, args: [...args] })
      return { wire: portWire(arriving), kill: () => parent.postMessage({ t: 'kill', id }) }
    },
    reveal: async (path) => parent.postMessage({ t: 'reveal', path }),
    pickFolder: () => {
      const id = nextId++
      parent.postMessage({ t: 'pickFolder', id })
      return new Promise((resolve) => picks.set(id, resolve))
    },
    secrets: withKeyOfEnvironment(
      {
        keptHow,
        get: (origin) => {
          const id = nextId++
          parent.postMessage({ t: 'secretGet', id, origin })
          return secrets.wait(id)
        },
        set: async (origin, secret) => {
          const id = nextId++
          parent.postMessage({ t: 'secretSet', id, origin, secret })
          await secrets.wait(id)
        },
      },
      process.env,
    ),
    log,
  })
  app.catch((error: unknown) => {
    log('error', error instanceof Error ? error.message : String(error))
    exit(1)
  })
  const withApp = (use: (app: App) => unknown): void => void app.then(use, () => {})
  parent.on('message', ({ data, ports: [port] }) => {
    if (data.t === 'page' && port)
      withApp((running) => running.serve(portWire(Promise.resolve(port))))
    if (data.t === 'forked' && port) take(forks, data.id)?.(port)
    if (data.t === 'picked') take(picks, data.id)?.(data.path)
    if (data.t === 'secret') secrets.answer(data.id, data.secret)
    if (data.t === 'secretRefused') secrets.refuse(data.id, data.message)
    if (data.t === 'stop') withApp((running) => running.close().finally(() => exit(0)))
  })
}

/** Requests for keys that the main process has not answered yet. */
class AskedSecrets {
  private readonly waiting = new Map<number, PromiseWithResolvers<string | null>>()

  wait(id: number): Promise<string | null> {
    const asked = Promise.withResolvers<string | null>()
    this.waiting.set(id, asked)
    return asked.promise
  }

  answer(id: number, secret: string | null): void {
    take(this.waiting, id)?.resolve(secret)
  }

  refuse(id: number, message: string): void {
    take(this.waiting, id)?.reject(new ServiceError('unavailable', message))
  }
}

function take<T>(waiting: Map<number, T>, id: number): T | undefined {
  const found = waiting.get(id)
  waiting.delete(id)
  return found
}
