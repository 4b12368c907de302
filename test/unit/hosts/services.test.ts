import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { App } from '../../../main/app.ts'
import type { HostPort } from '../../../main/host-port.ts'
import { runServices } from '../../../main/hosts/node/services.ts'
import type { ToServices } from '../../../main/hosts/node/services-messages.ts'
import { type Desktop, superviseServices } from '../../../main/hosts/node/supervisor.ts'
import { type FakePort, FakeProcess, fakeChannel } from '../../support/fake-electron.ts'

/** The main process's side of the services: what was said to it, and a way to speak. */
class FakeParent extends EventEmitter {
  readonly heard: unknown[] = []
  postMessage(message: unknown): void {
    this.heard.push(message)
  }
  say(data: ToServices, ...ports: FakePort[]): void {
    this.emit('message', { data, ports })
  }
}

function startServices(createApp: (host: HostPort) => Promise<App>) {
  const parent = new FakeParent()
  const exits: number[] = []
  const logged: string[] = []
  runServices(parent, {
    keptHow: 'It is kept here.',
    createApp,
    log: (_level, message) => void logged.push(message),
    exit: (status) => void exits.push(status),
  })
  return { parent, exits, logged }
}

const echoApp = (closed: string[] = []): App => ({
  serve: (wire) => wire.onMessage((message) => wire.post({ echoed: message })),
  http: async () => new Response(),
  close: async () => void closed.push('app'),
})

const nextMessage = (port: FakePort): Promise<unknown> =>
  new Promise((resolve) => port.once('message', ({ data }) => resolve(data)))

describe('the services process', () => {
  test('serves each page on its own port', async () => {
    const { parent } = startServices(async () => echoApp())
    for (const text of ['first page', 'second page']) {
      const [near, far] = fakeChannel()
      parent.say({ t: 'page' }, far)
      near.start()
      near.postMessage(text)
      expect(await nextMessage(near)).toEqual({ echoed: text })
    }
  })

  test('asks its parent for processes and keeps what is posted before the port arrives', async () => {
    let host: HostPort | null = null
    const { parent } = startServices(async (given) => {
      host = given
      return echoApp()
    })
    const child = (host as HostPort | null)?.fork('reader', ['--store', 'x.db'])
    const ask = { t: 'fork', id: 1, entry: 'reader', args: ['--store', 'x.db'] }
    expect(parent.heard).toEqual([ask])
    child?.wire.post('early')
    child?.wire.post('early too')
    const closed = vi.fn()
    child?.wire.onClose(closed)
    const [near, far] = fakeChannel()
    parent.say({ t: 'forked', id: 1 }, far)
    const got: unknown[] = []
    near.on('message', ({ data }) => got.push(data))
    near.start()
    await vi.waitFor(() => expect(got).toEqual(['early', 'early too']))
    child?.kill()
    expect(parent.heard.at(-1)).toEqual({ t: 'kill', id: 1 })
    near.close()
    expect(closed).toHaveBeenCalledOnce()
  })

  test('answers the folder dialog to whoever asked', async () => {
    let host: HostPort | undefined
    const { parent } = startServices(async (given) => {
      host = given
      return echoApp()
    })
    const [one, two] = [host?.pickFolder?.(), host?.pickFolder?.()]
    parent.say({ t: 'picked', id: 2, path: null })
    parent.say({ t: 'picked', id: 1, path: 'chosen' })
    expect(await one).toBe('chosen')
    expect(await two).toBe(null)
  })

  test('asks its parent for keys, which may refuse', async () => {
    let host: HostPort | undefined
    const { parent } = startServices(async (given) => {
      host = given
      return echoApp()
    })
    const got = host?.secrets.get('https://a.test')
    const kept = host?.secrets.set('https://a.test', 'its key')
    expect(parent.heard).toEqual([
      { t: 'secretGet', id: 1, origin: 'https://a.test' },
      { t: 'secretSet', id: 2, origin: 'https://a.test', secret: 'its key' },
    ])
    parent.say({ t: 'secretRefused', id: 2, message: 'There is no key ring.' })
    parent.say({ t: 'secret', id: 1, secret: 'another' })
    expect(await got).toBe('another')
    await expect(kept).rejects.toThrow('There is no key ring.')
    expect(host?.secrets.keptHow).toBe('It is kept here.')
  })

  test('closes the application before it exits', async () => {
    const closed: string[] = []
    const { parent, exits } = startServices(async () => echoApp(closed))
    parent.say({ t: 'stop' })
    await vi.waitFor(() => expect(exits).toEqual([0]))
    expect(closed).toEqual(['app'])
  })

  test('exits with the reason when the application cannot start', async () => {
    const { exits, logged } = startServices(() =>
      Promise.reject(new Error('The store is damaged.')),
    )
    await vi.waitFor(() => expect(exits).toEqual([1]))
    expect(logged).toEqual(['The store is damaged.'])
  })
})

function supervise() {
  const started: FakeProcess[] = []
  const events: string[] = []
  const desktop: Desktop<FakePort> = {
    start: (what, args) => {
      const one = new FakeProcess(what, args)
      started.push(one)
      return one
    },
    channel: fakeChannel,
    pickFolder: async () => null,
    reveal: () => {},
    secrets: {
      get: async (origin) => (origin === 'https://known.test' ? 'its key' : null),
      set: async () => Promise.reject(new Error('There is no key ring.')),
    },
    onRestart: () => void events.push('restart'),
    onFailure: (message) => void events.push(message),
  }
  return { supervisor: superviseServices(desktop, ['--store', 'x.db']), started, events }
}

describe('the supervisor', () => {
  test('answers for the keys, and tells why one is not kept', async () => {
    const { started } = supervise()
    const [services] = started
    const told = () => services?.told.map(({ message }) => message)
    services?.emit('message', { t: 'secretGet', id: 4, origin: 'https://known.test' })
    services?.emit('message', { t: 'secretSet', id: 5, origin: 'https://known.test', secret: null })
    await vi.waitFor(() => expect(told()).toHaveLength(2))
    expect(told()).toContainEqual({ t: 'secret', id: 4, secret: 'its key' })
    expect(told()).toContainEqual({
      ...{ t: 'secretRefused', id: 5, message: 'There is no key ring.' },
    })
  })

  afterEach(() => void vi.useRealTimers())

  test('joins a worker it started with the services by one channel', () => {
    const { started } = supervise()
    const [services] = started
    services?.emit('message', { t: 'fork', id: 3, entry: 'reader', args: ['x'] })
    const child = started[1]
    expect([child?.file, child?.args]).toEqual(['child', ['reader', 'x']])
    const near = child?.told[0]?.ports[0]
    const reply = services?.told[0]
    expect(reply?.message).toEqual({ t: 'forked', id: 3 })
    expect(reply?.ports[0]?.other).toBe(near)
    services?.emit('message', { t: 'kill', id: 3 })
    expect(child?.killed).toBe(true)
  })

  test('starts nothing but the known entries', () => {
    const { started } = supervise()
    started[0]?.emit('message', { t: 'fork', id: 3, entry: '../../evil', args: [] })
    expect(started).toHaveLength(1)
  })

  test('starts the services again, ends their workers and asks for new ports', () => {
    vi.useFakeTimers()
    const { started, events } = supervise()
    started[0]?.emit('message', { t: 'fork', id: 1, entry: 'reader', args: [] })
    vi.advanceTimersByTime(60_000)
    started[0]?.emit('exit')
    expect(started[1]?.killed).toBe(true)
    expect(events).toEqual(['restart'])
    expect([started[2]?.file, started[2]?.args]).toEqual(['services', ['--store', 'x.db']])
  })

  test('gives up when they fail right after their start', () => {
    const { started, events } = supervise()
    started[0]?.emit('exit')
    expect(started).toHaveLength(1)
    expect(events).toEqual([expect.stringContaining('could not start')])
  })

  test('ends services that do not stop within five seconds', () => {
    vi.useFakeTimers()
    const { supervisor, started } = supervise()
    const done = vi.fn()
    supervisor.stop(done)
    supervisor.stop(done)
    vi.advanceTimersByTime(4900)
    expect(done).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    expect(started[0]?.killed).toBe(true)
    expect(done).toHaveBeenCalledOnce()
  })
})
